// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/earlier.h"

#include "policies/outages.h"
#include "policies/twins.h"

#define NO_PLACE UINT32_MAX

// With fewer steps searching beats remembering (docs/experiments/0001). Tests set it to 0.
#ifndef BF_FEW_STEPS
#define BF_FEW_STEPS 128
#endif

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
        .plain = true,
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
    if (q->promise[at] == BF_NEVER)
        e->slot[j] = e->spares ? e->spare[--e->spares] : e->fresh++;
    struct bf_known *k = known(e, j);
    k->looked = e->compressions;
    k->proof.start = BF_NEVER; // is nobody's start: no proof
    if (e->plain)
        return bf_fit_both(s, e->profile, at, BF_NEVER, &s->counters.profile_queries);
    s->counters.profile_queries++;
    return bf_profile_fit_proof(e->profile, s->now, q->procs[at], q->plan[at], BF_NEVER, &k->proof);
}

void bf_earlier_started(struct bf_earlier *e, bf_job job)
{
    e->spare[e->spares++] = e->slot[job];
}

void bf_earlier_begin(struct bf_earlier *e)
{
    // What was known before a plain time is out of date: nobody looked in the last compression.
    const bool plain = bf_profile_steps(e->profile) + 1 <= BF_FEW_STEPS; // never with 0
    e->compressions += e->plain && !plain ? 2 : 1;
    e->plain = plain;
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

// Whether a compression went by without a look at all that is known of a job: then it is not enough
// to ask where processors were released since.
static bool missed(const struct bf_earlier *e, const struct bf_known *k)
{
    return k->looked + 1 < e->compressions;
}

// Whether what is known of a job says that it has no start in [from, start).
static bool proved(struct bf_earlier *e, struct bf_sched *s, struct bf_known *k, bf_procs procs,
                   bf_time from, bf_time start)
{
    const struct bf_proof *proof = &k->proof;
    const bool ask = missed(e, k);
    if (proof->start != start || proof->count > BF_PROOF_SIZE || proof->from > from ||
        !blocked(e, s, start - 1, procs, ask))
        return false;
    for (uint32_t i = 0; i < proof->count; i++)
        if (proof->blocked[i] >= from && !blocked(e, s, proof->blocked[i], procs, ask))
            return false;
    if (from <= s->now)
        k->looked = e->compressions;
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
    const bool known_so_far =
        !missed(e, k) && k->proof.start == start && k->proof.count > BF_PROOF_SIZE;
    k->looked = e->compressions;
    if (!provable && known_so_far && k->proof.from <= s->now)
        return k->proof.start = search_released(e, s, at, from, start);
    s->counters.profile_queries++;
    return bf_profile_fit_proof(e->profile, from, q->procs[at], q->plan[at], start, &k->proof);
}

bf_time bf_earlier_find(struct bf_earlier *e, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    const uint32_t twin = e->twin;
    const bf_time start = q->promise[at];
    e->twin = at;
    if (start <= s->now)
        return start;
    bf_time from = s->now;
    if (twin != NO_PLACE && bf_twins_alike(q, twin, at)) {
        const bf_time other = q->promise[twin];
        from = other <= start && other > from ? other : from;
    }
    if (from == start)
        return start;
    if (e->plain) {
        s->counters.profile_queries++;
        // A job that is planned for longer than it still waits can only slide forward.
        if (q->plan[at] >= start - from && bf_profile_at(e->profile, start - 1) < q->procs[at])
            return start;
        return bf_profile_fit(e->profile, from, q->procs[at], q->plan[at], start);
    }
    struct bf_known *k = known(e, q->job[at]);
    if (proved(e, s, k, q->procs[at], from, start))
        return start;
    return search(e, s, k, at, from, start);
}

void bf_earlier_moved(struct bf_earlier *e, const struct bf_sched *s, uint32_t at, bf_time start)
{
    struct bf_known *k = known(e, s->queue.job[at]);
    k->proof.count = BF_PROOF_SIZE + 1; // that it has no earlier place is known without a proof
    k->proof.from = s->now;
    k->proof.start = start;
    k->looked = e->compressions;
}
