// SPDX-License-Identifier: GPL-3.0-or-later
//
// The descriptors of the estimate models, one a file; workloads/estimates.c lists them. And what
// several of them share.
#ifndef BF_WORKLOADS_ESTIMATES_MODELS_INTERNAL_H
#define BF_WORKLOADS_ESTIMATES_MODELS_INTERNAL_H

#include <math.h>

#include "engine/core/estimate.h"

extern const struct bf_estimate bf_estimate_request, bf_estimate_exact, bf_estimate_factor,
    bf_estimate_uniform, bf_estimate_pad, bf_estimate_cap, bf_estimate_truncate,
    bf_estimate_user_truncate, bf_estimate_avg2, bf_estimate_round, bf_estimate_tsafrir;

// The range of an argument that a time is multiplied with. Its ends are far outside of any use; a
// product with a time is finite.
#define BF_LEAST_FACTOR   0.001
#define BF_LARGEST_FACTOR 1e6

// A computed length (finite, 0 or more) in whole seconds: rounded half up, at most BF_MAX_TOTAL.
static inline bf_time bf_whole_seconds(double x)
{
    return x < (double)BF_MAX_TOTAL ? (bf_time)round(x) : BF_MAX_TOTAL;
}

static inline bf_time bf_at_most(bf_time x, bf_time bound)
{
    return x < bound ? x : bound;
}

// `seconds` rounded up to what people ask for: 1, 2, 5, 10, 15, 20, 30 min, 1, 2, 3, 4, 5, 6, 8,
// 10, 12, 15, 18, 24, 36, 48, 72, 96, 120 h, whole days beyond.
bf_time bf_usual_time(bf_time seconds);

// ---- draws.c: one draw a job -------------------------------------------------

// Makes m->state for bf_job_draw. BF_ERR_ENV: no memory.
enum bf_err bf_job_draws_init(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e);

// Uniform in [0, 1): a function of the seed, of the job's number and of how many jobs before it
// have the same number, and of nothing else: not of its place in the log, nor of other numbers.
double bf_job_draw(const struct bf_estimator *m, bf_job job);

#endif
