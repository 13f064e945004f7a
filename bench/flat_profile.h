// SPDX-License-Identifier: GPL-3.0-or-later
//
// A profile as one sorted array of steps: what engine/core/profile.h is measured against. Searches
// walk, changes move what stands behind them. The same answers at O(steps).
#ifndef BF_BENCH_FLAT_PROFILE_H
#define BF_BENCH_FLAT_PROFILE_H

#include <stddef.h>

#include "engine/core/types.h"

struct flat_profile {
    bf_time *time; // [first, end)
    bf_procs *level;
    size_t first, end, room;
};

// Makes a profile of one step; ends the program when there is no memory.
void flat_init(struct flat_profile *p, size_t max_steps, bf_procs level);
void flat_fini(struct flat_profile *p);

// Appends a step later than all others.
void flat_append(struct flat_profile *p, bf_time time, bf_procs level);

// As bf_profile_fit (with limit), _first_below, _min, _reserve (negative: release), _advance.
bf_time flat_fit(const struct flat_profile *p, bf_time from, bf_procs procs, bf_time length,
                 bf_time limit);
bf_time flat_first_below(const struct flat_profile *p, bf_time from, bf_procs procs);
bf_procs flat_min(const struct flat_profile *p, bf_time from, bf_time to);
void flat_reserve(struct flat_profile *p, bf_time from, bf_time to, bf_procs procs);
void flat_advance(struct flat_profile *p, bf_time now);

#endif
