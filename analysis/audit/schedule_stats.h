// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures of single jobs and their statistics, worked out from rows of /jobs alone
// (docs/semantics.md, 'Metrics').
#ifndef BF_ANALYSIS_AUDIT_SCHEDULE_STATS_H
#define BF_ANALYSIS_AUDIT_SCHEDULE_STATS_H

#include <stddef.h>

#include "engine/core/rows.h"

enum bf_schedule_measure {
    BF_SCHEDULE_MEASURE_WAIT,
    BF_SCHEDULE_MEASURE_RESPONSE,
    BF_SCHEDULE_MEASURE_SLOWDOWN,
    BF_SCHEDULE_MEASURE_BSLD,
    BF_SCHEDULE_MEASURE_PP_BSLD,
    BF_SCHEDULE_MEASURE_WAIT_RATIO,
    BF_SCHEDULE_MEASURES
};

// The names of the measures as in columns (`wait`, `bsld`), in that order.
extern const char *const bf_schedule_measure_names[BF_SCHEDULE_MEASURES];

// A measure of a job; tau in seconds.
double bf_schedule_measure_of(enum bf_schedule_measure m, const struct bf_job_row *job, double tau);

enum bf_schedule_statistic {
    BF_SCHEDULE_STATISTIC_MEAN,
    BF_SCHEDULE_STATISTIC_MEDIAN,
    BF_SCHEDULE_STATISTIC_P90,
    BF_SCHEDULE_STATISTIC_P95,
    BF_SCHEDULE_STATISTIC_P99,
    BF_SCHEDULE_STATISTIC_MAX,
    BF_SCHEDULE_STATISTIC_RMS,
    BF_SCHEDULE_STATISTICS
};
extern const char *const bf_schedule_statistic_names[BF_SCHEDULE_STATISTICS]; // `mean`, `p95`

// All statistics of `x`, which gets sorted; `scratch` has room for n. NaN of everything when there
// is nothing.
void bf_schedule_statistics_of(double *x, double *scratch, size_t n,
                               double to[BF_SCHEDULE_STATISTICS]);

// The p-quantile of sorted numbers, n > 0, p in percent: type 7 of Hyndman and Fan.
double bf_schedule_percentile(const double *sorted, size_t n, unsigned percent);

#endif
