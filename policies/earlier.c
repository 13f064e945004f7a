// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/earlier.h"

#define NO_PLACE UINT32_MAX

static const struct bf_released nothing = {.from = BF_NEVER};

bool bf_earlier_init(struct bf_earlier *e, struct bf_arena *arena, struct bf_profile *profile,
                     uint32_t jobs)
{
    *e = (struct bf_earlier){
        .profile = profile,
        .known = bf_arena_alloc(arena, jobs, sizeof *e->known),
        .slot = bf_arena_alloc(arena, jobs, sizeof *e->slot),
        .spare = bf_arena_alloc(arena, jobs, sizeof *e->spare),
        .last = nothing,
        .now = nothing,
    };
    return e->known && e->slot && e->spare;
}

static struct bf_known *known(const struct bf_earlier *e, bf_job job)
{
    return &e->known[e->slot[job]];
}

bf_time bf_earlier_first(struct bf_earlier *e, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    const bf_job j = q->job[at];
    if (s->promise[j] == BF_NEVER)
        e->slot[j] = e->spares ? e->spare[--e->spares] : e->fresh++;
    known(e, j)->missed = false;
    s->counters.profile_queries++;
    return bf_profile_fit_proof(e->profile, s->now, q->procs[at], q->plan[at], BF_NEVER,
                                &known(e, j)->proof);
}

void bf_earlier_started(struct bf_earlier *e, bf_job job)
{
    e->spare[e->spares++] = e->slot[job];
}

void bf_earlier_begin(struct bf_earlier *e)
{
    e->twin = NO_PLACE;
}

void bf_earlier_end(struct bf_earlier *e)
{
    e->last = e->now;
    e->now = nothing;
}

void bf_earlier_ended(struct bf_earlier *e, bf_time until)
{
    if (until > e->now.until)
        e->now.until = until;
}

void bf_earlier_vacated(struct bf_earlier *e, bf_time from, bf_time to)
{
    if (from < e->now.from)
        e->now.from = from;
    if (to > e->now.to)
        e->now.to = to;
}

void bf_earlier_forget_all(struct bf_earlier *e)
{
    e->last.until = BF_NEVER;
}

static bool within(const struct bf_released *r, bf_time t)
{
    return t < r->until || (t >= r->from && t < r->to);
}

static bool blocked(struct bf_earlier *e, struct bf_sched *s, bf_time t, bf_procs procs, bool ask)
{
    if (!ask && !within(&e->now, t) && !within(&e->last, t))
        return true;
    s->counters.profile_queries++;
    return bf_profile_at(e->profile, t) < procs;
}

// Whether what is known of a job says that it has no start in [from, its own).
static bool proved(struct bf_earlier *e, struct bf_sched *s, struct bf_known *k, bf_procs procs,
                   bf_time from)
{
    const struct bf_proof *proof = &k->proof;
    if (proof->count > BF_PROOF_SIZE || proof->from > from ||
        !blocked(e, s, proof->start - 1, procs, k->missed))
        return false;
    for (uint32_t i = 0; i < proof->count; i++)
        if (proof->blocked[i] >= from && !blocked(e, s, proof->blocked[i], procs, k->missed))
            return false;
    return true;
}

// The earliest start in [from, before) of a job that has `start`, if it meets released processors.
static bf_time search_released(struct bf_earlier *e, struct bf_sched *s, uint32_t at, bf_time from,
                               bf_time start)
{
    const bf_procs procs = s->queue.procs[at];
    const bf_time plan = s->queue.plan[at];
    const bf_time until = e->now.until > e->last.until ? e->now.until : e->last.until;
    const bf_time lo = e->now.from < e->last.from ? e->now.from : e->last.from;
    const bf_time hi = e->now.to > e->last.to ? e->now.to : e->last.to;
    bf_time meets = lo - plan + 1; // the first start that runs into [lo, hi)
    bf_time fit = start;
    if (from < until) {
        s->counters.profile_queries++;
        fit = bf_profile_fit_before(e->profile, from, until, procs, plan, start);
        from = until;
    }
    meets = meets > from ? meets : from;
    if (fit == start && lo < hi && meets < hi) {
        s->counters.profile_queries++;
        fit = bf_profile_fit_before(e->profile, meets, hi, procs, plan, start);
    }
    return fit;
}

static bf_time search(struct bf_earlier *e, struct bf_sched *s, struct bf_known *k, uint32_t at,
                      bf_time from, bf_time start)
{
    const struct bf_queue *q = &s->queue;
    const bool provable = (start - from) / (BF_PROOF_SIZE + 1) <= q->plan[at];
    if (!provable && !k->missed && k->proof.count > BF_PROOF_SIZE && k->proof.from <= s->now)
        return search_released(e, s, at, from, start);
    s->counters.profile_queries++;
    k->missed = from > s->now;
    return bf_profile_fit_proof(e->profile, from, q->procs[at], q->plan[at], start, &k->proof);
}

bf_time bf_earlier_find(struct bf_earlier *e, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    const uint32_t twin = e->twin;
    const bf_time start = s->promise[q->job[at]];
    e->twin = at;
    if (start <= s->now)
        return start;
    struct bf_known *k = known(e, q->job[at]);
    bf_time from = s->now;
    if (twin != NO_PLACE && q->procs[twin] == q->procs[at] && q->plan[twin] == q->plan[at]) {
        const bf_time other = s->promise[q->job[twin]];
        from = other <= start && other > from ? other : from;
    }
    if (from == start) {
        k->missed = true;
        return start;
    }
    if (proved(e, s, k, q->procs[at], from)) {
        k->missed |= from > s->now;
        return start;
    }
    return search(e, s, k, at, from, start);
}
