// SPDX-License-Identifier: GPL-3.0-or-later
//
// Metrics of the example, worked out by hand (tests/support/example.h draws it).
#include "engine/core/metrics.h"

#include <math.h>

#include "tests/support/bf_test.h"
#include "tests/support/example.h"

#define EXPECT_STATS(row, name, mean, median, p90, p95, p99, max, rms)                             \
    (bf_test_near((row).mean_##name, mean), bf_test_near((row).median_##name, median),             \
     bf_test_near((row).p90_##name, p90), bf_test_near((row).p95_##name, p95),                     \
     bf_test_near((row).p99_##name, p99), bf_test_near((row).max_##name, max),                     \
     bf_test_near((row).rms_##name, rms))

// ---- the example

static void the_example_starts_as_drawn(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    static const bf_time start[BF_TEST_EXAMPLE_JOBS] = {0, 100, 20, 50, 160};
    for (bf_job j = 0; j < BF_TEST_EXAMPLE_JOBS; j++)
        assert_int_equal(r.outcome.start[j], start[j]);
    bf_test_run_finish(&r);
}

static void every_statistic_of_the_example_is_that_of_paper_and_pencil(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    // 0, 90, 0, 20, 0
    EXPECT_STATS(r.row, wait, 22, 0, 62, 76, 87.2, 90, sqrt(8500.0 / 5));
    // 100, 140, 30, 120, 20
    EXPECT_STATS(r.row, response, 82, 100, 132, 136, 139.2, 140, sqrt(45300.0 / 5));
    // 1, 2.8, 1, 1.2, 1
    EXPECT_STATS(r.row, slowdown, 1.4, 1, 2.16, 2.48, 2.736, 2.8, sqrt(12.28 / 5));
    EXPECT_STATS(r.row, bsld, 1.4, 1, 2.16, 2.48, 2.736, 2.8, sqrt(12.28 / 5));
    // 1, 1, 1, 1.2, 1
    EXPECT_STATS(r.row, pp_bsld, 1.04, 1, 1.12, 1.16, 1.192, 1.2, sqrt(5.44 / 5));
    // 1, 1.8, 1, 1, 1
    EXPECT_STATS(r.row, wait_ratio, 1.16, 1, 1.48, 1.64, 1.768, 1.8, sqrt(7.24 / 5));
    bf_test_run_finish(&r);
}

static void the_machine_of_the_example_was_used_as_drawn(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    assert_int_equal(r.row.makespan, 180);
    bf_test_near(r.row.utilization, 1240.0 / (10 * 180));
    bf_test_near(r.row.utilization_arrivals, 1220.0 / (10 * 160));
    assert_true(r.row.loss_of_capacity == 0);
    bf_test_near(r.row.mean_queue, 110.0 / 180);
    assert_int_equal(r.row.max_queue, 2);
    bf_test_run_finish(&r);
}

static void the_example_counts_its_jobs(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    assert_int_equal(r.row.jobs, 5);
    assert_int_equal(r.row.measured, 5);
    assert_int_equal(r.row.backfilled, 2);
    assert_int_equal(r.row.killed, 1);
    assert_int_equal(r.row.corrected, 0);
    assert_int_equal(r.row.broken_promises, 0);
    assert_int_equal(r.row.slip_total, 0);
    assert_int_equal(r.row.slip_max, 0);
    assert_int_equal(r.row.unfair, -1); // not asked for
    assert_int_equal(r.row.max_unfairness, -1);
    assert_true(isnan(r.row.mean_unfairness));
    bf_test_run_finish(&r);
}

// First come, first served: jobs 3 and 4 wait behind job 2. From 20 to 100 four processors are idle
// and job 3 would fit; from 100 to 150 two are idle, where job 3 would not fit but job 4 would.
static void capacity_is_lost_while_a_waiting_job_would_fit_by_count(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("fcfs"));
    static const bf_time start[BF_TEST_EXAMPLE_JOBS] = {0, 100, 150, 150, 160};
    for (bf_job j = 0; j < BF_TEST_EXAMPLE_JOBS; j++)
        assert_int_equal(r.outcome.start[j], start[j]);
    assert_int_equal(r.row.makespan, 250);
    bf_test_near(r.row.loss_of_capacity, (4.0 * 80 + 2 * 50) / (10 * 250));
    bf_test_near(r.row.mean_queue, (90.0 + 130 + 120) / 250);
    assert_int_equal(r.row.max_queue, 3);
    assert_int_equal(r.row.backfilled, 0);
    bf_test_run_finish(&r);
}

static void tau_bounds_the_run_time_in_bounded_slowdowns_only(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.tau = 60;
    struct bf_test_run r = bf_test_run_example(c);
    bf_test_near(r.row.mean_bsld, (1 + 140.0 / 60 + 1 + 1.2 + 1) / 5);
    bf_test_near(r.row.mean_slowdown, 1.4);
    assert_true(r.row.tau == 60);
    bf_test_run_finish(&r);
}

static void without_killing_the_run_time_in_the_log_counts(void **state)
{
    (void)state;
    for (int rule = BF_OVERRUN_EXTEND; rule <= BF_OVERRUN_ALLOW; rule++) {
        struct bf_config c = bf_test_config_of("fcfs");
        c.overrun = (enum bf_overrun)rule;
        struct bf_test_run r = bf_test_run_example(c);
        assert_int_equal(r.row.killed, 0);
        assert_int_equal(r.row.makespan, 350);
        bf_test_near(r.row.utilization, 1340.0 / (10 * 350));
        bf_test_run_finish(&r);
    }
}

// ---- which jobs are measured

static void warmup_leaves_out_the_first_jobs_to_end(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.warmup = 40; // jobs 3 and 1
    struct bf_test_run r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 3);
    bf_test_near(r.row.mean_wait, 110.0 / 3);
    bf_test_near(r.row.median_wait, 20);
    assert_int_equal(r.row.jobs, 5);
    assert_int_equal(r.row.backfilled, 2); // said of the run, not of the measured jobs
    bf_test_near(r.row.utilization, 1240.0 / (10 * 180));
    bf_test_run_finish(&r);
}

static void jobs_that_end_together_leave_the_warmup_in_the_order_of_the_log(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.warmup = 60; // jobs 3, 1 and 2, which ends with job 4
    struct bf_test_run r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 2);
    bf_test_near(r.row.mean_wait, 10);
    bf_test_run_finish(&r);
}

static void a_part_of_a_job_stays_measured(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.warmup = 39.9;
    struct bf_test_run r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 4);
    bf_test_run_finish(&r);
}

static void cooldown_leaves_out_what_ends_after_the_last_arrival(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.cooldown = true; // job 5
    struct bf_test_run r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 4);
    bf_test_near(r.row.mean_wait, 27.5);
    bf_test_run_finish(&r);
    c.warmup = 40;
    r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 2);
    bf_test_near(r.row.mean_wait, 55);
    bf_test_run_finish(&r);
}

static void without_measured_jobs_statistics_are_no_numbers(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.warmup = 99;
    c.cooldown = true;
    struct bf_test_run r = bf_test_run_example(c);
    assert_int_equal(r.row.measured, 0);
    assert_true(isnan(r.row.mean_wait) && isnan(r.row.median_response) &&
                isnan(r.row.p90_slowdown));
    assert_true(isnan(r.row.p95_bsld) && isnan(r.row.p99_pp_bsld) && isnan(r.row.max_wait_ratio));
    assert_true(isnan(r.row.rms_wait) != 0);
    assert_int_equal(r.row.makespan, 180);
    struct bf_class_row classes[BF_CLASS_MAX];
    size_t count = 99;
    struct bf_error e = {0};
    assert_ok(bf_metrics_classes(classes, &count, &r.outcome, &c, r.arena, &e), e);
    assert_int_equal(count, 0);
    bf_test_run_finish(&r);
}

static void no_jobs_at_all_give_no_numbers_and_no_time(void **state)
{
    (void)state;
    const struct bf_jobs none = {0};
    struct bf_test_run r = {
        .arena = bf_arena_create(), .sim = bf_sim_create(), .config = bf_test_config_of("easy")};
    struct bf_error e = {0};
    r.config.warmup = 10;
    r.config.cooldown = true;
    assert_ok(bf_sim_run(r.sim, &none, 4, &r.config, &r.outcome, &e), e);
    bf_test_run_fill(&r);
    assert_int_equal(r.row.jobs, 0);
    assert_int_equal(r.row.measured, 0);
    assert_int_equal(r.row.makespan, 0);
    assert_true(isnan(r.row.mean_wait) && isnan(r.row.utilization) && isnan(r.row.mean_queue));
    assert_true(isnan(r.row.utilization_arrivals) && isnan(r.row.loss_of_capacity));
    assert_true(isnan(r.row.mean_drift) && isnan(r.row.max_drift) && isnan(r.row.mean_overtakers));
    assert_int_equal(r.row.overtaken, 0);
    bf_test_run_finish(&r);
}

BF_TEST_MAIN(BF_TEST(the_example_starts_as_drawn),
             BF_TEST(every_statistic_of_the_example_is_that_of_paper_and_pencil),
             BF_TEST(the_machine_of_the_example_was_used_as_drawn),
             BF_TEST(the_example_counts_its_jobs),
             BF_TEST(capacity_is_lost_while_a_waiting_job_would_fit_by_count),
             BF_TEST(tau_bounds_the_run_time_in_bounded_slowdowns_only),
             BF_TEST(without_killing_the_run_time_in_the_log_counts),
             BF_TEST(warmup_leaves_out_the_first_jobs_to_end),
             BF_TEST(jobs_that_end_together_leave_the_warmup_in_the_order_of_the_log),
             BF_TEST(a_part_of_a_job_stays_measured),
             BF_TEST(cooldown_leaves_out_what_ends_after_the_last_arrival),
             BF_TEST(without_measured_jobs_statistics_are_no_numbers),
             BF_TEST(no_jobs_at_all_give_no_numbers_and_no_time))
