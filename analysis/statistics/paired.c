// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/paired.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

// Values pair by pair, and what is made of them.
struct values {
    size_t count;
    double *run, *base, *made; // owned: `run`
};

static void take_pairs(struct values *v, const struct bf_pairs *pairs, const uint32_t *runs,
                       size_t count, const double *values, struct bf_paired *result)
{
    for (size_t i = 0; i < count; i++) {
        if (!bf_pairs_has(pairs, runs[i]))
            continue;
        const double x = values[runs[i]], y = values[pairs->partner[runs[i]]];
        if (isnan(x) || isnan(y)) {
            result->missing++;
            continue;
        }
        v->run[v->count] = x;
        v->base[v->count++] = y;
        result->higher += x > y;
        result->lower += x < y;
        result->equal += x == y;
    }
    result->pairs = v->count;
}

static enum bf_err take_differences(struct bf_sampler *sampler, const struct bf_summary_how *how,
                                    struct values *v, struct bf_paired *r, struct bf_error *e)
{
    for (size_t i = 0; i < v->count; i++)
        v->made[i] = v->run[i] - v->base[i];
    r->mean = gsl_stats_mean(v->run, 1, v->count);
    r->base = gsl_stats_mean(v->base, 1, v->count);
    r->difference = gsl_stats_mean(v->made, 1, v->count);
    if (v->count > 1)
        r->sd = gsl_stats_sd(v->made, 1, v->count);
    r->of_difference = bf_interval_of_mean(sampler, how, v->made, v->count);
    r->sign_p = bf_sign_p(r->higher, r->lower);
    return bf_signed_rank_make(v->made, v->count, &r->ranks, e);
}

// The mean of logarithms of ratios is the logarithm of the ratio of geometric means.
static void take_ratio(struct bf_sampler *sampler, const struct bf_summary_how *how,
                       struct values *v, struct bf_paired *r)
{
    for (size_t i = 0; i < v->count; i++) {
        if (!(v->run[i] > 0 && v->base[i] > 0))
            return;
        v->made[i] = log(v->run[i] / v->base[i]);
    }
    const struct bf_interval logs = bf_interval_of_mean(sampler, how, v->made, v->count);
    r->ratio = exp(gsl_stats_mean(v->made, 1, v->count));
    r->of_ratio = (struct bf_interval){exp(logs.low), exp(logs.high)};
}

enum bf_err bf_paired_make(struct bf_sampler *sampler, const struct bf_summary_how *how,
                           const struct bf_pairs *pairs, const uint32_t *runs, size_t count,
                           const double *values, struct bf_paired *result, struct bf_error *e)
{
    const struct bf_interval none = {NAN, NAN};
    struct values v = {.run = malloc((3 * count + 1) * sizeof *v.run)};
    enum bf_err err = BF_OK;
    *result = (struct bf_paired){.mean = NAN,
                                 .base = NAN,
                                 .difference = NAN,
                                 .sd = NAN,
                                 .of_difference = none,
                                 .ratio = NAN,
                                 .of_ratio = none,
                                 .sign_p = NAN,
                                 .sign_holm = NAN,
                                 .rank_holm = NAN,
                                 .ranks = {.p = NAN}};
    if (!v.run)
        return bf_error_no_memory(e, 3 * count * sizeof *v.run, "pairs of values");
    v.base = v.run + count;
    v.made = v.base + count;
    take_pairs(&v, pairs, runs, count, values, result);
    if (v.count > 0) {
        err = take_differences(sampler, how, &v, result, e);
        take_ratio(sampler, how, &v, result);
    }
    free(v.run);
    return err;
}

enum bf_err bf_paired_adjust(struct bf_paired *comparisons, size_t count, struct bf_error *e)
{
    double *p = malloc((2 * count + 1) * sizeof *p);
    if (!p)
        return bf_error_no_memory(e, 2 * count * sizeof *p, "tests");
    for (size_t i = 0; i < count; i++) {
        p[i] = comparisons[i].sign_p;
        p[count + i] = comparisons[i].ranks.p;
    }
    enum bf_err err = bf_holm(p, count, e);
    if (!err)
        err = bf_holm(p + count, count, e);
    for (size_t i = 0; i < count; i++) {
        comparisons[i].sign_holm = p[i];
        comparisons[i].rank_holm = p[count + i];
    }
    free(p);
    return err;
}
