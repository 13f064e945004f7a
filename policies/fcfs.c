// SPDX-License-Identifier: GPL-3.0-or-later
//
// First come, first served: nothing overtakes the head of the queue. With another primary order it
// is that order without backfilling.
#include "policies/policies_internal.h"
#include "policies/reasons.h"

static void pass(struct bf_sched *s, void *state)
{
    (void)state;
    bf_start_heads(s);
}

static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *reason)
{
    (void)state, (void)starts;
    if (!bf_explain_unfit(s, place, BF_NEVER, reason))
        reason->why = BF_WHY_BEHIND_HEAD;
}

static bool heeds_only_ahead(const struct bf_value *args)
{
    (void)args;
    return true;
}

const struct bf_policy bf_policy_fcfs = {
    .name = "fcfs",
    .summary = "start the head of the queue while it fits; no backfilling",
    .paper =
        "folklore; the baseline of Feitelson, Rudolph, Schwiegelshohn, Sevcik, Wong, JSSPP 1997",
    .uses = BF_IDLE_UNLESS_FIT | BF_KNOWS_CALENDAR,
    .pass = pass,
    .explain = explain,
    .heeds_only_ahead = heeds_only_ahead,
};
