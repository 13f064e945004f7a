// SPDX-License-Identifier: GPL-3.0-or-later
//
// A group of runs against a baseline, pair by pair: differences, ratios and tests of one metric.
// docs/statistics.md has the formulas.
#ifndef BF_ANALYSIS_STATISTICS_PAIRED_H
#define BF_ANALYSIS_STATISTICS_PAIRED_H

#include "analysis/statistics/paired_tests.h"
#include "analysis/statistics/pairs.h"
#include "analysis/statistics/summary.h"

struct bf_paired {
    size_t pairs;          // in which both runs have the metric
    size_t missing;        // in which one has not
    double mean, base;     // of the group's runs and of their partners, in pairs
    double difference, sd; // mean and standard deviation of run - partner
    struct bf_interval of_difference;
    double ratio; // of geometric means; NaN where a value is not above 0
    struct bf_interval of_ratio;
    size_t higher, lower, equal; // pairs in which the run's value is
    double sign_p, sign_holm;    // p, and Holm's over all comparisons (bf_paired_adjust)
    struct bf_signed_rank ranks;
    double rank_holm;
};

// Compares the runs of a group (positions in the frame) that have partners. `values` is a metric of
// the frame. BF_ERR_ENV: no memory.
enum bf_err bf_paired_make(struct bf_sampler *sampler, const struct bf_summary_how *how,
                           const struct bf_pairs *pairs, const uint32_t *runs, size_t count,
                           const double *values, struct bf_paired *result, struct bf_error *e);

// Fills in sign_holm and rank_holm: each test is one family over all comparisons.
enum bf_err bf_paired_adjust(struct bf_paired *comparisons, size_t count, struct bf_error *e);

#endif
