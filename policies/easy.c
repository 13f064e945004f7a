// SPDX-License-Identifier: GPL-3.0-or-later
//
// EASY backfilling: the head of the queue has a reservation, any other job may start if it does not
// delay it. Lifka, 'The ANL/IBM SP Scheduling System', JSSPP 1995; shadow time and extra processors
// as in Mu'alem and Feitelson, IEEE TPDS 2001.
#include <math.h>

#include "policies/policies_internal.h"
#include "policies/reasons.h"
#include "policies/shadow.h"

enum { STRICT, EXTRA, DEPTH };

static const char *const extra_rules[] = {"full", "none", "first", NULL}; // enum bf_extra

static const struct bf_param params[] = {
    [STRICT] = {.name = "strict",
                .type = BF_PARAM_FLAG,
                .help = "a backfilled job must end before the shadow time, not at it"},
    [EXTRA] = {.name = "extra",
               .type = BF_PARAM_CHOICE,
               .choices = extra_rules,
               .help = "which extra processors a job may use past the shadow time"},
    [DEPTH] =
        BF_COUNT_PARAM("depth", 0, BF_COUNT_ALL, "candidates examined a pass behind the head"),
};

// What is left of the last pass. Until processors come back or a planned end moves, its shadow time
// and extra processors stay true, and none of the jobs that it left waiting can start: the free
// processors and the window only shrink.
struct state {
    bool valid;
    bf_job head;
    bf_procs free;
    struct bf_shadow shadow;
};

// Starts a job that fits if it ends by the shadow time, or on extra processors, which it uses up.
static void try(struct bf_sched *s, struct bf_shadow *shadow, bf_time window, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    if (q->procs[at] > s->free || !bf_sched_may_start(s, at))
        return;
    if (q->plan[at] > window) {
        if (q->procs[at] > shadow->extra)
            return;
        shadow->extra -= q->procs[at];
    }
    bf_sched_start(s, at);
}

// In queue order, the queue itself finds the next job that can start.
static void backfill_in_order(struct bf_sched *s, struct bf_shadow *shadow, bf_time window,
                              uint32_t place)
{
    struct bf_queue *q = &s->queue;
    for (; bf_queue_smallest(q) <= s->free; place++) {
        const struct bf_candidate c = {s->free, shadow->extra, window};
        place = bf_queue_find(q, place, c, &s->counters.jobs_examined);
        if (place >= q->back)
            break;
        try(s, shadow, window, place);
    }
}

// The longest plan that leaves the head alone.
static bf_time window_of(const struct bf_sched *s, const struct bf_shadow *shadow)
{
    return shadow->time - s->now - (s->args[STRICT].i ? 1 : 0);
}

// The first `depth` jobs of the walk, whether they can start or not.
static void backfill_by_walk(struct bf_sched *s, struct bf_shadow *shadow, bf_time window,
                             struct bf_walk walk, int64_t depth)
{
    const struct bf_queue *q = &s->queue;
    while (depth-- > 0 && bf_queue_smallest(q) <= s->free) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        try(s, shadow, window, at);
    }
}

// Backfills from `place` on. Who is no candidate now is none later in the pass: the free and the
// extra processors only shrink.
static void backfill(struct bf_sched *s, struct bf_shadow *shadow, uint32_t place)
{
    const int64_t depth = s->args[DEPTH].i;
    const bf_time window = window_of(s, shadow);
    const struct bf_candidate c = {s->free, shadow->extra, window};
    if (depth != BF_COUNT_ALL)
        backfill_by_walk(s, shadow, window, bf_walk_begin(s, place, bf_anybody()), depth);
    else if (s->backfill_order != s->order)
        backfill_by_walk(s, shadow, window, bf_walk_begin(s, place, c), depth);
    else
        backfill_in_order(s, shadow, window, place);
}

// Whether only arrivals need a look. Not so with a depth (starts bring others into reach), when
// strict (a job that ends at the shadow time uses up extra processors in its own pass only), with
// EXTRA_FIRST (starts change which completions suffice), with jobs past their plan (the shadow time
// moves with the clock), with a calendar (outages pass), or where arrivals do not queue at the
// back.
static bool only_arrivals(const struct bf_sched *s, const struct state *st)
{
    return st->valid && st->head == s->queue.job[s->queue.front] && st->free == s->free &&
           s->order == BF_ORDER_FCFS && s->args[DEPTH].i == BF_COUNT_ALL && !s->args[STRICT].i &&
           s->args[EXTRA].i != BF_EXTRA_FIRST && s->overrun == 0 && !s->outages;
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    const struct bf_queue *q = &s->queue;
    bf_start_heads(s);
    if (q->waiting < 2 || bf_queue_smallest(q) > s->free) {
        st->valid = st->valid && q->waiting && only_arrivals(s, st);
        return;
    }
    if (only_arrivals(s, st)) {
        backfill(s, &st->shadow, q->back - (s->arrived_to - s->arrived_from));
    } else {
        st->shadow = bf_find_shadow(s, q->front, (enum bf_extra)s->args[EXTRA].i);
        bf_sched_hold(s, q->front, st->shadow.time);
        backfill(s, &st->shadow, q->front + 1);
        bf_sched_release(s, q->front, st->shadow.time);
    }
    st->valid = true;
    st->head = q->job[q->front];
    st->free = s->free;
}

// The shadow time and extra processors are those of the last walk, if there was one in this pass or
// they are still true: else nothing has started behind the head.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    const struct state *st = state;
    const struct bf_shadow shadow =
        st->valid ? st->shadow : bf_shadow_of(s, s->queue.front, (enum bf_extra)s->args[EXTRA].i);
    const struct bf_taken taken = {.time = shadow.time,
                                   .extra = shadow.extra,
                                   .window = window_of(s, &shadow),
                                   .depth = s->args[DEPTH].i};
    bf_explain_taken(s, starts, place, &taken, r);
}

// With a depth, when strict or with EXTRA_FIRST a second pass may start more than the first (see
// only_arrivals).
static bool heeds_only_ahead(const struct bf_value *args)
{
    return args[DEPTH].i == BF_COUNT_ALL && !args[STRICT].i && args[EXTRA].i != BF_EXTRA_FIRST;
}

static void plan_moved(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to)
{
    (void)s, (void)job, (void)from, (void)to;
    ((struct state *)state)->valid = false;
}

const struct bf_policy bf_policy_easy = {
    .name = "easy",
    .summary = "EASY backfilling: only the head of the queue has a reservation",
    .paper = "Lifka, JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT |
            BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .plan_moved = plan_moved,
    .pass = pass,
    .explain = explain,
    .heeds_only_ahead = heeds_only_ahead,
};
