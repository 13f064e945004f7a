// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs of a plan are to be done: all, or the share number i of n. Shares have equal predicted
// cost as far as runs can be divided, and depend on the plan alone: not on machines, on what has
// finished, or on each other.
//
// Each run goes to the share that has least so far, dearest runs first. A share can be divided
// again in the same way: `3/8,1/2` is the first half of share 3 of 8.
#ifndef BF_SWEEP_SHARE_H
#define BF_SWEEP_SHARE_H

#include "engine/sweep/plan.h"

enum { BF_SHARE_MOST = 10000, BF_SHARE_DEEPEST = 12 };

struct bf_share {
    int number, count; // 1 .. count; 1 of 1: all
    struct bf_share_part {
        int number, count;
    } parts[BF_SHARE_DEEPEST]; // of that share, of that part of it, ...; ended by count 0
};

// Reads `2/7` or `2/7,1/2`.
enum bf_err bf_share_parse(const char *text, struct bf_share *share, struct bf_error *e);

// The numbers of the runs of a share, ascending; owned by the caller. NULL: no memory.
uint64_t *bf_share_runs(const struct bf_plan *plan, struct bf_share share, uint64_t *count,
                        struct bf_error *e);

// What the parts would cost if the `count` runs with these numbers were divided into so many.
struct bf_share_cost {
    uint64_t runs, cost, dearest; // units of bf_plan_cost
};

// Fills in costs[0 .. parts - 1]. BF_ERR_ENV: no memory.
enum bf_err bf_share_costs(const struct bf_plan *plan, const uint64_t *numbers, uint64_t count,
                           int parts, struct bf_share_cost *costs, struct bf_error *e);

#endif
