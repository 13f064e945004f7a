// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with a fixed multiple of the request, rounded half up. Above 1 the plan is above the
// request while the request goes on to limit the job; below 1 all requests are cut by the same
// share.
#include "workloads/estimates/models_internal.h"

static const struct bf_param factor = {.name = "pad",
                                       .type = BF_PARAM_REAL,
                                       .fallback = {.r = 2},
                                       .min = BF_LEAST_FACTOR,
                                       .max = BF_LARGEST_FACTOR,
                                       .help = "what the request is multiplied with"};

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)job;
    (void)run;
    return bf_whole_seconds((double)request * m->arg.r);
}

const struct bf_estimate bf_estimate_pad = {
    .name = "pad",
    .summary = "a multiple of the request, the same for all jobs; above the request from 1 on",
    .paper = "Mu'alem and Feitelson, Utilization, predictability, workloads, and user runtime "
             "estimates in scheduling the IBM SP2 with backfilling, IEEE TPDS 12(6), 2001, which "
             "doubles requests",
    .param = &factor,
    .falls_short_below_1 = true,
    .plan = plan};
