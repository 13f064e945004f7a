// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans against run times, by hand.
#include "engine/core/accuracy.h"

#include <math.h>

#include "engine/core/metrics.h"
#include "tests/support/bf_test.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct done {
    struct bf_test_workload *w;
    struct bf_sim *sim;
    struct bf_arena *arena;
    struct bf_run_row row;
    struct bf_accuracy_row buckets[BF_ACCURACY_MAX];
    size_t count;
};

// All jobs run at once.
static struct done run(const struct bf_test_job *jobs, uint32_t count, const char *spec,
                       bool cooldown)
{
    struct done d = {.w = bf_test_workload_of(jobs, count, (bf_procs)count),
                     .sim = bf_sim_create(),
                     .arena = bf_arena_create()};
    struct bf_config c = bf_test_config(spec);
    struct bf_error e;
    c.cooldown = cooldown;
    const struct bf_outcome o = bf_test_run(d.sim, &d.w->jobs, d.w->procs, spec);
    assert_ok(bf_metrics_fill(&d.row, &o, &c, d.arena, &e), e);
    assert_ok(bf_metrics_accuracy(d.buckets, &d.count, &o, &c, d.arena, &e), e);
    return d;
}

static void end(struct done *d)
{
    bf_arena_destroy(d->arena);
    bf_sim_destroy(d->sim);
    bf_test_workload_destroy(d->w);
}

static void plans_are_counted_and_averaged(void **state)
{
    (void)state;
    // Plans of cap:40 are 40, 40, 10 and 40 s: accuracy 1/4, 1, 1/2 and 40/160.
    static const struct bf_test_job jobs[] = {
        {0, 1, 100, 10, 0, 0}, {0, 1, 100, 40, 0, 0}, {0, 1, 10, 5, 0, 0}, {0, 1, 200, 160, 0, 0}};
    struct done d = run(jobs, COUNT(jobs), "easy estimate=cap:40", false);
    assert_int_equal(d.row.planned_long, 2);
    assert_int_equal(d.row.planned_exact, 1);
    assert_int_equal(d.row.planned_short, 1);
    assert_true(d.row.mean_accuracy == 0.5);
    assert_true(d.row.median_accuracy == 0.375);
    assert_true(d.row.mean_overestimate == 17.5);
    assert_true(d.row.mean_underestimate == 120);
    end(&d);
}

static void a_run_of_no_time_counts_as_one_second(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {{0, 1, 1, 0, 0, 0}, {0, 1, 4, 0, 0, 0}};
    struct done d = run(jobs, COUNT(jobs), "easy estimate=request", false);
    assert_int_equal(d.row.planned_exact, 1);
    assert_true(d.row.mean_accuracy == (1 + 0.25) / 2);
    assert_true(d.row.mean_overestimate == 3);
    assert_true(isnan(d.row.mean_underestimate));
    end(&d);
}

static void buckets_hold_their_lower_bounds(void **state)
{
    (void)state;
    // Plans of 100 s and more: run / plan of 0.09, 0.1, 0.7, 0.99, 1, 1.01, 2, 5, 10, 99.99, 100.
    static const bf_time runs[] = {9, 10, 70, 99, 100, 101, 200, 500, 1000, 9999, 10000};
    static const struct {
        double min, max;
        int64_t jobs;
    } wanted[] = {{0, 0.1, 1}, {0.1, 0.2, 1}, {0.7, 0.8, 1}, {0.9, 1, 1},  {1, 1, 1},
                  {1, 2, 1},   {2, 5, 1},     {5, 10, 1},    {10, 100, 2}, {100, NAN, 1}};
    struct bf_test_job jobs[COUNT(runs)];
    for (uint32_t j = 0; j < COUNT(runs); j++)
        jobs[j] = (struct bf_test_job){0, 1, 20000, runs[j], 0, 0};
    struct done d = run(jobs, COUNT(runs), "easy estimate=cap:100", false);
    assert_int_equal(d.count, COUNT(wanted));
    for (size_t i = 0; i < d.count; i++) {
        assert_true(d.buckets[i].ratio_min == wanted[i].min);
        assert_true(isnan(wanted[i].max) ? isnan(d.buckets[i].ratio_max)
                                         : d.buckets[i].ratio_max == wanted[i].max);
        assert_int_equal(d.buckets[i].jobs, wanted[i].jobs);
    }
    end(&d);
}

static void only_measured_jobs_count(void **state)
{
    (void)state;
    // The first job ends after the last arrival.
    static const struct bf_test_job jobs[] = {
        {0, 1, 100, 100, 0, 0}, {0, 1, 8, 2, 0, 0}, {50, 1, 8, 0, 0, 0}};
    struct done d = run(jobs, COUNT(jobs), "easy estimate=request", true);
    assert_int_equal(d.row.planned_exact, 0);
    assert_int_equal(d.row.planned_long, 2);
    assert_true(d.row.mean_accuracy == (0.25 + 0.125) / 2);
    assert_int_equal(d.count, 2);
    end(&d);
}

static void of_no_jobs_there_is_no_accuracy(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {{0, 1, 100, 100, 0, 0}};
    struct done d = run(jobs, COUNT(jobs), "easy estimate=request", true);
    assert_true(isnan(d.row.mean_accuracy) && isnan(d.row.median_accuracy));
    assert_true(isnan(d.row.mean_overestimate));
    assert_int_equal(d.row.planned_exact, 0);
    assert_int_equal(d.count, 0);
    end(&d);
}

BF_TEST_MAIN(BF_TEST(plans_are_counted_and_averaged),
             BF_TEST(a_run_of_no_time_counts_as_one_second),
             BF_TEST(buckets_hold_their_lower_bounds), BF_TEST(only_measured_jobs_count),
             BF_TEST(of_no_jobs_there_is_no_accuracy))
