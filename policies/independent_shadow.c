// SPDX-License-Identifier: GPL-3.0-or-later
//
// Backfilling around independent shadow times: what DR_EVT runs under the name conservative. The
// shadow time of a waiting job looks at running jobs only, as if no other job waited; a job is let
// past those ahead of it when it ends before the earliest of their shadow times. Nobody holds a
// reservation, so what a shadow time promises need not come true.
//
// By definition that is quadratic in the queue. Three observations make it one walk:
//  - the fewer processors a job asks for, the earlier its shadow time: the earliest of those ahead
//    belongs to the narrowest of them;
//  - a start changes none of them: a job that is let past is over by the earliest;
//  - a job that fits but has to wait has its shadow time now: nobody gets past it.
#include "policies/policies_internal.h"
#include "policies/reasons.h"
#include "policies/shadow.h"

static void count_shadow(struct bf_sched *s, const struct bf_shadow *shadow)
{
    s->counters.profile_queries++;
    s->counters.steps_visited += shadow->steps;
}

// The narrowest job at [from, to), no wider than `narrowest`.
static bf_procs narrowest_of(const struct bf_queue *q, uint32_t from, uint32_t to,
                             bf_procs narrowest)
{
    for (uint32_t at = from; at < to; at++)
        narrowest = q->procs[at] < narrowest ? q->procs[at] : narrowest;
    return narrowest;
}

static void backfill(struct bf_sched *s)
{
    struct bf_queue *q = &s->queue;
    struct bf_shadow shadow = {.time = BF_NEVER};
    bf_procs narrowest = INT32_MAX, known = INT32_MAX; // the one that `shadow` belongs to
    for (uint32_t place = q->front, at; bf_queue_smallest(q) <= s->free; place = at + 1) {
        const struct bf_candidate fits = {s->free, s->free, 0};
        at = bf_queue_find(q, place, fits, &s->counters.jobs_examined);
        if (at >= q->back)
            return;
        narrowest = narrowest_of(q, place, at, narrowest);
        if (narrowest < known) {
            shadow = bf_ends_shadow(&s->ends, s->now, s->free, narrowest);
            count_shadow(s, &shadow);
            known = narrowest;
        }
        if (q->plan[at] >= shadow.time - s->now)
            return;
        bf_sched_start(s, at);
    }
}

static bf_time sooner(const struct bf_sched *s, uint32_t at, bf_time than)
{
    const bf_time shadow = bf_shadow_of(s, at, BF_EXTRA_NONE).time;
    return shadow < than ? shadow : than;
}

// The earliest shadow time of the jobs at places before `place`.
static bf_time earliest_ahead(const struct bf_sched *s, uint32_t place)
{
    const struct bf_queue *q = &s->queue;
    bf_time earliest = BF_NEVER;
    for (uint32_t at = q->front; at < place; at = bf_queue_next(q, at + 1))
        earliest = sooner(s, at, earliest);
    return earliest;
}

// With a calendar requests count too: the narrowest is not always the first, and one that is let
// past may keep others from an outage.
static void backfill_around_outages(struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    bf_time earliest = BF_NEVER;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        s->counters.jobs_examined++;
        if (q->procs[at] > s->free || !bf_sched_may_start(s, at)) {
            earliest = sooner(s, at, earliest);
            s->counters.profile_queries++;
        } else if (q->plan[at] < earliest - s->now) {
            bf_sched_start(s, at);
            earliest = earliest_ahead(s, at);
            s->counters.profile_queries++;
        } else {
            return;
        }
    }
}

static void pass(struct bf_sched *s, void *state)
{
    (void)state;
    bf_start_heads(s);
    if (s->outages)
        backfill_around_outages(s);
    else
        backfill(s);
}

// By planned ends, jobs started behind it have changed no shadow time ahead of it.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    (void)state;
    for (uint32_t i = 0; i < starts.count; i++)
        if (starts.at[i].place > place)
            bf_undo_start(s, &starts.at[i], r);
    if (place == s->queue.front)
        r->shadow = r->reserved = bf_shadow_of(s, place, BF_EXTRA_NONE).time;
    else
        r->shadow = earliest_ahead(s, place);
    if (!bf_explain_unfit(s, place, BF_NEVER, r))
        r->why = BF_WHY_DELAYS_AHEAD;
    bf_redo_starts(s, starts);
}

const struct bf_policy bf_policy_independent_shadow = {
    .name = "independent-shadow",
    .summary = "a job may pass those ahead if it ends before the earliest time at which one of "
               "them could start, were it alone with the running jobs",
    .paper = "DR_EVT, where it is called conservative",
    .uses = BF_USES_PLAN | BF_USES_ENDS | BF_KNOWS_CALENDAR,
    .pass = pass,
    .explain = explain,
};
