// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is told of jobs under a policy that says nothing itself, and which jobs are told of.
#include "engine/core/explain.h"
#include "engine/core/policy.h"
#include "engine/core/sched.h"
#include "tests/support/bf_test.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

// Starts the last job that fits, one a pass, or the first when no other is left.
static void start_last(struct bf_sched *s, void *state)
{
    const struct bf_queue *q = &s->queue;
    (void)state;
    for (uint32_t at = q->back; at-- > q->front;)
        if (q->job[at] != BF_NO_JOB && q->procs[at] <= s->free) {
            bf_sched_start(s, at);
            return;
        }
}

static const struct bf_policy last_first = {.name = "last", .pass = start_last};

struct told {
    struct bf_look looks[32];
    bf_job overtakers[32]; // the first of each look
    uint32_t count;
};

static void note(void *self, const struct bf_look *look)
{
    struct told *t = self;
    assert_true(t->count < 32);
    t->overtakers[t->count] = look->overtaker_count ? look->overtakers[0] : BF_NO_JOB;
    t->looks[t->count++] = *look;
}

// Runs with the jobs in `watched` (a bit each) watched.
static void run(const struct bf_test_job *table, uint32_t count, const struct bf_policy *policy,
                unsigned watched, struct told *told)
{
    struct bf_test_workload *w = bf_test_workload_of(table, count, 4);
    struct bf_config config = bf_test_config("fcfs");
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_explain x;
    struct bf_outcome o;
    struct bf_error e;
    told->count = 0;
    assert_ok(bf_explain_init(&x, arena, count, &e), e);
    x.self = told;
    x.look = note;
    for (bf_job j = 0; j < count; j++)
        if (watched >> j & 1)
            bf_explain_watch(&x, j);
    config.policy = policy;
    config.observer = &x.observer;
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, &config, &o, &e), e);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static const struct bf_test_job table[] = {
    {0, 3, 10, 10, 0, 0}, {1, 4, 5, 5, 0, 0}, {2, 1, 3, 3, 0, 0}, {5, 1, 9, 9, 0, 0}};

static void a_policy_without_reasons_gets_those_that_hold_for_all(void **state)
{
    (void)state;
    struct told t;
    run(table, 4, &last_first, 1 << 1, &t);
    // At 1 it arrives, at 2 and 5 it is overtaken, at 10 three are free, at 14 it starts.
    assert_int_equal(t.count, 5);
    assert_int_equal(t.looks[0].reason.why, BF_WHY_TOO_FEW);
    assert_int_equal(t.looks[0].reason.free, 1);
    assert_int_equal(t.looks[0].reason.shadow, BF_NEVER);
    assert_int_equal(t.looks[0].reason.extra, -1);
    assert_int_equal(t.looks[1].free_before, 1);
    assert_int_equal(t.looks[1].free_after, 0);
    assert_int_equal(t.overtakers[0], BF_NO_JOB);
    assert_int_equal(t.overtakers[1], 2);
    assert_int_equal(t.overtakers[2], 3);
    assert_int_equal(t.looks[3].reason.free, 3);
    assert_int_equal(t.looks[4].reason.why, BF_WHY_NONE);
    assert_int_equal(t.looks[4].time, 14);
    assert_int_equal(t.looks[4].head, BF_NO_JOB);
}

static void a_job_that_fits_is_the_policys_own_affair(void **state)
{
    (void)state;
    static const struct bf_test_job pair[] = {{0, 1, 10, 10, 0, 0}, {0, 1, 10, 10, 0, 0}};
    struct told t;
    run(pair, 2, &last_first, 3, &t);
    // The pass at 0 starts the second job; the first waits for the next one.
    assert_int_equal(t.looks[0].job, 1);
    assert_int_equal(t.looks[0].reason.why, BF_WHY_NONE);
    assert_int_equal(t.looks[0].ahead, 1);
    assert_int_equal(t.looks[0].reason.free, 4);
    assert_int_equal(t.looks[1].job, 0);
    assert_int_equal(t.looks[1].reason.why, BF_WHY_POLICY);
    assert_int_equal(t.looks[1].reason.free, 3);
    assert_int_equal(t.looks[1].head, 0);
    assert_int_equal(t.overtakers[1], 1);
}

static void only_watched_jobs_are_told_of_however_often_watched(void **state)
{
    (void)state;
    struct told t;
    run(table, 4, &last_first, 0, &t);
    assert_int_equal(t.count, 0);
    run(table, 4, &last_first, 1 << 3, &t);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.looks[0].job, 3);
    assert_int_equal(t.looks[0].pass, 3); // those at 0, 1 and 2
}

BF_TEST_MAIN(BF_TEST(a_policy_without_reasons_gets_those_that_hold_for_all),
             BF_TEST(a_job_that_fits_is_the_policys_own_affair),
             BF_TEST(only_watched_jobs_are_told_of_however_often_watched))
