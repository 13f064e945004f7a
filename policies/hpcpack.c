// SPDX-License-Identifier: GPL-3.0-or-later
//
// Backfilling as the documentation of Microsoft HPC Pack describes it: the head of the queue holds
// the idle processors until the time at which it can start, as told by the limits of running jobs;
// the first waiting jobs that fit into that window start. There are no extra processors, and a job
// without a limit makes the window unknown. (Its growing and shrinking of running jobs has no
// counterpart in a log.)
#include <math.h>

#include "policies/policies_internal.h"
#include "policies/reasons.h"
#include "policies/shadow.h"

enum { DEPTH };

static const struct bf_param params[] = {
    [DEPTH] = BF_COUNT_PARAM("depth", 0, 1000, "candidates examined a pass behind the head"),
};

struct state {
    uint32_t unlimited; // running jobs without a request in the log
};

static void start(struct bf_sched *s, struct state *st, uint32_t at)
{
    st->unlimited += bf_sched_lacks_request(s, s->queue.job[at]);
    bf_sched_start(s, at);
}

static void start_heads(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    for (; q->waiting && q->procs[q->front] <= s->free; s->counters.jobs_examined++) {
        if (!bf_sched_may_start(s, q->front))
            return;
        start(s, st, q->front);
    }
}

// The head is to start at `shadow`.
static void backfill(struct bf_sched *s, struct state *st, bf_time shadow)
{
    const struct bf_queue *q = &s->queue;
    int64_t depth = s->args[DEPTH].i;
    struct bf_walk walk =
        bf_walk_begin(s, q->front + 1, depth == BF_COUNT_ALL ? bf_who_fits(s) : bf_anybody());
    while (depth-- > 0 && bf_queue_smallest(q) <= s->free) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        if (q->procs[at] <= s->free && q->plan[at] <= shadow - s->now &&
            !bf_sched_lacks_request(s, q->job[at]) && bf_sched_may_start(s, at))
            start(s, st, at);
    }
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    const uint32_t *const front = &s->queue.front;
    start_heads(s, st);
    if (s->queue.waiting < 2 || st->unlimited || s->args[DEPTH].i == 0 ||
        bf_queue_smallest(&s->queue) > s->free)
        return;
    const bf_time shadow = bf_find_shadow(s, *front, BF_EXTRA_NONE).time;
    bf_sched_hold(s, *front, shadow);
    backfill(s, st, shadow);
    bf_sched_release(s, *front, shadow);
}

// The shadow time has not changed since the walk: who was started then is over by then. While it is
// unknown there is no walk: all that was started were heads.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    const struct state *st = state;
    const struct bf_queue *q = &s->queue;
    if (st->unlimited) {
        if (!bf_explain_unfit(s, place, BF_NEVER, r))
            r->why = BF_WHY_WINDOW_UNKNOWN;
        return;
    }
    const bf_time shadow = bf_shadow_of(s, q->front, BF_EXTRA_NONE).time;
    const struct bf_taken taken = {
        .time = shadow, .window = shadow - s->now, .depth = s->args[DEPTH].i};
    bf_explain_taken(s, starts, place, &taken, r);
    if (place != q->front && r->why != BF_WHY_TOO_FEW && r->why != BF_WHY_OUTAGE &&
        bf_sched_lacks_request(s, q->job[place]))
        r->why = BF_WHY_NO_REQUEST;
}

static void job_ended(struct bf_sched *s, void *state, bf_job job, bf_time planned_end)
{
    (void)planned_end;
    ((struct state *)state)->unlimited -= bf_sched_lacks_request(s, job);
}

const struct bf_policy bf_policy_hpcpack = {
    .name = "hpcpack",
    .summary = "the head holds all idle processors until it can start; jobs that end by then use "
               "them meanwhile",
    .paper = "Microsoft HPC Pack, documentation of its backfilling",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT |
            BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .job_ended = job_ended,
    .pass = pass,
    .explain = explain,
};
