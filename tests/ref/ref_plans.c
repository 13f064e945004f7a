// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimates and corrections: docs/semantics.md, 'What the scheduler knows'.
#include "tests/ref/ref_internal.h"

static bf_time smaller(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

// Neither the policy nor an order looks at plans.
static bool plans_play_no_part(const struct bf_ref_options *o)
{
    return o->policy == BF_REF_FCFS &&
           (o->order == BF_ORDER_FCFS || o->order == BF_ORDER_NARROW || o->order == BF_ORDER_WIDE);
}

bf_time bf_ref_first_plan(const struct bf_ref_sim *s, bf_job j)
{
    bf_time plan = s->request[j];
    if (plans_play_no_part(s->options))
        return plan;
    if (s->options->estimate == BF_REF_EXACT)
        plan = s->result->run[j];
    if (s->options->estimate == BF_REF_AVG2) {
        uint32_t user = s->jobs->user[j];
        if (s->ended[user] >= 2)
            plan = smaller((s->recent_run[user][0] + s->recent_run[user][1]) / 2, s->request[j]);
    }
    return plan < 1 ? 1 : plan;
}

bf_time bf_ref_next_plan(const struct bf_ref_sim *s, bf_job j)
{
    static const bf_time increment[] = {60,    300,   900,   1800,   3600,  7200,
                                        18000, 36000, 72000, 180000, 360000};
    const uint32_t increments = sizeof increment / sizeof *increment;
    uint32_t done = s->result->corrections[j];
    switch (s->options->correction) {
    case BF_CORRECTION_INCREMENTS:
        if (done < increments)
            return smaller(s->result->plan[j] + increment[done], s->request[j]);
        return s->request[j];
    case BF_CORRECTION_DOUBLE:
        return smaller(2 * s->plan[j], s->request[j]);
    case BF_CORRECTION_REQUEST:
        return s->request[j];
    case BF_CORRECTION_NONE:
        break;
    }
    return s->plan[j];
}
