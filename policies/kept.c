// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/kept.h"

#include "policies/outages.h"
#include "policies/reasons.h"

bool bf_kept_init(struct bf_kept *k, struct bf_sched *s, struct bf_arena *arena)
{
    // Each job adds two steps at most; jobs held past their plan add two together.
    *k = (struct bf_kept){
        .profile = bf_profile_create(arena, 2 * (size_t)s->jobs + 4),
        .next_start = BF_NEVER,
        .held_at = -1,
    };
    if (k->profile)
        bf_profile_reset(k->profile, 0, s->procs);
    return k->profile;
}

void bf_kept_ended(struct bf_kept *k, struct bf_sched *s, bf_job job, bf_time planned_end)
{
    s->counters.profile_updates++;
    bf_profile_release(k->profile, s->now, planned_end, s->job_procs[job]);
}

void bf_kept_moved(struct bf_kept *k, struct bf_sched *s, bf_job job, bf_time from, bf_time to)
{
    if (to == BF_NEVER)
        return; // held from pass to pass
    s->counters.profile_updates++;
    bf_profile_reserve(k->profile, from, to, s->job_procs[job]);
    k->overpromised = true;
}

void bf_kept_take(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start)
{
    const struct bf_queue *q = &s->queue;
    s->counters.profile_updates++;
    bf_profile_reserve(k->profile, start, start + q->plan[at], q->procs[at]);
}

static void give_up(struct bf_kept *k, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    const bf_time start = q->promise[at];
    s->counters.profile_updates++;
    bf_profile_release(k->profile, start, start + q->plan[at], q->procs[at]);
    bf_sched_release(s, at, start);
}

void bf_kept_put_at(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start)
{
    bf_kept_take(k, s, at, start);
    bf_sched_hold(s, at, start);
    bf_sched_promise(s, at, start);
    if (start < k->next_start)
        k->next_start = start;
}

void bf_kept_put(struct bf_kept *k, struct bf_sched *s, uint32_t at)
{
    bf_kept_put_at(k, s, at,
                   bf_fit_both(s, k->profile, at, BF_NEVER, &s->counters.profile_queries));
}

static bool hold_overrun(struct bf_kept *k, struct bf_sched *s)
{
    const bf_procs before = k->held_at == s->now ? k->held : 0;
    k->overpromised |= s->overrun > before;
    bf_profile_reserve(k->profile, s->now, s->now + 1, s->overrun - before);
    k->held = s->overrun;
    k->held_at = s->now;
    return s->overrun < before;
}

bool bf_kept_begin(struct bf_kept *k, struct bf_sched *s)
{
    bf_profile_advance(k->profile, s->now);
    return (s->overrun || k->held_at == s->now) && hold_overrun(k, s);
}

static bool overpromised(struct bf_kept *k, struct bf_sched *s, bf_time from, bf_time to)
{
    s->counters.profile_queries++;
    return bf_profile_first_below(k->profile, from, 0) < to;
}

void bf_kept_repair(struct bf_kept *k, struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    struct bf_keyed *taken = q->keyed;
    uint32_t n = 0;
    for (uint32_t at = q->back; at-- > q->front && overpromised(k, s, s->now, BF_NEVER);) {
        const bf_job j = q->job[at];
        if (j == BF_NO_JOB || !bf_kept_has(s, at) ||
            !overpromised(k, s, q->promise[at], q->promise[at] + q->plan[at]))
            continue;
        give_up(k, s, at);
        taken[n++].item = at;
    }
    while (n--)
        bf_kept_put(k, s, taken[n].item);
    k->overpromised = false;
    k->next_start = bf_queue_soonest(&s->queue);
}

// From its reserved start on a job's own processors are free for it, in the profile and towards the
// calendar, so it need not be taken out to ask where it could be.
void bf_kept_compress(struct bf_kept *k, struct bf_sched *s, bf_time by)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER || start <= s->now)
            continue;
        s->counters.jobs_examined++;
        const bf_time fit = bf_fit_both(s, k->profile, at, start, &s->counters.profile_queries);
        if (fit == start || fit > by)
            continue;
        give_up(k, s, at);
        bf_kept_put_at(k, s, at, fit);
    }
}

void bf_kept_start_due(struct bf_kept *k, struct bf_sched *s)
{
    struct bf_queue *q = &s->queue;
    uint32_t at = bf_queue_due(q, q->front, s->now);
    for (; at < q->back; at = bf_queue_due(q, at + 1, s->now)) {
        bf_sched_release(s, at, s->now);
        bf_sched_start(s, at);
    }
    k->next_start = bf_queue_soonest(q);
}

// From its reserved start on a job's own processors are free for it, so only what lies before can
// be in the way of a start now.
void bf_kept_explain(struct bf_kept *k, const struct bf_sched *s, uint32_t at, struct bf_reason *r)
{
    const struct bf_queue *q = &s->queue;
    const bf_time end = s->now + q->plan[at];
    const uint64_t visited = bf_profile_visited(k->profile);
    r->shadow = q->promise[q->front];
    if (bf_explain_unfit(s, at, r->reserved, r))
        return;
    const bf_time below = bf_profile_first_below(k->profile, s->now, q->procs[at]);
    r->why = BF_WHY_NOT_MOVED;
    if (below < end && below < r->reserved) {
        r->why = BF_WHY_RESERVATIONS;
        r->blocked = below;
        r->level = bf_profile_at(k->profile, below);
    }
    k->explained += bf_profile_visited(k->profile) - visited;
}

void bf_kept_undo(struct bf_kept *k, const struct bf_sched *s, const struct bf_start *start,
                  bool undo)
{
    const bf_time end = s->now + start->plan;
    const uint64_t visited = bf_profile_visited(k->profile);
    if (undo)
        bf_profile_release(k->profile, s->now, end, start->procs);
    else
        bf_profile_reserve(k->profile, s->now, end, start->procs);
    k->explained += bf_profile_visited(k->profile) - visited;
}

void bf_kept_count(const struct bf_kept *k, struct bf_sched *s)
{
    const size_t steps = bf_profile_steps(k->profile);
    if (steps > s->counters.profile_max)
        s->counters.profile_max = (uint32_t)steps;
    s->counters.steps_visited = bf_profile_visited(k->profile) - k->explained;
}
