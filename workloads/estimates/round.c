// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with the run time rounded up to the next value that people use, and at most the request:
// users who know their jobs, and still ask for round numbers.
#include "workloads/estimates/models_internal.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static const bf_time usual[] = {1 * MINUTE,  2 * MINUTE,  5 * MINUTE, 10 * MINUTE, 15 * MINUTE,
                                20 * MINUTE, 30 * MINUTE, 1 * HOUR,   2 * HOUR,    3 * HOUR,
                                4 * HOUR,    5 * HOUR,    6 * HOUR,   8 * HOUR,    10 * HOUR,
                                12 * HOUR,   15 * HOUR,   18 * HOUR,  24 * HOUR,   36 * HOUR,
                                48 * HOUR,   72 * HOUR,   96 * HOUR,  120 * HOUR};

bf_time bf_usual_time(bf_time seconds)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i] >= seconds)
            return usual[i];
    return (seconds + DAY - 1) / DAY * DAY;
}

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)m;
    (void)job;
    return bf_at_most(bf_usual_time(run), request);
}

const struct bf_estimate bf_estimate_round = {
    .name = "round",
    .summary = "the run time rounded up to a value people use (1, 2, 5, 10, ... min, 1, 2, 3, ... "
               "h, then days), at most the request",
    .paper = "the values: Tsafrir, Etsion and Feitelson, Modeling user runtime estimates, JSSPP "
             "2005",
    .sees_run = true,
    .plan = plan};
