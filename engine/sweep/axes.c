// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/config.h"
#include "engine/sweep/list.h"
#include "policies/policies.h"
#include "workloads/estimates.h"
#include "workloads/trace.h"

const struct bf_param bf_axis_params[BF_AXES_FIXED] = {
    [BF_AXIS_TRACE] = {.name = "trace", .type = BF_PARAM_CHOICE, .help = "logs, patterns, models"},
    [BF_AXIS_PROCS] = {.name = "procs",
                       .type = BF_PARAM_COUNT,
                       .min = 1,
                       .max = BF_MAX_PROCS,
                       .help = "processors of the machine (default: from the log's header)"},
    [BF_AXIS_TOO_WIDE] = {.name = "too-wide",
                          .type = BF_PARAM_CHOICE,
                          .choices = bf_too_wide_names,
                          .help = "jobs wider than the machine: drop, clamp or error"},
    [BF_AXIS_FIRST] = {.name = "first",
                       .type = BF_PARAM_COUNT,
                       .min = 0,
                       .max = UINT32_MAX,
                       .help = "keep the first N jobs (default 0: all)"},
    [BF_AXIS_FROM] = {.name = "from",
                      .type = BF_PARAM_COUNT,
                      .min = 0,
                      .max = (double)BF_MAX_TIME,
                      .help = "keep jobs submitted at T or later, in seconds of the log"},
    [BF_AXIS_TO] = {.name = "to",
                    .type = BF_PARAM_COUNT,
                    .fallback = {.i = BF_COUNT_ALL},
                    .min = 1,
                    .max = INFINITY,
                    .help = "keep jobs submitted before T"},
    [BF_AXIS_LOAD] = {.name = "load",
                      .type = BF_PARAM_REAL,
                      .fallback = {.r = 1},
                      .min = 1e-6,
                      .max = 1e6,
                      .help = "divide the gaps between arrivals by X"},
    [BF_AXIS_SHAKE] = {.name = "shake",
                       .type = BF_PARAM_COUNT,
                       .min = 0,
                       .max = (double)BF_MAX_TIME,
                       .help = "move each submit by up to S/2 seconds, by the seed"},
    [BF_AXIS_SEED] = {.name = "seed",
                      .type = BF_PARAM_COUNT,
                      .fallback = {.i = 1},
                      .min = 0,
                      .max = (double)INT64_MAX,
                      .help = "seeds of all draws"},
    [BF_AXIS_POLICY] = {.name = "policy", .type = BF_PARAM_CHOICE, .help = "scheduling policies"},
    [BF_AXIS_ORDER] = {.name = "order",
                       .type = BF_PARAM_CHOICE,
                       .choices = bf_order_names,
                       .help = "primary orders of the queue"},
    [BF_AXIS_BACKFILL_ORDER] = {.name = "backfill-order",
                                .type = BF_PARAM_CHOICE,
                                .choices = bf_order_names,
                                .help = "orders in which candidates are tried (default: the "
                                        "primary order)"},
    [BF_AXIS_ESTIMATE] = {.name = "estimate",
                          .type = BF_PARAM_CHOICE,
                          .help = "run times to plan with"},
    [BF_AXIS_CORRECTION] = {.name = "correction",
                            .type = BF_PARAM_CHOICE,
                            .choices = bf_correction_names,
                            .fallback = {.i = BF_CORRECTION_INCREMENTS},
                            .help = "what follows a plan that has expired"},
    [BF_AXIS_OVERRUN] = {.name = "overrun",
                         .type = BF_PARAM_CHOICE,
                         .choices = bf_overrun_names,
                         .help = "jobs that run past their request"},
    [BF_AXIS_EVENTS] = {.name = "events",
                        .type = BF_PARAM_CHOICE,
                        .choices = bf_events_names,
                        .help = "order of events within an instant"},
    [BF_AXIS_CALENDAR] = {.name = "calendar",
                          .type = BF_PARAM_CHOICE,
                          .help = "calendars of outages: files, or none (docs/calendars.md)"},
    [BF_AXIS_TAU] = {.name = "tau",
                     .type = BF_PARAM_COUNT,
                     .fallback = {.i = 10},
                     .min = 1,
                     .max = (double)BF_MAX_TIME,
                     .help = "bound of bounded slowdown in seconds"},
    [BF_AXIS_WARMUP] = {.name = "warmup",
                        .type = BF_PARAM_REAL,
                        .min = 0,
                        .max = 99.999,
                        .help = "leave the first X % of jobs to end out of the statistics"},
    [BF_AXIS_COOLDOWN] = {.name = "cooldown",
                          .type = BF_PARAM_FLAG,
                          .help =
                              "leave jobs that end after the last arrival out of the statistics"},
};

void bf_axes_init(struct bf_axes *a)
{
    *a = (struct bf_axes){.max_bad = 1};
}

static void free_entry(struct bf_axis_entry *entry)
{
    for (size_t i = 0; i < entry->count; i++)
        free((char *)entry->values[i].text);
    free(entry->values);
    free((char *)entry->policy);
}

void bf_axes_fini(struct bf_axes *a)
{
    for (size_t i = 0; i < a->count; i++)
        free_entry(&a->entries[i]);
    free(a->entries);
    free(a->title);
    bf_axes_init(a);
}

// ---- Names ------------------------------------------------------------------

bool bf_axis_same_name(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (*a != *b && !((*a == '_' || *a == '-') && (*b == '_' || *b == '-')))
            return false;
    return *a == *b;
}

static const struct bf_param *param_of(const struct bf_policy *policy, const char *name)
{
    for (unsigned i = 0; i < policy->param_count; i++)
        if (bf_axis_same_name(policy->params[i].name, name))
            return &policy->params[i];
    return NULL;
}

const struct bf_param *bf_axis_policy_param(const char *name)
{
    for (const struct bf_policy *const *p = bf_policies; *p; p++) {
        const struct bf_param *found = param_of(*p, name);
        if (found)
            return found;
    }
    return NULL;
}

static bool is_listed(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (bf_axis_same_name(names[i], name))
            return true;
    return false;
}

size_t bf_axis_names(const char **names)
{
    size_t count = 0;
    for (int i = 0; i < BF_AXES_FIXED; i++)
        names[count++] = bf_axis_params[i].name;
    for (const struct bf_policy *const *p = bf_policies; *p; p++)
        for (unsigned i = 0; i < (*p)->param_count && count < BF_AXES_MOST - 1; i++)
            if (!is_listed(names, count, (*p)->params[i].name))
                names[count++] = (*p)->params[i].name;
    names[count] = NULL;
    return count;
}

enum bf_err bf_axis_value_error(const struct bf_axis_entry *entry,
                                const struct bf_axis_value *value, const char *text,
                                struct bf_error *e)
{
    const struct bf_where where = {entry->where.file, value->line};
    return bf_where_error(&where, entry->name, text, e);
}

enum bf_err bf_where_error(const struct bf_where *where, const char *name, const char *text,
                           struct bf_error *e)
{
    char copy[BF_ERROR_TEXT_SIZE]; // the text may be that of `e` itself
    const size_t n = strlen(name);
    if (strncmp(text, name, n) == 0 && strncmp(text + n, ": ", 2) == 0)
        text += n + 2;
    bf_text_copy(copy, sizeof copy, text);
    if (!where->line)
        return bf_error_set(e, BF_ERR_USAGE, "%s: %s", where->file, copy);
    return bf_error_set(e, BF_ERR_USAGE, "%s:%d: %s%s%s", where->file, where->line, name,
                        *name ? ": " : "", copy);
}

// What is no axis: the names of options, in the order of option_lines.
static const char *const not_axes[] = {"jobs", "no-clock", "status", "max-bad", NULL};
enum { OPTIONS = sizeof not_axes / sizeof not_axes[0] - 1 };

// Its number; OPTIONS: it is none.
static int number_of_option(const char *name)
{
    int i = 0;
    while (i < OPTIONS && !bf_axis_same_name(not_axes[i], name))
        i++;
    return i;
}

// The words of all sections are candidates: who meant one of another section is told where it
// belongs next.
static enum bf_err unknown_axis(const struct bf_where *where, const char *name, bool option,
                                struct bf_error *e)
{
    const char *names[OPTIONS + BF_AXES_MOST];
    char text[256];
    struct bf_text t = bf_text_init(text, sizeof text);
    memcpy(names, not_axes, OPTIONS * sizeof *names);
    bf_axis_names(names + OPTIONS);
    if (number_of_option(name) < OPTIONS) {
        bf_text_add(&t, "'%s' is no axis; it stands in [options]", name);
    } else {
        bf_text_add(&t, "there is no %s '%s'", option ? "option or axis" : "axis", name);
        bf_text_suggest(&t, name, names, "'bfsweep sweep --help' lists them");
    }
    return bf_where_error(where, "", text, e);
}

// ---- Values -----------------------------------------------------------------

static bool is_of_jobs(int axis)
{
    return axis <= BF_AXIS_SEED;
}

static bool is_of_files(int axis)
{
    return axis == BF_AXIS_TRACE || axis == BF_AXIS_CALENDAR;
}

static bool is_text(int axis)
{
    return axis == BF_AXIS_POLICY || axis == BF_AXIS_ESTIMATE || is_of_files(axis) ||
           axis == BF_AXES_FIXED;
}

// `5%` is 5.
static void remove_percent(int axis, char *text)
{
    const size_t n = strlen(text);
    if (axis == BF_AXIS_WARMUP && n > 1 && text[n - 1] == '%')
        text[n - 1] = '\0';
}

// A parameter of a policy: of the one whose section it is in, or of the first that takes the value.
static enum bf_err check_param(const struct bf_axis_entry *entry, const char *text,
                               struct bf_error *e)
{
    struct bf_value value;
    enum bf_err err = BF_ERR_USAGE;
    for (const struct bf_policy *const *p = bf_policies; err && *p; p++) {
        const struct bf_param *param = param_of(*p, entry->name);
        if (param && (!entry->policy || strcmp(entry->policy, (*p)->name) == 0))
            err = bf_param_parse(param, text, &value, e);
    }
    return err;
}

static enum bf_err read_value(const struct bf_axis_entry *entry, const char *item,
                              struct bf_value *value, struct bf_error *e)
{
    char text[64];
    const struct bf_policy *policy;
    const struct bf_estimate *estimate;
    switch (entry->axis) {
    case BF_AXIS_TRACE:
        if (strcmp(item, "-") == 0)
            return bf_error_set(e, BF_ERR_USAGE,
                                "a sweep may read its logs more than once; expected a file or a "
                                "model, found '-'");
        return BF_OK;
    case BF_AXIS_CALENDAR: // the plan reads it
        return BF_OK;
    case BF_AXIS_POLICY:
        return bf_policy_find(item, &policy, e);
    case BF_AXIS_ESTIMATE:
        return bf_estimate_parse(item, &estimate, value, e);
    case BF_AXES_FIXED:
        return check_param(entry, item, e);
    default:
        bf_text_copy(text, sizeof text, item);
        remove_percent(entry->axis, text);
        return bf_param_parse(&bf_axis_params[entry->axis], text, value, e);
    }
}

// A model may go on in the next line of a plan file: `procs=64` belongs to the model before it.
static bool continues_model(const struct bf_axis_entry *entry, const char *item)
{
    const size_t letters = strspn(item, "abcdefghijklmnopqrstuvwxyz");
    return entry->axis == BF_AXIS_TRACE && entry->count && letters && item[letters] == '=' &&
           bf_trace_is_model(entry->values[entry->count - 1].text);
}

static enum bf_err go_on(struct bf_axis_value *model, const char *item, struct bf_error *e)
{
    const size_t n = strlen(model->text) + 1 + strlen(item) + 1;
    char *text = malloc(n);
    if (!text)
        return bf_error_no_memory(e, n, "the values of an axis");
    struct bf_text to = bf_text_init(text, n);
    bf_text_add(&to, "%s,%s", model->text, item);
    free((char *)model->text);
    model->text = text;
    return BF_OK;
}

static enum bf_err add_value(void *self, const char *item, struct bf_error *e)
{
    struct bf_axis_entry *entry = self;
    if (continues_model(entry, item))
        return go_on(&entry->values[entry->count - 1], item, e);
    if (entry->count == entry->room) {
        const size_t room = entry->room ? 2 * entry->room : 4;
        struct bf_axis_value *values = realloc(entry->values, room * sizeof *values);
        if (!values)
            return bf_error_no_memory(e, room * sizeof *values, "the values of an axis");
        entry->values = values;
        entry->room = room;
    }
    struct bf_axis_value *value = &entry->values[entry->count];
    *value = (struct bf_axis_value){.line = entry->line};
    const enum bf_err err = read_value(entry, item, &value->value, e);
    if (err)
        return err;
    if (is_text(entry->axis)) {
        value->text = strdup(item);
        if (!value->text)
            return bf_error_no_memory(e, strlen(item), "the values of an axis");
    }
    entry->count++;
    return BF_OK;
}

// ---- Settings ---------------------------------------------------------------

static struct bf_axis_entry *find_entry(const struct bf_axes *a, const char *name,
                                        const char *policy)
{
    for (size_t i = 0; i < a->count; i++) {
        struct bf_axis_entry *entry = &a->entries[i];
        if (!bf_axis_same_name(entry->name, name) || !entry->policy != !policy)
            continue;
        if (!policy || strcmp(entry->policy, policy) == 0)
            return entry;
    }
    return NULL;
}

const struct bf_axis_entry *bf_axes_find(const struct bf_axes *a, const char *name,
                                         const char *policy)
{
    const struct bf_axis_entry *own = policy ? find_entry(a, name, policy) : NULL;
    return own ? own : find_entry(a, name, NULL);
}

// Which axis it is, and its name as in the registry.
static enum bf_err identify(struct bf_axis_entry *entry, const char *name, struct bf_error *e)
{
    for (int i = 0; i < BF_AXES_FIXED; i++) {
        if (bf_axis_same_name(bf_axis_params[i].name, name)) {
            entry->axis = i;
            entry->name = bf_axis_params[i].name;
            return BF_OK;
        }
    }
    const struct bf_param *param = bf_axis_policy_param(name);
    if (!param)
        return unknown_axis(&entry->where, name, false, e);
    entry->axis = BF_AXES_FIXED;
    entry->name = param->name;
    return BF_OK;
}

// Axes that the section of a policy may hold.
static enum bf_err check_section(const struct bf_axis_entry *entry, const char *name,
                                 struct bf_error *e)
{
    const struct bf_policy *policy;
    struct bf_error wrong;
    char text[256];
    struct bf_text t = bf_text_init(text, sizeof text);
    if (!entry->policy)
        return BF_OK;
    if (bf_policy_find(entry->policy, &policy, &wrong))
        return bf_where_error(&entry->where, "", wrong.text, e);
    if (is_of_jobs(entry->axis) || entry->axis == BF_AXIS_POLICY)
        bf_text_add(&t, "is no axis of one policy; put it into [axes]");
    else if (entry->axis == BF_AXES_FIXED && !param_of(policy, name))
        bf_text_add(&t, "is no parameter of policy %s; 'bfsweep policies %s' lists them",
                    policy->name, policy->name);
    return t.used ? bf_where_error(&entry->where, name, text, e) : BF_OK;
}

static enum bf_err add_entry(struct bf_axes *a, const struct bf_axis_entry *from,
                             struct bf_axis_entry **entry, struct bf_error *e)
{
    if (a->count == a->room) {
        const size_t room = a->room ? 2 * a->room : 16;
        struct bf_axis_entry *entries = realloc(a->entries, room * sizeof *entries);
        if (!entries)
            return bf_error_no_memory(e, room * sizeof *entries, "axes");
        a->entries = entries;
        a->room = room;
    }
    *entry = &a->entries[a->count];
    **entry = *from;
    if (from->policy && !((*entry)->policy = strdup(from->policy)))
        return bf_error_no_memory(e, strlen(from->policy), "axes");
    a->count++;
    return BF_OK;
}

// `line`: of the first time; 0: on the command line.
static enum bf_err given_twice(const char *name, int line, const struct bf_where *where,
                               const char *advice, struct bf_error *e)
{
    char text[BF_ERROR_TEXT_SIZE];
    struct bf_text t = bf_text_init(text, sizeof text);
    bf_text_add(&t, "is given twice");
    if (line)
        bf_text_add(&t, ": first in line %d%s", line, advice);
    return bf_where_error(where, name, text, e);
}

enum bf_err bf_axes_set(struct bf_axes *a, const char *policy, const char *name, const char *list,
                        struct bf_where where, bool more, struct bf_error *e)
{
    struct bf_axis_entry new = {.policy = policy, .where = where}, *entry;
    struct bf_error wrong = {.text = ""};
    enum bf_err err = identify(&new, name, e);
    if (!err)
        err = check_section(&new, name, e);
    if (err)
        return err;
    entry = find_entry(a, name, policy);
    if (entry && !more)
        return given_twice(entry->name, entry->where.line, &where,
                           "; write one list (a line that begins with a blank goes on)", e);
    if (!entry)
        err = add_entry(a, &new, &entry, e);
    if (err)
        return err;
    entry->line = where.line;
    const struct bf_list_taker to = {entry, add_value};
    err = is_of_files(entry->axis) ? bf_list_expand_traces(list, &to, &wrong)
                                   : bf_list_expand(list, &to, &wrong);
    if (err == BF_ERR_USAGE)
        return bf_where_error(&where, entry->name, wrong.text, e);
    return err ? bf_error_set(e, err, "%s", wrong.text) : BF_OK;
}

void bf_axes_clear(struct bf_axes *a, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (bf_axis_same_name(a->entries[i].name, name))
            free_entry(&a->entries[i]);
        else
            a->entries[kept++] = a->entries[i];
    }
    a->count = kept;
}

// ---- What is no axis --------------------------------------------------------

static enum bf_err take_status(void *self, const char *item, struct bf_error *e)
{
    int64_t status;
    if (!bf_text_to_int(item, &status) || status < -1 || status > 30)
        return bf_error_set(e, BF_ERR_USAGE,
                            "expected statuses such as 0,1,5 (each -1 to 30), found '%s'", item);
    *(uint32_t *)self |= UINT32_C(1) << (status + 1);
    return BF_OK;
}

static enum bf_err read_option(struct bf_axes *a, const char *name, const char *value,
                               struct bf_error *e)
{
    const struct bf_param flag = {.name = name, .type = BF_PARAM_FLAG};
    static const struct bf_param bad = {.name = "max-bad", .type = BF_PARAM_REAL, .max = 100};
    const struct bf_list_taker statuses = {&a->statuses, take_status};
    struct bf_value v;
    char text[64];
    bf_text_copy(text, sizeof text, value);
    if (strcmp(name, "status") == 0)
        return bf_list_expand(value, &statuses, e);
    if (strcmp(name, "jobs") == 0 || strcmp(name, "no-clock") == 0) {
        const enum bf_err err = bf_param_parse(&flag, text, &v, e);
        *(*name == 'j' ? &a->jobs : &a->no_clock) = !err && v.i;
        return err;
    }
    remove_percent(BF_AXIS_WARMUP, text);
    const enum bf_err err = bf_param_parse(&bad, text, &v, e);
    a->max_bad = err ? a->max_bad : v.r;
    return err;
}

enum bf_err bf_axes_set_option(struct bf_axes *a, const char *name, const char *value,
                               struct bf_where where, bool more, struct bf_error *e)
{
    struct bf_axis_entry axis = {.where = where};
    struct bf_error wrong = {.text = ""};
    const int i = number_of_option(name);
    if (i == OPTIONS && identify(&axis, name, &wrong))
        return unknown_axis(&where, name, true, e);
    if (i == OPTIONS)
        return bf_axes_set(a, NULL, name, value, where, more, e);
    if (where.line && a->option_lines[i] && !more)
        return given_twice(not_axes[i], a->option_lines[i], &where, "", e);
    a->option_lines[i] = where.line;
    if (read_option(a, not_axes[i], value, &wrong) == BF_OK)
        return BF_OK;
    return bf_where_error(&where, not_axes[i], wrong.text, e);
}
