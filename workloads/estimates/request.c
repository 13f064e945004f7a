// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with what the user asked for, as production schedulers do.
#include "workloads/estimates/models_internal.h"

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)m;
    (void)job;
    (void)run;
    return request;
}

const struct bf_estimate bf_estimate_request = {
    .name = "request",
    .summary = "the user's requested time",
    .paper = "Lifka, The ANL/IBM SP scheduling system, JSSPP 1995",
    .plan = plan};
