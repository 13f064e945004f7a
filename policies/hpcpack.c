// SPDX-License-Identifier: GPL-3.0-or-later
//
// Backfilling as the documentation of Microsoft HPC Pack describes it: the head of the queue holds
// the idle processors until the time at which it can start, as told by the limits of running jobs;
// the first waiting jobs that fit into that window start. There are no extra processors, and a job
// without a limit makes the window unknown. (Its growing and shrinking of running jobs has no
// counterpart in a log.)
#include <math.h>

#include "policies/policies_internal.h"

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
    for (; q->waiting && q->procs[q->front] <= s->free; s->counters.jobs_examined++)
        start(s, st, q->front);
}

static void backfill(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    int64_t depth = s->args[DEPTH].i;
    const struct bf_shadow shadow =
        bf_ends_shadow(&s->ends, s->now, s->free, q->procs[q->front], BF_EXTRA_NONE);
    s->counters.profile_queries++;
    s->counters.steps_visited += shadow.steps;
    struct bf_walk walk =
        bf_walk_begin(s, q->front + 1, depth == BF_COUNT_ALL ? bf_who_fits(s) : bf_anybody());
    while (depth-- > 0 && bf_queue_smallest(q) <= s->free) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        if (q->procs[at] <= s->free && q->plan[at] <= shadow.time - s->now &&
            !bf_sched_lacks_request(s, q->job[at]))
            start(s, st, at);
    }
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    start_heads(s, st);
    if (s->queue.waiting > 1 && st->unlimited == 0 && s->args[DEPTH].i > 0 &&
        bf_queue_smallest(&s->queue) <= s->free)
        backfill(s, st);
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
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT,
    .state_size = sizeof(struct state),
    .job_ended = job_ended,
    .pass = pass,
};
