// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue: the waiting jobs in the primary order, as arrays with gaps.
//
//     place:   0    1    2    3    4    5    6
//     job:     .    .    7    .    9   10   12        . = started, a gap
//              front >--^                      ^--< back
//
// What a scan needs (processors, plan, promised start) stands beside the job, so that it reads
// memory in one direction. Over them stand, for each block of 64 places, which of them are taken
// and the earliest promise; and the smallest request and the shortest plans of each block, and of
// each block of 64 such blocks, so that a search skips what cannot fit. Starting a job leaves a
// gap; gaps are closed between passes, never within one, so places are good for the length of a
// pass. Memory is borrowed from an arena.
#ifndef BF_CORE_QUEUE_H
#define BF_CORE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/bits.h"
#include "engine/base/sort.h"
#include "engine/core/order.h"
#include "engine/core/types.h"

#define BF_GAP_PROCS INT32_MAX // processors of a gap: it never fits

#define BF_QUEUE_LEVELS 6 // 64^6 > 2^32 places

struct bf_sizes;

#define BF_QUEUE_WIDTHS 25 // classes of requests: 1, 2 and 3, 4 to 7, ... processors

// Of a block of places: no job in it asks for fewer processors, and none of a width class has a
// shorter plan. (One shortest plan for all would be that of a wide job as a rule, and lead every
// search for a narrow one astray.) Starting a job leaves that true; a search that is led astray by
// it makes it exact again.
struct bf_low {
    int32_t brief[BF_QUEUE_WIDTHS]; // by width class; INT32_MAX where there is no job
    bf_procs procs;                 // BF_GAP_PROCS when the block holds no job
    bool stale;                     // a job that was the lowest has left
};

struct bf_queue {
    bf_job *job;          // BF_NO_JOB: a gap
    bf_procs *procs;      // BF_GAP_PROCS: a gap
    bf_time *plan;        // BF_NEVER: a gap
    int32_t *brief;       // plan, cut at INT32_MAX: what a search compares first
    bf_time *promise;     // promised start; BF_NEVER: none so far. NULL: nobody promises
    uint64_t *taken;      // by block of 64 places: a bit for each that is no gap
    bf_time *soonest;     // by block: no promise in it is earlier. NULL: nobody promises
    bf_time *promised;    // by job, borrowed: the promises of jobs that have left
    uint32_t front, back; // places in use: front <= place < back; `front` is no gap unless empty
    uint32_t waiting;     // jobs in the queue
    uint32_t room;
    struct bf_sizes *sizes;              // how many jobs wait of each size
    struct bf_keyed *keyed;              // scratch for sorting, 2 x room
    struct bf_low *low[BF_QUEUE_LEVELS]; // low[0]: of 64 places; low[k]: of 64 of low[k - 1]
    unsigned levels;
};

// Makes an empty queue with room for `room` jobs on `machine` processors. `promised`, an array of
// all jobs, receives the last promise of each job that leaves; NULL: nobody promises. False: no
// memory.
bool bf_queue_init(struct bf_queue *q, struct bf_arena *arena, uint32_t room, bf_procs machine,
                   bf_time *promised);

// Appends a job behind all others. O(log room).
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

// What a candidate must be to start: no wider than what is free, and either planned to end within
// the window or no wider than the extra processors.
struct bf_candidate {
    bf_procs free, extra;
    bf_time window;
};

// The first place at or after `place` whose job is one; `back` when there is none. Adds the jobs
// and blocks looked at to `looked`. O(log n) blocks beside those whose shortest plan within the
// window belongs to a job that is too wide by less than a factor of two.
uint32_t bf_queue_find(struct bf_queue *q, uint32_t place, struct bf_candidate c, uint64_t *looked);

// Promises the job at `place` the start given. O(1).
static inline void bf_queue_promise(struct bf_queue *q, uint32_t place, bf_time start)
{
    q->promise[place] = start;
    if (start < q->soonest[place / 64])
        q->soonest[place / 64] = start;
}

// The earliest promise in the queue, BF_NEVER when there is none. O(n / 64), and makes the blocks
// exact that it was led astray by.
bf_time bf_queue_soonest(struct bf_queue *q);

// The first place at or after `place` whose job is promised a start at `now` or before; `back` when
// there is none. O(n / 64).
uint32_t bf_queue_due(const struct bf_queue *q, uint32_t place, bf_time now);

// The first place at or after `place` that holds a job; `back` when there is none.
static inline uint32_t bf_queue_next(const struct bf_queue *q, uint32_t place)
{
    if (place >= q->back)
        return q->back;
    uint32_t block = place / 64;
    uint64_t taken = q->taken[block] & bf_bits_from(place % 64);
    while (!taken) {
        if (++block * 64 >= q->back)
            return q->back;
        taken = q->taken[block];
    }
    return block * 64 + bf_bits_first(taken);
}

#endif
