// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures of one job (docs/semantics.md, 'Metrics'), and sums that don't depend on luck.
#ifndef BF_CORE_MEASURES_H
#define BF_CORE_MEASURES_H

#include <math.h>

#include "engine/core/sim.h"

// A sum that carries its rounding error along (Neumaier, ZAMM 54, 1974). Starts as {0}.
struct bf_sum {
    double total, lost;
};

static inline void bf_sum_add(struct bf_sum *s, double x)
{
    const double t = s->total + x;
    s->lost += fabs(s->total) >= fabs(x) ? (s->total - t) + x : (x - t) + s->total;
    s->total = t;
}

static inline double bf_sum_value(const struct bf_sum *s)
{
    return s->total + s->lost;
}

enum bf_measure {
    BF_WAIT,
    BF_RESPONSE,
    BF_SLOWDOWN,
    BF_BSLD,
    BF_PP_BSLD,
    BF_WAIT_RATIO,
    BF_ACCURACY,
    BF_MEASURES
};

// Measure `m` of job `j`; tau (s) counts for bounded slowdowns only.
double bf_measure_of(enum bf_measure m, const struct bf_outcome *o, bf_job j, double tau);

#endif
