// SPDX-License-Identifier: GPL-3.0-or-later
//
// All combinations of the scheduler's axes, policy by policy.
#include <stdlib.h>
#include <string.h>

#include "engine/core/run_order.h"
#include "engine/sweep/plan_internal.h"
#include "policies/policies.h"
#include "workloads/calendar.h"
#include "workloads/estimates.h"

enum { MOST_CONFIGS = 10000000, MOST_AXES = BF_AXES_FIXED + BF_MAX_PARAMS };

// The axes of one policy, as an odometer.
struct odometer {
    const struct bf_policy *policy;
    const struct bf_axis_entry *axes[MOST_AXES];
    size_t at[MOST_AXES];
    int count;
};

static void add_axis(struct odometer *o, const struct bf_axes *axes, const char *name)
{
    const struct bf_axis_entry *entry = bf_axes_find(axes, name, o->policy->name);
    if (entry && entry->count)
        o->axes[o->count++] = entry;
}

// False: it went round.
static bool advance(struct odometer *o)
{
    for (int i = o->count - 1; i >= 0; i--) {
        if (++o->at[i] < o->axes[i]->count)
            return true;
        o->at[i] = 0;
    }
    return false;
}

static enum bf_err set_param(struct bf_config *c, const struct bf_axis_entry *entry,
                             const char *text, struct bf_error *e)
{
    struct bf_error wrong;
    for (unsigned i = 0; i < c->policy->param_count; i++) {
        const struct bf_param *param = &c->policy->params[i];
        if (!bf_axis_same_name(param->name, entry->name))
            continue;
        if (bf_param_parse(param, text, &c->args[i], &wrong))
            return bf_where_error(&entry->where, entry->name, wrong.text, e);
    }
    return BF_OK;
}

// ---- Calendars --------------------------------------------------------------

// As with traces, what results keep of a name must tell calendars apart.
static enum bf_err check_length(const struct bf_plan *plan, const struct bf_plan_calendar *new,
                                struct bf_error *e)
{
    for (size_t i = 0; i + 1 < plan->calendar_count; i++) {
        const struct bf_plan_calendar *other = plan->calendars[i];
        char text[BF_ERROR_TEXT_SIZE];
        struct bf_text t = bf_text_init(text, sizeof text);
        if (strcmp(other->calendar.name, new->calendar.name) != 0)
            continue;
        bf_plan_add_alike(&t, other->name, new->name, (int)sizeof new->calendar.name - 1);
        return bf_error_set(e, BF_ERR_USAGE, "calendar: %s", text);
    }
    return BF_OK;
}

// Reads a calendar and keeps it. BF_ERR_INPUT names its file and line.
static enum bf_err read_calendar(struct bf_plan *plan, const char *name,
                                 const struct bf_calendar **calendar, struct bf_error *e)
{
    struct bf_plan_calendar **all =
        realloc(plan->calendars, (plan->calendar_count + 1) * sizeof *all);
    plan->calendars = all ? all : plan->calendars;
    plan->memory = plan->memory ? plan->memory : bf_arena_create();
    struct bf_plan_calendar *new = all && plan->memory ? calloc(1, sizeof *new) : NULL;
    if (!new)
        return bf_error_no_memory(e, sizeof *new, "a calendar");
    plan->calendars[plan->calendar_count++] = new;
    new->name = name;
    *calendar = &new->calendar;
    const enum bf_err err = bf_calendar_read(name, plan->memory, &new->calendar, e);
    return err ? err : check_length(plan, new, e);
}

static enum bf_err find_calendar(struct bf_plan *plan, const char *name,
                                 const struct bf_calendar **calendar, struct bf_error *e)
{
    *calendar = NULL;
    if (strcmp(name, "none") == 0)
        return BF_OK;
    for (size_t i = 0; !*calendar && i < plan->calendar_count; i++)
        if (strcmp(plan->calendars[i]->name, name) == 0)
            *calendar = &plan->calendars[i]->calendar;
    return *calendar ? BF_OK : read_calendar(plan, name, calendar, e);
}

// A calendar tells its own file and line; who named it is told, too.
static enum bf_err take_calendar(struct bf_plan *plan, struct bf_config *c,
                                 const struct bf_axis_entry *entry, const struct bf_axis_value *v,
                                 struct bf_error *e)
{
    const enum bf_err err = find_calendar(plan, v->text, &c->calendar, e);
    if (!err || !v->line)
        return err;
    bf_axis_value_error(entry, v, e->text, e);
    e->code = err;
    return err;
}

// Not every policy can have one, and not every rule for overruns.
static enum bf_err check_calendar(const struct bf_plan *plan, const struct bf_config *c,
                                  struct bf_error *e)
{
    const struct bf_axis_entry *entry = bf_axes_find(plan->axes, "calendar", c->policy->name);
    struct bf_error wrong;
    if (!c->calendar || bf_config_check(c, &wrong) == BF_OK)
        return BF_OK;
    return bf_where_error(&entry->where, entry->name, wrong.text, e);
}

// ---- Configurations ---------------------------------------------------------

static enum bf_err set_axis(struct bf_plan *plan, struct bf_config *c,
                            const struct bf_axis_entry *entry, const struct bf_axis_value *v,
                            struct bf_error *e)
{
    switch (entry->axis) {
    case BF_AXIS_ORDER:
        c->order = (enum bf_order)v->value.i;
        return BF_OK;
    case BF_AXIS_BACKFILL_ORDER:
        c->backfill_order = (enum bf_order)v->value.i;
        return BF_OK;
    case BF_AXIS_ESTIMATE:
        return bf_estimate_parse(v->text, &c->estimate, &c->estimate_arg, e);
    case BF_AXIS_CORRECTION:
        c->correction = (enum bf_correction)v->value.i;
        return BF_OK;
    case BF_AXIS_OVERRUN:
        c->overrun = (enum bf_overrun)v->value.i;
        return BF_OK;
    case BF_AXIS_EVENTS:
        c->events = (enum bf_events)v->value.i;
        return BF_OK;
    case BF_AXIS_CALENDAR:
        return take_calendar(plan, c, entry, v, e);
    case BF_AXIS_TAU:
        c->tau = v->value.i;
        return BF_OK;
    case BF_AXIS_WARMUP:
        c->warmup = v->value.r;
        return BF_OK;
    case BF_AXIS_COOLDOWN:
        c->cooldown = v->value.i != 0;
        return BF_OK;
    default:
        return set_param(c, entry, v->text, e);
    }
}

// Without an axis of its own the backfill order is the primary one.
static enum bf_err make_config(struct bf_plan *plan, const struct odometer *o, struct bf_config *c,
                               struct bf_error *e)
{
    const struct bf_estimate *request;
    struct bf_value none;
    bool backfill_order = false;
    enum bf_err err = bf_estimate_parse("request", &request, &none, e);
    if (err)
        return err;
    bf_config_default(c, o->policy, request);
    for (int i = 0; !err && i < o->count; i++) {
        err = set_axis(plan, c, o->axes[i], &o->axes[i]->values[o->at[i]], e);
        backfill_order |= o->axes[i]->axis == BF_AXIS_BACKFILL_ORDER;
    }
    if (!backfill_order)
        c->backfill_order = c->order;
    return err ? err : check_calendar(plan, c, e);
}

static enum bf_err set_text(struct bf_plan_config *new, struct bf_error *e)
{
    char buffer[2048];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_config_text(&new->config, &text);
    new->text = strdup(buffer);
    if (!new->text)
        return bf_error_no_memory(e, text.used, "a configuration");
    const char *seed = strstr(new->text, " seed=0");
    new->seed_at = seed ? (size_t)(seed - new->text) : text.used;
    new->seed_end = seed ? new->seed_at + strlen(" seed=0") : text.used;
    return BF_OK;
}

static enum bf_err add_config(struct bf_plan *plan, const struct odometer *o, struct bf_error *e)
{
    if (plan->config_count == plan->config_room) {
        const size_t room = plan->config_room ? 2 * plan->config_room : 64;
        if (plan->config_count >= MOST_CONFIGS)
            return bf_error_set(e, BF_ERR_USAGE,
                                "the axes have more than %d combinations of a "
                                "policy's options; make them shorter",
                                MOST_CONFIGS);
        struct bf_plan_config *configs = realloc(plan->configs, room * sizeof *configs);
        if (!configs)
            return bf_error_no_memory(e, room * sizeof *configs, "configurations");
        plan->configs = configs;
        plan->config_room = room;
    }
    struct bf_plan_config *new = &plan->configs[plan->config_count];
    *new = (struct bf_plan_config){0};
    enum bf_err err = make_config(plan, o, &new->config, e);
    if (!err)
        err = set_text(new, e);
    plan->config_count += !err;
    return err;
}

static enum bf_err add_policy(struct bf_plan *plan, const char *name, struct bf_error *e)
{
    struct odometer o = {.count = 0};
    enum bf_err err = bf_policy_find(name, &o.policy, e);
    if (err)
        return err;
    for (int axis = BF_AXIS_POLICY + 1; axis < BF_AXES_FIXED; axis++)
        add_axis(&o, plan->axes, bf_axis_params[axis].name);
    for (unsigned i = 0; i < o.policy->param_count; i++)
        add_axis(&o, plan->axes, o.policy->params[i].name);
    do
        err = add_config(plan, &o, e);
    while (!err && advance(&o));
    return err;
}

// ---- Sorted, each once ------------------------------------------------------

static const char *calendar_name(const struct bf_plan_config *c)
{
    return c->config.calendar ? c->config.calendar->name : "";
}

static int compare_configs(const void *a, const void *b)
{
    const struct bf_plan_config *x = a, *y = b;
    int order = strcmp(x->config.policy->name, y->config.policy->name);
    if (order || (order = bf_run_text_compare(x->text, y->text, "seed=")) != 0)
        return order;
    // A calendar under two names: the first is kept, whatever the order of the list.
    return strcmp(calendar_name(x), calendar_name(y));
}

static void sort_configs(struct bf_plan *plan)
{
    size_t kept = 0;
    qsort(plan->configs, plan->config_count, sizeof *plan->configs, compare_configs);
    for (size_t i = 0; i < plan->config_count; i++) {
        if (kept && strcmp(plan->configs[kept - 1].text, plan->configs[i].text) == 0)
            free(plan->configs[i].text);
        else
            plan->configs[kept++] = plan->configs[i];
    }
    plan->config_count = kept;
}

static enum bf_err count_drawing(struct bf_plan *plan, struct bf_error *e)
{
    plan->drawing = malloc((plan->config_count + 1) * sizeof *plan->drawing);
    if (!plan->drawing)
        return bf_error_no_memory(e, plan->config_count * sizeof *plan->drawing, "a plan");
    plan->drawing[0] = 0;
    for (size_t i = 0; i < plan->config_count; i++)
        plan->drawing[i + 1] =
            plan->drawing[i] + (plan->configs[i].seed_end > plan->configs[i].seed_at);
    return BF_OK;
}

// ---- Axes that no policy of the plan has ------------------------------------

static bool has(const struct bf_policy *policy, const struct bf_axis_entry *entry)
{
    if (entry->axis == BF_AXIS_BACKFILL_ORDER)
        return policy->uses & BF_USES_BACKFILL_ORDER;
    for (unsigned i = 0; i < policy->param_count; i++)
        if (bf_axis_same_name(policy->params[i].name, entry->name))
            return true;
    return false;
}

static bool is_chosen(const struct bf_axis_entry *policies, const struct bf_policy *policy)
{
    for (size_t i = 0; policies && i < policies->count; i++)
        if (strcmp(policies->values[i].text, policy->name) == 0)
            return true;
    return !policies && strcmp(policy->name, "easy") == 0;
}

// An axis that plays no part is a mistake of whoever wrote it.
static enum bf_err check_used(const struct bf_axes *axes, const struct bf_axis_entry *entry,
                              struct bf_error *e)
{
    const struct bf_axis_entry *policies = bf_axes_find(axes, "policy", NULL);
    char text[512], list[256];
    struct bf_text t = bf_text_init(text, sizeof text), having = bf_text_init(list, sizeof list);
    bool used = entry->axis != BF_AXES_FIXED && entry->axis != BF_AXIS_BACKFILL_ORDER;
    for (const struct bf_policy *const *p = bf_policies; *p; p++) {
        const bool meant = !entry->policy || strcmp(entry->policy, (*p)->name) == 0;
        if (has(*p, entry))
            bf_text_add(&having, "%s%s", having.used ? ", " : "", (*p)->name);
        used |= meant && has(*p, entry) && is_chosen(policies, *p);
        if (entry->policy && meant && !is_chosen(policies, *p))
            bf_text_add(&t, "is set for policy %s, which is not in the list of policies",
                        entry->policy);
    }
    if (!used && !t.used)
        bf_text_add(&t, "no policy of the plan has it; policies that do: %s", list);
    return t.used ? bf_where_error(&entry->where, entry->name, text, e) : BF_OK;
}

enum bf_err bf_plan_make_configs(struct bf_plan *plan, struct bf_error *e)
{
    const struct bf_axis_entry *policies = bf_axes_find(plan->axes, "policy", NULL);
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < plan->axes->count; i++)
        err = check_used(plan->axes, &plan->axes->entries[i], e);
    if (!err && !policies)
        err = add_policy(plan, "easy", e);
    for (size_t i = 0; !err && policies && i < policies->count; i++)
        err = add_policy(plan, policies->values[i].text, e);
    if (err)
        return err;
    sort_configs(plan);
    return count_drawing(plan, e);
}
