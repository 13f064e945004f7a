// SPDX-License-Identifier: GPL-3.0-or-later
//
// EASY backfilling with look-ahead: instead of taking candidates one by one, it starts the set of
// them that fills the free processors best and does not delay the head of the queue (packing.h).
// Shmueli and Feitelson, 'Backfilling with Lookahead to Optimize the Packing of Parallel Jobs',
// JSSPP 2003.
#include <math.h>

#include "policies/packing.h"
#include "policies/policies_internal.h"

enum { DEPTH };

static const struct bf_param params[] = {
    [DEPTH] = BF_COUNT_PARAM("depth", 0, 50, "candidates examined a pass behind the head"),
};

struct state {
    struct bf_item *items; // candidates of this pass, in the order of the walk
    struct bf_packing packing;
};

static enum bf_err init(struct bf_sched *s, void *state, struct bf_arena *arena, struct bf_error *e)
{
    struct state *st = state;
    st->items = bf_arena_alloc(arena, s->jobs, sizeof *st->items);
    if (st->items && bf_packing_init(&st->packing, arena, s->procs))
        return BF_OK;
    return bf_error_no_memory(e, 12ull * s->jobs + 9ull * (unsigned)s->procs, "the look ahead");
}

// Lists the jobs that could start, were they the only ones.
static uint32_t list_candidates(struct bf_sched *s, struct state *st, const struct bf_shadow *head)
{
    const struct bf_queue *q = &s->queue;
    int64_t depth = s->args[DEPTH].i;
    uint32_t n = 0;
    struct bf_walk walk =
        bf_walk_begin(s, q->front + 1, depth == BF_COUNT_ALL ? bf_who_fits(s) : bf_anybody());
    while (depth-- > 0) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        const bool is_long = q->plan[at] > head->time - s->now;
        if (q->procs[at] <= s->free && (!is_long || q->procs[at] <= head->extra))
            st->items[n++] =
                (struct bf_item){.place = at, .size = q->procs[at], .is_long = is_long};
    }
    return n;
}

static void backfill(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    const struct bf_shadow head =
        bf_ends_shadow(&s->ends, s->now, s->free, q->procs[q->front], BF_EXTRA_FULL);
    s->counters.profile_queries++;
    s->counters.steps_visited += head.steps;
    const uint32_t n = list_candidates(s, st, &head);
    const uint64_t looked = st->packing.looked;
    bf_packing_choose(&st->packing, st->items, n, s->free, head.extra);
    s->counters.steps_visited += st->packing.looked - looked;
    for (uint32_t i = 0; i < n; i++)
        if (st->items[i].chosen)
            bf_sched_start(s, st->items[i].place);
}

static void pass(struct bf_sched *s, void *state)
{
    bf_start_heads(s);
    if (s->queue.waiting > 1 && bf_queue_smallest(&s->queue) <= s->free)
        backfill(s, state);
}

const struct bf_policy bf_policy_lookahead = {
    .name = "lookahead",
    .summary = "EASY backfilling with the set of candidates that fills the free processors best",
    .paper = "Shmueli and Feitelson, JSSPP 2003; J. Parallel and Distributed Computing 65(9), 2005",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT,
    .state_size = sizeof(struct state),
    .init = init,
    .pass = pass,
};
