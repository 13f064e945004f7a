// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order of runs in files: it depends on the runs alone, so that files made by any number of
// threads, shares and resumptions hold the same rows in the same places.
//
// Runs are ordered by trace, then policy, then the rest of the scheduler's side of the canonical
// text, then the jobs' side (processors, load, window, noise), then the seeds, then the key.
// Numbers within texts are compared as numbers: depth=9 comes before depth=10.
#ifndef BF_CORE_RUN_ORDER_H
#define BF_CORE_RUN_ORDER_H

#include <stddef.h>

#include "engine/core/rows.h"

// Negative, 0, positive: `a` comes before, is the same as, comes behind `b`.
int bf_run_row_compare(const struct bf_run_row *a, const struct bf_run_row *b);

// Compares canonical texts, numbers in them as numbers; words that begin with `skip` ("seed=") are
// left out of it. NULL: none are.
int bf_run_text_compare(const char *a, const char *b, const char *skip);

#endif
