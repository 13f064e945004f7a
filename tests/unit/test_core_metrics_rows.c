// SPDX-License-Identifier: GPL-3.0-or-later
//
// Metrics of outcomes made up for the purpose, and how they get into rows.
#include "engine/core/metrics.h"

#include <math.h>

#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/example.h"
#include "tests/support/plans.h"

// ---- outcomes made up, to have any waits one likes

enum { MOST = 2000 };

struct made_up {
    struct bf_test_job jobs[MOST];
    bf_time start[MOST], plan[MOST];
    uint8_t flags[MOST], corrections[MOST];
};

static struct bf_test_run run_made_up(struct made_up *m, uint32_t count)
{
    struct bf_test_run r = {.arena = bf_arena_create(), .config = bf_test_config_of("fcfs")};
    r.workload = bf_test_workload_of(m->jobs, count, BF_TEST_EXAMPLE_PROCS);
    r.outcome = (struct bf_outcome){
        .jobs = &r.workload->jobs,
        .procs = BF_TEST_EXAMPLE_PROCS,
        .start = m->start,
        .plan = m->plan,
        .flags = m->flags,
        .corrections = m->corrections,
    };
    bf_test_run_fill(&r);
    return r;
}

static void quantiles_of_few_jobs_are_those_of_type_7(void **state)
{
    (void)state;
    static const bf_time waits[] = {40, 10, 80, 20};
    static const double expected[4][4] = {
        {40, 40, 40, 40}, {25, 37, 38.5, 39.7}, {40, 72, 76, 79.2}, {30, 68, 74, 78.8}};
    for (uint32_t n = 1; n <= 4; n++) {
        static struct made_up m;
        for (uint32_t j = 0; j < n; j++) {
            m.jobs[j] = (struct bf_test_job){.submit = 5, .procs = 1, .request = 7, .run = 7};
            m.start[j] = 5 + waits[j];
        }
        struct bf_test_run r = run_made_up(&m, n);
        bf_test_near(r.row.median_wait, expected[n - 1][0]);
        bf_test_near(r.row.p90_wait, expected[n - 1][1]);
        bf_test_near(r.row.p95_wait, expected[n - 1][2]);
        bf_test_near(r.row.p99_wait, expected[n - 1][3]);
        bf_test_run_finish(&r);
    }
}

static void jobs_of_no_length_count_as_a_second(void **state)
{
    (void)state;
    static struct made_up m;
    m.jobs[0] = (struct bf_test_job){.submit = 0, .procs = 2, .request = 1, .run = 0};
    m.start[0] = 30;
    struct bf_test_run r = run_made_up(&m, 1);
    bf_test_near(r.row.mean_slowdown, 30);
    bf_test_near(r.row.mean_bsld, 3);
    bf_test_near(r.row.mean_pp_bsld, 1.5);
    bf_test_near(r.row.mean_wait_ratio, 30);
    bf_test_near(r.row.mean_response, 30);
    bf_test_run_finish(&r);
    m.start[0] = 0;
    r = run_made_up(&m, 1);
    assert_true(r.row.mean_slowdown == 0);
    bf_test_near(r.row.mean_bsld, 1);
    assert_true(isnan(r.row.utilization) != 0); // no time has passed
    bf_test_run_finish(&r);
}

// Sixteen waits of 2^50 s and 1000 of a second: added up plainly, the seconds would be lost.
static void small_terms_survive_beside_large_ones(void **state)
{
    (void)state;
    static struct made_up m;
    enum { LARGE = 16, SMALL = 1000, N = LARGE + SMALL };
    for (uint32_t j = 0; j < N; j++) {
        m.jobs[j] = (struct bf_test_job){.submit = 0, .procs = 1, .request = 1, .run = 1};
        m.start[j] = j < LARGE ? BF_MAX_TIME : 1;
    }
    struct bf_test_run r = run_made_up(&m, N);
    assert_true(r.row.mean_wait == (0x1p54 + SMALL) / N);
    bf_test_run_finish(&r);
}

static void a_share_of_a_hundred_jobs_is_that_many_jobs(void **state)
{
    (void)state;
    static struct made_up m;
    for (uint32_t j = 0; j < 100; j++) {
        m.jobs[j] = (struct bf_test_job){.submit = j, .procs = 1, .request = 1, .run = 1};
        m.start[j] = j;
    }
    struct bf_test_run r = run_made_up(&m, 100);
    for (int percent = 0; percent < 100; percent++) {
        r.config.warmup = percent;
        bf_test_run_fill(&r);
        assert_int_equal(r.row.measured, 100 - percent);
    }
    bf_test_run_finish(&r);
}

// ---- the other columns

static void the_config_is_written_into_its_columns(void **state)
{
    (void)state;
    struct bf_config c = bf_test_config_of("easy");
    c.order = BF_ORDER_LXF;
    c.backfill_order = BF_ORDER_SJF;
    c.estimate = &bf_test_plan_fixed;
    c.estimate_arg.i = 77;
    c.correction = BF_CORRECTION_DOUBLE;
    c.overrun = BF_OVERRUN_EXTEND;
    c.events = BF_EVENTS_SINGLE;
    struct bf_test_run r = bf_test_run_example(c);
    assert_string_equal(r.row.policy, "easy");
    assert_string_equal(r.row.order, "lxf");
    assert_string_equal(r.row.backfill_order, "sjf");
    assert_string_equal(r.row.estimate, "fixed");
    assert_true(r.row.estimate_arg == 77);
    assert_string_equal(r.row.correction, "double");
    assert_string_equal(r.row.overrun, "extend");
    assert_string_equal(r.row.events, "single");
    assert_int_equal(r.row.depth, -1);
    assert_int_equal(r.row.reservations, -2);
    bf_test_run_finish(&r);
}

static void what_a_policy_does_not_have_is_empty_in_its_columns(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("conservative"));
    assert_string_equal(r.row.backfill_order, "");
    assert_int_equal(r.row.depth, -2);
    assert_int_equal(r.row.reservations, -2);
    assert_true(isnan(r.row.estimate_arg) != 0);
    bf_test_run_finish(&r);
    r = bf_test_run_example(bf_test_config_of("reservations"));
    assert_int_equal(r.row.reservations, 1);
    bf_test_run_finish(&r);
}

static bool untouched(const void *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (((const unsigned char *)at)[i] != 0x55)
            return false;
    return true;
}

static void columns_of_others_are_left_alone(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    assert_true(untouched(r.row.key, sizeof r.row.key));
    assert_true(untouched(r.row.trace, sizeof r.row.trace));
    assert_true(untouched(r.row.trace_hash, sizeof r.row.trace_hash));
    assert_true(untouched(&r.row.load, sizeof r.row.load));
    assert_true(untouched(r.row.config, sizeof r.row.config));
    assert_true(untouched(r.row.status, sizeof r.row.status));
    assert_true(untouched(&r.row.jobs_first, sizeof r.row.jobs_first));
    assert_true(untouched(&r.row.wall_s, sizeof r.row.wall_s));
    assert_true(untouched(r.row.host, sizeof r.row.host));
    bf_test_run_finish(&r);
}

static void words_in_a_row_have_no_old_bytes_behind_them(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    for (size_t i = strlen("easy"); i < sizeof r.row.policy; i++)
        assert_int_equal(r.row.policy[i], 0);
    bf_test_run_finish(&r);
}

// ---- other tables

static void classes_group_jobs_by_width_and_length(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    struct bf_class_row rows[BF_CLASS_MAX];
    size_t count = 0;
    struct bf_error e = {0};
    assert_ok(bf_metrics_classes(rows, &count, &r.outcome, &r.config, r.arena, &e), e);
    assert_int_equal(count, 4);
    static const struct {
        bf_procs procs_min, procs_max;
        bf_time run_min, run_max;
        int64_t jobs;
        double mean_wait, max_wait, mean_bsld, area;
    } expected[] = {
        {1, 1, 0, 60, 1, 0, 0, 1, 20},        // job 5
        {1, 1, 61, 600, 1, 20, 20, 1.2, 100}, // job 4, cut at 100 s
        {2, 8, 0, 60, 2, 45, 90, 1.9, 520},   // jobs 2 and 3
        {2, 8, 61, 600, 1, 0, 0, 1, 600},     // job 1
    };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(rows[i].procs_min, expected[i].procs_min);
        assert_int_equal(rows[i].procs_max, expected[i].procs_max);
        assert_int_equal(rows[i].run_min, expected[i].run_min);
        assert_int_equal(rows[i].run_max, expected[i].run_max);
        assert_int_equal(rows[i].jobs, expected[i].jobs);
        bf_test_near(rows[i].mean_wait, expected[i].mean_wait);
        bf_test_near(rows[i].max_wait, expected[i].max_wait);
        bf_test_near(rows[i].mean_bsld, expected[i].mean_bsld);
        bf_test_near(rows[i].area, expected[i].area);
    }
    bf_test_near(rows[2].p95_wait, 85.5);
    bf_test_near(rows[2].p95_bsld, 1 + 0.95 * 1.8);
    bf_test_run_finish(&r);
}

static void classes_hold_exactly_the_measured_jobs(void **state)
{
    (void)state;
    static struct made_up m;
    static const bf_procs widths[] = {1, 2, 8, 9, 10};
    static const bf_time lengths[] = {0,    60,    61,    600,   601,   3600,
                                      3601, 28800, 28801, 86400, 86401, BF_MAX_TIME};
    uint32_t n = 0;
    for (size_t w = 0; w < 5; w++)
        for (size_t l = 0; l < 12; l++, n++) {
            m.jobs[n] =
                (struct bf_test_job){.procs = widths[w], .run = lengths[l], .request = BF_MAX_TIME};
            m.start[n] = (bf_time)n;
        }
    struct bf_test_run r = run_made_up(&m, n);
    struct bf_class_row rows[BF_CLASS_MAX];
    size_t count = 0;
    int64_t jobs = 0;
    struct bf_error e = {0};
    r.config.warmup = 10;
    assert_ok(bf_metrics_classes(rows, &count, &r.outcome, &r.config, r.arena, &e), e);
    for (size_t i = 0; i < count; i++)
        jobs += rows[i].jobs;
    assert_int_equal(jobs, 54);
    r.config.warmup = 0;
    assert_ok(bf_metrics_classes(rows, &count, &r.outcome, &r.config, r.arena, &e), e);
    assert_int_equal(count, 18); // widths 1, 2-8, 9-64, and all six lengths
    for (size_t i = 0; i < count; i++)
        assert_int_equal(rows[i].jobs, rows[i].procs_min == 1 ? 2 : 4);
    assert_int_equal(rows[5].run_max, -1);
    assert_int_equal(rows[5].run_min, 86401);
    bf_test_run_finish(&r);
}

static void the_widest_class_ends_at_the_machine(void **state)
{
    (void)state;
    struct bf_test_job wide = {.procs = 1000, .request = 5, .run = 5};
    struct bf_test_workload *w = bf_test_workload_of(&wide, 1, 1000);
    struct bf_config c = bf_test_config_of("fcfs");
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_outcome o;
    struct bf_class_row rows[BF_CLASS_MAX];
    size_t count = 0;
    struct bf_error e = {0};
    assert_ok(bf_sim_run(sim, &w->jobs, 1000, &c, &o, &e), e);
    assert_ok(bf_metrics_classes(rows, &count, &o, &c, arena, &e), e);
    assert_int_equal(count, 1);
    assert_int_equal(rows[0].procs_min, 513);
    assert_int_equal(rows[0].procs_max, 1000);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static void a_job_has_its_schedule_in_its_row(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    struct bf_job_row row;
    bf_metrics_job(&row, &r.outcome, 3);
    assert_int_equal(row.job, 4);
    assert_int_equal(row.submit, 30);
    assert_int_equal(row.start, 50);
    assert_int_equal(row.end, 150);
    assert_int_equal(row.procs, 1);
    assert_int_equal(row.request, 100);
    assert_int_equal(row.plan, 100);
    assert_int_equal(row.first_promise, -1);
    assert_int_equal(row.last_promise, -1);
    assert_int_equal(row.flags, BF_BACKFILLED | BF_KILLED | BF_NO_REQUEST);
    bf_test_run_finish(&r);
}

static void a_job_has_its_promises_in_its_row(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("conservative"));
    struct bf_job_row row;
    bf_metrics_job(&row, &r.outcome, 1);
    assert_int_equal(row.first_promise, 100);
    assert_int_equal(row.last_promise, 100);
    bf_metrics_job(&row, &r.outcome, 2);
    assert_int_equal(row.first_promise, 20);
    bf_test_run_finish(&r);
}

static void the_cost_row_has_the_counters(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("conservative"));
    struct bf_cost_row row;
    bf_metrics_cost(&row, &r.outcome);
    assert_int_equal(row.starts, 5);
    assert_int_equal(row.passes, r.outcome.counters.passes);
    assert_int_equal(row.jobs_examined, r.outcome.counters.jobs_examined);
    assert_int_equal(row.profile_queries, r.outcome.counters.profile_queries);
    assert_int_equal(row.profile_updates, r.outcome.counters.profile_updates);
    assert_int_equal(row.steps_visited, r.outcome.counters.steps_visited);
    assert_int_equal(row.queue_max, r.outcome.counters.queue_max);
    assert_int_equal(row.profile_max, r.outcome.counters.profile_max);
    assert_true(row.passes >= 5 && row.profile_max > 1 && row.queue_max >= 1);
    assert_int_equal(row.sched_ns, 0); // no clock was given
    bf_test_run_finish(&r);
}

static void the_cost_histogram_has_the_buckets_that_are_not_empty(void **state)
{
    (void)state;
    struct bf_test_run r = bf_test_run_example(bf_test_config_of("easy"));
    struct bf_cost_histogram_row rows[BF_COST_BUCKETS];
    assert_int_equal(bf_metrics_cost_histogram(rows, &r.outcome), 0); // no clock was given
    r.outcome.counters.passes_of[0] = 3;
    r.outcome.counters.passes_of[9] = 5;
    r.outcome.counters.passes_of[63] = 1;
    assert_int_equal(bf_metrics_cost_histogram(rows, &r.outcome), 3);
    const int32_t buckets[] = {0, 9, 63};
    const int64_t counts[] = {3, 5, 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rows[i].bucket, buckets[i]);
        assert_int_equal(rows[i].count, counts[i]);
    }
    bf_test_run_finish(&r);
}

BF_TEST_MAIN(BF_TEST(quantiles_of_few_jobs_are_those_of_type_7),
             BF_TEST(jobs_of_no_length_count_as_a_second),
             BF_TEST(small_terms_survive_beside_large_ones),
             BF_TEST(a_share_of_a_hundred_jobs_is_that_many_jobs),
             BF_TEST(the_config_is_written_into_its_columns),
             BF_TEST(what_a_policy_does_not_have_is_empty_in_its_columns),
             BF_TEST(columns_of_others_are_left_alone),
             BF_TEST(words_in_a_row_have_no_old_bytes_behind_them),
             BF_TEST(classes_group_jobs_by_width_and_length),
             BF_TEST(classes_hold_exactly_the_measured_jobs),
             BF_TEST(the_widest_class_ends_at_the_machine),
             BF_TEST(a_job_has_its_schedule_in_its_row), BF_TEST(a_job_has_its_promises_in_its_row),
             BF_TEST(the_cost_row_has_the_counters),
             BF_TEST(the_cost_histogram_has_the_buckets_that_are_not_empty))
