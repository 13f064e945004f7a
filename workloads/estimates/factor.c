// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with a fixed multiple of the run time, rounded half up, whatever the request. 1 is `exact`.
// Below 1 all plans fall short, and corrections show.
#include "workloads/estimates/models_internal.h"

static const struct bf_param factor = {.name = "factor",
                                       .type = BF_PARAM_REAL,
                                       .fallback = {.r = 2},
                                       .min = BF_LEAST_FACTOR,
                                       .max = BF_LARGEST_FACTOR,
                                       .help = "what the run time is multiplied with"};

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)job;
    (void)request;
    return bf_whole_seconds((double)run * m->arg.r);
}

const struct bf_estimate bf_estimate_factor = {
    .name = "factor",
    .summary = "a multiple of the run time, the same for all jobs; may be above the request",
    .paper = "Zotkin and Keleher, Job-length estimation and performance in backfilling schedulers, "
             "HPDC 1999; Feitelson and Weil, Utilization and predictability in scheduling the IBM "
             "SP2 with backfilling, IPPS 1998",
    .param = &factor,
    .sees_run = true,
    .falls_short_below_1 = true,
    .plan = plan};
