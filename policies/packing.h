// SPDX-License-Identifier: GPL-3.0-or-later
//
// The set of jobs that fills free processors best. Shmueli and Feitelson, 'Backfilling with
// Lookahead to Optimize the Packing of Parallel Jobs', JSSPP 2003.
//
// Their dynamic program has a state for each pair of free and of extra processors used. Only long
// jobs, which run past the shadow time, use extra processors, and those count by their sum alone.
// So it is enough to know which sums the long jobs can have, up to the extra processors, and which
// ones the short jobs can have: a total is possible if it is a sum of both kinds. Sums are bits of
// words; a job shifts them by its size. With n jobs that is O(n x free / 64).
//
// Which set it is to be is read off from the front of the list: a job is taken if those behind it
// can make up the rest. For that each sum remembers the shortest tail of the list that has it, as
// the place where that tail begins. So memory is by processors, however long the list is. O(extra)
// a job that is asked.
#ifndef BF_POLICIES_PACKING_H
#define BF_POLICIES_PACKING_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/core/types.h"

struct bf_item {
    uint32_t place; // the caller's
    bf_procs size;  // processors, at least 1
    bool is_long;   // uses extra processors
    bool chosen;    // the answer
};

struct bf_packing {
    uint64_t *sums;    // a bit for each sum
    uint32_t *tail[2]; // by is_long and sum: where the shortest tail begins that has it; 0: none
    uint64_t looked;   // words and sums looked at so far
};

// Room for a machine of `procs` processors. False: no memory.
bool bf_packing_init(struct bf_packing *p, struct bf_arena *arena, bf_procs procs);

// Chooses items of no more than `free` processors, and long ones of no more than `extra`, that need
// the most processors. Of all such sets it chooses that which has the first item if any of them
// has, of those left that which has the second if any of them has, and so on. Sizes are in other
// units afterwards.
void bf_packing_choose(struct bf_packing *p, struct bf_item *items, uint32_t n, bf_procs free,
                       bf_procs extra);

#endif
