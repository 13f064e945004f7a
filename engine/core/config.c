// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/config.h"

#include <stddef.h>

const char *const bf_events_names[] = {"batch", "single", NULL};
const char *const bf_overrun_names[] = {"kill", "extend", "allow", NULL};

void bf_config_default(struct bf_config *c, const struct bf_policy *policy,
                       const struct bf_estimate *estimate)
{
    *c = (struct bf_config){
        .policy = policy,
        .estimate = estimate,
        .order = BF_ORDER_FCFS,
        .backfill_order = BF_ORDER_FCFS,
        .correction = BF_CORRECTION_INCREMENTS,
        .overrun = BF_OVERRUN_KILL,
        .events = BF_EVENTS_BATCH,
        .tau = 10,
    };
    for (unsigned i = 0; i < policy->param_count; i++)
        c->args[i] = policy->params[i].fallback;
    if (estimate->param)
        c->estimate_arg = estimate->param->fallback;
}

const struct bf_calendar *bf_config_calendar(const struct bf_config *c)
{
    return c->calendar && c->calendar->count ? c->calendar : NULL;
}

static enum bf_err check_calendar(const struct bf_config *c, struct bf_error *e)
{
    if (!bf_config_calendar(c))
        return BF_OK;
    if (!(c->policy->uses & BF_KNOWS_CALENDAR))
        return bf_error_set(e, BF_ERR_USAGE,
                            "calendar: policy %s does not know of outages; 'bfsweep policies' says "
                            "which ones do",
                            c->policy->name);
    if (c->overrun == BF_OVERRUN_ALLOW)
        return bf_error_set(e, BF_ERR_USAGE,
                            "calendar: a job that runs on past its request could run into an "
                            "outage; choose --overrun kill or extend, not allow");
    return BF_OK;
}

enum bf_err bf_config_check(const struct bf_config *c, struct bf_error *e)
{
    if (c->tau < 1 || c->tau > BF_MAX_TIME)
        return bf_error_set(e, BF_ERR_USAGE, "tau: expected 1 to %lld s, found %lld",
                            (long long)BF_MAX_TIME, (long long)c->tau);
    if (!(c->warmup >= 0 && c->warmup < 100))
        return bf_error_set(e, BF_ERR_USAGE,
                            "warmup: expected a share from 0 to under 100 %%, found %g", c->warmup);
    return check_calendar(c, e);
}

static bool order_uses_plan(enum bf_order order)
{
    return order != BF_ORDER_FCFS && order != BF_ORDER_NARROW && order != BF_ORDER_WIDE;
}

bool bf_config_uses_plans(const struct bf_config *c)
{
    return c->policy->uses & BF_USES_PLAN || order_uses_plan(c->order);
}

bool bf_config_uses_corrections(const struct bf_config *c)
{
    const struct bf_estimate *m = c->estimate;
    return bf_config_uses_plans(c) &&
           (m->falls_short || (m->falls_short_below_1 && c->estimate_arg.r < 1));
}

void bf_config_estimate_text(const struct bf_config *c, struct bf_text *to)
{
    bf_text_add(to, "%s", c->estimate->name);
    if (c->estimate->param) {
        bf_text_add(to, ":");
        bf_param_format(c->estimate->param, &c->estimate_arg, to);
    }
}

void bf_config_text(const struct bf_config *c, struct bf_text *to)
{
    bf_text_add(to, "policy=%s", c->policy->name);
    for (unsigned i = 0; i < c->policy->param_count; i++) {
        bf_text_add(to, " %s=", c->policy->params[i].name);
        bf_param_format(&c->policy->params[i], &c->args[i], to);
    }
    bf_text_add(to, " order=%s", bf_order_names[c->order]);
    if (c->policy->uses & BF_USES_BACKFILL_ORDER)
        bf_text_add(to, " backfill_order=%s", bf_order_names[c->backfill_order]);
    if (bf_config_uses_plans(c)) {
        bf_text_add(to, " estimate=");
        bf_config_estimate_text(c, to);
        if (c->estimate->draws)
            bf_text_add(to, " seed=%llu", (unsigned long long)c->seed);
    }
    if (bf_config_uses_corrections(c))
        bf_text_add(to, " correction=%s", bf_correction_names[c->correction]);
    bf_text_add(to, " overrun=%s events=%s tau=%lld", bf_overrun_names[c->overrun],
                bf_events_names[c->events], (long long)c->tau);
    if (bf_config_calendar(c))
        bf_text_add(to, " calendar=%s", c->calendar->hash);
    if (c->warmup > 0) {
        char number[BF_DOUBLE_TEXT_SIZE];
        bf_text_add(to, " warmup=%s", bf_text_double(number, c->warmup));
    }
    if (c->cooldown)
        bf_text_add(to, " cooldown=arrivals");
    if (c->fair_start)
        bf_text_add(to, " fair_start=yes");
}
