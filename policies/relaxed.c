// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relaxed backfilling: jobs may pass the head of the queue even if that delays it, but not by more
// than its slack. Ward, Mahood and West, 'Scheduling Jobs on Parallel Systems Using a Relaxed
// Backfill Strategy', JSSPP 2002.
//
// A job can still start by a time if enough processors are free then by planned ends of running
// jobs, since these only grow with time. So a pass is that of easy with a later time in place of
// the shadow time: the reserved time of the head plus its slack, or the last time before that which
// the calendar allows.
#include <math.h>

#include "policies/policies_internal.h"
#include "policies/reasons.h"
#include "policies/shadow.h"

enum { SLACK, SLACK_OF };
enum slack_of { OF_WAIT, OF_PLAN };

static const char *const lengths[] = {"wait", "plan", NULL};

static const struct bf_param params[] = {
    [SLACK] = {.name = "slack",
               .type = BF_PARAM_REAL,
               .fallback = {.r = 0.1},
               .min = 0,
               .max = HUGE_VAL,
               .help = "by how much the head may be delayed, as a share"},
    [SLACK_OF] = {.name = "slack-of",
                  .type = BF_PARAM_CHOICE,
                  .choices = lengths,
                  .help = "of what: the wait that the head has to expect, or its plan"},
};

struct state {
    bool held;        // there has been a head that had to wait
    bf_job head;      // the last one
    bf_time reserved; // its earliest shadow time so far
    bf_time slack;    // s
};

static bf_time slack_of_head(const struct bf_sched *s, bf_time shadow)
{
    const struct bf_queue *q = &s->queue;
    const bf_time length = (enum slack_of)s->args[SLACK_OF].i == OF_PLAN
                               ? q->plan[q->front]
                               : shadow - s->submit[q->job[q->front]];
    const double slack = floor(s->args[SLACK].r * (double)length);
    return slack < (double)BF_MAX_TIME ? (bf_time)slack : BF_MAX_TIME;
}

// The time by which the head is still to start, given its shadow time. With a calendar the last one
// by then at which it is allowed to.
static bf_time limit_of_head(const struct bf_sched *s, const struct state *st, bf_time shadow)
{
    const struct bf_queue *q = &s->queue;
    const bf_time relaxed = st->reserved + st->slack, limit = relaxed > shadow ? relaxed : shadow;
    if (!s->outages)
        return limit;
    return bf_outages_latest(s->outages, shadow, limit, q->procs[q->front],
                             bf_sched_request(s, q->job[q->front]));
}

// Notes which job is the head, and when it could have started.
static void note_head(const struct bf_sched *s, struct state *st, bf_time shadow)
{
    const bf_job head = s->queue.job[s->queue.front];
    if (!st->held || st->head != head)
        *st = (struct state){true, head, shadow, slack_of_head(s, shadow)};
    else if (shadow < st->reserved)
        st->reserved = shadow;
}

static void backfill(struct bf_sched *s, bf_time limit)
{
    struct bf_queue *q = &s->queue;
    bf_procs extra = bf_free_by_ends(s, limit, &s->counters.steps_visited) - q->procs[q->front];
    struct bf_walk walk =
        bf_walk_begin(s, q->front + 1, (struct bf_candidate){s->free, extra, limit - s->now});
    while (bf_queue_smallest(q) <= s->free) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        const bool in_time = q->plan[at] <= limit - s->now;
        if (q->procs[at] > s->free || (!in_time && q->procs[at] > extra) ||
            !bf_sched_may_start(s, at))
            continue;
        extra -= in_time ? 0 : q->procs[at];
        bf_sched_start(s, at);
    }
}

static void pass(struct bf_sched *s, void *state)
{
    const struct bf_queue *q = &s->queue;
    bf_start_heads(s);
    if (!q->waiting)
        return;
    const bf_time shadow = bf_find_shadow(s, q->front, BF_EXTRA_NONE).time;
    note_head(s, state, shadow);
    if (q->waiting == 1 || bf_queue_smallest(q) > s->free)
        return;
    const bf_time limit = limit_of_head(s, state, shadow);
    bf_sched_hold(s, q->front, limit);
    backfill(s, limit);
    bf_sched_release(s, q->front, limit);
}

// The limit has not changed since the walk, though the shadow time may have: it is no later.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    const struct state *st = state;
    const uint32_t front = s->queue.front;
    const bf_time limit = limit_of_head(s, st, bf_shadow_of(s, front, BF_EXTRA_NONE).time);
    uint64_t looked = 0;
    const struct bf_taken taken = {.time = limit,
                                   .extra =
                                       bf_free_by_ends(s, limit, &looked) - s->queue.procs[front],
                                   .window = limit - s->now,
                                   .depth = BF_COUNT_ALL};
    bf_explain_taken(s, starts, place, &taken, r);
    if (place == front)
        r->reserved = st->reserved;
}

const struct bf_policy bf_policy_relaxed = {
    .name = "relaxed",
    .summary = "EASY backfilling that may delay the head of the queue, but not beyond its slack",
    .paper = "Ward, Mahood, West, JSSPP 2002",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .pass = pass,
    .explain = explain,
};
