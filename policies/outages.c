// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/outages.h"

bf_time bf_fit_both(struct bf_sched *s, struct bf_profile *profile, uint32_t at, bf_time limit)
{
    const bf_procs procs = s->queue.procs[at];
    const bf_time plan = s->queue.plan[at];
    bf_time t = bf_profile_fit(profile, s->now, procs, plan, limit);
    s->counters.profile_queries++;
    if (!s->outages)
        return t;
    const bf_time request = bf_sched_request(s, s->queue.job[at]);
    // Each search goes on from where the other one ended: nothing before fits, and where both stay
    // is the earliest that fits.
    for (;;) {
        const bf_time allowed = bf_outages_fit(s->outages, t, procs, request, limit);
        s->counters.profile_queries++;
        if (allowed == t || allowed == limit)
            return allowed;
        t = bf_profile_fit(profile, allowed, procs, plan, limit);
        s->counters.profile_queries++;
        if (t == allowed)
            return t;
    }
}

// Processors free by planned ends at `t` > now.
static bf_procs free_at(const struct bf_sched *s, bf_time t)
{
    const struct bf_ends *ends = &s->ends;
    bf_procs level = s->free;
    for (uint32_t i = ends->front; i < ends->back; i++)
        if (bf_end_expected(&ends->at[i], s->now) <= t)
            level += ends->at[i].procs;
    return level;
}

void bf_shadow_around_outages(struct bf_sched *s, struct bf_shadow *shadow, enum bf_extra rule)
{
    const struct bf_queue *q = &s->queue;
    const bf_procs procs = q->procs[q->front];
    const bf_time request = bf_sched_request(s, q->job[q->front]);
    const bf_time by_ends = procs > s->free ? shadow->time : s->now;
    shadow->time = bf_outages_fit(s->outages, by_ends, procs, request, BF_NEVER);
    s->counters.profile_queries++;
    if (shadow->time == by_ends || rule == BF_EXTRA_NONE)
        return;
    // Enough were free before: none of those that end at the shadow time itself is needed.
    shadow->extra = free_at(s, shadow->time - (rule == BF_EXTRA_FIRST)) - procs;
    s->counters.steps_visited += s->ends.back - s->ends.front;
}
