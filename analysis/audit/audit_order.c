// SPDX-License-Identifier: GPL-3.0-or-later
//
// The primary order, written from docs/semantics.md ('Orders'). Keys are compared as IEEE doubles,
// so each formula is worked out from left to right as it stands there.
#include <math.h>

#include "analysis/audit/audit_internal.h"

static bool takes_plans(enum bf_audit_order order)
{
    return order != BF_AUDIT_FCFS && order != BF_AUDIT_NARROW && order != BF_AUDIT_WIDE;
}

bool bf_audit_order_known(const struct bf_auditing *a)
{
    const unsigned columns = BF_SCHEDULE_SUBMIT | BF_SCHEDULE_PROCS |
                             (takes_plans(a->rules.order) ? BF_SCHEDULE_PLAN : 0u);
    return a->rules.order != BF_AUDIT_NO_ORDER && (columns & ~a->known) == 0;
}

bool bf_audit_order_moves(const struct bf_auditing *a)
{
    return a->rules.order >= BF_AUDIT_LXF;
}

static double logarithm(double x)
{
    return log10(fmax(x, 0.1));
}

static double moving_key(enum bf_audit_order order, double w, double r, double n)
{
    const double share = w / r;
    switch (order) {
    case BF_AUDIT_LXF:
        return -((w + r) / r);
    case BF_AUDIT_WFP3:
        return -(share * share * share * n);
    default:
        return n == 1 ? -INFINITY : -(w / (log2(n) * r));
    }
}

double bf_audit_order_key(const struct bf_auditing *a, uint32_t job, bf_time now)
{
    const struct bf_job_row *j = &a->jobs[job];
    const double r = (double)j->plan, n = j->procs, s = (double)j->submit;
    switch (a->rules.order) {
    case BF_AUDIT_FCFS:
        return s;
    case BF_AUDIT_SJF:
        return r;
    case BF_AUDIT_LJF:
        return -r;
    case BF_AUDIT_SAF:
        return r * n;
    case BF_AUDIT_LAF:
        return -(r * n);
    case BF_AUDIT_NARROW:
        return n;
    case BF_AUDIT_WIDE:
        return -n;
    case BF_AUDIT_F1:
        return logarithm(r) * n + 870 * logarithm(s);
    case BF_AUDIT_F2:
        return sqrt(r) * n + 25600 * logarithm(s);
    case BF_AUDIT_F3:
        return r * n + 6860000 * logarithm(s);
    case BF_AUDIT_F4:
        return r * sqrt(n) + 530000 * logarithm(s);
    default:
        return moving_key(a->rules.order, (double)(now - j->submit), r, n);
    }
}

bool bf_audit_before(const struct bf_auditing *a, uint32_t i, uint32_t j, bf_time now)
{
    const bool moves = bf_audit_order_moves(a);
    const double x = moves ? bf_audit_order_key(a, i, now) : a->key[i];
    const double y = moves ? bf_audit_order_key(a, j, now) : a->key[j];
    return x < y || (x == y && i < j);
}
