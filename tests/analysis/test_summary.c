// SPDX-License-Identifier: GPL-3.0-or-later
//
// Summaries of samples: edge cases, and how often intervals hold the mean they are about.
// (check_numbers.R and check_bootstrap.py compute the numbers themselves anew.)
#include "tests/support/bf_test.h"

#include <math.h>

#include "analysis/statistics/paired_tests.h"
#include "analysis/statistics/summary.h"
#include "engine/base/seed.h"

enum { MOST = 50, RESAMPLES = 1000, TRIALS = 600 };

static const struct bf_summary_how bca = {BF_INTERVAL_BCA, 95, RESAMPLES, 1};

static struct bf_summary summary_of(const double *values, size_t n)
{
    struct bf_summary s;
    struct bf_sampler *sampler = bf_sampler_create(MOST, RESAMPLES);
    bf_summary_make(sampler, &bca, values, n, &s);
    bf_sampler_destroy(sampler);
    return s;
}

static void few_values_have_less_to_say(void **state)
{
    (void)state;
    const double values[] = {3, NAN, 5};
    struct bf_summary s = summary_of(values, 0);
    assert_true(s.n == 0 && isnan(s.mean) && isnan(s.max) && isnan(s.of_mean.low));
    s = summary_of(values + 1, 1);
    assert_true(s.n == 0 && s.missing == 1 && isnan(s.mean));
    s = summary_of(values, 1);
    assert_true(s.n == 1 && s.mean == 3 && s.median == 3 && isnan(s.sd) && isnan(s.of_mean.low));
    s = summary_of(values, 3);
    assert_true(s.n == 2 && s.missing == 1 && s.mean == 4 && s.sd == sqrt(2) && s.q1 == 3.5);
    assert_true(isnan(bf_interval_student(95, 3, NAN, 1).low));
}

static void equal_values_have_an_interval_of_no_width(void **state)
{
    (void)state;
    const double values[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    const struct bf_summary s = summary_of(values, 6);
    assert_true(s.of_mean.low == 0.1 && s.of_mean.high == 0.1);
    assert_true(s.of_median.low == 0.1 && s.of_median.high == 0.1);
}

static void intervals_depend_on_seed_and_values_alone(void **state)
{
    (void)state;
    struct bf_summary_how other = bca;
    double values[20];
    struct bf_sampler *sampler = bf_sampler_create(MOST, RESAMPLES);
    for (size_t i = 0; i < 20; i++)
        values[i] = bf_seed_unit(3, BF_STREAM_TEST, i);
    const struct bf_interval a = bf_interval_bca(sampler, &bca, values, 20);
    bf_interval_bca(sampler, &bca, values, 7);
    const struct bf_interval b = bf_interval_bca(sampler, &bca, values, 20);
    assert_memory_equal(&a, &b, sizeof a);
    other.seed = 2;
    const struct bf_interval c = bf_interval_bca(sampler, &other, values, 20);
    assert_true(c.low != a.low && fabs(c.low - a.low) < 0.05);
    bf_sampler_destroy(sampler);
}

// ---- Coverage ---------------------------------------------------------------

static double draw_uniform(double u)
{
    return u;
}

static double draw_exponential(double u)
{
    return -log(1 - u);
}

// How often the interval of n values holds the mean of the distribution they are drawn from.
static double coverage(struct bf_summary_how how, size_t n, double (*draw)(double), double mean)
{
    double values[MOST];
    size_t held = 0;
    struct bf_sampler *sampler = bf_sampler_create(MOST, RESAMPLES);
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        for (size_t i = 0; i < n; i++)
            values[i] = draw(bf_seed_unit(trial, BF_STREAM_TEST, i));
        how.seed = trial;
        const struct bf_interval found = bf_interval_of_mean(sampler, &how, values, n);
        held += found.low <= mean && mean <= found.high;
    }
    bf_sampler_destroy(sampler);
    return (double)held / TRIALS;
}

static void assert_coverage(double found, double low, double high)
{
    if (!(found >= low && found <= high))
        fail_msg("intervals hold the mean in %.3f of the cases, not %.2f to %.2f", found, low,
                 high);
}

static void intervals_hold_the_mean_as_often_as_they_say(void **state)
{
    (void)state;
    struct bf_summary_how how = bca;
    assert_coverage(coverage(how, 30, draw_uniform, 0.5), 0.92, 0.97);
    assert_coverage(coverage(how, 30, draw_exponential, 1), 0.90, 0.96);
    how.confidence = 80;
    assert_coverage(coverage(how, 30, draw_exponential, 1), 0.70, 0.80);
    how.kind = BF_INTERVAL_STUDENT;
    assert_coverage(coverage(how, 30, draw_uniform, 0.5), 0.77, 0.84);
    how.confidence = 95;
    assert_coverage(coverage(how, 6, draw_uniform, 0.5), 0.92, 0.97);
}

// BCa leans to the side of the tail, where an interval that is symmetric misses more often.
static void intervals_follow_skewness(void **state)
{
    (void)state;
    double values[30], mean = 0;
    for (size_t i = 0; i < 30; i++) {
        values[i] = draw_exponential(bf_seed_unit(4, BF_STREAM_TEST, i));
        mean += values[i] / 30;
    }
    const struct bf_summary s = summary_of(values, 30);
    assert_true(s.of_mean.high - mean > 1.1 * (mean - s.of_mean.low));
}

static void medians_are_held_too(void **state)
{
    (void)state;
    double values[MOST];
    size_t held = 0;
    struct bf_summary_how how = bca;
    how.kind = BF_INTERVAL_STUDENT; // quick
    struct bf_sampler *sampler = bf_sampler_create(MOST, RESAMPLES);
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
        struct bf_summary s;
        for (size_t i = 0; i < 25; i++)
            values[i] = draw_exponential(bf_seed_unit(trial, BF_STREAM_TEST, i));
        bf_summary_make(sampler, &how, values, 25, &s);
        held += s.of_median.low <= log(2) && log(2) <= s.of_median.high;
    }
    bf_sampler_destroy(sampler);
    assert_coverage((double)held / TRIALS, 0.94, 0.98); // exactly 0.957
}

// ---- Tests ------------------------------------------------------------------

static void tests_without_differences_have_no_p(void **state)
{
    (void)state;
    struct bf_signed_rank rank;
    struct bf_error e;
    const double zeros[] = {0, -0.0, 0};
    double none[] = {NAN, NAN}, some[] = {0.02, NAN, 0.01, 0.04};
    assert_true(isnan(bf_sign_p(0, 0)));
    assert_ok(bf_signed_rank_make(zeros, 3, &rank, &e), e);
    assert_true(rank.n == 0 && isnan(rank.p) && !rank.exact);
    assert_ok(bf_holm(none, 2, &e), e);
    assert_true(isnan(none[0]));
    assert_ok(bf_holm(some, 4, &e), e);
    assert_true(some[2] == 0.03 && some[0] == 0.04 && some[3] == 0.04 && isnan(some[1]));
}

static void least_p_is_that_of_differences_on_one_side(void **state)
{
    (void)state;
    struct bf_signed_rank rank;
    struct bf_error e;
    const double differences[] = {1, 2, 3.5, 4, 7};
    assert_ok(bf_signed_rank_make(differences, 5, &rank, &e), e);
    assert_true(rank.p == 0.0625 && bf_sign_p(0, 5) == 0.0625 && bf_paired_least_p(5) == 0.0625);
    assert_true(bf_sign_p(1000, 0) == ldexp(1, -999) && bf_sign_p(1001, 0) > 0);
    assert_true(fabs(bf_sign_p(540, 461) / bf_sign_p(540, 460) - 1) < 0.1);
    assert_true(bf_paired_least_p(1) == 1 && bf_paired_least_p(0) == 1);
}

BF_TEST_MAIN(BF_TEST(few_values_have_less_to_say),
             BF_TEST(equal_values_have_an_interval_of_no_width),
             BF_TEST(intervals_depend_on_seed_and_values_alone),
             BF_TEST(intervals_hold_the_mean_as_often_as_they_say),
             BF_TEST(intervals_follow_skewness), BF_TEST(medians_are_held_too),
             BF_TEST(tests_without_differences_have_no_p),
             BF_TEST(least_p_is_that_of_differences_on_one_side))
