// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/policies_internal.h"

void bf_start_heads(struct bf_sched *s)
{
    struct bf_queue *q = &s->queue;
    while (q->waiting) {
        s->counters.jobs_examined++;
        if (q->procs[q->front] > s->free || !bf_sched_may_start(s, q->front))
            break;
        bf_sched_start(s, q->front);
    }
}

struct bf_walk bf_walk_begin(struct bf_sched *s, uint32_t place, struct bf_candidate c)
{
    struct bf_queue *q = &s->queue;
    if (s->backfill_order == s->order)
        return (struct bf_walk){.s = s, .next = place, .end = q->back};
    // The key is the whole order of the walk, its ties by place: the queue's own order.
    struct bf_keyed *a = q->keyed;
    uint64_t *const looked = &s->counters.jobs_examined;
    uint32_t n = 0;
    for (uint32_t at = bf_queue_find(q, place, c, looked); at < q->back;
         at = bf_queue_find(q, at + 1, c, looked)) {
        const double key = bf_order_key(s->backfill_order, s->now, s->submit[q->job[at]],
                                        q->plan[at], q->procs[at]);
        a[n++] = (struct bf_keyed){.key = key, .item = at};
    }
    bf_sort_keyed(a, a + q->room, n);
    return (struct bf_walk){.s = s, .sorted = a, .end = n};
}

static double key_of(const struct bf_sched *s, bf_job j, bf_time plan, bf_procs procs)
{
    return bf_order_key(s->backfill_order, s->now, s->submit[j], plan, procs);
}

bool bf_walk_met_before(const struct bf_sched *s, const struct bf_start *start, uint32_t place)
{
    const struct bf_queue *q = &s->queue;
    if (s->backfill_order == s->order)
        return start->place < place;
    const double met = key_of(s, start->job, start->plan, start->procs);
    const double waits = key_of(s, q->job[place], q->plan[place], q->procs[place]);
    return met < waits || (met == waits && start->place < place);
}

uint32_t bf_walk_next(struct bf_walk *walk)
{
    const struct bf_queue *q = &walk->s->queue;
    if (walk->sorted)
        return walk->next < walk->end ? walk->sorted[walk->next++].item : q->back;
    const uint32_t place = bf_queue_next(q, walk->next);
    walk->next = place + 1;
    return place;
}

int64_t bf_walk_length_before(const struct bf_sched *s, struct bf_starts starts, uint32_t place)
{
    const struct bf_queue *q = &s->queue;
    int64_t n = 0;
    for (uint32_t i = 0; i < starts.count; i++)
        n += !starts.at[i].head && bf_walk_met_before(s, &starts.at[i], place);
    for (uint32_t at = bf_queue_next(q, q->front + 1); at < q->back;
         at = bf_queue_next(q, at + 1)) {
        const struct bf_start waits = {
            .job = q->job[at], .place = at, .procs = q->procs[at], .plan = q->plan[at]};
        n += at != place && bf_walk_met_before(s, &waits, place);
    }
    return n;
}
