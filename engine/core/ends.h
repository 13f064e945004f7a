// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planned ends of the running jobs, soonest first (equal ends in the order of starts): what the
// scheduler knows of when processors come back. A job whose planned end has passed, uncorrected, is
// expected to end at now + 1.
#ifndef BF_CORE_ENDS_H
#define BF_CORE_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/core/types.h"

struct bf_end {
    bf_time time;
    bf_procs procs; // 0: a gap
    uint32_t order; // of start
};

// A sorted array with gaps: a job that has ended leaves one, which keeps its place in the order
// until a new end takes it. Whoever walks over the ends adds nothing for a gap.
struct bf_ends {
    struct bf_end *at;    // in use: front to back - 1; the first is no gap
    uint32_t front, back; // front = back: nobody runs
    uint32_t gaps, room;
};

// Room for `room` jobs that run at the same time. False: no memory.
bool bf_ends_init(struct bf_ends *ends, struct bf_arena *arena, uint32_t room);

// O(log running) to find the place; `add` then moves the ends between it and the next gap, or those
// on its shorter side when there is no gap nearby.
void bf_ends_add(struct bf_ends *ends, bf_time time, bf_procs procs, uint32_t order);
void bf_ends_remove(struct bf_ends *ends, bf_time time, uint32_t order);

// When a job is expected to end.
static inline bf_time bf_end_expected(const struct bf_end *end, bf_time now)
{
    return end->time > now ? end->time : now + 1;
}

struct bf_shadow {
    bf_time time;   // earliest time with `need` processors free; BF_NEVER cannot happen
    bf_procs extra; // free then, less `need`
    uint32_t steps; // ends and gaps looked at: all that are expected by then
};

// The shadow time of a job that needs `need` > free processors (Lifka 1995; Mu'alem and Feitelson
// 2001). O(ends looked at).
struct bf_shadow bf_ends_shadow(const struct bf_ends *ends, bf_time now, bf_procs free,
                                bf_procs need);

#endif
