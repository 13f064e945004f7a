// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/core/run_order.h"
#include "engine/sweep/plan_internal.h"
#include "engine/sweep/run_one.h"

// The values of an axis as integers; the default alone where it was not set.
struct integers {
    const struct bf_axis_entry *entry;
    int64_t fallback;
    size_t count;
};

static struct integers integers_of(const struct bf_axes *axes, enum bf_axis axis)
{
    const struct bf_axis_entry *entry = bf_axes_find(axes, bf_axis_params[axis].name, NULL);
    return (struct integers){.entry = entry,
                             .fallback = bf_axis_params[axis].fallback.i,
                             .count = entry ? entry->count : 1};
}

static int64_t integer(const struct integers *list, size_t i)
{
    return list->entry ? list->entry->values[i].value.i : list->fallback;
}

// ---- Traces and seeds -------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char *end_of(const char *name)
{
    enum { SHOWN = 100 };
    const size_t n = strlen(name);
    return n > SHOWN ? name + n - SHOWN : name;
}

void bf_plan_add_alike(struct bf_text *to, const char *a, const char *b, int kept)
{
    bf_text_add(
        to,
        "results keep the first %d bytes of a name, in which '...%s' and '...%s' are alike; "
        "call from a folder nearer to them, or give shorter names (links)",
        kept, end_of(a), end_of(b));
}

static enum bf_err no_trace(const struct bf_axes *axes, struct bf_error *e)
{
    const char *file = axes->plan_file;
    return bf_error_set(e, BF_ERR_USAGE,
                        "%s%sa trace is missing%s: a log file, a pattern such as logs/*.swf.gz, or "
                        "a model such as lublin:jobs=10000,procs=256,seed=1",
                        file ? file : "", file ? ": " : "",
                        file ? " ('trace = ...' in [axes])" : "");
}

// A log that cannot be read has failed runs: others may be. A model that does not exist never will.
static enum bf_err check_models(const struct bf_axis_entry *entry, struct bf_error *e)
{
    for (size_t i = 0; i < entry->count; i++)
        if (bf_trace_check_model(entry->values[i].text, e))
            return bf_axis_value_error(entry, &entry->values[i], e->text, e);
    return BF_OK;
}

// What results keep of a trace's name must tell it from those of others: else statistics would take
// two logs for one. Names are sorted, so that those that begin alike are neighbours.
static enum bf_err check_lengths(const struct bf_plan *plan, const struct bf_axis_entry *entry,
                                 struct bf_error *e)
{
    enum { KEPT = sizeof((struct bf_trace_row *)0)->name - 1 };
    for (size_t i = 1; i < plan->name_count; i++) {
        const char *a = plan->names[i - 1], *b = plan->names[i];
        char text[BF_ERROR_TEXT_SIZE];
        size_t at = 0;
        if (strncmp(a, b, KEPT) != 0)
            continue;
        while (entry->values[at].text != b)
            at++;
        struct bf_text t = bf_text_init(text, sizeof text);
        bf_plan_add_alike(&t, a, b, KEPT);
        return bf_axis_value_error(entry, &entry->values[at], text, e);
    }
    return BF_OK;
}

static enum bf_err take_names(struct bf_plan *plan, struct bf_error *e)
{
    const struct bf_axis_entry *entry = bf_axes_find(plan->axes, "trace", NULL);
    if (!entry || !entry->count)
        return no_trace(plan->axes, e);
    const enum bf_err err = check_models(entry, e);
    if (err)
        return err;
    plan->names = malloc(entry->count * sizeof *plan->names);
    if (!plan->names)
        return bf_error_no_memory(e, entry->count * sizeof *plan->names, "the names of traces");
    for (size_t i = 0; i < entry->count; i++)
        plan->names[i] = (char *)entry->values[i].text; // borrowed from the axes
    qsort(plan->names, entry->count, sizeof *plan->names, compare_names);
    for (size_t i = 0; i < entry->count; i++)
        if (!i || strcmp(plan->names[plan->name_count - 1], plan->names[i]) != 0)
            plan->names[plan->name_count++] = plan->names[i];
    return check_lengths(plan, entry, e);
}

// Every machine, window and rule for wide jobs of one name is a trace of its own in the set.
static enum bf_err add_traces(struct bf_plan *plan, const char *name, struct bf_error *e)
{
    const struct bf_axes *axes = plan->axes;
    const struct integers procs = integers_of(axes, BF_AXIS_PROCS),
                          wide = integers_of(axes, BF_AXIS_TOO_WIDE),
                          first = integers_of(axes, BF_AXIS_FIRST),
                          from = integers_of(axes, BF_AXIS_FROM),
                          to = integers_of(axes, BF_AXIS_TO);
    const size_t all = procs.count * wide.count * first.count * from.count * to.count;
    for (size_t i = 0; i < all; i++) {
        struct bf_trace_options o;
        size_t rest = i;
        bf_trace_options_default(&o);
        o.source = name;
        o.statuses = axes->statuses;
        o.max_bad = axes->max_bad;
        o.procs = (bf_procs)integer(&procs, rest % procs.count);
        rest /= procs.count;
        o.too_wide = (enum bf_too_wide)integer(&wide, rest % wide.count);
        rest /= wide.count;
        o.first = (uint64_t)integer(&first, rest % first.count);
        rest /= first.count;
        o.from = integer(&from, rest % from.count);
        o.to = integer(&to, rest / from.count);
        if (bf_traces_add(plan->traces, &o) == SIZE_MAX)
            return bf_error_no_memory(e, sizeof o, "a set of traces");
    }
    return BF_OK;
}

static int compare_seeds(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static enum bf_err take_seeds(struct bf_plan *plan, struct bf_error *e)
{
    const struct integers list = integers_of(plan->axes, BF_AXIS_SEED);
    plan->seeds = malloc(list.count * sizeof *plan->seeds);
    if (!plan->seeds)
        return bf_error_no_memory(e, list.count * sizeof *plan->seeds, "seeds");
    for (size_t i = 0; i < list.count; i++)
        plan->seeds[i] = (uint64_t)integer(&list, i);
    qsort(plan->seeds, list.count, sizeof *plan->seeds, compare_seeds);
    for (size_t i = 0; i < list.count; i++)
        if (!i || plan->seeds[plan->seed_count - 1] != plan->seeds[i])
            plan->seeds[plan->seed_count++] = plan->seeds[i];
    return BF_OK;
}

enum bf_err bf_plan_create(const struct bf_axes *axes, struct bf_traces *traces,
                           struct bf_plan **plan, struct bf_error *e)
{
    struct bf_plan *new = calloc(1, sizeof *new);
    if (!new)
        return bf_error_no_memory(e, sizeof *new, "a plan");
    new->axes = axes;
    new->traces = traces;
    enum bf_err err = take_names(new, e);
    if (!err)
        err = take_seeds(new, e);
    if (!err)
        err = bf_plan_make_configs(new, e);
    for (size_t i = 0; !err && i < new->name_count; i++)
        err = add_traces(new, new->names[i], e);
    if (err)
        bf_plan_destroy(new);
    else
        *plan = new;
    return err;
}

void bf_plan_destroy(struct bf_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->config_count; i++)
        free(plan->configs[i].text);
    for (size_t i = 0; i < plan->shape_count; i++)
        free(plan->shapes[i].text);
    for (size_t i = 0; plan->groups && i < plan->name_count; i++)
        free(plan->groups[i].shaken);
    for (size_t i = 0; i < plan->calendar_count; i++)
        free(plan->calendars[i]);
    free(plan->calendars);
    bf_arena_destroy(plan->memory);
    free(plan->names);
    free(plan->configs);
    free(plan->drawing);
    free(plan->shapes);
    free(plan->groups);
    free(plan->seeds);
    free(plan->hashes);
    free(plan);
}

// ---- Shapes -----------------------------------------------------------------

// What stands for the content of a trace: its hash, or for one that cannot be read that of its
// name.
static enum bf_err take_hashes(struct bf_plan *plan, struct bf_error *e)
{
    const size_t count = bf_traces_count(plan->traces);
    plan->hashes = calloc(count, sizeof *plan->hashes);
    if (!plan->hashes)
        return bf_error_no_memory(e, count * sizeof *plan->hashes, "a plan");
    for (size_t i = 0; i < count; i++) {
        const struct bf_trace_info *info = bf_traces_info(plan->traces, i);
        struct bf_text to = bf_text_init(plan->hashes[i], sizeof plan->hashes[i]);
        char hash[BF_HASH_TEXT_SIZE];
        bf_hash_bytes(info->options.source, strlen(info->options.source), hash);
        bf_text_add(&to, "%s%s", info->code ? "?" : "", info->code ? hash : info->row.hash);
    }
    return BF_OK;
}

static enum bf_err add_shape(struct bf_plan *plan, size_t trace, double load, bf_time shake,
                             struct bf_error *e)
{
    const struct bf_trace_info *info = bf_traces_info(plan->traces, trace);
    struct bf_trace_options o = info->options;
    char buffer[512];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    if (plan->shape_count == plan->shape_room) {
        const size_t room = plan->shape_room ? 2 * plan->shape_room : 64;
        struct bf_plan_shape *shapes = realloc(plan->shapes, room * sizeof *shapes);
        if (!shapes)
            return bf_error_no_memory(e, room * sizeof *shapes, "a plan");
        plan->shapes = shapes;
        plan->shape_room = room;
    }
    o.load = load;
    o.shake = shake;
    o.seed = 0;
    bf_trace_options_text(&o, info->code ? o.procs : info->procs, &text);
    if (shake)
        buffer[text.used - strlen(" seed=0")] = '\0';
    struct bf_plan_shape *new = &plan->shapes[plan->shape_count];
    *new = (struct bf_plan_shape){trace, load, shake, strdup(buffer)};
    if (!new->text)
        return bf_error_no_memory(e, text.used, "a plan");
    plan->shape_count++;
    return BF_OK;
}

static enum bf_err add_shapes(struct bf_plan *plan, size_t trace, struct bf_error *e)
{
    const struct bf_axis_entry *loads = bf_axes_find(plan->axes, "load", NULL);
    const struct integers shakes = integers_of(plan->axes, BF_AXIS_SHAKE);
    const size_t load_count = loads ? loads->count : 1;
    enum bf_err err = BF_OK;
    for (size_t l = 0; !err && l < load_count; l++)
        for (size_t s = 0; !err && s < shakes.count; s++)
            err = add_shape(plan, trace, loads ? loads->values[l].value.r : 1, integer(&shakes, s),
                            e);
    return err;
}

// As in run_order.c: by load, then by text.
static int compare_shapes(const void *a, const void *b)
{
    const struct bf_plan_shape *x = a, *y = b;
    char one[600], two[600];
    if (x->load != y->load)
        return x->load < y->load ? -1 : 1;
    struct bf_text t = bf_text_init(one, sizeof one), u = bf_text_init(two, sizeof two);
    bf_text_add(&t, "%s policy=", x->text);
    bf_text_add(&u, "%s policy=", y->text);
    const int order = bf_run_text_compare(one, two, NULL);
    if (order)
        return order;
    return x->trace < y->trace ? -1 : x->trace > y->trace;
}

static bool is_same(const struct bf_plan *plan, const struct bf_plan_shape *a,
                    const struct bf_plan_shape *b)
{
    return strcmp(a->text, b->text) == 0 &&
           strcmp(plan->hashes[a->trace], plan->hashes[b->trace]) == 0;
}

// Is it among the shapes of other names, of which only those with equal content count?
static bool is_known(const struct bf_plan *plan, const struct bf_plan_shape *shape, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (is_same(plan, &plan->shapes[i], shape))
            return true;
    return false;
}

// Does another name lead to the same content? Seldom, so that is_known is seldom asked.
static bool has_twin(const struct bf_plan *plan, size_t trace, size_t first_trace)
{
    for (size_t i = 0; i < first_trace; i++)
        if (strcmp(plan->hashes[i], plan->hashes[trace]) == 0)
            return true;
    return false;
}

// Sorts the shapes from `first` on and leaves out those that are there before.
static void settle_shapes(struct bf_plan *plan, size_t first, size_t first_trace)
{
    size_t kept = first;
    const bool twin = plan->shape_count > first && has_twin(plan, first_trace, first_trace);
    qsort(plan->shapes + first, plan->shape_count - first, sizeof *plan->shapes, compare_shapes);
    for (size_t i = first; i < plan->shape_count; i++) {
        if ((kept > first && is_same(plan, &plan->shapes[kept - 1], &plan->shapes[i])) ||
            (twin && is_known(plan, &plan->shapes[i], first)))
            free(plan->shapes[i].text);
        else
            plan->shapes[kept++] = plan->shapes[i];
    }
    plan->shape_count = kept;
}

// ---- Numbers ----------------------------------------------------------------

// Runs of a group under one configuration.
static uint64_t runs_of_config(const struct bf_plan *plan, const struct bf_plan_group *g,
                               bool draws)
{
    return draws ? g->shapes * (uint64_t)plan->seed_count : g->shaken[g->shapes];
}

// Runs of a group under the first `n` configurations.
static uint64_t runs_before(const struct bf_plan *plan, const struct bf_plan_group *g, size_t n)
{
    const uint64_t draw = plan->drawing[n];
    return draw * runs_of_config(plan, g, true) + (n - draw) * runs_of_config(plan, g, false);
}

static enum bf_err number_group(struct bf_plan *plan, struct bf_plan_group *g, uint64_t begin,
                                struct bf_error *e)
{
    g->shaken = malloc((g->shapes + 1) * sizeof *g->shaken);
    if (!g->shaken)
        return bf_error_no_memory(e, g->shapes * sizeof *g->shaken, "a plan");
    g->shaken[0] = 0;
    for (size_t i = 0; i < g->shapes; i++)
        g->shaken[i + 1] = g->shaken[i] + (plan->shapes[g->first + i].shake ? plan->seed_count : 1);
    g->begin = begin;
    g->end = begin + runs_before(plan, g, plan->config_count);
    return BF_OK;
}

enum bf_err bf_plan_settle(struct bf_plan *plan, struct bf_error *e)
{
    const size_t traces = bf_traces_count(plan->traces);
    const size_t each = traces / plan->name_count; // of one name, one behind the other
    plan->groups = calloc(plan->name_count, sizeof *plan->groups);
    if (!plan->groups)
        return bf_error_no_memory(e, plan->name_count * sizeof *plan->groups, "a plan");
    enum bf_err err = take_hashes(plan, e);
    for (size_t n = 0; !err && n < plan->name_count; n++) {
        struct bf_plan_group *g = &plan->groups[n];
        g->first = plan->shape_count;
        for (size_t t = n * each; !err && t < (n + 1) * each; t++)
            err = add_shapes(plan, t, e);
        if (err)
            break;
        settle_shapes(plan, g->first, n * each);
        g->shapes = plan->shape_count - g->first;
        err = number_group(plan, g, n ? plan->groups[n - 1].end : 0, e);
    }
    return err;
}

uint64_t bf_plan_runs(const struct bf_plan *plan)
{
    return plan->groups[plan->name_count - 1].end;
}

size_t bf_plan_configs(const struct bf_plan *plan)
{
    return plan->config_count;
}

bool bf_plan_uses_trace(const struct bf_plan *plan, size_t trace)
{
    bool used = false;
    for (size_t i = 0; !used && i < plan->shape_count; i++)
        used = plan->shapes[i].trace == trace;
    return used && !bf_traces_info(plan->traces, trace)->code;
}

struct bf_traces *bf_plan_traces(const struct bf_plan *plan)
{
    return plan->traces;
}

// ---- One run ----------------------------------------------------------------

// Where a number leads.
struct place {
    const struct bf_plan_config *config;
    const struct bf_plan_shape *shape;
    uint64_t seed;
    size_t seed_number;
};

static const struct bf_plan_group *find_group(const struct bf_plan *plan, uint64_t number)
{
    size_t low = 0, high = plan->name_count - 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (number < plan->groups[middle].end)
            high = middle;
        else
            low = middle + 1;
    }
    return &plan->groups[low];
}

// The last configuration with no more than `rest` runs before it.
static size_t find_config(const struct bf_plan *plan, const struct bf_plan_group *g, uint64_t rest)
{
    size_t low = 0, high = plan->config_count - 1;
    while (low < high) {
        const size_t middle = (low + high + 1) / 2;
        if (runs_before(plan, g, middle) <= rest)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static size_t find_shape(const struct bf_plan_group *g, uint64_t rest)
{
    size_t low = 0, high = g->shapes - 1;
    while (low < high) {
        const size_t middle = (low + high + 1) / 2;
        if (g->shaken[middle] <= rest)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static struct place find(const struct bf_plan *plan, uint64_t number)
{
    const struct bf_plan_group *g = find_group(plan, number);
    const size_t c = find_config(plan, g, number - g->begin);
    const struct bf_plan_config *config = &plan->configs[c];
    uint64_t rest = number - g->begin - runs_before(plan, g, c);
    size_t shape;
    if (config->seed_end > config->seed_at) {
        shape = (size_t)(rest / plan->seed_count);
        rest %= plan->seed_count;
    } else {
        shape = find_shape(g, rest);
        rest -= g->shaken[shape];
    }
    return (struct place){.config = config,
                          .shape = &plan->shapes[g->first + shape],
                          .seed = plan->seeds[rest],
                          .seed_number = (size_t)rest};
}

void bf_plan_run(const struct bf_plan *plan, uint64_t number, struct bf_plan_run *run)
{
    const struct place at = find(plan, number);
    const struct bf_trace_info *info = bf_traces_info(plan->traces, at.shape->trace);
    const size_t shape = (size_t)(at.shape - plan->shapes);
    *run = (struct bf_plan_run){.number = number,
                                .trace = at.shape->trace,
                                .config_number = (size_t)(at.config - plan->configs),
                                .table = shape * (uint64_t)plan->seed_count,
                                .options = info->options,
                                .config = at.config->config,
                                .trace_name = info->options.source,
                                .trace_hash = plan->hashes[at.shape->trace],
                                .procs = info->code ? info->options.procs : info->procs};
    run->table += at.shape->shake ? at.seed_number : 0;
    run->options.load = at.shape->load;
    run->options.shake = at.shape->shake;
    run->options.seed = run->config.seed = at.seed;
}

static void add_config_text(const struct place *at, struct bf_text *to)
{
    const struct bf_plan_config *c = at->config;
    bf_text_add(to, "%s", at->shape->text);
    if (at->shape->shake)
        bf_text_add(to, " seed=%llu", (unsigned long long)at->seed);
    bf_text_add(to, " %.*s", (int)c->seed_at, c->text);
    if (c->seed_end > c->seed_at)
        bf_text_add(to, " seed=%llu", (unsigned long long)at->seed);
    bf_text_add(to, "%s", c->text + c->seed_end);
}

void bf_plan_config_text(const struct bf_plan *plan, uint64_t number, struct bf_text *to)
{
    const struct place at = find(plan, number);
    add_config_text(&at, to);
}

// The same bytes as in bf_run_key, without working out each number's text again: a test compares.
void bf_plan_key(const struct bf_plan *plan, uint64_t number, char key[BF_HASH_TEXT_SIZE])
{
    char buffer[4096];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    const struct place at = find(plan, number);
    bf_text_add(&text, "semantics=%d trace=%s ", BF_SEMANTICS_VERSION,
                plan->hashes[at.shape->trace]);
    add_config_text(&at, &text);
    bf_hash_bytes(buffer, text.used, key);
}

// ---- Cost -------------------------------------------------------------------

// How much a policy does for a job, seen on logs of real machines: keeping promises costs most,
// unless all jobs end when they were planned to: then nothing has to be moved up.
static double weight(const struct bf_config *config)
{
    const struct bf_policy *policy = config->policy;
    if (policy->uses & BF_MAKES_PROMISES)
        return strcmp(config->estimate->name, "exact") == 0 ? 4 : 24;
    return policy->uses & (BF_USES_PLAN | BF_USES_ENDS) ? 4 : 1;
}

// Queues grow with the load, and with them the work a job; where nothing is known, as at load 0.7.
static double crowding(double load)
{
    if (!(load > 0))
        return 2;
    const double x = load / 0.7;
    return x < 4 ? 1 + x * x * x : 65;
}

uint64_t bf_plan_cost(const struct bf_plan *plan, uint64_t number)
{
    const struct place at = find(plan, number);
    const struct bf_trace_info *info = bf_traces_info(plan->traces, at.shape->trace);
    const double jobs = (double)info->jobs;
    const double cost =
        jobs * weight(&at.config->config) * crowding(info->row.offered_load * at.shape->load);
    return 1000 + (uint64_t)cost;
}
