// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/kept.h"

void bf_kept_take(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start)
{
    const struct bf_queue *q = &s->queue;
    s->counters.profile_updates++;
    bf_profile_reserve(k->profile, start, start + q->plan[at], q->procs[at]);
}

static void give_up(struct bf_kept *k, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    const bf_time start = s->promise[q->job[at]];
    s->counters.profile_updates++;
    bf_profile_release(k->profile, start, start + q->plan[at], q->procs[at]);
}

void bf_kept_put(struct bf_kept *k, struct bf_sched *s, uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    s->counters.profile_queries++;
    const bf_time start = bf_profile_fit(k->profile, s->now, q->procs[at], q->plan[at], BF_NEVER);
    bf_kept_take(k, s, at, start);
    bf_sched_promise(s, q->job[at], start);
}

void bf_kept_begin(struct bf_kept *k, struct bf_sched *s)
{
    const struct bf_ends *ends = &s->ends;
    const struct bf_queue *q = &s->queue;
    bf_profile_reset(k->profile, s->now, s->free);
    for (uint32_t i = ends->front; i < ends->back; i++)
        bf_profile_release(k->profile, bf_end_expected(&ends->at[i], s->now), BF_NEVER,
                           ends->at[i].procs);
    if (k->next_start == BF_NEVER)
        return;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1))
        if (bf_kept_has(s, at))
            bf_kept_take(k, s, at, s->promise[q->job[at]]);
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
            !overpromised(k, s, s->promise[j], s->promise[j] + q->plan[at]))
            continue;
        give_up(k, s, at);
        taken[n++].item = at;
    }
    while (n--)
        bf_kept_put(k, s, taken[n].item);
}

void bf_kept_compress(struct bf_kept *k, struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1)) {
        if (!bf_kept_has(s, at) || s->promise[q->job[at]] <= s->now)
            continue;
        s->counters.jobs_examined++;
        give_up(k, s, at);
        bf_kept_put(k, s, at);
    }
}

void bf_kept_start_due(struct bf_kept *k, struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    k->next_start = BF_NEVER;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = s->promise[q->job[at]];
        if (start <= s->now)
            bf_sched_start(s, at);
        else if (start < k->next_start)
            k->next_start = start;
    }
}
