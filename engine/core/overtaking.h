// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who was overtaken by whom, counted after a run. Job k overtakes job j when it starts earlier,
// though it stood behind j in the queue when it did: j had arrived by then, and comes first in the
// primary order. (Two jobs that start in the same second do not overtake each other.)
#ifndef BF_CORE_OVERTAKING_H
#define BF_CORE_OVERTAKING_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/core/config.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"

// The number of jobs that overtook each job, into `overtakers`, by job. Scratch from `arena`.
// O(n log n), where a job's place in the order does not change with time; else O(1) for each start
// and each job that waits then, which is less than sorting the queue has cost. False: no memory.
bool bf_overtakers(uint32_t *overtakers, const struct bf_outcome *outcome,
                   const struct bf_config *config, struct bf_arena *arena);

// The same, into the columns overtaken, mean_overtakers and max_overtakers.
bool bf_overtaking_fill(struct bf_run_row *row, const struct bf_outcome *outcome,
                        const struct bf_config *config, struct bf_arena *arena);

#endif
