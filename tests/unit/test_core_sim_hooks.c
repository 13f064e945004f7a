// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine apart from the policies: what it tells a policy and an estimate model. Policies
// here are made for the test.
#include "engine/core/sim.h"

#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/example.h"
#include "tests/support/plans.h"
#include "tests/support/workload.h"

// ---- promises, by a policy that makes them up

static const bf_time promised[] = {100, 50, 70, 70, 60};
enum { PROMISES = sizeof promised / sizeof promised[0] };

// Promises the head the next of these every 10 s, then starts it.
static void promise_pass(struct bf_sched *s, void *state)
{
    (void)state;
    if (!s->queue.waiting)
        return;
    const uint32_t head = s->queue.front;
    assert_int_equal(s->queue.promise[head] == BF_NEVER, s->counters.passes == 0);
    bf_sched_promise(s, head, promised[s->counters.passes]);
    assert_int_equal(s->queue.promise[head], promised[s->counters.passes]);
    if (s->counters.passes + 1 == PROMISES)
        bf_sched_start(s, head);
}

static bf_time ten_seconds_on(const struct bf_sched *s, const void *state)
{
    (void)state;
    return s->queue.waiting ? s->now + 10 : BF_NEVER;
}

static const struct bf_policy promiser = {
    .name = "promiser",
    .summary = "promises what it is told to",
    .paper = "",
    .uses = BF_MAKES_PROMISES,
    .pass = promise_pass,
    .next_start = ten_seconds_on,
};

static void promises_are_kept_first_and_last_and_counted_by_direction(void **state)
{
    (void)state;
    const struct bf_test_job job = {.submit = 0, .procs = 1, .request = 5, .run = 5};
    struct bf_test_workload *w = bf_test_workload_of(&job, 1, 1);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c;
    bf_config_default(&c, &promiser, &bf_test_plan_request);
    const struct bf_outcome o = bf_test_run_config(sim, w, &c);
    assert_int_equal(o.start[0], 40);
    assert_int_equal(o.first_promise[0], 100);
    assert_int_equal(o.last_promise[0], 60);
    assert_int_equal(o.counters.moves, 2); // 100 to 50, 70 to 60
    assert_int_equal(o.counters.broken_promises, 1);
    assert_int_equal(o.counters.slip_total, 20);
    assert_int_equal(o.counters.slip_max, 20);
    assert_int_equal(o.flags[0], BF_PROMISE_BROKEN);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static void without_promises_there_are_none_to_read(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(2, 50);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_config c = bf_test_config_of("easy");
    const struct bf_outcome o = bf_test_run_config(sim, w, &c);
    assert_null(o.first_promise);
    assert_null(o.last_promise);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// ---- what a policy is told, by one that writes it down

struct note {
    char what; // 'e'nd, 'm'ove, 'p'ass
    bf_time now;
    bf_job job;
    bf_time from, to;       // of a move; from: planned end of an end
    bf_procs free, overrun; // of a pass
    bf_job arrivals;        // of a pass
    bool compress;          // of a pass
};

static struct note notes[64];
static unsigned note_count;

static void note_end(struct bf_sched *s, void *state, bf_job job, bf_time planned_end)
{
    (void)state;
    notes[note_count++] =
        (struct note){.what = 'e', .now = s->now, .job = job, .from = planned_end};
}

static void note_move(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to)
{
    (void)state;
    notes[note_count++] =
        (struct note){.what = 'm', .now = s->now, .job = job, .from = from, .to = to};
}

static void note_pass(struct bf_sched *s, void *state)
{
    (void)state;
    notes[note_count++] = (struct note){.what = 'p',
                                        .now = s->now,
                                        .free = s->free,
                                        .overrun = s->overrun,
                                        .arrivals = s->arrived_to - s->arrived_from,
                                        .compress = s->compress_due};
    while (s->queue.waiting && s->queue.procs[s->queue.front] <= s->free)
        bf_sched_start(s, s->queue.front);
}

static const struct bf_policy note_taker = {
    .name = "notes",
    .summary = "first come, first served, and writes down what it is told",
    .paper = "",
    .uses = BF_USES_PLAN | BF_USES_ENDS,
    .job_ended = note_end,
    .plan_moved = note_move,
    .pass = note_pass,
};

static void take_notes(const struct bf_test_job *jobs, uint32_t count, bf_procs procs,
                       const struct bf_estimate *estimate, enum bf_correction correction,
                       enum bf_events events)
{
    struct bf_test_workload *w = bf_test_workload_of(jobs, count, procs);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c;
    bf_config_default(&c, &note_taker, estimate);
    c.correction = correction;
    c.events = events;
    note_count = 0;
    (void)bf_test_run_config(sim, w, &c);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static void expect_pass(unsigned i, bf_time now, bf_procs free, bf_job arrivals, bool compress)
{
    assert_int_equal(notes[i].what, 'p');
    assert_int_equal(notes[i].now, now);
    assert_int_equal(notes[i].free, free);
    assert_int_equal(notes[i].arrivals, arrivals);
    assert_int_equal(notes[i].compress, compress);
}

static void expect_end(unsigned i, bf_time now, bf_job job, bf_time planned_end)
{
    assert_int_equal(notes[i].what, 'e');
    assert_int_equal(notes[i].now, now);
    assert_int_equal(notes[i].job, job);
    assert_int_equal(notes[i].from, planned_end);
}

static void expect_move(unsigned i, bf_time now, bf_job job, bf_time from, bf_time to)
{
    assert_int_equal(notes[i].what, 'm');
    assert_int_equal(notes[i].now, now);
    assert_int_equal(notes[i].job, job);
    assert_true(notes[i].from == from && notes[i].to == to);
}

// Two processors; jobs 0 and 1 come together and end together at 10, job 1 early; job 2 comes then.
static const struct bf_test_job three[] = {
    {0, 1, 10, 10, 0, 0}, {0, 1, 30, 10, 0, 0}, {10, 2, 5, 5, 0, 0}};

static void in_batches_an_instant_has_one_pass_after_ends_and_arrivals(void **state)
{
    (void)state;
    take_notes(three, 3, 2, &bf_test_plan_request, BF_CORRECTION_INCREMENTS, BF_EVENTS_BATCH);
    assert_int_equal(note_count, 6);
    expect_pass(0, 0, 2, 2, false);
    expect_end(1, 10, 0, 10);
    expect_end(2, 10, 1, 30);
    expect_pass(3, 10, 2, 1, true); // job 1 ended early
    expect_end(4, 15, 2, 15);
    expect_pass(5, 15, 2, 0, false);
}

static void singly_each_arrival_and_each_end_has_its_pass(void **state)
{
    (void)state;
    take_notes(three, 3, 2, &bf_test_plan_request, BF_CORRECTION_INCREMENTS, BF_EVENTS_SINGLE);
    assert_int_equal(note_count, 9);
    expect_pass(0, 0, 2, 1, false);
    expect_pass(1, 0, 1, 1, false);
    expect_pass(2, 10, 1, 1, false); // job 0, planned to end now, counts as free already
    expect_end(3, 10, 0, 10);
    expect_pass(4, 10, 1, 0, false);
    expect_end(5, 10, 1, 30);
    expect_pass(6, 10, 2, 0, true);
    expect_end(7, 15, 2, 15);
    expect_pass(8, 15, 2, 0, false);
}

static void a_plan_that_expires_moves_by_the_increments_until_the_job_ends(void **state)
{
    (void)state;
    const struct bf_test_job job = {0, 1, 5000, 400, 0, 0}; // planned with 60 s
    take_notes(&job, 1, 1, &bf_test_plan_fixed, BF_CORRECTION_INCREMENTS, BF_EVENTS_BATCH);
    unsigned moves = 0, at = 0;
    for (unsigned i = 0; i < note_count; i++)
        if (notes[i].what == 'm' && ++moves == 1)
            at = i;
    assert_int_equal(moves, 3);
    expect_move(at, 60, 0, 60, 120);
    for (unsigned i = at + 1; i < note_count; i++)
        if (notes[i].what == 'm' && notes[i].now == 120)
            expect_move(i, 120, 0, 120, 360);
    for (unsigned i = at + 1; i < note_count; i++)
        if (notes[i].what == 'e')
            expect_end(i, 400, 0, 960);
}

static void a_job_that_ends_as_its_plan_expires_is_not_corrected(void **state)
{
    (void)state;
    const struct bf_test_job job = {0, 1, 5000, 60, 0, 0};
    take_notes(&job, 1, 1, &bf_test_plan_fixed, BF_CORRECTION_INCREMENTS, BF_EVENTS_BATCH);
    assert_int_equal(note_count, 3);
    expect_end(1, 60, 0, 60);
    expect_pass(2, 60, 1, 0, false);
}

// Without corrections the plan of job 0 lapses at 60, which nobody is told before the next event.
static void a_plan_without_correction_lapses_at_the_next_event(void **state)
{
    (void)state;
    const struct bf_test_job jobs[] = {
        {0, 3, 5000, 400, 0, 0}, {100, 2, 5000, 1, 0, 0}, {500, 1, 5000, 1, 0, 0}};
    take_notes(jobs, 3, 4, &bf_test_plan_fixed, BF_CORRECTION_NONE, BF_EVENTS_BATCH);
    expect_pass(0, 0, 4, 1, false);
    expect_move(1, 100, 0, 60, BF_NEVER);
    expect_pass(2, 100, 1, 1, false);
    assert_int_equal(notes[2].overrun, 3);
    expect_end(3, 400, 0, 60);
    expect_pass(4, 400, 4, 0, true); // it counted as ending at 401
    assert_int_equal(notes[4].overrun, 0);
}

// ---- estimates

static bf_time below_a_second(const struct bf_estimator *m, bf_job job, bf_time longest,
                              bf_time request)
{
    (void)m;
    (void)longest;
    (void)request;
    return -(bf_time)job;
}

static bf_time plan_for_ever(const struct bf_estimator *m, bf_job job, bf_time longest,
                             bf_time request)
{
    (void)m;
    (void)job;
    (void)longest;
    (void)request;
    return BF_NEVER;
}

static void plans_are_at_least_a_second_and_at_most_what_sums_bear(void **state)
{
    (void)state;
    static struct bf_estimate made = {
        .name = "made", .summary = "", .paper = "", .falls_short = true};
    struct bf_test_workload *w = bf_test_workload_random(4, 100);
    struct bf_sim *sim = bf_sim_create();
    for (size_t i = 0; bf_policies[i]; i++) {
        struct bf_config c = bf_test_config_of(bf_policies[i]->name);
        c.estimate = &made;
        c.order = BF_ORDER_SJF; // plans play a part under every policy
        made.plan = below_a_second;
        struct bf_outcome o = bf_test_run_config(sim, w, &c);
        for (uint32_t j = 0; j < w->jobs.count; j++)
            assert_int_equal(o.plan[j], 1);
        made.plan = plan_for_ever;
        o = bf_test_run_config(sim, w, &c);
        for (uint32_t j = 0; j < w->jobs.count; j++)
            assert_true(o.plan[j] >= w->jobs.request[j] && o.plan[j] < BF_NEVER / 4);
    }
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static bf_time ended_run[8];
static unsigned ended;

static void note_run(struct bf_estimator *m, bf_job job, bf_time length)
{
    (void)m;
    ended_run[job] = length;
    ended++;
}

static void a_model_is_told_the_run_time_that_each_job_got(void **state)
{
    (void)state;
    struct bf_estimate e = bf_test_plan_request;
    e.job_ended = note_run;
    const struct bf_test_job jobs[] = {{0, 1, 10, 7, 0, 0}, {0, 1, 10, 25, 0, 0}};
    struct bf_test_workload *w = bf_test_workload_of(jobs, 2, 1);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c = bf_test_config_of("easy");
    c.estimate = &e;
    ended = 0;
    (void)bf_test_run_config(sim, w, &c);
    assert_int_equal(ended, 2);
    assert_int_equal(ended_run[0], 7);
    assert_int_equal(ended_run[1], 10); // killed
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

static void where_plans_play_no_part_every_plan_is_the_request(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(5, 100);
    struct bf_sim *sim = bf_sim_create();
    struct bf_config c = bf_test_config_of("fcfs");
    c.estimate = &bf_test_plan_half;
    const struct bf_outcome o = bf_test_run_config(sim, w, &c);
    assert_int_equal(o.counters.corrections, 0);
    for (uint32_t j = 0; j < w->jobs.count; j++)
        assert_int_equal(o.plan[j], w->jobs.request[j]);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

BF_TEST_MAIN(BF_TEST(promises_are_kept_first_and_last_and_counted_by_direction),
             BF_TEST(without_promises_there_are_none_to_read),
             BF_TEST(in_batches_an_instant_has_one_pass_after_ends_and_arrivals),
             BF_TEST(singly_each_arrival_and_each_end_has_its_pass),
             BF_TEST(a_plan_that_expires_moves_by_the_increments_until_the_job_ends),
             BF_TEST(a_job_that_ends_as_its_plan_expires_is_not_corrected),
             BF_TEST(a_plan_without_correction_lapses_at_the_next_event),
             BF_TEST(plans_are_at_least_a_second_and_at_most_what_sums_bear),
             BF_TEST(a_model_is_told_the_run_time_that_each_job_got),
             BF_TEST(where_plans_play_no_part_every_plan_is_the_request))
