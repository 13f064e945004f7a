// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/queue.h"

#include <assert.h>

#include "engine/core/sizes.h"

bool bf_queue_init(struct bf_queue *q, struct bf_arena *arena, uint32_t room, bf_procs machine)
{
    *q = (struct bf_queue){
        .job = bf_arena_alloc(arena, room, sizeof *q->job),
        .procs = bf_arena_alloc(arena, room, sizeof *q->procs),
        .plan = bf_arena_alloc(arena, room, sizeof *q->plan),
        .keyed = bf_arena_alloc(arena, 2 * (size_t)room, sizeof *q->keyed),
        .sizes = bf_sizes_create(arena, machine),
        .room = room,
    };
    return q->job && q->procs && q->plan && q->keyed && q->sizes;
}

static void put(struct bf_queue *q, uint32_t place, bf_job job, bf_procs procs, bf_time plan)
{
    q->job[place] = job;
    q->procs[place] = procs;
    q->plan[place] = plan;
}

static void close_gaps(struct bf_queue *q)
{
    uint32_t to = 0;
    for (uint32_t at = q->front; at < q->back; at++)
        if (q->job[at] != BF_NO_JOB)
            put(q, to++, q->job[at], q->procs[at], q->plan[at]);
    q->front = 0;
    q->back = to;
}

void bf_queue_push(struct bf_queue *q, bf_job job, bf_procs procs, bf_time plan)
{
    assert(q->back < q->room);
    put(q, q->back++, job, procs, plan);
    q->waiting++;
    bf_sizes_add(q->sizes, procs);
}

void bf_queue_remove(struct bf_queue *q, uint32_t place)
{
    assert(q->job[place] != BF_NO_JOB);
    bf_sizes_remove(q->sizes, q->procs[place]);
    put(q, place, BF_NO_JOB, BF_GAP_PROCS, BF_NEVER);
    q->waiting--;
    q->front = bf_queue_next(q, q->front);
}

void bf_queue_tidy(struct bf_queue *q)
{
    if (q->waiting == 0)
        q->front = q->back = 0;
    else if (q->back - q->front > 2 * q->waiting + 64)
        close_gaps(q);
}

void bf_queue_sort(struct bf_queue *q, enum bf_order order, bf_time now, const bf_time *submit,
                   const bf_time *plan)
{
    close_gaps(q);
    struct bf_keyed *a = q->keyed;
    for (uint32_t i = 0; i < q->waiting; i++) {
        const bf_job j = q->job[i];
        const double key = bf_order_key(order, now, submit[j], q->plan[i], q->procs[i]);
        a[i] = (struct bf_keyed){key, j, (uint32_t)q->procs[i]};
    }
    bf_sort_keyed(a, a + q->room, q->waiting);
    for (uint32_t i = 0; i < q->waiting; i++)
        put(q, i, a[i].item, (bf_procs)a[i].extra, plan[a[i].item]);
}

bf_procs bf_queue_smallest(const struct bf_queue *q)
{
    return bf_sizes_smallest(q->sizes);
}
