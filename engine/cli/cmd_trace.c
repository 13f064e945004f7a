// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep trace info|check|convert|generate: what is in a log, what is odd about it, filters and
// formats, models.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cli/cli.h"
#include "engine/cli/trace_options.h"
#include "engine/cli/trace_report.h"
#include "engine/cli/values.h"
#include "engine/cli/version.h"

enum key { KEY_FORMAT = 0x100 };

// Of all four commands; each uses some.
struct trace_options {
    struct bf_trace_options trace;
    const char *output; // NULL: not given
    int format;         // enum cli_format
    bool quiet;
};

// ---- Options ---------------------------------------------------------------

static const struct argp_option report_options[] = {
    {"format", KEY_FORMAT, "F", 0, "Print text (default), csv or json", 0},
    {"quiet", 'q', NULL, 0, "No warnings", 0},
    {0}};

static const struct argp_option convert_options[] = {{"quiet", 'q', NULL, 0, "No warnings", 0},
                                                     {0}};

static const struct argp_option generate_options[] = {
    {"output", 'o', "FILE", 0,
     "Write to this file: .swf, .swf.gz, .csv or .csv.gz by its name (default: -, SWF on standard "
     "output)",
     0},
    {"quiet", 'q', NULL, 0, "No warnings", 0},
    {0}};

static bool is_csv(const char *path)
{
    return bf_text_ends_with(path, ".csv") || bf_text_ends_with(path, ".csv.gz");
}

static error_t take_output(struct trace_options *o, const char *path,
                           const struct argp_state *state)
{
    o->output = path;
    if (strcmp(path, "-") == 0 || is_csv(path) || bf_text_ends_with(path, ".swf") ||
        bf_text_ends_with(path, ".swf.gz"))
        return 0;
    return cli_option_error(state,
                            "a log is written to - or to a name that ends in .swf, .swf.gz, "
                            ".csv or .csv.gz, found '%s'",
                            path);
}

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    struct trace_options *o = state->input;
    struct bf_error *e = cli_option_slot(state);
    switch (key) {
    case 'q':
        o->quiet = true;
        return 0;
    case KEY_FORMAT:
        return cli_option_result(state,
                                 cli_value_word("--format", arg, cli_format_names, &o->format, e));
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_report(int key, char *arg, struct argp_state *state)
{
    struct trace_options *o = state->input;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &o->trace;
    if (key == ARGP_KEY_ARG)
        return cli_take_trace(&o->trace, arg, state);
    if (key == ARGP_KEY_END && !o->trace.source)
        return cli_trace_missing(state);
    return parse_common(key, arg, state);
}

static error_t parse_convert(int key, char *arg, struct argp_state *state)
{
    struct trace_options *o = state->input;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = &o->trace;
    if (key == ARGP_KEY_ARG && o->output)
        return ARGP_ERR_UNKNOWN;
    if (key == ARGP_KEY_ARG)
        return o->trace.source ? take_output(o, arg, state) : cli_take_trace(&o->trace, arg, state);
    if (key == ARGP_KEY_END && !o->output)
        return cli_option_error(state, "two names are expected: the log to read and the file to "
                                       "write, as in: trace convert old.swf new.swf.gz");
    if (key == ARGP_KEY_END && cli_same_file(o->trace.source, o->output))
        return cli_option_error(state, "'%s' is the log that is read; write to another file",
                                o->trace.source);
    return parse_common(key, arg, state);
}

static error_t parse_generate(int key, char *arg, struct argp_state *state)
{
    struct trace_options *o = state->input;
    if (key == 'o')
        return take_output(o, arg, state);
    if (key == ARGP_KEY_ARG)
        return cli_take_trace(&o->trace, arg, state);
    if (key == ARGP_KEY_END && (!o->trace.source || !bf_trace_is_model(o->trace.source)))
        return cli_option_error(
            state, "a model is expected, as in lublin:jobs=10000,procs=256,seed=1%s%s%s",
            o->trace.source ? "; found '" : "", o->trace.source ? o->trace.source : "",
            o->trace.source ? "'" : "");
    return parse_common(key, arg, state);
}

static const struct argp_child jobs_child[] = {{&cli_trace_argp, 0, CLI_TRACE_HEADER, 1}, {0}};

static const struct argp info_argp = {
    report_options,
    parse_report,
    "TRACE",
    "Print what is in a trace: machine, jobs, span, load, what is missing, and what becomes of "
    "every line.",
    jobs_child,
    NULL,
    NULL};

static const struct argp check_argp = {
    report_options,
    parse_report,
    "TRACE",
    "List what is odd about a log, each kind with a count and the first lines.\v"
    "The status is 0 when 'bfsweep run' would take the log, findings or not, and 1 when it would "
    "not. docs/swf.md explains the findings.",
    jobs_child,
    NULL,
    NULL};

static const struct argp convert_argp = {
    convert_options,
    parse_convert,
    "IN OUT",
    "Read a trace and write the jobs that are chosen, as SWF or CSV, plain or gzip by the name of "
    "OUT.",
    jobs_child,
    NULL,
    NULL};

static const struct argp generate_argp = {
    generate_options,
    parse_generate,
    "MODEL",
    "Write a workload made by a model: lublin:jobs=10000,procs=256,seed=1[,load=0.8][,types=1]"
    "[,estimates=tsafrir].\vdocs/models.md has the models and their parameters.",
    NULL,
    NULL,
    NULL};

static enum bf_err parse(const struct argp *argp, int argc, char **argv, struct trace_options *o,
                         struct bf_error *e)
{
    *o = (struct trace_options){.format = CLI_FORMAT_TEXT};
    bf_trace_options_default(&o->trace);
    return cli_parse(argp, argc, argv, o, e);
}

// ---- info and check --------------------------------------------------------

static int trace_info(int argc, char **argv)
{
    struct trace_options o;
    struct bf_check check;
    struct bf_error e;
    enum bf_err code = parse(&info_argp, argc, argv, &o, &e);
    if (code != BF_OK)
        return cli_fail(&e);
    code = bf_trace_check(&o.trace, &check, &e);
    if (code != BF_OK)
        return cli_fail(&e);
    if (!o.quiet)
        cli_warn_lines(check.trace->warnings);
    code = cli_print_info(stdout, (enum cli_format)o.format, &check, &e);
    bf_trace_destroy(check.trace);
    return code == BF_OK ? 0 : cli_fail(&e);
}

static int trace_check(int argc, char **argv)
{
    struct trace_options o;
    struct bf_check check;
    struct bf_error e;
    enum bf_err code = parse(&check_argp, argc, argv, &o, &e);
    if (code != BF_OK)
        return cli_fail(&e);
    code = bf_trace_check(&o.trace, &check, &e);
    if (check.complete)
        cli_print_check(stdout, (enum cli_format)o.format, o.trace.source, &check);
    if (code != BF_OK)
        return cli_fail(&e);
    if (!o.quiet)
        cli_warn_lines(check.trace->warnings);
    bf_trace_destroy(check.trace);
    return 0;
}

// ---- convert and generate --------------------------------------------------

static enum bf_err write_trace(const struct bf_trace *trace, const struct trace_options *o,
                               const char *command, struct bf_error *e)
{
    char note[1024];
    struct bf_text t = bf_text_init(note, sizeof note);
    if (is_csv(o->output))
        return bf_trace_write_csv(trace, o->output, e);
    bf_text_add(&t, "bfsweep %s, trace %s of %s: ", cli_version, command, trace->row.name);
    struct bf_text options = bf_text_init(note + t.used, sizeof note - t.used);
    bf_trace_options_text(&o->trace, trace->procs, &options);
    return bf_trace_write_swf(trace, NULL, note, o->output, e);
}

static int load_and_write(struct trace_options *o, const char *command)
{
    struct bf_trace *trace;
    struct bf_error e;
    o->trace.keep_fields = true;
    enum bf_err code = bf_trace_load(&o->trace, &trace, &e);
    if (code != BF_OK)
        return cli_fail(&e);
    if (!o->quiet)
        cli_warn_lines(trace->warnings);
    code = write_trace(trace, o, command, &e);
    bf_trace_destroy(trace);
    return code == BF_OK ? 0 : cli_fail(&e);
}

static int trace_convert(int argc, char **argv)
{
    struct trace_options o;
    struct bf_error e;
    enum bf_err code = parse(&convert_argp, argc, argv, &o, &e);
    return code == BF_OK ? load_and_write(&o, "convert") : cli_fail(&e);
}

static int trace_generate(int argc, char **argv)
{
    struct trace_options o;
    struct bf_error e;
    enum bf_err code = parse(&generate_argp, argc, argv, &o, &e);
    if (code != BF_OK)
        return cli_fail(&e);
    if (!o.output)
        o.output = "-";
    return load_and_write(&o, "generate");
}

static const struct cli_command commands[] = {
    {"info", trace_info, "what is in a trace, and what becomes of every line of a log"},
    {"check", trace_check, "what is odd about a log"},
    {"convert", trace_convert, "filters, windows and formats: a trace to SWF or CSV"},
    {"generate", trace_generate, "a workload made by a model"},
    {0}};

int cmd_trace(int argc, char **argv)
{
    return cli_dispatch(commands, argc, argv);
}
