// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep export: a table of a result file as CSV or JSON Lines on standard output.
#include <stdio.h>

#include "engine/cli/cli.h"
#include "engine/cli/values.h"
#include "engine/store/export.h"

enum key { KEY_FORMAT = 0x100, KEY_COLUMNS, KEY_WHERE };

struct export_options {
    const char *path;
    const char *table;
    struct bf_export how;
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "F", 0, "csv (default) or json: one object a line", 0},
    {"columns", KEY_COLUMNS, "LIST", 0, "Print these columns, in this order (default: all)", 0},
    {"where", KEY_WHERE, "CONDITIONS", 0,
     "Print only rows for which all conditions hold, e.g. run=3,start>=86400,policy!=easy", 0},
    {0}};

static error_t take_argument(struct export_options *o, const char *arg)
{
    if (!o->path)
        o->path = arg;
    else if (!o->table)
        o->table = arg;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static error_t take_format(struct export_options *o, const char *arg,
                           const struct argp_state *state)
{
    int format = 0;
    enum bf_err code =
        cli_value_word("--format", arg, bf_row_format_names, &format, cli_option_slot(state));
    o->how.format = (enum bf_row_format)format;
    return cli_option_result(state, code);
}

static error_t parse_export_option(int key, char *arg, struct argp_state *state)
{
    struct export_options *o = state->input;
    switch (key) {
    case KEY_FORMAT:
        return take_format(o, arg, state);
    case KEY_COLUMNS:
        o->how.columns = arg;
        return 0;
    case KEY_WHERE:
        o->how.where = arg;
        return 0;
    case ARGP_KEY_ARG:
        return take_argument(o, arg);
    case ARGP_KEY_END:
        if (!o->path)
            return cli_option_error(state, "a result file and a table are missing: FILE.h5 TABLE");
        if (!o->table)
            return cli_option_error(state,
                                    "a table is missing behind %s: runs, params, jobs, "
                                    "classes, weeks, accuracy, cost, cost_histogram or traces",
                                    o->path);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static enum bf_err print_table(const struct export_options *o, struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    const struct bf_table *table = bf_export_table(o->table, e);
    if (!table)
        return BF_ERR_USAGE;
    enum bf_err code = bf_store_open(o->path, &reader, e);
    if (code == BF_OK)
        code = bf_export_rows(reader, table, &o->how, stdout, e);
    bf_store_reader_close(reader);
    return code;
}

int cmd_export(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse_export_option,
        .args_doc = "FILE.h5 TABLE",
        .doc = "Print a table of a result file as CSV or JSON Lines: runs, params, jobs, classes, "
               "weeks, accuracy, cost, cost_histogram or traces. docs/results-schema.md says what "
               "each column is."};
    struct export_options o = {.how = {.format = BF_ROW_CSV}};
    struct bf_error e;
    enum bf_err code = cli_parse(&argp, argc, argv, &o, &e);
    if (code == BF_OK)
        code = print_table(&o, &e);
    return code == BF_OK ? 0 : cli_fail(&e);
}
