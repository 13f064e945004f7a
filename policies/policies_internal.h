// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the policies share: the steps that several of them begin or end with.
#ifndef BF_POLICIES_POLICIES_INTERNAL_H
#define BF_POLICIES_POLICIES_INTERNAL_H

#include "engine/core/policy.h"
#include "engine/core/reason.h"
#include "engine/core/sched.h"

// Starts the head of the queue while it fits.
void bf_start_heads(struct bf_sched *s);

// A walk over the waiting jobs behind `place` in the backfill order: the places, in that order.
struct bf_walk {
    struct bf_sched *s;
    const struct bf_keyed *sorted; // NULL: the queue is in the backfill order already
    uint32_t next, end;            // places of the queue, or entries of `sorted`
};

// Begins a walk from `place` on over the candidates that there are now, and where backfill and
// primary order are the same over others too: who walks looks again. O(1) then; else as
// bf_queue_find, and O(n log n) in the candidates: nobody else is sorted.
struct bf_walk bf_walk_begin(struct bf_sched *s, uint32_t place, struct bf_candidate c);

// Candidates by their width alone: all, and those that fit what is free now.
static inline struct bf_candidate bf_anybody(void)
{
    return (struct bf_candidate){.free = BF_MAX_PROCS, .extra = BF_MAX_PROCS};
}
static inline struct bf_candidate bf_who_fits(const struct bf_sched *s)
{
    return (struct bf_candidate){.free = s->free, .extra = s->free};
}

// The next place of the walk, or the queue's `back` when it is over. Places of jobs that were
// started in the meantime are not met.
uint32_t bf_walk_next(struct bf_walk *walk);

// For `explain`: whether such a walk, which has started `start`, met it before it came to the job
// that still waits at `place`.
bool bf_walk_met_before(const struct bf_sched *s, const struct bf_start *start, uint32_t place);

// For `explain`: how many jobs behind the head such a walk came to, or would have come to, before
// the one at `place`.
int64_t bf_walk_length_before(const struct bf_sched *s, struct bf_starts starts, uint32_t place);

// How a depth, a number of reservations and the like are declared.
#define BF_COUNT_PARAM(n, least, default, text)                                                    \
    {                                                                                              \
        .name = n, .type = BF_PARAM_COUNT, .fallback = {.i = default}, .min = least,               \
        .max = HUGE_VAL, .help = text                                                              \
    }

#endif
