// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep run: a trace, one or several policies, a table of metrics.
//
// Files are written before anything is printed, and the place of a result file is tried before the
// first simulation begins.
#include <string.h>
#include <unistd.h>

#include "engine/cli/about.h"
#include "engine/cli/cli.h"
#include "engine/cli/config_options.h"
#include "engine/cli/run_output.h"
#include "engine/cli/trace_options.h"
#include "engine/cli/values.h"
#include "engine/cli/version.h"
#include "engine/store/store.h"
#include "engine/sweep/run_one.h"

enum key { KEY_JOBS = 0x100, KEY_NO_JOBS, KEY_FORMAT, KEY_NO_CLOCK, KEY_FAIR_START };

struct run_options {
    struct bf_trace_options trace;
    struct cli_config_options config;
    const char *output;   // NULL: none
    const char *schedule; // NULL: none
    int format;           // enum cli_format; -1: not given
    bool without_jobs;
    bool without_clock;
    bool quiet;
};

// All that one call holds.
struct run {
    struct run_options options;
    struct bf_config configs[CLI_MAX_POLICIES];
    struct bf_run_row rows[CLI_MAX_POLICIES];
    int count;
    struct bf_trace *trace;
    struct bf_worker worker;
    struct bf_store *store;    // NULL: none wanted
    struct bf_outcome outcome; // of the last run
    char command_line[4096];
    char plan[4096];
    char host[64];
    char started[32];
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE.h5", 0, "Write the results into an HDF5 file", 0},
    {"no-jobs", KEY_NO_JOBS, NULL, 0, "Leave the table of jobs out of the file of -o", 0},
    {"no-clock", KEY_NO_CLOCK, NULL, 0,
     "Do not time the passes: cost in the file of -o is counters only", 0},
    {"jobs", KEY_JOBS, "FILE", 0,
     "Write the schedule: .csv, or .swf or .swf.gz with the simulated wait in field 3; - is CSV on "
     "standard output, in place of the metrics",
     0},
    {"format", KEY_FORMAT, "F", 0, "Print metrics as text (default), csv or json", 0},
    {"fair-start", KEY_FAIR_START, NULL, 0,
     "Work out by what jobs started later than if nobody had come after them (takes much longer)",
     0},
    {"quiet", 'q', NULL, 0, "No warnings, and no line on what --like stands for", 0},
    {0}};

static bool is_swf(const char *path)
{
    return bf_text_ends_with(path, ".swf") || bf_text_ends_with(path, ".swf.gz");
}

static error_t take_output(struct run_options *o, const char *path, const struct argp_state *state)
{
    o->output = path;
    if (bf_text_ends_with(path, ".h5") || bf_text_ends_with(path, ".hdf5"))
        return 0;
    return cli_option_error(
        state, "-o takes a name that ends in .h5, found '%s' (for text, see --format and --jobs)",
        path);
}

static error_t take_schedule(struct run_options *o, const char *path,
                             const struct argp_state *state)
{
    o->schedule = path;
    if (strcmp(path, "-") == 0 || bf_text_ends_with(path, ".csv") || is_swf(path))
        return 0;
    return cli_option_error(
        state, "--jobs takes - or a name that ends in .csv, .swf or .swf.gz, found '%s'", path);
}

// What only shows once all options are known.
static error_t check_options(const struct run_options *o, const struct argp_state *state)
{
    if (!o->trace.source)
        return cli_trace_missing(state);
    if (o->schedule && o->config.policy_count > 1)
        return cli_option_error(state,
                                "--jobs writes the schedule of one policy, found %d; run "
                                "them one by one, or use -o",
                                o->config.policy_count);
    if (o->schedule && strcmp(o->schedule, "-") == 0 && o->format >= 0)
        return cli_option_error(state, "--jobs - and --format both want standard output; name a "
                                       "file for one of them");
    if (cli_same_file(o->trace.source, o->schedule) || cli_same_file(o->trace.source, o->output))
        return cli_option_error(state, "'%s' is the log that is read; write to another file",
                                o->trace.source);
    if (cli_same_file(o->config.calendar, o->schedule) ||
        cli_same_file(o->config.calendar, o->output))
        return cli_option_error(state, "'%s' is the calendar that is read; write to another file",
                                o->config.calendar);
    if (o->without_jobs && !o->output)
        return cli_option_error(state, "--no-jobs says what -o leaves out; there is no -o");
    if (o->without_clock && !o->output)
        return cli_option_error(state, "--no-clock says what -o leaves out; there is no -o");
    return 0;
}

static error_t parse_run_option(int key, char *arg, struct argp_state *state)
{
    struct run_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->trace;
        state->child_inputs[1] = &o->config;
        return 0;
    case 'o':
        return take_output(o, arg, state);
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_FAIR_START:
        o->config.common.fair_start = true;
        return 0;
    case KEY_NO_JOBS:
        o->without_jobs = true;
        return 0;
    case KEY_NO_CLOCK:
        o->without_clock = true;
        return 0;
    case KEY_JOBS:
        return take_schedule(o, arg, state);
    case KEY_FORMAT:
        return cli_option_result(state,
                                 cli_value_word("--format", arg, cli_format_names, &o->format, e));
    case ARGP_KEY_ARG:
        return cli_take_trace(&o->trace, arg, state);
    case ARGP_KEY_END:
        return check_options(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err parse(struct run *s, int argc, char **argv, struct bf_error *e)
{
    struct argp_child children[] = {{&cli_trace_argp, 0, CLI_TRACE_HEADER, 1},
                                    {cli_config_argp(), 0, CLI_CONFIG_HEADER, 2},
                                    {0}};
    const struct argp argp = {
        options,
        parse_run_option,
        "TRACE",
        "Simulate a trace and print a table of metrics.\n\n"
        "TRACE is a log in Standard Workload Format (plain or gzip), - for standard input, or a "
        "model: lublin:jobs=10000,procs=256,seed=1[,load=0.8][,estimates=tsafrir].\v"
        "docs/semantics.md says what each option means for a schedule.",
        children,
        NULL,
        NULL};
    struct run_options *o = &s->options;
    o->format = -1;
    bf_trace_options_default(&o->trace);
    enum bf_err code = cli_config_options_init(&o->config, e);
    return code == BF_OK ? cli_parse(&argp, argc, argv, o, e) : code;
}

static enum bf_err make_configs(struct run *s, struct bf_error *e)
{
    struct cli_config_options *o = &s->options.config;
    o->common.seed = s->options.trace.seed;
    o->common.clock = s->options.output && !s->options.without_clock ? cli_clock_ns : NULL;
    s->count = o->policy_count;
    enum bf_err code = cli_config_read_calendar(o, e);
    for (int i = 0; code == BF_OK && i < s->count; i++)
        code = cli_config_make(o, i, &s->configs[i], e);
    return code;
}

// ---- The result file --------------------------------------------------------

static enum bf_err open_store(struct run *s, struct bf_error *e)
{
    struct bf_text text = bf_text_init(s->plan, sizeof s->plan);
    if (!s->options.output)
        return BF_OK;
    for (int i = 0; i < s->count; i++) {
        bf_text_add(&text, i ? "\n" : "");
        bf_config_text(&s->configs[i], &text);
    }
    if (gethostname(s->host, sizeof s->host - 1) != 0)
        s->host[0] = '\0';
    cli_now_text(s->started, sizeof s->started);
    const struct bf_store_about about = {.program_version = cli_version,
                                         .semantics_version = BF_SEMANTICS_VERSION,
                                         .command_line = s->command_line,
                                         .plan = s->plan,
                                         .host = s->host,
                                         .compiler = cli_compiler,
                                         .started = s->started};
    return bf_store_create(s->options.output, &about, &s->store, e);
}

static enum bf_err close_store(struct run *s, struct bf_error *e)
{
    char ended[32];
    struct bf_store *store = s->store;
    if (!store)
        return BF_OK;
    s->store = NULL;
    cli_now_text(ended, sizeof ended);
    return bf_store_close(store, ended, e);
}

// ---- The runs ---------------------------------------------------------------

static enum bf_err load_trace(struct run *s, struct bf_error *e)
{
    struct run_options *o = &s->options;
    o->trace.keep_fields = o->schedule && is_swf(o->schedule);
    enum bf_err code = bf_trace_load(&o->trace, &s->trace, e);
    if (code == BF_OK && !o->quiet)
        cli_warn_lines(s->trace->warnings);
    return code;
}

static enum bf_err write_schedule(struct run *s, struct bf_error *e)
{
    const char *path = s->options.schedule;
    if (!path || strcmp(path, "-") == 0)
        return BF_OK;
    if (is_swf(path))
        return bf_trace_write_swf(s->trace, &s->outcome, s->rows[0].config, path, e);
    return cli_write_schedule(path, &s->outcome, e);
}

static enum bf_err run_policies(struct run *s, struct bf_error *e)
{
    struct bf_sink sink = {0};
    enum bf_err code = BF_OK;
    if (s->store) {
        sink = bf_store_sink(s->store);
        code = sink.put_trace(sink.self, &s->trace->row, e);
    }
    for (int i = 0; code == BF_OK && i < s->count; i++) {
        code = bf_run_one(&s->worker, s->trace, &s->options.trace, &s->configs[i], &s->rows[i],
                          &s->outcome, e);
        if (code == BF_OK && s->store)
            code = bf_run_put(&s->worker, &sink, &s->rows[i], &s->outcome, &s->configs[i],
                              !s->options.without_jobs, e);
    }
    return code;
}

static enum bf_err print_result(const struct run *s, struct bf_error *e)
{
    const struct run_options *o = &s->options;
    enum cli_format format = o->format < 0 ? CLI_FORMAT_TEXT : (enum cli_format)o->format;
    if (!o->schedule || strcmp(o->schedule, "-") != 0)
        return cli_print_runs(stdout, format, &s->trace->row, s->rows, s->count, e);
    cli_print_schedule(stdout, &s->outcome);
    return BF_OK;
}

static enum bf_err run_all(struct run *s, int argc, char **argv, struct bf_error *e)
{
    cli_quote_command(argc, argv, s->command_line, sizeof s->command_line);
    enum bf_err code = parse(s, argc, argv, e);
    if (code == BF_OK && s->options.config.like && !s->options.quiet)
        cli_like_print(stderr, s->options.config.like);
    if (code == BF_OK)
        code = make_configs(s, e);
    if (code == BF_OK)
        code = bf_worker_init(&s->worker, e);
    if (code == BF_OK)
        code = open_store(s, e);
    if (code == BF_OK)
        code = load_trace(s, e);
    if (code == BF_OK)
        code = run_policies(s, e);
    if (code == BF_OK)
        code = write_schedule(s, e);
    if (code == BF_OK)
        code = close_store(s, e);
    if (code == BF_OK)
        code = print_result(s, e);
    return code;
}

int cmd_run(int argc, char **argv)
{
    static struct run s; // too large for some stacks
    struct bf_error e;
    enum bf_err code = run_all(&s, argc, argv, &e);
    bf_store_abandon(s.store);
    bf_worker_fini(&s.worker);
    cli_config_options_fini(&s.options.config);
    bf_trace_destroy(s.trace);
    return code == BF_OK ? 0 : cli_fail(&e);
}
