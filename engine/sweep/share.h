// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs of a plan are to be done: all, or the share number i of n. Shares have equal predicted
// cost as far as runs can be divided, and depend on the plan alone: not on machines, on what has
// finished, or on each other.
//
// Each run goes to the share that has least so far, dearest runs first.
#ifndef BF_SWEEP_SHARE_H
#define BF_SWEEP_SHARE_H

#include "engine/sweep/plan.h"

enum { BF_SHARE_MOST = 10000 };

struct bf_share {
    int number, count; // 1 .. count; 1 of 1: all
};

// Reads `2/7`.
enum bf_err bf_share_parse(const char *text, struct bf_share *share, struct bf_error *e);

// The numbers of the runs of a share, ascending; owned by the caller. NULL: no memory.
uint64_t *bf_share_runs(const struct bf_plan *plan, struct bf_share share, uint64_t *count,
                        struct bf_error *e);

#endif
