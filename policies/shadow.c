// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/shadow.h"

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

struct bf_shadow bf_shadow_of(const struct bf_sched *s, uint32_t at, enum bf_extra rule)
{
    struct bf_shadow shadow = bf_ends_shadow(&s->ends, s->now, s->free, s->queue.procs[at], rule);
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
