// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/shadow.h"

#include <assert.h>
#include <stddef.h>

bf_procs bf_free_by_ends(const struct bf_sched *s, bf_time t, uint64_t *looked)
{
    const struct bf_ends *ends = &s->ends;
    bf_procs level = s->free;
    uint32_t i = ends->front;
    for (; i < ends->back && bf_end_expected(&ends->at[i], s->now) <= t; i++)
        level += ends->at[i].procs;
    *looked += i - ends->front;
    return level;
}

// From what planned ends alone say to what the calendar allows.
static void go_around_outages(const struct bf_sched *s, uint32_t at, enum bf_extra rule,
                              struct bf_shadow *shadow)
{
    const bf_procs procs = s->queue.procs[at];
    const bf_time request = bf_sched_request(s, s->queue.job[at]);
    const bf_time by_ends = procs > s->free ? shadow->time : s->now;
    uint64_t looked = shadow->steps;
    shadow->time = bf_outages_fit(s->outages, by_ends, procs, request, BF_NEVER);
    if (shadow->time == by_ends || rule == BF_EXTRA_NONE)
        return;
    // Enough were free before: none of those that end at the shadow time itself is needed.
    shadow->extra = bf_free_by_ends(s, shadow->time - (rule == BF_EXTRA_FIRST), &looked) - procs;
    shadow->steps = (uint32_t)looked;
}

// ---- Up to the first completion that suffices -------------------------------

// What is still lacking (below 0) once those of the ends [from, to) that were backfilled, or the
// others, have come back one by one until nothing is.
static bf_procs give_back(const struct bf_sched *s, const struct bf_end *from,
                          const struct bf_end *to, bool backfilled, bool in_order, bf_procs extra)
{
    const ptrdiff_t n = to - from;
    for (ptrdiff_t i = 0; i < n && extra < 0; i++) {
        const struct bf_end *end = in_order ? from + i : to - 1 - i;
        if (end->procs && bf_sched_backfilled(s, s->started[end->order]) == backfilled)
            extra += end->procs;
    }
    return extra;
}

static bf_time start_of(const struct bf_sched *s, const struct bf_end *end)
{
    return s->start[s->started[end->order]];
}

// The same for ends at one instant, which stand in the order of starts: the latest start first.
static bf_procs give_back_latest(const struct bf_sched *s, const struct bf_end *from,
                                 const struct bf_end *to, bf_procs extra)
{
    while (to > from && extra < 0) {
        const bf_time start = start_of(s, to - 1);
        const struct bf_end *group = to;
        while (group > from && start_of(s, group - 1) == start)
            group--;
        extra = give_back(s, group, to, true, true, extra);
        extra = give_back(s, group, to, false, start == s->now, extra);
        to = group;
    }
    return extra;
}

// Extra processors at the first completion that suffices, from what they are when all that are
// expected at that instant have ended. Jobs past their plans are, and keep their planned ends here.
static bf_procs extra_at_first(const struct bf_sched *s, const struct bf_shadow *shadow)
{
    const struct bf_end *const first = s->ends.at + s->ends.front;
    const struct bf_end *const stop = first + shadow->steps;
    const struct bf_end *from = stop;
    bf_procs extra = shadow->extra;
    while (from > first && bf_end_expected(from - 1, s->now) == shadow->time)
        extra -= (--from)->procs;
    while (extra < 0) {
        const struct bf_end *to = from;
        assert(from < stop);
        while (to < stop && to->time == from->time)
            to++;
        extra = give_back_latest(s, from, to, extra);
        from = to;
    }
    return extra;
}

// ---- Shadow times -----------------------------------------------------------

struct bf_shadow bf_shadow_of(const struct bf_sched *s, uint32_t at, enum bf_extra rule)
{
    struct bf_shadow shadow = bf_ends_shadow(&s->ends, s->now, s->free, s->queue.procs[at]);
    if (rule == BF_EXTRA_NONE)
        shadow.extra = 0;
    else if (rule == BF_EXTRA_FIRST)
        shadow.extra = extra_at_first(s, &shadow);
    if (s->outages)
        go_around_outages(s, at, rule, &shadow);
    return shadow;
}

struct bf_shadow bf_find_shadow(struct bf_sched *s, uint32_t at, enum bf_extra rule)
{
    const struct bf_shadow shadow = bf_shadow_of(s, at, rule);
    s->counters.profile_queries += s->outages ? 2 : 1;
    s->counters.steps_visited += shadow.steps;
    return shadow;
}
