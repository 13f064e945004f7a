// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_sweep_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/cli/cli.h"
#include "engine/cli/values.h"
#include "engine/sweep/plan_file.h"
#include "engine/sweep/threads.h"

enum key {
    KEY_DRY_RUN = 0x100,
    KEY_SHARD,
    KEY_SHARES,
    KEY_EXPECT,
    KEY_RESUME,
    KEY_EXTEND,
    KEY_KEEP_GOING,
    KEY_FAIL_FAST,
    KEY_BUDGET,
    KEY_MEMORY,
    KEY_SAVE,
    KEY_JOBS,
    KEY_NO_CLOCK,
    KEY_NO_EXTRA,
    KEY_STATUS,
    KEY_MAX_BAD,
    KEY_AXIS = 0x200 // and BF_AXES_MOST more
};

enum { GROUP_AXES = 5, MOST_GIVEN = 512 };

static const struct argp_option fixed_options[] = {
    {"output", 'o', "FILE.h5", 0,
     "Where results go (default: the name of the plan with .h5). A file of the same plan is "
     "completed",
     1},
    {"dry-run", KEY_DRY_RUN, NULL, 0, "List the runs with their predicted cost, and run none", 1},
    {"shard", KEY_SHARD, "I/N", 0,
     "Do share I of N shares of equal predicted cost (I/N,J/M: part J of M of that share)", 1},
    {"shares", KEY_SHARES, "N", 0,
     "List what each of N shares would cost, with a hash of all runs, and run none", 1},
    {"expect", KEY_EXPECT, "HASH", 0,
     "Run nothing unless the runs of the plan have this hash (see --shares)", 1},
    {"jobs", KEY_JOBS, NULL, 0, "Store the schedule of every run, too (table /jobs)", 1},
    {"no-clock", KEY_NO_CLOCK, NULL, 0,
     "Do not time the passes: /cost holds counters only, and runs are a little faster", 1},
    {"resume", KEY_RESUME, NULL, 0,
     "Go on where an earlier call was stopped (default: this is always done)", 2},
    {"extend", KEY_EXTEND, NULL, 0, "Go on with another plan: keep the runs of the old one", 2},
    {"keep-going", KEY_KEEP_GOING, NULL, 0, "Go on when a run fails (default)", 2},
    {"fail-fast", KEY_FAIL_FAST, NULL, 0, "Stop when a run fails", 2},
    {"time-budget", KEY_BUDGET, "TIME", 0,
     "Begin nothing that is predicted to end later than that from now: 90, 45m, 3h50m", 2},
    {"save-every", KEY_SAVE, "TIME", 0,
     "Write what has finished when it is that old: 5, 2m (default 15; a call that is killed loses "
     "no more than that)",
     2},
    {"threads", 'j', "N", 0, "Run N simulations at a time (default: what this program may use)", 3},
    {"memory-limit", KEY_MEMORY, "SIZE", 0,
     "Keep at most that much of logs in memory: 500M, 2G (default: half of the machine's)", 3},
    {"quiet", 'q', NULL, 0, "No warnings, no progress, no summary", 3},
    {"status", KEY_STATUS, "LIST", 0, "Keep only jobs of these statuses, e.g. 0,1,5", 4},
    {"max-bad", KEY_MAX_BAD, "X%", 0,
     "Refuse a log with more than this share of malformed lines (default 1)", 4},
    {"no-extra", KEY_NO_EXTRA, NULL, 0, "The same as --extra none", 4}};

#define FIXED_COUNT (sizeof fixed_options / sizeof fixed_options[0])

// The option table, made from the axes once, before any thread exists.
static struct {
    const char *names[BF_AXES_MOST];
    size_t count;
    struct argp_option options[FIXED_COUNT + BF_AXES_MOST + 1];
    char arguments[BF_AXES_MOST][8];
} table;

// What was found on the command line, kept until the plan file has been read.
struct given {
    struct cli_sweep_options *options;
    struct {
        int axis; // in table.names
        const char *list;
        bool more; // a further trace
    } lists[MOST_GIVEN];
    int count;
    const char *status, *max_bad;
    bool jobs, no_clock;
};

static const struct bf_param *param_of(const char *name)
{
    for (int i = 0; i < BF_AXES_FIXED; i++)
        if (bf_axis_same_name(bf_axis_params[i].name, name))
            return &bf_axis_params[i];
    return bf_axis_policy_param(name);
}

static void build_table(void)
{
    memcpy(table.options, fixed_options, sizeof fixed_options);
    table.count = bf_axis_names(table.names);
    for (size_t i = 0; i < table.count; i++) {
        const struct bf_param *param = param_of(table.names[i]);
        table.options[FIXED_COUNT + i] =
            (struct argp_option){.name = table.names[i],
                                 .key = KEY_AXIS + (int)i,
                                 .arg = "LIST",
                                 .flags = param->type == BF_PARAM_FLAG ? OPTION_ARG_OPTIONAL : 0,
                                 .doc = param->help,
                                 .group = GROUP_AXES};
    }
}

// ---- Values -----------------------------------------------------------------

// A number with units behind parts of it: `3h50m`, `2G`.
static bool read_units(const char *text, const char *units, const double *values, double *sum)
{
    *sum = 0;
    if (!*text)
        return false;
    while (*text) {
        char *end;
        const double number = *text >= '0' && *text <= '9' ? strtod(text, &end) : -1;
        if (number < 0)
            return false;
        const char *unit = *end ? strchr(units, *end) : NULL;
        if (*end && !unit)
            return false;
        *sum += number * (unit ? values[unit - units] : 1);
        text = unit ? end + 1 : end;
    }
    return *sum > 0;
}

static error_t take_time(const char *option, double *seconds, const char *text,
                         const struct argp_state *state)
{
    static const double values[] = {1, 60, 3600, 86400};
    if (read_units(text, "smhd", values, seconds))
        return 0;
    return cli_option_error(state, "%s takes a time such as 90, 45m or 3h50m, found '%s'", option,
                            text);
}

static error_t take_memory(struct cli_sweep_options *o, const char *text,
                           const struct argp_state *state)
{
    static const double values[] = {1e3, 1e6, 1e9, 1e12};
    double bytes;
    if (!read_units(text, "KMGT", values, &bytes) || bytes > 1e18)
        return cli_option_error(state, "--memory-limit takes a size such as 500M or 2G, found '%s'",
                                text);
    o->memory_limit = (size_t)bytes;
    return 0;
}

static error_t take_threads(struct cli_sweep_options *o, const char *text,
                            const struct argp_state *state)
{
    int64_t n;
    struct bf_error *e = cli_option_slot(state);
    const enum bf_err err = cli_value_int("-j", text, 1, BF_THREADS_MOST, &n, e);
    o->threads = err ? 0 : (int)n;
    return cli_option_result(state, err);
}

static error_t take_shares(struct cli_sweep_options *o, const char *text,
                           const struct argp_state *state)
{
    int64_t n;
    struct bf_error *e = cli_option_slot(state);
    const enum bf_err err = cli_value_int("--shares", text, 1, BF_SHARE_MOST, &n, e);
    o->dry_run = true;
    o->shares = err ? 0 : (int)n;
    return cli_option_result(state, err);
}

static error_t take_share(struct cli_sweep_options *o, const char *text,
                          const struct argp_state *state)
{
    struct bf_error wrong;
    o->share_text = text;
    if (bf_share_parse(text, &o->share, &wrong) == BF_OK)
        return 0;
    return cli_option_error(state, "--shard %s", wrong.text);
}

static error_t take_output(struct cli_sweep_options *o, const char *path,
                           const struct argp_state *state)
{
    if (!bf_text_ends_with(path, ".h5") && !bf_text_ends_with(path, ".hdf5"))
        return cli_option_error(state, "-o takes a name that ends in .h5, found '%s'", path);
    bf_text_copy(o->output, sizeof o->output, path);
    return 0;
}

static error_t keep_list(struct given *g, int axis, const char *list, bool more,
                         const struct argp_state *state)
{
    if (g->count == MOST_GIVEN)
        return cli_option_error(state, "more than %d lists; write a plan file", MOST_GIVEN);
    for (int i = 0; !more && i < g->count; i++)
        if (g->lists[i].axis == axis)
            return cli_option_error(state, "--%s is given twice; write one list: A,B",
                                    table.names[axis]);
    g->lists[g->count].axis = axis;
    g->lists[g->count].list = list;
    g->lists[g->count++].more = more;
    return 0;
}

// What is surely neither a plan nor a trace. A log that is not there may be there another time, and
// has failed runs.
static error_t refuse_argument(const char *arg, const struct argp_state *state)
{
    static const char expected[] = "expected a plan (PLAN.ini), a log or a model";
    struct stat found;
    if (stat(arg, &found) == 0 && S_ISDIR(found.st_mode))
        return cli_option_error(state, "'%s' is a folder; %s", arg, expected);
    if (bf_text_ends_with(arg, ".h5") || bf_text_ends_with(arg, ".hdf5"))
        return cli_option_error(
            state, "'%s' is a result file by its name, which goes behind -o; %s", arg, expected);
    return 0;
}

static error_t take_argument(struct given *g, const char *arg, const struct argp_state *state)
{
    const error_t refused = refuse_argument(arg, state);
    if (refused)
        return refused;
    if (!bf_text_ends_with(arg, ".ini"))
        return keep_list(g, BF_AXIS_TRACE, arg, true, state);
    if (g->options->plan_file)
        return cli_option_error(state, "one plan at a time: found '%s' and '%s'",
                                g->options->plan_file, arg);
    g->options->plan_file = arg;
    return 0;
}

static int axis_named(const char *name)
{
    for (size_t i = 0; i < table.count; i++)
        if (bf_axis_same_name(table.names[i], name))
            return (int)i;
    return -1;
}

static error_t parse_how(int key, char *arg, struct argp_state *state)
{
    struct given *g = state->input;
    struct cli_sweep_options *o = g->options;
    switch (key) {
    case KEY_DRY_RUN:
        o->dry_run = true;
        return 0;
    case KEY_EXTEND:
        o->extend = true;
        return 0;
    case KEY_FAIL_FAST:
        o->fail_fast = true;
        return 0;
    case KEY_KEEP_GOING:
        o->fail_fast = false;
        return 0;
    case KEY_JOBS:
        g->jobs = true;
        return 0;
    case KEY_NO_CLOCK:
        g->no_clock = true;
        return 0;
    case KEY_STATUS:
        g->status = arg;
        return 0;
    case KEY_MAX_BAD:
        g->max_bad = arg;
        return 0;
    case KEY_RESUME:
        return 0;
    case KEY_EXPECT:
        g->options->expect = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_sweep_option(int key, char *arg, struct argp_state *state)
{
    struct given *g = state->input;
    struct cli_sweep_options *o = g->options;
    if (key >= KEY_AXIS && key < KEY_AXIS + (int)table.count)
        return keep_list(g, key - KEY_AXIS, arg ? arg : "yes", false, state);
    switch (key) {
    case 'o':
        return take_output(o, arg, state);
    case 'q':
        o->quiet = true;
        return 0;
    case 'j':
        return take_threads(o, arg, state);
    case KEY_SHARD:
        return take_share(o, arg, state);
    case KEY_SHARES:
        return take_shares(o, arg, state);
    case KEY_BUDGET:
        return take_time("--time-budget", &o->budget, arg, state);
    case KEY_SAVE:
        return take_time("--save-every", &o->save_every, arg, state);
    case KEY_MEMORY:
        return take_memory(o, arg, state);
    case KEY_NO_EXTRA:
        return axis_named("extra") < 0 ? ARGP_ERR_UNKNOWN
                                       : keep_list(g, axis_named("extra"), "none", false, state);
    case ARGP_KEY_ARG:
        return take_argument(g, arg, state);
    default:
        return parse_how(key, arg, state);
    }
}

// ---- All of it --------------------------------------------------------------

static enum bf_err set_lists(struct given *g, struct bf_error *e)
{
    struct bf_axes *axes = &g->options->axes;
    static char spelt[BF_AXES_MOST][64]; // `--depth`, for messages
    bool begun[BF_AXES_MOST] = {false};
    enum bf_err err = BF_OK;
    for (int i = 0; !err && i < g->count; i++) {
        const int axis = g->lists[i].axis;
        snprintf(spelt[axis], sizeof spelt[axis], "--%s", table.names[axis]);
        const struct bf_where where = {axis == BF_AXIS_TRACE ? "TRACE" : spelt[axis], 0};
        if (!begun[axis])
            bf_axes_clear(axes, table.names[axis]);
        err = bf_axes_set(axes, NULL, table.names[axis], g->lists[i].list, where, begun[axis], e);
        begun[axis] = true;
    }
    return err;
}

static enum bf_err set_other(struct given *g, struct bf_error *e)
{
    struct bf_axes *axes = &g->options->axes;
    enum bf_err err = BF_OK;
    axes->jobs |= g->jobs;
    axes->no_clock |= g->no_clock;
    if (g->status) {
        axes->statuses = 0;
        err = bf_axes_set_option(axes, "status", g->status, (struct bf_where){"--status", 0}, false,
                                 e);
    }
    if (!err && g->max_bad)
        err = bf_axes_set_option(axes, "max-bad", g->max_bad, (struct bf_where){"--max-bad", 0},
                                 false, e);
    return err;
}

// The name of the plan with .h5 in place of .ini, and the share in it.
static enum bf_err name_output(struct cli_sweep_options *o, struct bf_error *e)
{
    struct bf_text to = bf_text_init(o->output, sizeof o->output);
    if (!o->plan_file && !o->dry_run)
        return bf_error_set(e, BF_ERR_USAGE,
                            "-o FILE.h5 is missing: where results go (without it they go beside a "
                            "plan, whose name ends in .ini)");
    if (!o->plan_file)
        return BF_OK;
    bf_text_add(&to, "%.*s", (int)(strlen(o->plan_file) - strlen(".ini")), o->plan_file);
    if (o->share.count > 1)
        bf_text_add(&to, ".%d-of-%d", o->share.number, o->share.count);
    for (int i = 0; o->share.parts[i].count; i++)
        bf_text_add(&to, ".%d-of-%d", o->share.parts[i].number, o->share.parts[i].count);
    bf_text_add(&to, ".h5");
    return BF_OK;
}

static enum bf_err parse(struct given *g, int argc, char **argv, struct bf_error *e)
{
    const struct argp argp = {
        .options = table.options,
        .parser = parse_sweep_option,
        .args_doc = "[PLAN.ini] [TRACE...]",
        .doc = "Simulate every combination of traces, policies, estimates, parameters, loads and "
               "seeds, in parallel, into one result file.\n\n"
               "Axes come from a plan file, or from options that take a list (1,2,5 or 1..20 or "
               "0.8..1.4/0.1); an option takes the place of what the plan says.\v"
               "A sweep that was stopped or killed goes on when it is called again. "
               "docs/sweeps.md is a tutorial and describes plan files."};
    return cli_parse(&argp, argc, argv, g, e);
}

enum bf_err cli_sweep_options_read(struct cli_sweep_options *o, int argc, char **argv,
                                   struct bf_error *e)
{
    static struct given given;
    *o = (struct cli_sweep_options){.share = {.number = 1, .count = 1}};
    bf_axes_init(&o->axes);
    given.options = o;
    build_table();
    enum bf_err err = parse(&given, argc, argv, e);
    if (!err && o->plan_file)
        err = bf_plan_file_read(o->plan_file, &o->axes, e);
    if (!err)
        err = set_lists(&given, e);
    if (!err)
        err = set_other(&given, e);
    if (!err && !o->output[0])
        err = name_output(o, e);
    return err;
}
