// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many waiting jobs there are of each size, and the smallest size there is: a count per size
// under a tree of bits, 64 sizes a word, so that the smallest is found by looking at three words.
#ifndef BF_CORE_SIZES_H
#define BF_CORE_SIZES_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/core/types.h"

#define BF_SIZES_LEVELS 6 // 64^6 > 2^31 sizes

struct bf_sizes {
    uint32_t *count;                 // by size
    uint64_t *bits[BF_SIZES_LEVELS]; // bits[0]: sizes; bits[k]: words of bits[k - 1] that are not 0
    unsigned levels;
    bf_procs smallest; // with a count above 0; INT32_MAX when there is none
};

// For sizes 1 to `most`. NULL: no memory.
struct bf_sizes *bf_sizes_create(struct bf_arena *arena, bf_procs most);
void bf_sizes_add(struct bf_sizes *s, bf_procs size);
void bf_sizes_remove(struct bf_sizes *s, bf_procs size);

static inline bf_procs bf_sizes_smallest(const struct bf_sizes *s)
{
    return s->smallest;
}

#endif
