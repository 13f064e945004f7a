// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue: the waiting jobs in the primary order, as arrays with gaps.
//
//     place:   0    1    2    3    4    5    6
//     job:     .    .    7    .    9   10   12        . = started, a gap
//              front >--^                      ^--< back
//
// What a scan needs (processors, plan) stands beside the job, so that it reads memory in one
// direction. Starting a job leaves a gap; gaps are closed between passes, never within one, so
// places are good for the length of a pass. Memory is borrowed from an arena.
#ifndef BF_CORE_QUEUE_H
#define BF_CORE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/sort.h"
#include "engine/core/order.h"
#include "engine/core/types.h"

#define BF_GAP_PROCS INT32_MAX // processors of a gap: it never fits

struct bf_sizes;

struct bf_queue {
    bf_job *job;     // BF_NO_JOB: a gap
    bf_procs *procs; // BF_GAP_PROCS: a gap
    bf_time *plan;
    uint32_t front, back; // places in use: front <= place < back; `front` is no gap unless empty
    uint32_t waiting;     // jobs in the queue
    uint32_t room;
    struct bf_sizes *sizes; // how many jobs wait of each size
    struct bf_keyed *keyed; // scratch for sorting, 2 x room
};

// Makes an empty queue with room for `room` jobs on `machine` processors. False: no memory.
bool bf_queue_init(struct bf_queue *q, struct bf_arena *arena, uint32_t room, bf_procs machine);

// Appends a job behind all others. O(1).
void bf_queue_push(struct bf_queue *q, bf_job job, bf_procs procs, bf_time plan);

// Takes out the job at `place`. O(1) (amortised, for the front).
void bf_queue_remove(struct bf_queue *q, uint32_t place);

// Closes the gaps when they are more than the jobs; called between passes. O(1) amortised.
void bf_queue_tidy(struct bf_queue *q);

// Sorts the queue by `order` at `now`; `submit` and `plan` are by job. Closes all gaps.
// O(n log n), O(n) when it is in order already.
void bf_queue_sort(struct bf_queue *q, enum bf_order order, bf_time now, const bf_time *submit,
                   const bf_time *plan);

// The smallest request that waits, INT32_MAX when the queue is empty. O(1).
bf_procs bf_queue_smallest(const struct bf_queue *q);

// The first place at or after `place` that holds a job; `back` when there is none.
static inline uint32_t bf_queue_next(const struct bf_queue *q, uint32_t place)
{
    while (place < q->back && q->job[place] == BF_NO_JOB)
        place++;
    return place;
}

#endif
