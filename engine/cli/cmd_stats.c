// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep stats: summaries of groups of runs, comparisons with a baseline run by run, and batch
// means of single runs.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/part.h"
#include "engine/cli/cli.h"
#include "engine/cli/cmd_stats_result.h"
#include "engine/cli/values.h"

enum key {
    KEY_BY = 0x100,
    KEY_METRIC,
    KEY_WHERE,
    KEY_VERSUS,
    KEY_WEEKS,
    KEY_CONFIDENCE,
    KEY_INTERVAL,
    KEY_RESAMPLES,
    KEY_SEED,
    KEY_FORMAT
};

struct stats_options {
    struct stats_ask ask;
    int64_t weeks, resamples;
    const char *output; // NULL: standard output
    enum cli_format format;
};

static const struct argp_option options[] = {
    {"by", KEY_BY, "LIST", 0,
     "Group runs by these columns of /runs, or parameters of policies (default: the axes in which "
     "they differ, but for seed)",
     0},
    {"metric", KEY_METRIC, "LIST", 0,
     "Columns of /runs to summarise (default: mean_wait,mean_bsld,utilization)", 0},
    {"where", KEY_WHERE, "CONDITIONS", 0,
     "Take only runs for which all hold, e.g. load=1,estimate=truncate:2", 0},
    {"versus", KEY_VERSUS, "CONDITIONS", 0,
     "Compare with the runs for which all hold, e.g. policy=easy: each run with the one that is "
     "equal in all other axes",
     0},
    {"weeks", KEY_WEEKS, "N", OPTION_ARG_OPTIONAL,
     "Intervals for single runs, from means over batches of N weeks (default 1)", 0},
    {"interval", KEY_INTERVAL, "KIND", 0, "Interval of a mean: bca (bootstrap, default) or student",
     0},
    {"confidence", KEY_CONFIDENCE, "X%", 0, "of intervals (default 95)", 0},
    {"resamples", KEY_RESAMPLES, "N", 0, "of the bootstrap (default 10000)", 0},
    {"seed", KEY_SEED, "N", 0, "of the bootstrap (default 1)", 0},
    {"format", KEY_FORMAT, "F", 0, "text (default), csv, or json: one object a line", 0},
    {"output", 'o', "FILE", 0, "Write to this file instead of standard output", 0},
    {0}};

static error_t take_word(const struct argp_state *state, const char *option, const char *arg,
                         const char *const *words, int *value)
{
    return cli_option_result(state,
                             cli_value_word(option, arg, words, value, cli_option_slot(state)));
}

static error_t take_confidence(struct stats_options *o, const char *arg,
                               const struct argp_state *state)
{
    const enum bf_err err =
        cli_value_percent("--confidence", arg, &o->ask.how.confidence, cli_option_slot(state));
    if (!err && !(o->ask.how.confidence >= 50 && o->ask.how.confidence <= 99.99))
        return cli_option_error(state, "--confidence is from 50 to 99.99 %%, found '%s'", arg);
    return cli_option_result(state, err);
}

static error_t take_integer(const struct argp_state *state, const char *option, const char *arg,
                            int64_t min, int64_t max, int64_t *value)
{
    return cli_option_result(state,
                             cli_value_int(option, arg, min, max, value, cli_option_slot(state)));
}

static error_t check(const struct stats_options *o, const struct argp_state *state)
{
    if (!o->ask.path)
        return cli_option_error(state, "a result file is missing: FILE.h5");
    if (o->weeks && o->ask.versus)
        return cli_option_error(state, "--weeks tells of single runs, --versus of pairs: give one");
    return 0;
}

static error_t parse_method_option(int key, const char *arg, const struct argp_state *state,
                                   struct stats_options *o)
{
    error_t err;
    int word = 0;
    switch (key) {
    case KEY_WEEKS:
        o->weeks = 1;
        return arg ? take_integer(state, "--weeks", arg, 1, 1000, &o->weeks) : 0;
    case KEY_CONFIDENCE:
        return take_confidence(o, arg, state);
    case KEY_INTERVAL:
        err = take_word(state, "--interval", arg, bf_interval_names, &word);
        o->ask.how.kind = (enum bf_interval_kind)word;
        return err;
    case KEY_RESAMPLES:
        return take_integer(state, "--resamples", arg, 100, 10000000, &o->resamples);
    case KEY_SEED:
        return cli_option_result(
            state, cli_value_seed("--seed", arg, &o->ask.how.seed, cli_option_slot(state)));
    case KEY_FORMAT:
        err = take_word(state, "--format", arg, cli_format_names, &word);
        o->format = (enum cli_format)word;
        return err;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_stats_option(int key, char *arg, struct argp_state *state)
{
    struct stats_options *o = state->input;
    switch (key) {
    case KEY_BY:
        o->ask.by = arg;
        return 0;
    case KEY_METRIC:
        o->ask.metrics = arg;
        return 0;
    case KEY_WHERE:
        o->ask.where = arg;
        return 0;
    case KEY_VERSUS:
        o->ask.versus = arg;
        return 0;
    case 'o':
        o->output = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->ask.path)
            return ARGP_ERR_UNKNOWN;
        o->ask.path = arg;
        return 0;
    case ARGP_KEY_END:
        return check(o, state);
    default:
        return parse_method_option(key, arg, state, o);
    }
}

// ---- Printing ---------------------------------------------------------------

static enum bf_err print_result(FILE *to, const struct stats_options *o,
                                const struct stats_result *result, struct bf_error *e)
{
    if (o->format == CLI_FORMAT_TEXT)
        return cli_stats_text(to, result, e);
    return cli_stats_rows(to, o->format == CLI_FORMAT_CSV ? BF_ROW_CSV : BF_ROW_JSON, result, e);
}

static enum bf_err write_file(const char *path, const char *text, size_t size, struct bf_error *e)
{
    struct bf_part *part;
    const enum bf_err err = bf_part_create_stream(path, &part, e);
    if (err)
        return err;
    bf_part_append(part, text, size);
    return bf_part_commit(part, e);
}

// All is made in memory first: a mistake leaves no half a table.
static enum bf_err put_result(const struct stats_options *o, const struct stats_result *result,
                              struct bf_error *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return bf_error_no_memory(e, size, "a table");
    enum bf_err err = print_result(memory, o, result, e);
    if (fclose(memory) != 0 && !err)
        err = bf_error_no_memory(e, size, "a table");
    if (!err && o->output)
        err = write_file(o->output, text, size, e);
    else if (!err)
        fwrite(text, 1, size, stdout);
    free(text);
    return err;
}

// Notes stand below tables for people; beside data they go to standard error.
static void warn(const struct stats_result *result)
{
    enum { SIZE = 16 * 1024 };
    char lines[SIZE];
    struct bf_text text = bf_text_init(lines, sizeof lines);
    cli_stats_notes(result, &text);
    cli_warn_lines(lines);
}

static enum bf_err run_stats(const struct stats_options *o, struct bf_error *e)
{
    struct stats_result result;
    if (cli_same_file(o->ask.path, o->output))
        return bf_error_set(e, BF_ERR_USAGE, "-o %s would write over the file that is read",
                            o->output);
    enum bf_err err = cli_stats_make(&o->ask, &result, e);
    if (!err)
        err = put_result(o, &result, e);
    if (!err && o->format != CLI_FORMAT_TEXT)
        warn(&result);
    cli_stats_fini(&result);
    return err;
}

int cmd_stats(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse_stats_option,
        .args_doc = "FILE.h5",
        .doc = "Summarise the runs of a result file by groups, with intervals; compare them with a "
               "baseline, run by run (--versus); or make intervals for single runs from their "
               "weeks (--weeks). docs/statistics.md has every formula and test."};
    struct stats_options o = {.resamples = BF_BOOTSTRAP_RESAMPLES,
                              .ask.how = {.confidence = 95, .seed = 1}};
    struct bf_error e;
    enum bf_err err = cli_parse(&argp, argc, argv, &o, &e);
    o.ask.weeks = (unsigned)o.weeks;
    o.ask.how.resamples = (unsigned)o.resamples;
    if (!err)
        err = run_stats(&o, &e);
    return err ? cli_fail(&e) : 0;
}
