// SPDX-License-Identifier: GPL-3.0-or-later
//
// The distinct values of a key while they are collected: texts to numbers, by a hash table.
#ifndef BF_ANALYSIS_STATISTICS_LEVELS_INTERNAL_H
#define BF_ANALYSIS_STATISTICS_LEVELS_INTERNAL_H

#include "analysis/statistics/frame.h"

struct bf_levels {
    uint32_t count, room;
    struct bf_level *level; // owned, with their texts
    uint32_t *slots;        // level + 1; 0: free
    uint32_t slot_count;    // a power of two
};

// The number of the level told apart by `id`, which is added where it is new. False: no memory.
bool bf_levels_code(struct bf_levels *levels, const char *id, const char *text, uint32_t *code);

// Brings the levels into their order and renumbers the codes of `runs` runs. False: no memory.
bool bf_levels_sort(struct bf_levels *levels, uint32_t *codes, size_t runs);

void bf_level_free(struct bf_level *level, uint32_t count); // NULL is allowed
void bf_levels_fini(struct bf_levels *levels);

#endif
