// SPDX-License-Identifier: GPL-3.0-or-later
//
// wfp3 and unicef: Tang, Lan, Desai, Buettner (Cluster 2009). f1 to f4: Carastan-Santos, de Camargo
// (SC 2017). lxf: Chiang, Arpaci-Dusseau, Vernon (JSSPP 2002).
#include "engine/core/order.h"

#include <math.h>
#include <stddef.h>

const char *const bf_order_names[] = {"fcfs",   "sjf",  "ljf", "saf",  "laf",
                                      "narrow", "wide", "lxf", "wfp3", "unicef",
                                      "f1",     "f2",   "f3",  "f4",   NULL};

bool bf_order_moves(enum bf_order order)
{
    return order == BF_ORDER_LXF || order == BF_ORDER_WFP3 || order == BF_ORDER_UNICEF;
}

static double floored_log10(double x)
{
    return log10(x < 0.1 ? 0.1 : x);
}

double bf_order_key(enum bf_order order, bf_time now, bf_time submit, bf_time plan, bf_procs procs)
{
    const double s = (double)submit, r = (double)plan, n = procs;
    const double wait = (double)(now - submit);
    switch (order) {
    case BF_ORDER_FCFS:
        return s;
    case BF_ORDER_SJF:
        return r;
    case BF_ORDER_LJF:
        return -r;
    case BF_ORDER_SAF:
        return r * n;
    case BF_ORDER_LAF:
        return -(r * n);
    case BF_ORDER_NARROW:
        return n;
    case BF_ORDER_WIDE:
        return -n;
    case BF_ORDER_LXF:
        return -((wait + r) / r);
    case BF_ORDER_WFP3: {
        const double w = wait / r;
        return -(w * w * w * n);
    }
    case BF_ORDER_UNICEF:
        return procs == 1 ? -INFINITY : -(wait / (log2(n) * r));
    case BF_ORDER_F1:
        return floored_log10(r) * n + 870 * floored_log10(s);
    case BF_ORDER_F2:
        return sqrt(r) * n + 25600 * floored_log10(s);
    case BF_ORDER_F3:
        return r * n + 6.86e6 * floored_log10(s);
    case BF_ORDER_F4:
        return r * sqrt(n) + 5.3e5 * floored_log10(s);
    }
    return 0;
}
