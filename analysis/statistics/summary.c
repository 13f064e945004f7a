// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "engine/base/seed.h"
#include "engine/base/sort.h"

const char *const bf_interval_names[] = {"bca", "student", NULL};

static const struct bf_interval no_interval = {NAN, NAN};

struct bf_sampler {
    size_t most;
    unsigned resamples;
    double *values, *scratch; // `most` of them
    double *means, *spare;    // one a resample
};

struct bf_sampler *bf_sampler_create(size_t most, unsigned resamples)
{
    const size_t means = resamples;
    struct bf_sampler *s = malloc(sizeof *s);
    double *memory = malloc((2 * most + 2 * means + 1) * sizeof *memory);
    if (!s || !memory) {
        free(s);
        free(memory);
        return NULL;
    }
    *s = (struct bf_sampler){most,          resamples,         memory,
                             memory + most, memory + 2 * most, memory + 2 * most + means};
    return s;
}

void bf_sampler_destroy(struct bf_sampler *sampler)
{
    if (!sampler)
        return;
    free(sampler->values);
    free(sampler);
}

// ---- The bootstrap ----------------------------------------------------------

// Two draws are made of the halves of one word. A half times n, divided by 2^32, is uniform but for
// one part in 2^32 / n.
static size_t index_of(uint64_t bits, uint64_t i, size_t n)
{
    const uint64_t half = i & 1 ? bits >> 32 : bits & 0xffffffffu;
    return (size_t)(half * n >> 32);
}

size_t bf_bootstrap_index(uint64_t seed, uint64_t b, uint64_t i, size_t n)
{
    return index_of(bf_seed_bits(seed, BF_STREAM_BOOTSTRAP, b * ((n + 1) / 2) + i / 2), i, n);
}

static void resample_means(struct bf_sampler *s, uint64_t seed, const double *values, size_t n)
{
    uint64_t word = 0;
    for (unsigned b = 0; b < s->resamples; b++) {
        double sum = 0;
        for (size_t i = 0; i < n; i += 2) {
            const uint64_t bits = bf_seed_bits(seed, BF_STREAM_BOOTSTRAP, word++);
            sum += values[index_of(bits, 0, n)];
            if (i + 1 < n)
                sum += values[index_of(bits, 1, n)];
        }
        s->means[b] = sum / (double)n;
    }
}

// How far the median of the means is from the mean, in normal deviates. Equal ones count half, and
// equal they are up to rounding: a resample of few values often is the sample in another order.
static double bias_of(const struct bf_sampler *s, double mean, double largest)
{
    const double rounding = 1e-12 * largest;
    double below = 0;
    for (unsigned b = 0; b < s->resamples; b++)
        below += s->means[b] < mean - rounding ? 1 : s->means[b] <= mean + rounding ? 0.5 : 0;
    below = fmin(fmax(below, 0.5), s->resamples - 0.5); // none, or all: finite all the same
    return gsl_cdf_ugaussian_Pinv(below / s->resamples);
}

// A sixth of the skewness of the mean's influence values, which for a mean are its deviations.
static double acceleration_of(const double *values, size_t n, double mean)
{
    double square = 0, cube = 0;
    for (size_t i = 0; i < n; i++) {
        const double d = values[i] - mean;
        square += d * d;
        cube += d * d * d;
    }
    return cube / (6 * square * sqrt(square));
}

// The share of the means that is to be cut off for the share `p` of a normal distribution.
static double adjusted(double p, double bias, double acceleration)
{
    const double z = bias + gsl_cdf_ugaussian_Pinv(p);
    return gsl_cdf_ugaussian_P(bias + z / (1 - acceleration * z));
}

struct bf_interval bf_interval_bca(struct bf_sampler *sampler, const struct bf_summary_how *how,
                                   const double *values, size_t n)
{
    if (n < BF_BOOTSTRAP_FEWEST)
        return no_interval;
    const double tail = (1 - how->confidence / 100) / 2;
    double low, high;
    gsl_stats_minmax(&low, &high, values, 1, n);
    if (low == high)
        return (struct bf_interval){low, high};
    const double mean = gsl_stats_mean(values, 1, n);
    resample_means(sampler, how->seed, values, n);
    const double bias = bias_of(sampler, mean, fmax(fabs(low), fabs(high)));
    const double acceleration = acceleration_of(values, n, mean);
    bf_sort_doubles(sampler->means, sampler->spare, sampler->resamples);
    return (struct bf_interval){
        gsl_stats_quantile_from_sorted_data(sampler->means, 1, sampler->resamples,
                                            adjusted(tail, bias, acceleration)),
        gsl_stats_quantile_from_sorted_data(sampler->means, 1, sampler->resamples,
                                            adjusted(1 - tail, bias, acceleration))};
}

// ---- Other intervals --------------------------------------------------------

struct bf_interval bf_interval_student(double confidence, double mean, double sd, size_t n)
{
    if (n < 2)
        return no_interval;
    const double tail = (1 - confidence / 100) / 2;
    const double half = gsl_cdf_tdist_Qinv(tail, (double)(n - 1)) * sd / sqrt((double)n);
    return (struct bf_interval){mean - half, mean + half};
}

struct bf_interval bf_interval_of_mean(struct bf_sampler *sampler, const struct bf_summary_how *how,
                                       const double *values, size_t n)
{
    if (how->kind == BF_INTERVAL_BCA)
        return bf_interval_bca(sampler, how, values, n);
    return n < 2 ? no_interval
                 : bf_interval_student(how->confidence, gsl_stats_mean(values, 1, n),
                                       gsl_stats_sd(values, 1, n), n);
}

// The k-th smallest and the k-th largest hold the median unless fewer than k values lie on one side
// of it: that has twice the probability of fewer than k heads in n tosses.
struct bf_interval bf_interval_of_median(double confidence, const double *sorted, size_t n)
{
    const double tail = (1 - confidence / 100) / 2;
    size_t low = 0, high = n / 2; // the largest k whose tail is small enough is in [low, high]
    while (low < high) {
        const size_t k = low + (high - low + 1) / 2;
        if (gsl_cdf_binomial_P((unsigned)(k - 1), 0.5, (unsigned)n) <= tail)
            low = k;
        else
            high = k - 1;
    }
    if (low == 0)
        return no_interval;
    return (struct bf_interval){sorted[low - 1], sorted[n - low]};
}

// ---- All of it --------------------------------------------------------------

static size_t keep_numbers(const double *values, size_t n, double *to)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(values[i]))
            to[count++] = values[i];
    return count;
}

void bf_summary_make(struct bf_sampler *sampler, const struct bf_summary_how *how,
                     const double *values, size_t n, struct bf_summary *summary)
{
    double *kept = sampler->values;
    const size_t count = keep_numbers(values, n, kept);
    *summary = (struct bf_summary){.n = count,
                                   .missing = n - count,
                                   .mean = NAN,
                                   .sd = NAN,
                                   .min = NAN,
                                   .q1 = NAN,
                                   .median = NAN,
                                   .q3 = NAN,
                                   .max = NAN,
                                   .of_mean = no_interval,
                                   .of_median = no_interval};
    if (count == 0)
        return;
    summary->mean = gsl_stats_mean(kept, 1, count);
    if (count > 1)
        summary->sd = gsl_stats_sd_m(kept, 1, count, summary->mean);
    summary->of_mean = bf_interval_of_mean(sampler, how, kept, count);
    bf_sort_doubles(kept, sampler->scratch, count);
    summary->min = kept[0];
    summary->q1 = gsl_stats_quantile_from_sorted_data(kept, 1, count, 0.25);
    summary->median = gsl_stats_median_from_sorted_data(kept, 1, count);
    summary->q3 = gsl_stats_quantile_from_sorted_data(kept, 1, count, 0.75);
    summary->max = kept[count - 1];
    summary->of_median = bf_interval_of_median(how->confidence, kept, count);
}
