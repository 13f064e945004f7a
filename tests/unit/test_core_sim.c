// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine apart from the policies: what it refuses, how a context is used again,
// and what it counts.
#include "engine/core/sim.h"

#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/example.h"
#include "tests/support/plans.h"
#include "tests/support/workload.h"

// ---- small inputs

static void an_empty_job_table_is_a_run_without_events(void **state)
{
    (void)state;
    const struct bf_jobs none = {0};
    for (size_t i = 0; bf_policies[i]; i++) {
        struct bf_sim *sim = bf_sim_create();
        struct bf_config c = bf_test_config_of(bf_policies[i]->name);
        struct bf_outcome o;
        struct bf_error e = {0};
        assert_ok(bf_sim_run(sim, &none, 16, &c, &o, &e), e);
        assert_int_equal(o.counters.starts, 0);
        assert_true(o.lost_area == 0 && o.queue_area == 0);
        bf_sim_destroy(sim);
    }
}

static void one_job_starts_when_it_comes(void **state)
{
    (void)state;
    const struct bf_test_job job = {.submit = 1000, .procs = 16, .request = 60, .run = 50};
    struct bf_test_workload *w = bf_test_workload_of(&job, 1, 16);
    for (size_t i = 0; bf_policies[i]; i++)
        for (int events = BF_EVENTS_BATCH; events <= BF_EVENTS_SINGLE; events++) {
            struct bf_sim *sim = bf_sim_create();
            struct bf_config c = bf_test_config_of(bf_policies[i]->name);
            c.events = (enum bf_events)events;
            const struct bf_outcome o = bf_test_run_config(sim, w, &c);
            assert_int_equal(o.start[0], 1000);
            assert_int_equal(o.plan[0], 60);
            assert_int_equal(o.flags[0], 0);
            assert_int_equal(o.counters.starts, 1);
            assert_int_equal(o.counters.queue_max, 0);
            assert_true(o.queue_area == 0);
            bf_sim_destroy(sim);
        }
    bf_test_workload_destroy(w);
}

static void a_job_of_no_length_leaves_room_in_the_same_second(void **state)
{
    (void)state;
    const struct bf_test_job jobs[] = {
        {5, 4, 10, 0, 0, 0}, {5, 4, 10, 0, 0, 0}, {5, 4, 10, 3, 0, 0}};
    struct bf_test_workload *w = bf_test_workload_of(jobs, 3, 4);
    for (size_t i = 0; bf_policies[i]; i++)
        for (int events = BF_EVENTS_BATCH; events <= BF_EVENTS_SINGLE; events++) {
            struct bf_sim *sim = bf_sim_create();
            struct bf_config c = bf_test_config_of(bf_policies[i]->name);
            c.events = (enum bf_events)events;
            const struct bf_outcome o = bf_test_run_config(sim, w, &c);
            for (int j = 0; j < 3; j++)
                assert_int_equal(o.start[j], 5);
            bf_sim_destroy(sim);
        }
    bf_test_workload_destroy(w);
}

// The longest times that a table may have, on the largest machine.
static void the_largest_inputs_run_without_overflow(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    static struct bf_test_job jobs[MANY];
    for (int j = 0; j < MANY; j++)
        jobs[j] = (struct bf_test_job){.submit = j ? BF_MAX_TIME : BF_MAX_TIME - 1,
                                       .procs = j % 3 ? BF_MAX_PROCS : 1,
                                       .request = j % 2 ? BF_MAX_TIME : 1,
                                       .run = BF_MAX_TIME};
    struct bf_test_workload *w = bf_test_workload_of(jobs, MANY, BF_MAX_PROCS);
    struct bf_sim *sim = bf_sim_create();
    for (size_t i = 0; bf_policies[i]; i++) {
        for (int rule = BF_OVERRUN_KILL; rule <= BF_OVERRUN_ALLOW; rule++) {
            struct bf_config c = bf_test_config_of(bf_policies[i]->name);
            c.overrun = (enum bf_overrun)rule;
            const struct bf_outcome o = bf_test_run_config(sim, w, &c);
            for (int j = 0; j < MANY; j++)
                assert_true(o.start[j] >= jobs[j].submit);
        }
    }
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// In a long table a plan may be cut, and is corrected then: the first plan is told as it was made.
// Where plans play no part none is cut.
static void a_plan_that_is_cut_is_corrected_from_its_first_length(void **state)
{
    (void)state;
    enum { MANY = 2000 };
    static struct bf_test_job jobs[MANY];
    const bf_time longest = BF_MAX_TOTAL / (MANY + 1), run = (bf_time)1 << 50;
    for (int j = 0; j < MANY; j++)
        jobs[j] = (struct bf_test_job){.submit = j, .procs = 1, .request = 1, .run = 1};
    jobs[0].request = jobs[0].run = run;
    struct bf_test_workload *w = bf_test_workload_of(jobs, MANY, 8);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c = bf_test_config_of("easy");
    const struct bf_outcome easy = bf_test_run_config(sim, w, &c);
    assert_true(easy.plan[0] == longest && longest < run);
    assert_int_equal(easy.corrections[0], 12); // eleven increments, then the request
    c = bf_test_config_of("fcfs");
    const struct bf_outcome fcfs = bf_test_run_config(sim, w, &c);
    assert_true(fcfs.plan[0] == run);
    assert_int_equal(fcfs.corrections[0], 0);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// ---- what is refused, and what a context is like afterwards

static enum bf_err no_state(struct bf_sched *s, void *state, struct bf_arena *arena,
                            struct bf_error *e)
{
    (void)s;
    (void)state;
    (void)arena;
    return bf_error_set(e, BF_ERR_ENV, "the policy has no memory");
}

static enum bf_err no_model(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    (void)m;
    (void)arena;
    return bf_error_set(e, BF_ERR_ENV, "the model has no memory");
}

static void failures_are_passed_on_and_leave_the_context_of_use(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(3, 100);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_config good = bf_test_config_of("easy");
    struct bf_outcome o;
    struct bf_error e = {0};

    struct bf_config c = good;
    c.tau = 0;
    assert_int_equal(bf_sim_run(sim, &w->jobs, w->procs, &c, &o, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "tau"));
    assert_int_equal(bf_sim_run(sim, &w->jobs, 0, &good, &o, &e), BF_ERR_INPUT);
    assert_int_equal(bf_sim_run(sim, &w->jobs, 0, &good, &o, NULL), BF_ERR_INPUT);

    struct bf_policy policy = *good.policy;
    policy.init = no_state;
    c = good;
    c.policy = &policy;
    assert_int_equal(bf_sim_run(sim, &w->jobs, w->procs, &c, &o, &e), BF_ERR_ENV);
    assert_string_equal(e.text, "the policy has no memory");

    struct bf_estimate estimate = bf_test_plan_request;
    estimate.init = no_model;
    c = good;
    c.estimate = &estimate;
    assert_int_equal(bf_sim_run(sim, &w->jobs, w->procs, &c, &o, &e), BF_ERR_ENV);
    assert_string_equal(e.text, "the model has no memory");

    (void)bf_test_run_config(sim, w, &good);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    bf_sim_destroy(NULL);
}

// ---- use again

static void expect_same(const struct bf_outcome *a, const struct bf_outcome *b, uint32_t n)
{
    assert_memory_equal(a->start, b->start, n * sizeof *a->start);
    assert_memory_equal(a->plan, b->plan, n * sizeof *a->plan);
    assert_memory_equal(a->flags, b->flags, n);
    assert_memory_equal(a->corrections, b->corrections, n);
    assert_memory_equal(&a->counters, &b->counters, sizeof a->counters);
    assert_true(a->lost_area == b->lost_area && a->queue_area == b->queue_area);
    assert_int_equal(a->first_promise != NULL, b->first_promise != NULL);
    if (a->first_promise) {
        assert_memory_equal(a->first_promise, b->first_promise, n * sizeof *a->first_promise);
        assert_memory_equal(a->last_promise, b->last_promise, n * sizeof *a->last_promise);
    }
}

static struct bf_config some_config(uint64_t i)
{
    struct bf_config c = bf_test_config_of(bf_policies[i % 4]->name);
    c.estimate = i / 4 % 2 ? &bf_test_plan_half : &bf_test_plan_request;
    c.correction = (enum bf_correction)(i / 8 % 4);
    c.overrun = (enum bf_overrun)(i / 5 % 3);
    c.events = (enum bf_events)(i / 3 % 2);
    c.order = i % 7 ? BF_ORDER_FCFS : (enum bf_order)(i / 7 % (BF_ORDER_F4 + 1));
    c.backfill_order = i % 3 ? c.order : BF_ORDER_SJF;
    return c;
}

static void a_used_context_gives_the_bytes_of_a_fresh_one(void **state)
{
    (void)state;
    struct bf_sim *used = bf_sim_create();
    for (uint64_t i = 0; i < 400; i++) {
        const struct bf_config c = some_config(i);
        struct bf_test_workload *w = bf_test_workload_random(i, 300);
        struct bf_sim *fresh = bf_sim_create();
        const struct bf_outcome a = bf_test_run_config(used, w, &c),
                                b = bf_test_run_config(fresh, w, &c);
        expect_same(&a, &b, w->jobs.count);
        bf_sim_destroy(fresh);
        bf_test_workload_destroy(w);
    }
    bf_sim_destroy(used);
}

static void the_same_run_again_takes_no_more_memory(void **state)
{
    (void)state;
    struct bf_sim *sim = bf_sim_create();
    struct bf_test_workload *w = bf_test_workload_random(1, 300);
    for (size_t i = 0; bf_policies[i]; i++) {
        const struct bf_config c = bf_test_config_of(bf_policies[i]->name);
        (void)bf_test_run_config(sim, w, &c);
        const size_t held = bf_sim_bytes(sim);
        (void)bf_test_run_config(sim, w, &c);
        assert_int_equal(bf_sim_bytes(sim), held);
    }
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// ---- counters

static void every_job_starts_once_and_corrections_add_up(void **state)
{
    (void)state;
    struct bf_sim *sim = bf_sim_create();
    for (uint64_t i = 0; i < 200; i++) {
        struct bf_test_workload *w = bf_test_workload_random(i, 3000);
        const struct bf_config c = some_config(i);
        const struct bf_outcome o = bf_test_run_config(sim, w, &c);
        uint64_t corrections = 0;
        for (uint32_t j = 0; j < w->jobs.count; j++) {
            assert_true(o.start[j] >= w->jobs.submit[j]);
            corrections += o.corrections[j];
            assert_int_equal((o.flags[j] & BF_CORRECTED) != 0, o.corrections[j] > 0);
            assert_int_equal((o.flags[j] & BF_KILLED) != 0,
                             c.overrun == BF_OVERRUN_KILL && w->jobs.run[j] > w->jobs.request[j]);
            assert_int_equal((o.flags[j] & BF_NO_REQUEST) != 0,
                             (w->jobs.bits[j] & BF_JOB_NO_REQUEST) != 0);
            assert_true(o.flags[j] < 32); // none of the engine's own marks is left
        }
        assert_int_equal(o.counters.starts, w->jobs.count);
        assert_int_equal(o.counters.corrections, corrections);
        bf_test_workload_destroy(w);
    }
    bf_sim_destroy(sim);
}

static uint64_t ticks;

static uint64_t ticking_clock(void)
{
    return ticks += 3;
}

static void time_in_passes_is_measured_by_the_clock_given(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(6, 100);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c = bf_test_config_of("easy");
    struct bf_outcome o = bf_test_run_config(sim, w, &c);
    assert_int_equal(o.counters.sched_ns, 0);
    c.clock = ticking_clock;
    o = bf_test_run_config(sim, w, &c);
    assert_int_equal(o.counters.sched_ns, 3 * o.counters.passes);
    assert_int_equal(o.counters.sched_ns_max, 3);
    assert_int_equal(o.counters.passes_of[1], o.counters.passes); // 2 <= 3 < 4
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static uint64_t turn, total, longest;

// The n-th pass takes 0, 1, 2, 3, 4, 7, 8, 15 ... ns: the borders of the buckets.
static uint64_t uneven_clock(void)
{
    const uint64_t power = (uint64_t)1 << (turn / 4 % 40);
    if (turn++ % 2) {
        const uint64_t ns = turn % 4 ? power - 1 : power;
        total += ns;
        longest = ns > longest ? ns : longest;
        ticks += ns;
    }
    return ticks;
}

static void passes_are_counted_by_their_length(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(6, 100);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c = bf_test_config_of("easy");
    c.clock = uneven_clock;
    const struct bf_outcome o = bf_test_run_config(sim, w, &c);
    uint64_t expected[BF_COST_BUCKETS] = {0}, sum = 0;
    for (uint64_t pass = 0; pass < o.counters.passes; pass++) {
        const uint64_t power = (uint64_t)1 << (pass / 2 % 40), ns = pass % 2 ? power : power - 1;
        unsigned bucket = 0;
        while (bucket < 63 && ns >> (bucket + 1))
            bucket++;
        expected[bucket]++;
    }
    for (unsigned b = 0; b < BF_COST_BUCKETS; b++) {
        assert_int_equal(o.counters.passes_of[b], expected[b]);
        sum += o.counters.passes_of[b];
    }
    assert_int_equal(sum, o.counters.passes);
    assert_int_equal(o.counters.sched_ns, total);
    assert_int_equal(o.counters.sched_ns_max, longest);
    assert_int_equal(turn, 2 * o.counters.passes); // the clock is read twice a pass
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// 2 processors: job 0 holds one of them to 10; job 1 wants two, job 2 one; first come, first
// served.
static void idle_and_waiting_areas_are_counted_between_events(void **state)
{
    (void)state;
    const struct bf_test_job jobs[] = {
        {0, 1, 10, 10, 0, 0}, {2, 2, 5, 5, 0, 0}, {6, 1, 5, 5, 0, 0}};
    struct bf_test_workload *w = bf_test_workload_of(jobs, 3, 2);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_config c = bf_test_config_of("fcfs");
    const struct bf_outcome o = bf_test_run_config(sim, w, &c);
    assert_int_equal(o.start[1], 10);
    assert_int_equal(o.start[2], 15);
    assert_true(o.queue_area == 8 + 9); // job 1 from 2 to 10, job 2 from 6 to 15
    assert_true(o.lost_area == 4);      // one processor from 6 to 10, which job 2 would fit
    assert_int_equal(o.counters.queue_max, 2);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

BF_TEST_MAIN(BF_TEST(an_empty_job_table_is_a_run_without_events),
             BF_TEST(one_job_starts_when_it_comes),
             BF_TEST(a_job_of_no_length_leaves_room_in_the_same_second),
             BF_TEST(the_largest_inputs_run_without_overflow),
             BF_TEST(a_plan_that_is_cut_is_corrected_from_its_first_length),
             BF_TEST(failures_are_passed_on_and_leave_the_context_of_use),
             BF_TEST(destroying_nothing_is_allowed),
             BF_TEST(a_used_context_gives_the_bytes_of_a_fresh_one),
             BF_TEST(the_same_run_again_takes_no_more_memory),
             BF_TEST(every_job_starts_once_and_corrections_add_up),
             BF_TEST(time_in_passes_is_measured_by_the_clock_given),
             BF_TEST(passes_are_counted_by_their_length),
             BF_TEST(idle_and_waiting_areas_are_counted_between_events))
