// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders: docs/semantics.md, 'Orders'. The lowest key comes first.
#include "tests/ref/ref_internal.h"

#include <math.h>
#include <stdlib.h>

static double log10_floored(double x)
{
    return log10(x < 0.1 ? 0.1 : x);
}

static double key_of(const struct bf_ref_sim *s, enum bf_order order, bf_job j)
{
    double plan = (double)s->plan[j];
    double procs = (double)s->jobs->procs[j];
    double submit = (double)s->jobs->submit[j];
    double wait = (double)(s->now - s->jobs->submit[j]);
    double relative = wait / plan;
    switch (order) {
    case BF_ORDER_FCFS:
        return submit;
    case BF_ORDER_SJF:
        return plan;
    case BF_ORDER_LJF:
        return -plan;
    case BF_ORDER_SAF:
        return plan * procs;
    case BF_ORDER_LAF:
        return -(plan * procs);
    case BF_ORDER_NARROW:
        return procs;
    case BF_ORDER_WIDE:
        return -procs;
    case BF_ORDER_LXF:
        return -((wait + plan) / plan);
    case BF_ORDER_WFP3:
        return -(relative * relative * relative * procs);
    case BF_ORDER_UNICEF:
        return s->jobs->procs[j] == 1 ? -INFINITY : -(wait / (log2(procs) * plan));
    case BF_ORDER_F1:
        return log10_floored(plan) * procs + 870 * log10_floored(submit);
    case BF_ORDER_F2:
        return sqrt(plan) * procs + 25600 * log10_floored(submit);
    case BF_ORDER_F3:
        return plan * procs + 6.86e6 * log10_floored(submit);
    case BF_ORDER_F4:
        return plan * sqrt(procs) + 5.3e5 * log10_floored(submit);
    }
    return 0;
}

void bf_ref_sort(const struct bf_ref_sim *s, enum bf_order order, bf_job *jobs, size_t count)
{
    double *key = bf_ref_alloc(count, sizeof *key);
    for (size_t i = 0; i < count; i++) {
        bf_job j = jobs[i];
        double k = key_of(s, order, j);
        size_t place = i;
        for (; place > 0 && k < key[place - 1]; place--) {
            key[place] = key[place - 1];
            jobs[place] = jobs[place - 1];
        }
        key[place] = k;
        jobs[place] = j;
    }
    free(key);
}
