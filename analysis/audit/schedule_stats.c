// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/audit/schedule_stats.h"

#include <math.h>

#include "engine/base/sort.h"

const char *const bf_schedule_measure_names[BF_SCHEDULE_MEASURES] = {
    "wait", "response", "slowdown", "bsld", "pp_bsld", "wait_ratio"};
const char *const bf_schedule_statistic_names[BF_SCHEDULE_STATISTICS] = {
    "mean", "median", "p90", "p95", "p99", "max", "rms"};

double bf_schedule_measure_of(enum bf_schedule_measure m, const struct bf_job_row *job, double tau)
{
    const double wait = (double)(job->start - job->submit), run = (double)(job->end - job->start);
    switch (m) {
    case BF_SCHEDULE_MEASURE_WAIT:
        return wait;
    case BF_SCHEDULE_MEASURE_RESPONSE:
        return wait + run;
    case BF_SCHEDULE_MEASURE_SLOWDOWN:
        return (wait + run) / fmax(run, 1);
    case BF_SCHEDULE_MEASURE_BSLD:
        return fmax(1, (wait + run) / fmax(run, tau));
    case BF_SCHEDULE_MEASURE_PP_BSLD:
        return fmax(1, (wait + run) / (job->procs * fmax(run, tau)));
    default:
        return fmax(1, wait / fmax(run, 1));
    }
}

double bf_schedule_percentile(const double *sorted, size_t n, unsigned percent)
{
    const size_t place = (n - 1) * percent; // in hundredths
    const double *at = sorted + place / 100;
    const double share = (double)(place % 100) / 100;
    return share > 0 ? at[0] * (1 - share) + at[1] * share : at[0];
}

void bf_schedule_statistics_of(double *x, double *scratch, size_t n,
                               double to[BF_SCHEDULE_STATISTICS])
{
    long double sum = 0, squares = 0;
    for (size_t i = 0; i < BF_SCHEDULE_STATISTICS; i++)
        to[i] = NAN;
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        squares += (long double)x[i] * x[i];
    }
    bf_sort_doubles(x, scratch, n);
    to[BF_SCHEDULE_STATISTIC_MEAN] = (double)(sum / n);
    to[BF_SCHEDULE_STATISTIC_MEDIAN] = bf_schedule_percentile(x, n, 50);
    to[BF_SCHEDULE_STATISTIC_P90] = bf_schedule_percentile(x, n, 90);
    to[BF_SCHEDULE_STATISTIC_P95] = bf_schedule_percentile(x, n, 95);
    to[BF_SCHEDULE_STATISTIC_P99] = bf_schedule_percentile(x, n, 99);
    to[BF_SCHEDULE_STATISTIC_MAX] = x[n - 1];
    to[BF_SCHEDULE_STATISTIC_RMS] = (double)sqrtl(squares / n);
}
