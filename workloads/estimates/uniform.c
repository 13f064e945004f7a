// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with run x u, rounded half up, whatever the request; u is drawn for each job, uniform in
// [1, F). This is the f-model with F = f + 1.
#include "workloads/estimates/models_internal.h"

static const struct bf_param factor = {.name = "uniform",
                                       .type = BF_PARAM_REAL,
                                       .fallback = {.r = 2},
                                       .min = 1,
                                       .max = BF_LARGEST_FACTOR,
                                       .help = "the largest factor"};

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)request;
    const double u = 1 + (m->arg.r - 1) * bf_job_draw(m, job);
    return bf_whole_seconds((double)run * u);
}

const struct bf_estimate bf_estimate_uniform = {
    .name = "uniform",
    .summary = "the run time times a factor drawn for each job, uniform from 1 to the argument; "
               "may be above the request",
    .paper = "Feitelson and Weil, Utilization and predictability in scheduling the IBM SP2 with "
             "backfilling, IPPS 1998; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001",
    .param = &factor,
    .sees_run = true,
    .draws = true,
    .init = bf_job_draws_init,
    .plan = plan};
