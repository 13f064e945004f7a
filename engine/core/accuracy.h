// SPDX-License-Identifier: GPL-3.0-or-later
//
// How plans compare with run times: docs/semantics.md, 'Accuracy of plans'. The plan is the one
// that a job arrived with; a run time counts as at least 1 s, as a plan does.
#ifndef BF_CORE_ACCURACY_H
#define BF_CORE_ACCURACY_H

#include "engine/core/rows.h"
#include "engine/core/sim.h"

// Buckets of the histogram of run / plan.
#define BF_ACCURACY_MAX 16

// The accuracy of a job's plan, in (0, 1]: run / plan or plan / run, whichever is not above 1
// (Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), 2007).
double bf_accuracy_of(const struct bf_outcome *o, bf_job j);

// Fills planned_long ... mean_underestimate of `row` from the jobs marked in `measured`. Sums are
// exact.
void bf_accuracy_fill(struct bf_run_row *row, const struct bf_outcome *o, const uint8_t *measured);

// Fills `rows` (room for BF_ACCURACY_MAX) with the buckets that have jobs marked in `measured`, the
// smallest ratio first; returns how many.
size_t bf_accuracy_histogram(struct bf_accuracy_row *rows, const struct bf_outcome *o,
                             const uint8_t *measured);

#endif
