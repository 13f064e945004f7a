// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/shadow.h"

#include <assert.h>

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

// Of two running jobs whose planned ends are equal, is the first taken to end before the other?
static bool ends_before(const struct bf_sched *s, const struct bf_end *a, const struct bf_end *b)
{
    const bf_job x = s->started[a->order], y = s->started[b->order];
    const bool backfilled = bf_sched_backfilled(s, x);
    if (s->start[x] != s->start[y])
        return s->start[x] > s->start[y];
    if (backfilled != bf_sched_backfilled(s, y))
        return backfilled;
    return backfilled || s->start[x] == s->now ? a->order < b->order : a->order > b->order;
}

// Of the ends [from, to) the one that comes next behind `last`; NULL: the first.
static const struct bf_end *next_to_end(const struct bf_sched *s, const struct bf_end *from,
                                        const struct bf_end *to, const struct bf_end *last)
{
    const struct bf_end *next = NULL;
    for (const struct bf_end *end = from; end < to; end++)
        if (end->procs && (!last || ends_before(s, last, end)) &&
            (!next || ends_before(s, end, next)))
            next = end;
    return next;
}

// Extra processors at the first completion that suffices, from what they are when all that end at
// that instant have ended.
static bf_procs extra_at_first(const struct bf_sched *s, const struct bf_shadow *shadow)
{
    const struct bf_end *const first = s->ends.at + s->ends.front, *const to =
                                                                       first + shadow->steps;
    const struct bf_end *from = to, *last = NULL;
    bf_procs extra = shadow->extra;
    while (from > first && bf_end_expected(from - 1, s->now) == shadow->time)
        extra -= (--from)->procs;
    while (extra < 0) {
        last = next_to_end(s, from, to, last);
        assert(last);
        extra += last->procs;
    }
    return extra;
}

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
