// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch means: an interval for the mean of one run, from its weeks.
//
// Jobs of one run are no sample: a job that waits makes its neighbours wait. Means over weeks are
// far less dependent, and an interval is made of them as of independent values (R. W. Conway, Some
// tactical problems in digital simulation, Management Science 10 (1963), 47-61; B. Schmeiser, Batch
// size effects in the analysis of simulation output, Operations Research 30 (1982), 556-568, on why
// some ten to thirty batches are enough). Whether they are independent is looked at by the
// correlation of neighbours (G. S. Fishman, Grouping observations in digital simulation, Management
// Science 24 (1978), 510-521).
//
//     week  | 0 |  1    2    3    4    5    6  |  7 |       --weeks=2: batches of two weeks
//           |   |  batch 0 |  batch 1|  batch 2|    |
//            warm-up                             the last: cut short by the end of the log
//
// The first week (the machine began empty) and the last (submits stop within it) are left out.
// Means over jobs weigh each week by its jobs: they are ratios of two sums, and their variance is
// that of a ratio (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 2.11).
#ifndef BF_ANALYSIS_STATISTICS_BATCHES_H
#define BF_ANALYSIS_STATISTICS_BATCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/summary.h"
#include "engine/core/rows.h"

enum { BF_BATCHES_FEWEST = 5, BF_BATCHES_ENOUGH = 10 };

// Metrics of /weeks that have batch means, ended by NULL.
extern const char *const bf_batch_metrics[];

struct bf_batches {
    size_t batches, weeks, left_out; // weeks in batches, and rows of /weeks that are in none
    double mean;                     // over what is in batches; NaN: nothing
    struct bf_interval of_mean;      // Student's; NaN: fewer than BF_BATCHES_FEWEST batches
    double lag1;                     // correlation of neighbours; NaN: too few, or all equal
    bool
        dependent; // lag1 is larger than chance makes it once in twenty: the interval is too narrow
};

// Of the weeks of one run, in their order; `length` weeks a batch. `metric` is a column of /weeks
// that bf_batch_metrics names. BF_ERR_ENV: no memory.
enum bf_err bf_batches_make(const struct bf_week_row *weeks, size_t count,
                            const struct bf_column *metric, unsigned length, double confidence,
                            struct bf_batches *result, struct bf_error *e);

#endif
