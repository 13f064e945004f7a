// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of paired differences, and what many tests at once are worth. All are two-sided.
// docs/statistics.md says when which is used.
//
//   sign test       binomial, exact (W. J. Conover, Practical Nonparametric Statistics, 3rd ed.
//   1999, 3.4) signed ranks    F. Wilcoxon, Individual comparisons by ranking methods, Biometrics
//   Bulletin 1
//                   (1945), 80-83; as wilcox.test(paired = TRUE) of R 4.2
//   many tests      S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian
//                   Journal of Statistics 6 (1979), 65-70
#ifndef BF_ANALYSIS_STATISTICS_PAIRED_TESTS_H
#define BF_ANALYSIS_STATISTICS_PAIRED_TESTS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

// p of the sign test: as many differences are above 0 and below 0; NaN when all are 0.
double bf_sign_p(size_t above, size_t below);

enum { BF_SIGNED_RANK_EXACT = 50 }; // fewer differences than this have an exact distribution

struct bf_signed_rank {
    size_t n;   // differences that are not 0
    double v;   // sum of the ranks of those above 0
    double p;   // NaN when all are 0
    bool exact; // fewer than BF_SIGNED_RANK_EXACT, no 0 and no ties among them
};

// Zeros are left out; ties share their mean rank; where the distribution is not exact it is the
// normal one, with variance corrected for ties and a correction of continuity of 1/2. BF_ERR_ENV:
// no memory.
enum bf_err bf_signed_rank_make(const double *differences, size_t n, struct bf_signed_rank *result,
                                struct bf_error *e);

// Replaces `count` values of p by Holm's. NaN stays and is no test. BF_ERR_ENV: no memory.
enum bf_err bf_holm(double *p, size_t count, struct bf_error *e);

// The smallest p that either test can give for n differences that are not 0: 2^(1 - n).
double bf_paired_least_p(size_t n);

#endif
