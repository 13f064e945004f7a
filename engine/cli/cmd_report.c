// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep report: a result file as one HTML page with figures.
#include <stdio.h>
#include <string.h>

#include "analysis/report/report.h"
#include "engine/base/part.h"
#include "engine/base/text.h"
#include "engine/cli/cli.h"
#include "engine/cli/values.h"
#include "engine/cli/version.h"

enum key { KEY_BASELINE = 0x100, KEY_WHERE, KEY_RUN, KEY_FIGURES, KEY_NO_FIGURES };
enum { MOST_RUNS = 8 };

struct report_options {
    const char *output;
    struct bf_report_ask ask;
    uint64_t runs[MOST_RUNS];
};

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write the page to FILE (- is standard output)", 0},
    {"baseline", KEY_BASELINE, "CONDITIONS", 0,
     "Compare with the scheduler and estimates for which these hold, e.g. "
     "policy=easy,estimate=request (default: easy with requests, or what is nearest to it)",
     0},
    {"where", KEY_WHERE, "CONDITIONS", 0,
     "Take only runs for which all conditions hold, e.g. load=1,policy!=fcfs", 0},
    {"run", KEY_RUN, "LIST", 0,
     "Draw the schedules of these runs, by their rows in /runs (default: one of each of a few "
     "schedulers)",
     0},
    {"figures", KEY_FIGURES, "DIR", 0,
     "Write each figure as files into DIR, too: its data (.tsv), a script of gnuplot, SVG and PDF",
     0},
    {"no-figures", KEY_NO_FIGURES, 0, 0, "Do without figures, and without gnuplot", 0},
    {0}};

static error_t add_runs(struct report_options *o, const char *list, const struct argp_state *state)
{
    while (list) {
        char word[32];
        int64_t run;
        const size_t n = strcspn(list, ",");
        bf_text_copy(word, n < sizeof word ? n + 1 : sizeof word, list);
        const enum bf_err err =
            cli_value_int("--run", word, 0, INT64_MAX, &run, cli_option_slot(state));
        if (err)
            return cli_option_result(state, err);
        if (o->ask.run_count == MOST_RUNS)
            return cli_option_error(state, "--run takes at most %d runs", MOST_RUNS);
        o->runs[o->ask.run_count++] = (uint64_t)run;
        list = list[n] ? list + n + 1 : NULL;
    }
    return 0;
}

static error_t check_options(const struct report_options *o, const struct argp_state *state)
{
    if (!o->ask.path)
        return cli_option_error(state, "a result file is missing: FILE.h5");
    if (!o->output)
        return cli_option_error(state,
                                "-o is missing: where to write the page, e.g. -o report.html");
    if (cli_same_file(o->ask.path, o->output))
        return cli_option_error(state, "-o %s: that is the result file itself", o->output);
    if (o->ask.figures && o->ask.no_figures)
        return cli_option_error(state, "--figures and --no-figures exclude each other");
    return 0;
}

static error_t parse_report_option(int key, char *arg, struct argp_state *state)
{
    struct report_options *o = state->input;
    switch (key) {
    case 'o':
        o->output = arg;
        return 0;
    case KEY_BASELINE:
        o->ask.baseline = arg;
        return 0;
    case KEY_WHERE:
        o->ask.where = arg;
        return 0;
    case KEY_RUN:
        return add_runs(o, arg, state);
    case KEY_FIGURES:
        o->ask.figures = arg;
        return 0;
    case KEY_NO_FIGURES:
        o->ask.no_figures = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->ask.path)
            return ARGP_ERR_UNKNOWN;
        o->ask.path = arg;
        return 0;
    case ARGP_KEY_END:
        return check_options(o, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err make_page(const struct report_options *o, struct bf_buffer *page,
                             struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    enum bf_err err = bf_store_open(o->ask.path, &reader, e);
    if (!err)
        err = bf_report_make(reader, &o->ask, page, e);
    bf_store_reader_close(reader);
    return err;
}

// The place is tried before the work is done.
static enum bf_err write_page(const struct report_options *o, struct bf_error *e)
{
    struct bf_buffer page = {0};
    struct bf_part *part;
    enum bf_err err = bf_part_create_stream(o->output, &part, e);
    if (err)
        return err;
    err = make_page(o, &page, e);
    if (err) {
        bf_part_discard(part);
    } else {
        bf_part_append(part, page.at, page.used);
        err = bf_part_commit(part, e);
    }
    bf_buffer_fini(&page);
    return err;
}

int cmd_report(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse_report_option,
        .args_doc = "FILE.h5",
        .doc =
            "Make one HTML page, whole in itself, of a result file: what was run, schedulers side "
            "by side with intervals, changes against a baseline, what estimates, parameters and "
            "load do, who waits, what scheduling costs. Figures are drawn by gnuplot. "
            "docs/report.md tells of each part."};
    char program[64];
    struct report_options o = {.output = NULL};
    struct bf_error e;
    snprintf(program, sizeof program, "bfsweep %s", cli_version);
    o.ask.program = program;
    o.ask.runs = o.runs;
    enum bf_err err = cli_parse(&argp, argc, argv, &o, &e);
    if (!err)
        err = write_page(&o, &e);
    return err ? cli_fail(&e) : 0;
}
