// SPDX-License-Identifier: GPL-3.0-or-later
//
// EASY backfilling with look-ahead: instead of taking candidates one by one, it starts the set of
// them that fills the free processors best and does not delay the head of the queue (packing.h).
// Shmueli and Feitelson, 'Backfilling with Lookahead to Optimize the Packing of Parallel Jobs',
// JSSPP 2003.
#include <math.h>

#include "policies/packing.h"
#include "policies/policies_internal.h"
#include "policies/reasons.h"
#include "policies/shadow.h"

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

// Whether the job at `at` could start, were it the only candidate.
static bool could_start(const struct bf_sched *s, uint32_t at, bf_procs extra, bool is_long)
{
    const bf_procs procs = s->queue.procs[at];
    return procs <= s->free && (!is_long || procs <= extra) && bf_sched_may_start(s, at);
}

// Lists those that could.
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
        if (could_start(s, at, head->extra, is_long))
            st->items[n++] =
                (struct bf_item){.place = at, .size = q->procs[at], .is_long = is_long};
    }
    return n;
}

// Starts the set that was chosen, save those that the calendar does not allow beside those started
// before. Returns whether there were any.
static bool start_chosen(struct bf_sched *s, struct state *st, uint32_t n, struct bf_shadow *head)
{
    bool passed_over = false;
    for (uint32_t i = 0; i < n; i++) {
        const struct bf_item *const item = &st->items[i];
        if (!item->chosen)
            continue;
        if (!bf_sched_may_start(s, item->place)) {
            passed_over = true;
            continue;
        }
        head->extra -= item->is_long ? s->queue.procs[item->place] : 0;
        bf_sched_start(s, item->place);
    }
    return passed_over;
}

// Keeps the candidates that were not chosen and still could start.
static uint32_t keep_rest(const struct bf_sched *s, struct state *st, uint32_t n, bf_procs extra)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bf_item item = st->items[i];
        if (item.chosen || !could_start(s, item.place, extra, item.is_long))
            continue;
        item.size = s->queue.procs[item.place];
        st->items[kept++] = item;
    }
    return kept;
}

static void backfill(struct bf_sched *s, struct state *st, struct bf_shadow head)
{
    uint32_t n = list_candidates(s, st, &head);
    const uint64_t looked = st->packing.looked;
    for (;;) {
        bf_packing_choose(&st->packing, st->items, n, s->free, head.extra);
        if (!start_chosen(s, st, n, &head))
            break;
        n = keep_rest(s, st, n, head.extra);
    }
    s->counters.steps_visited += st->packing.looked - looked;
}

static void pass(struct bf_sched *s, void *state)
{
    const struct bf_queue *q = &s->queue;
    bf_start_heads(s);
    if (q->waiting < 2 || bf_queue_smallest(q) > s->free)
        return;
    const struct bf_shadow head = bf_find_shadow(s, q->front, BF_EXTRA_FULL);
    bf_sched_hold(s, q->front, head.time);
    backfill(s, state, head);
    bf_sched_release(s, q->front, head.time);
}

// The shadow time has not changed since the set was chosen; the extra processors are those that are
// left.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    (void)state;
    const struct bf_shadow head = bf_shadow_of(s, s->queue.front, BF_EXTRA_FULL);
    const struct bf_taken taken = {.time = head.time,
                                   .extra = head.extra,
                                   .window = head.time - s->now,
                                   .depth = s->args[DEPTH].i,
                                   .all_at_once = true};
    bf_explain_taken(s, starts, place, &taken, r);
}

const struct bf_policy bf_policy_lookahead = {
    .name = "lookahead",
    .summary = "EASY backfilling with the set of candidates that fills the free processors best",
    .paper = "Shmueli and Feitelson, JSSPP 2003; J. Parallel and Distributed Computing 65(9), 2005",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT |
            BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .init = init,
    .pass = pass,
    .explain = explain,
};
