// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run week by week: docs/semantics.md, 'Weeks'. The batches for batch means, and what shows how
// performance follows load.
#ifndef BF_CORE_WEEKS_H
#define BF_CORE_WEEKS_H

#include "engine/base/arena.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"

#define BF_WEEK 604800 // s

// The rows of the weeks in which jobs were submitted, in ascending order; `measured` marks the jobs
// that count in the means, tau (s) bounds the slowdown. Rows come from `arena` and stay in it.
// O(n log weeks). BF_ERR_ENV: no memory.
enum bf_err bf_weeks_fill(struct bf_week_row **rows, size_t *count, const struct bf_outcome *o,
                          const uint8_t *measured, double tau, struct bf_arena *arena,
                          struct bf_error *e);

#endif
