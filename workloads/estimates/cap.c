// SPDX-License-Identifier: GPL-3.0-or-later
//
// Truncation at a fixed length: nobody is believed to run longer than that.
#include "workloads/estimates/models_internal.h"

static const struct bf_param seconds = {.name = "cap",
                                        .type = BF_PARAM_COUNT,
                                        .fallback = {.i = 86400},
                                        .min = 1,
                                        .max = 1e9,
                                        .help = "the longest plan, s"};

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)job;
    (void)run;
    return bf_at_most(request, m->arg.i);
}

const struct bf_estimate bf_estimate_cap = {
    .name = "cap",
    .summary = "the request, at most a fixed length",
    .paper = "no paper: the plainest truncation. Jobs that outlast their plan are corrected as in "
             "Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), 2007",
    .param = &seconds,
    .falls_short = true,
    .plan = plan};
