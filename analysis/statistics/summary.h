// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sample of numbers looks like, and how well it knows the mean and the median it was drawn
// from. docs/statistics.md has the formulas.
//
// Intervals of a mean are of one of two kinds. BCa: the bias-corrected and accelerated bootstrap of
// B. Efron, Better bootstrap confidence intervals, JASA 82 (1987), 171-185, with the constants of
// Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 14.3. It supposes
// independent values and nothing about their distribution. Student: the t interval, which supposes
// that means are normal. That of a median is made of two order statistics and holds for every
// continuous distribution (W. R. Thompson, Annals of Mathematical Statistics 7 (1936), 122-128).
//
// Draw i of resample b is a function of the seed, b, i and the number of values (base/seed.h): the
// same values give the same interval on every machine and in every program that follows the rule.
#ifndef BF_ANALYSIS_STATISTICS_SUMMARY_H
#define BF_ANALYSIS_STATISTICS_SUMMARY_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"

enum { BF_BOOTSTRAP_FEWEST = 5, BF_BOOTSTRAP_RESAMPLES = 10000 };

enum bf_interval_kind { BF_INTERVAL_BCA, BF_INTERVAL_STUDENT };
extern const char *const bf_interval_names[]; // "bca", "student", NULL

struct bf_interval {
    double low, high; // NaN: there are too few values
};

struct bf_summary {
    size_t n;                        // values
    size_t missing;                  // that did not exist (NaN) and are not in n
    double mean, sd;                 // sd with n - 1; NaN where n is too small
    double min, q1, median, q3, max; // quartiles of type 7, as in /runs
    struct bf_interval of_mean, of_median;
};

struct bf_summary_how {
    enum bf_interval_kind kind;
    double confidence; // in percent: 95
    unsigned resamples;
    uint64_t seed;
};

// Memory for samples of up to `most` values and this many resamples; owned. NULL: no memory.
struct bf_sampler;
struct bf_sampler *bf_sampler_create(size_t most, unsigned resamples);
void bf_sampler_destroy(struct bf_sampler *sampler); // NULL is allowed

// Summarises n values, NaN among them being counted as missing. No value at all: every number is
// NaN. Takes O(resamples * n).
void bf_summary_make(struct bf_sampler *sampler, const struct bf_summary_how *how,
                     const double *values, size_t n, struct bf_summary *summary);

// The intervals alone, of n values without NaN. Fewer than two values (BCa: fewer than
// BF_BOOTSTRAP_FEWEST): NaN. Values that are all equal: the interval is that value.
struct bf_interval bf_interval_bca(struct bf_sampler *sampler, const struct bf_summary_how *how,
                                   const double *values, size_t n);
struct bf_interval bf_interval_student(double confidence, double mean, double sd, size_t n);

// The mean's, of the kind that `how` asks for.
struct bf_interval bf_interval_of_mean(struct bf_sampler *sampler, const struct bf_summary_how *how,
                                       const double *values, size_t n);

// The narrowest pair of order statistics, equally far from both ends, that holds the median with at
// least this confidence; NaN when even smallest and largest do not (95 %: fewer than 6 values).
struct bf_interval bf_interval_of_median(double confidence, const double *sorted, size_t n);

// Draw i of resample b: one of n values.
size_t bf_bootstrap_index(uint64_t seed, uint64_t b, uint64_t i, size_t n);

#endif
