// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/batches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

const char *const bf_batch_metrics[] = {"mean_wait", "mean_bsld", "utilization", "offered_load",
                                        NULL};

// Sums of a batch: what is averaged, and over how much: jobs, or weeks.
struct batch {
    double sum, weight;
};

static bool is_over_jobs(const struct bf_column *metric)
{
    return strncmp(metric->name, "mean_", 5) == 0;
}

static void add_week(struct batch *batch, const struct bf_week_row *week,
                     const struct bf_column *metric)
{
    double value;
    memcpy(&value, (const char *)week + metric->offset, sizeof value);
    const double weight = is_over_jobs(metric) ? (double)week->jobs : 1;
    if (isnan(value) || weight <= 0) // a week without measured jobs
        return;
    batch->sum += weight * value;
    batch->weight += weight;
}

// Fills the batches that are whole, those without a weight aside.
static size_t fill(struct batch *batches, const struct bf_week_row *weeks, size_t count,
                   const struct bf_column *metric, int64_t length, struct bf_batches *result)
{
    const int64_t first = weeks[0].week + 1, last = weeks[count - 1].week;
    const int64_t most = last > first ? (last - first) / length : 0;
    size_t used = 0;
    int64_t current = -1;
    for (size_t i = 1; i < count; i++) {
        const int64_t batch = (weeks[i].week - first) / length;
        if (batch >= most)
            break;
        if (batch != current && (used == 0 || batches[used - 1].weight > 0))
            batches[used++] = (struct batch){0};
        current = batch;
        add_week(&batches[used - 1], &weeks[i], metric);
        result->weeks++;
    }
    return used && batches[used - 1].weight <= 0 ? used - 1 : used;
}

// The interval and the correlation, from the residuals sum - mean * weight, which add up to 0.
static void judge(const struct batch *batches, size_t n, double weight, double confidence,
                  struct bf_batches *result)
{
    double square = 0, product = 0, last = 0;
    for (size_t i = 0; i < n; i++) {
        const double residual = batches[i].sum - result->mean * batches[i].weight;
        square += residual * residual;
        product += i ? last * residual : 0;
        last = residual;
    }
    const double k = (double)n;
    result->of_mean =
        bf_interval_student(confidence, result->mean, sqrt(square / (k - 1)) / (weight / k), n);
    result->lag1 = square > 0 ? product / square : NAN;
    result->dependent = result->lag1 > gsl_cdf_ugaussian_Qinv(0.05) / sqrt(k);
}

enum bf_err bf_batches_make(const struct bf_week_row *weeks, size_t count,
                            const struct bf_column *metric, unsigned length, double confidence,
                            struct bf_batches *result, struct bf_error *e)
{
    double sum = 0, weight = 0;
    *result = (struct bf_batches){.mean = NAN, .of_mean = {NAN, NAN}, .lag1 = NAN};
    struct batch *batches = malloc((count + 1) * sizeof *batches);
    if (!batches)
        return bf_error_no_memory(e, count * sizeof *batches, "batches of weeks");
    const size_t n = count ? fill(batches, weeks, count, metric, length, result) : 0;
    for (size_t i = 0; i < n; i++) {
        sum += batches[i].sum;
        weight += batches[i].weight;
    }
    result->batches = n;
    result->left_out = count - result->weeks;
    if (n > 0)
        result->mean = sum / weight;
    if (n >= BF_BATCHES_FEWEST)
        judge(batches, n, weight, confidence, result);
    free(batches);
    return BF_OK;
}
