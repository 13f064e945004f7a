// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/measures.h"

#include "engine/core/accuracy.h"

static double at_least(double x, double bound)
{
    return x < bound ? bound : x;
}

double bf_measure_of(enum bf_measure m, const struct bf_outcome *o, bf_job j, double tau)
{
    const double run = (double)bf_outcome_run(o, j);
    const double wait = (double)(o->start[j] - o->jobs->submit[j]);
    switch (m) {
    case BF_WAIT:
        return wait;
    case BF_RESPONSE:
        return wait + run;
    case BF_SLOWDOWN:
        return (wait + run) / at_least(run, 1);
    case BF_BSLD:
        return at_least((wait + run) / at_least(run, tau), 1);
    case BF_PP_BSLD:
        return at_least((wait + run) / (o->jobs->procs[j] * at_least(run, tau)), 1);
    case BF_WAIT_RATIO:
        return at_least(wait / at_least(run, 1), 1);
    default:
        return bf_accuracy_of(o, j);
    }
}
