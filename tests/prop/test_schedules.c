// SPDX-License-Identifier: GPL-3.0-or-later
//
// What holds of every schedule, looked at from outside: each job starts once, not before it is
// submitted; never are more processors in use than there are; what is promised is kept while plans
// hold.
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

// Runs the engine and lets `look` judge.
static bool look_at(const struct bf_test_workload *w, const char *spec, struct bf_text *why,
                    bool (*look)(const struct bf_outcome *o, struct bf_text *why))
{
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome outcome = bf_test_run(sim, &w->jobs, w->procs, spec);
    bool result = look(&outcome, why);
    bf_sim_destroy(sim);
    return result;
}

static bool fails(struct bf_text *why, const struct bf_outcome *o, bf_job j, const char *what)
{
    bf_text_add(why, "job %lld, started at %lld: %s", (long long)o->jobs->number[j],
                (long long)o->start[j], what);
    return false;
}

static bf_time end_of(const struct bf_outcome *o, bf_job j)
{
    return o->start[j] + bf_outcome_run(o, j);
}

static bool runs_at(const struct bf_outcome *o, bf_job j, bf_time t)
{
    return o->start[j] <= t && t < end_of(o, j);
}

// Use only grows at starts, so it is enough to look there.
static bool starts_are_possible(const struct bf_outcome *o, struct bf_text *why)
{
    for (bf_job j = 0; j < o->jobs->count; j++) {
        if (o->start[j] < o->jobs->submit[j] || o->start[j] == BF_NEVER)
            return fails(why, o, j, "before its submit, or never");
        int64_t used = 0;
        for (bf_job k = 0; k < o->jobs->count; k++)
            if (runs_at(o, k, o->start[j]))
                used += o->jobs->procs[k];
        if (used > o->procs)
            return fails(why, o, j, "more processors are in use than the machine has");
    }
    if (o->counters.starts != o->jobs->count) {
        bf_text_add(why, "%llu starts", (unsigned long long)o->counters.starts);
        return false;
    }
    return true;
}

static bool in_order(const struct bf_outcome *o, struct bf_text *why)
{
    for (bf_job j = 1; j < o->jobs->count; j++)
        if (o->start[j] < o->start[j - 1])
            return fails(why, o, j, "before a job that was submitted before it");
    return true;
}

// A job that no earlier start can overtake without being noticed: j becomes the head when all jobs
// before it have started. Its shadow time then, from the planned ends of what ran (without the jobs
// that were backfilled behind it at that instant), bounds its start.
static bf_time head_since(const struct bf_outcome *o, bf_job head)
{
    bf_time since = o->jobs->submit[head];
    for (bf_job j = 0; j < head; j++)
        since = o->start[j] > since ? o->start[j] : since;
    return since;
}

// Whether there was more than one pass at t.
static bool several_passes(const struct bf_outcome *o, bf_time t)
{
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (o->start[j] == t && bf_outcome_run(o, j) == 0)
            return true;
    return false;
}

// Jobs that hold processors in the pass that makes `head` the head: not those that are backfilled
// in it. (A job of no length holds them in the pass that starts it; then one behind `head` may have
// been backfilled in an earlier pass of that instant, and counts.)
static bool ran_before(const struct bf_outcome *o, bf_job j, bf_job head, bf_time since)
{
    if (j > head && o->start[j] == since && !several_passes(o, since))
        return false;
    return j != head && (o->start[j] == since || runs_at(o, j, since));
}

// Processors free at t by the planned ends of what ran.
static int64_t planned_free(const struct bf_outcome *o, bf_job head, bf_time since, bf_time t)
{
    int64_t free_procs = o->procs;
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (ran_before(o, j, head, since) && o->start[j] + o->plan[j] > t)
            free_procs -= o->jobs->procs[j];
    return free_procs;
}

// By no more than `slack`, a share of the wait it had to expect then (rounded down).
static bool head_is_not_delayed_beyond(const struct bf_outcome *o, double slack,
                                       struct bf_text *why)
{
    for (bf_job head = 0; head < o->jobs->count; head++) {
        bf_time since = head_since(o, head);
        bf_time shadow =
            planned_free(o, head, since, since) >= o->jobs->procs[head] ? since : BF_NEVER;
        for (bf_job j = 0; j < o->jobs->count; j++) {
            bf_time t = o->start[j] + o->plan[j];
            if (ran_before(o, j, head, since) && t < shadow &&
                planned_free(o, head, since, t) >= o->jobs->procs[head])
                shadow = t;
        }
        if (o->start[head] - shadow > (bf_time)(slack * (double)(shadow - o->jobs->submit[head]))) {
            bf_text_add(why, "shadow time %lld: ", (long long)shadow);
            return fails(why, o, head, "later than its shadow time when it became the head");
        }
    }
    return true;
}

static bool head_is_not_delayed(const struct bf_outcome *o, struct bf_text *why)
{
    return head_is_not_delayed_beyond(o, 0, why);
}

static bool head_is_delayed_by_half_at_most(const struct bf_outcome *o, struct bf_text *why)
{
    return head_is_not_delayed_beyond(o, 0.5, why);
}

static bool promises_are_kept(const struct bf_outcome *o, struct bf_text *why)
{
    if (o->counters.broken_promises || o->counters.slip_total || o->counters.slip_max) {
        bf_text_add(why, "%llu broken promises", (unsigned long long)o->counters.broken_promises);
        return false;
    }
    for (bf_job j = 0; j < o->jobs->count; j++) {
        if (o->first_promise[j] < o->jobs->submit[j] || o->first_promise[j] == BF_NEVER)
            return fails(why, o, j, "promised before its submit, or never");
        if (o->start[j] > o->first_promise[j] || o->start[j] != o->last_promise[j])
            return fails(why, o, j, "later than its first promise, or not at its last");
    }
    return true;
}

static bool any_is_possible(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    return look_at(w, spec, why, starts_are_possible);
}

static bool fcfs_is_in_order(const struct bf_test_workload *w, const char *spec,
                             struct bf_text *why)
{
    return look_at(w, spec, why, in_order);
}

static bool easy_keeps_the_shadow(const struct bf_test_workload *w, const char *spec,
                                  struct bf_text *why)
{
    return look_at(w, spec, why, head_is_not_delayed);
}

static bool relaxed_keeps_the_limit(const struct bf_test_workload *w, const char *spec,
                                    struct bf_text *why)
{
    return look_at(w, spec, why, head_is_delayed_by_half_at_most);
}

static bool conservative_keeps_promises(const struct bf_test_workload *w, const char *spec,
                                        struct bf_text *why)
{
    return look_at(w, spec, why, promises_are_kept);
}

static void draw_fcfs(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, "fcfs");
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

// Plans that hold: no job runs longer than planned.
static void draw_plans_that_hold(uint64_t seed, struct bf_text *spec)
{
    static const char *const plans[] = {
        " estimate=request overrun=kill", " estimate=request overrun=extend",
        " estimate=exact overrun=kill", " estimate=exact overrun=allow", NULL};
    bf_text_add(spec, "%s", bf_test_pick(seed, 100, plans));
}

static void draw_easy(uint64_t seed, struct bf_text *spec)
{
    static const char *const variants[] = {
        "easy", "easy strict=1", "easy extra=none", "easy extra=first", "easy depth=2", NULL};
    bf_text_add(spec, "%s backfill=%s", bf_test_pick(seed, 101, variants),
                bf_test_pick(seed, 102, bf_order_names));
    draw_plans_that_hold(seed, spec);
}

static void draw_lookahead(uint64_t seed, struct bf_text *spec)
{
    static const char *const variants[] = {"lookahead", "lookahead depth=all", "lookahead depth=3",
                                           NULL};
    bf_text_add(spec, "%s backfill=%s", bf_test_pick(seed, 101, variants),
                bf_test_pick(seed, 102, bf_order_names));
    draw_plans_that_hold(seed, spec);
}

static void draw_relaxed(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, "relaxed slack=0.5 backfill=%s", bf_test_pick(seed, 102, bf_order_names));
    draw_plans_that_hold(seed, spec);
}

static void draw_conservative(uint64_t seed, struct bf_text *spec)
{
    static const char *const variants[] = {"conservative", "conservative compress=start",
                                           "conservative compress=none", NULL};
    bf_text_add(spec, "%s", bf_test_pick(seed, 101, variants));
    bf_test_draw_orders(seed, spec);
    draw_plans_that_hold(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void every_schedule_is_possible(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){3000, 50, bf_test_draw_anything, any_is_possible});
}

static void fcfs_starts_in_order(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){500, 5000, draw_fcfs, fcfs_is_in_order});
}

static void easy_never_delays_the_head_past_its_shadow_time(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){3000, 5000, draw_easy, easy_keeps_the_shadow});
}

static void lookahead_never_delays_the_head_past_its_shadow_time(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, 5000, draw_lookahead, easy_keeps_the_shadow});
}

static void relaxed_never_delays_the_head_beyond_its_slack(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, 5000, draw_relaxed, relaxed_keeps_the_limit});
}

static void conservative_never_breaks_a_promise(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){3000, 5000, draw_conservative, conservative_keeps_promises});
}

BF_TEST_MAIN(BF_TEST(every_schedule_is_possible), BF_TEST(fcfs_starts_in_order),
             BF_TEST(easy_never_delays_the_head_past_its_shadow_time),
             BF_TEST(lookahead_never_delays_the_head_past_its_shadow_time),
             BF_TEST(relaxed_never_delays_the_head_beyond_its_slack),
             BF_TEST(conservative_never_breaks_a_promise))
