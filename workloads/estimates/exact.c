// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with the run time itself: what a clairvoyant scheduler would know.
#include "workloads/estimates/models_internal.h"

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)m;
    (void)job;
    (void)request;
    return run > 1 ? run : 1;
}

const struct bf_estimate bf_estimate_exact = {
    .name = "exact",
    .summary = "the run time itself (clairvoyant)",
    .paper = "Mu'alem and Feitelson, Utilization, predictability, workloads, and user runtime "
             "estimates in scheduling the IBM SP2 with backfilling, IEEE TPDS 12(6), 2001",
    .sees_run = true,
    .plan = plan};
