// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders of the waiting jobs, for the queue itself (primary order) and for the walk over candidates
// (backfill order). Each order is a key: the lowest first, ties in queue order, i.e. by submit and
// then by place in the log. docs/semantics.md has the formulas.
#ifndef BF_CORE_ORDER_H
#define BF_CORE_ORDER_H

#include <stdbool.h>

#include "engine/core/types.h"

enum bf_order {
    BF_ORDER_FCFS,
    BF_ORDER_SJF,
    BF_ORDER_LJF,
    BF_ORDER_SAF,
    BF_ORDER_LAF,
    BF_ORDER_NARROW,
    BF_ORDER_WIDE,
    BF_ORDER_LXF,
    BF_ORDER_WFP3,
    BF_ORDER_UNICEF,
    BF_ORDER_F1,
    BF_ORDER_F2,
    BF_ORDER_F3,
    BF_ORDER_F4
};

// Their names, in that order, ended by NULL.
extern const char *const bf_order_names[];

// Whether keys change as time passes (lxf, wfp3, unicef).
bool bf_order_moves(enum bf_order order);

// The key of a job at `now`: plan in seconds (>= 1), submit <= now.
double bf_order_key(enum bf_order order, bf_time now, bf_time submit, bf_time plan, bf_procs procs);

#endif
