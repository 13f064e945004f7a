// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/outages.h"

bf_time bf_fit_both(const struct bf_sched *s, struct bf_profile *profile, uint32_t at,
                    bf_time limit, uint64_t *searches)
{
    const bf_procs procs = s->queue.procs[at];
    const bf_time plan = s->queue.plan[at];
    bf_time t = bf_profile_fit(profile, s->now, procs, plan, limit);
    ++*searches;
    if (!s->outages)
        return t;
    const bf_time request = bf_sched_request(s, s->queue.job[at]);
    // Each search goes on from where the other one ended: nothing before fits, and where both stay
    // is the earliest that fits.
    for (;;) {
        const bf_time allowed = bf_outages_fit(s->outages, t, procs, request, limit);
        ++*searches;
        if (allowed == t || allowed == limit)
            return allowed;
        t = bf_profile_fit(profile, allowed, procs, plan, limit);
        ++*searches;
        if (t == allowed)
            return t;
    }
}

bool bf_holds_init(struct bf_holds *h, const struct bf_sched *s, struct bf_arena *arena)
{
    *h = (struct bf_holds){0};
    if (s->outages)
        h->list = bf_arena_alloc(arena, s->jobs, sizeof *h->list);
    return h->list || !s->outages;
}

void bf_holds_add(struct bf_holds *h, const struct bf_sched *s, uint32_t at, bf_time start)
{
    if (!h->list)
        return;
    bf_sched_hold(s, at, start);
    h->list[h->count++] = (struct bf_held){at, start};
}

void bf_holds_release(struct bf_holds *h, const struct bf_sched *s)
{
    while (h->count) {
        const struct bf_held *held = &h->list[--h->count];
        bf_sched_release(s, held->at, held->start);
    }
}
