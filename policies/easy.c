// SPDX-License-Identifier: GPL-3.0-or-later
//
// EASY backfilling: the head of the queue has a reservation, any other job may start if it does not
// delay it. Lifka, 'The ANL/IBM SP Scheduling System', JSSPP 1995; shadow time and extra processors
// as in Mu'alem and Feitelson, IEEE TPDS 2001.
#include <math.h>

#include "policies/policies_internal.h"

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

// Walks the candidates: a job that fits starts if it ends by the shadow time, or on extra
// processors.
static void backfill(struct bf_sched *s, struct bf_shadow shadow)
{
    struct bf_queue *q = &s->queue;
    int64_t depth = s->args[DEPTH].i;
    const bf_time window = shadow.time - s->now - (s->args[STRICT].i ? 1 : 0);
    struct bf_walk walk = bf_walk_begin(s, q->front + 1, depth == BF_COUNT_ALL);
    for (uint32_t at = bf_walk_next(&walk); at < q->back && depth-- > 0; at = bf_walk_next(&walk)) {
        s->counters.jobs_examined++;
        if (q->procs[at] > s->free)
            continue;
        const bool in_window = q->plan[at] <= window;
        if (!in_window) {
            if (q->procs[at] > shadow.extra)
                continue;
            shadow.extra -= q->procs[at];
        }
        bf_sched_start(s, at);
        if (bf_queue_smallest(q) > s->free)
            break;
    }
}

static void pass(struct bf_sched *s, void *state)
{
    (void)state;
    const struct bf_queue *q = &s->queue;
    bf_start_heads(s);
    if (q->waiting < 2 || bf_queue_smallest(q) > s->free)
        return;
    const struct bf_shadow shadow = bf_ends_shadow(&s->ends, s->now, s->free, q->procs[q->front],
                                                   (enum bf_extra)s->args[EXTRA].i);
    s->counters.profile_queries++;
    s->counters.steps_visited += shadow.steps;
    backfill(s, shadow);
}

const struct bf_policy bf_policy_easy = {
    .name = "easy",
    .summary = "EASY backfilling: only the head of the queue has a reservation",
    .paper = "Lifka, JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS,
    .pass = pass,
};
