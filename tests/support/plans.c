// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plans.h"

#include "engine/base/seed.h"

static bf_time plan_request(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)m;
    (void)job;
    (void)run;
    return request;
}

static bf_time plan_half(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)m;
    (void)job;
    (void)request;
    return run / 2;
}

static bf_time plan_argument(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)job;
    (void)run;
    (void)request;
    return m->arg.i;
}

static bf_time plan_drawn(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)run;
    return 1 + (bf_time)(bf_seed_bits(m->seed, BF_STREAM_TEST, job) % (uint64_t)request);
}

static const struct bf_param seconds = {.name = "seconds",
                                        .type = BF_PARAM_COUNT,
                                        .fallback = {.i = 60},
                                        .min = -1e6,
                                        .max = 1e6,
                                        .help = "the plan"};

const struct bf_estimate bf_test_plan_request = {
    .name = "request", .summary = "the request", .paper = "", .plan = plan_request};
const struct bf_estimate bf_test_plan_half = {.name = "half",
                                              .summary = "half the run time",
                                              .paper = "",
                                              .sees_run = true,
                                              .falls_short = true,
                                              .plan = plan_half};
const struct bf_estimate bf_test_plan_fixed = {.name = "fixed",
                                               .summary = "the same for all",
                                               .paper = "",
                                               .param = &seconds,
                                               .falls_short = true,
                                               .plan = plan_argument};
const struct bf_estimate bf_test_plan_drawn = {.name = "drawn",
                                               .summary = "at random",
                                               .paper = "",
                                               .draws = true,
                                               .falls_short = true,
                                               .plan = plan_drawn};
