// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch means, against numbers worked out by hand.
#include "tests/support/bf_test.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "analysis/statistics/batches.h"

static struct bf_error e;

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g instead of %.17g", found, expected);
}

static struct bf_batches make(const struct bf_week_row *weeks, size_t count, const char *metric,
                              unsigned length)
{
    struct bf_batches b;
    assert_ok(
        bf_batches_make(weeks, count, bf_table_column(&bf_table_weeks, metric), length, 95, &b, &e),
        e);
    return b;
}

// Weeks 0 to 6: the first and the last do not count.
static const struct bf_week_row sample[] = {
    {.week = 0, .jobs = 9, .mean_wait = 1e6, .utilization = 9},
    {.week = 1, .jobs = 1, .mean_wait = 10, .utilization = 0.5},
    {.week = 2, .jobs = 3, .mean_wait = 20, .utilization = 0.6},
    {.week = 3, .jobs = 2, .mean_wait = 10, .utilization = 0.7},
    {.week = 4, .jobs = 3, .mean_wait = 30, .utilization = 0.9},
    {.week = 5, .jobs = 1, .mean_wait = 30, .utilization = 0.8},
    {.week = 6, .jobs = 9, .mean_wait = 1e6, .utilization = 9},
};

static void weeks_count_alike(void **state)
{
    (void)state;
    const struct bf_batches b = make(sample, 7, "utilization", 1);
    const double t = gsl_cdf_tdist_Qinv(0.025, 4);
    assert_int_equal(b.batches, 5);
    assert_int_equal(b.weeks, 5);
    assert_int_equal(b.left_out, 2);
    assert_near(b.mean, 0.7);
    // deviations -0.2 -0.1 0 0.2 0.1: squares 0.1, products of neighbours 0.02 + 0.02
    assert_near(b.of_mean.low, 0.7 - t * sqrt(0.1 / 4 / 5));
    assert_near(b.of_mean.high, 0.7 + t * sqrt(0.1 / 4 / 5));
    assert_near(b.lag1, 0.4);
    assert_false(b.dependent); // 0.4 < 1.645 / sqrt(5)
}

static void means_over_jobs_weigh_weeks_by_jobs(void **state)
{
    (void)state;
    const struct bf_batches b = make(sample, 7, "mean_wait", 1);
    const double t = gsl_cdf_tdist_Qinv(0.025, 4);
    assert_near(b.mean, 21); // (10 + 60 + 20 + 90 + 30) / 10
    // residuals -11 -3 -22 27 9: squares 121 + 9 + 484 + 729 + 81, 2 jobs a week
    assert_near(b.of_mean.high - b.mean, t * sqrt(1424.0 / 4 / 5) / 2);
    assert_near(b.lag1, (33 + 66 - 594 + 243) / 1424.0);
}

static void batches_of_two_weeks_are_whole(void **state)
{
    (void)state;
    const struct bf_batches b = make(sample, 7, "mean_wait", 2); // weeks 1 2, 3 4; 5 is left over
    assert_int_equal(b.batches, 2);
    assert_int_equal(b.weeks, 4);
    assert_int_equal(b.left_out, 3);
    assert_near(b.mean, 180.0 / 9);
    assert_true(isnan(b.of_mean.low)); // too few
    assert_true(isnan(b.lag1));
}

static void weeks_without_jobs_are_no_batches(void **state)
{
    (void)state;
    struct bf_week_row weeks[10] = {{0}};
    for (int i = 0; i < 10; i++) // week 3 has no submits and no row, week 5 none that is measured
        weeks[i] = (struct bf_week_row){.week = i < 3 ? i : i + 1, .jobs = 1, .mean_wait = i % 2};
    weeks[4].jobs = 0;
    weeks[4].mean_wait = NAN;
    const struct bf_batches b = make(weeks, 10, "mean_wait", 1);
    assert_int_equal(b.batches, 7);
    assert_near(b.mean, 4.0 / 7);
}

static void neighbours_that_are_alike_are_told(void **state)
{
    (void)state;
    struct bf_week_row weeks[22];
    for (int i = 0; i < 22; i++)
        weeks[i] = (struct bf_week_row){.week = i, .jobs = 1, .utilization = i < 11 ? 0.5 : 0.6};
    struct bf_batches b = make(weeks, 22, "utilization", 1);
    assert_true(b.dependent);
    assert_near(b.lag1, 17.0 / 20); // 19 products, one of them below 0
    for (int i = 0; i < 22; i++)
        weeks[i].utilization = i % 2 ? 0.5 : 0.6;
    b = make(weeks, 22, "utilization", 1);
    assert_false(b.dependent);
    assert_true(b.lag1 < -0.9);
}

static void too_few_weeks_have_no_mean(void **state)
{
    (void)state;
    for (size_t count = 0; count <= 2; count++) {
        const struct bf_batches b = make(sample, count, "utilization", 1);
        assert_int_equal(b.batches, 0);
        assert_int_equal(b.left_out, count);
        assert_true(isnan(b.mean) && isnan(b.of_mean.low) && isnan(b.lag1));
    }
    assert_near(make(sample, 3, "utilization", 1).mean, 0.5);
}

BF_TEST_MAIN(BF_TEST(weeks_count_alike), BF_TEST(means_over_jobs_weigh_weeks_by_jobs),
             BF_TEST(batches_of_two_weeks_are_whole), BF_TEST(weeks_without_jobs_are_no_batches),
             BF_TEST(neighbours_that_are_alike_are_told), BF_TEST(too_few_weeks_have_no_mean))
