// SPDX-License-Identifier: GPL-3.0-or-later
//
// bfsweep show: all that a result file holds of one run.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/one_run.h"
#include "engine/cli/cli.h"
#include "engine/cli/cmd_show_text.h"
#include "engine/cli/values.h"
#include "engine/store/row_text.h"

enum key { KEY_FORMAT = 0x100 };

enum { FORMAT_TEXT, FORMAT_JSON };
static const char *const format_names[] = {"text", "json", NULL};

struct show_options {
    const char *path, *run;
    int format;
};

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "F", 0, "text (default) or json: one object", 0}, {0}};

static error_t take_argument(struct show_options *o, const char *arg)
{
    if (!o->path)
        o->path = arg;
    else if (!o->run)
        o->run = arg;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static error_t parse_show_option(int key, char *arg, struct argp_state *state)
{
    struct show_options *o = state->input;
    switch (key) {
    case KEY_FORMAT:
        return cli_option_result(state, cli_value_word("--format", arg, format_names, &o->format,
                                                       cli_option_slot(state)));
    case ARGP_KEY_ARG:
        return take_argument(o, arg);
    case ARGP_KEY_END:
        if (!o->path)
            return cli_option_error(state, "a result file and a run are missing: FILE.h5 RUN");
        if (!o->run)
            return cli_option_error(state,
                                    "a run is missing behind %s: the number of its row in /runs, "
                                    "or the first characters of its key",
                                    o->path);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// A row as an object, without the end of its line.
static enum bf_err put_object(FILE *to, const struct bf_table *table, const void *row,
                              struct bf_error *e)
{
    struct bf_row_view view;
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return bf_error_no_memory(e, table->row_size, "a row");
    bf_row_view_all(&view, table);
    const enum bf_err err = bf_row_put(&view, BF_ROW_JSON, row, memory, e);
    fclose(memory);
    if (!err)
        fprintf(to, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    return err;
}

static enum bf_err put_list(FILE *to, const struct bf_run_part *part, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    fprintf(to, ",\"%s\":[", part->table->name);
    for (size_t i = 0; i < part->count && !err; i++) {
        if (i)
            fputc(',', to);
        err = put_object(to, part->table, (const char *)part->rows + i * part->table->row_size, e);
    }
    fputc(']', to);
    return err;
}

// {"row":3,"runs":{...},"params":[...],...}: the tables under their names.
static enum bf_err put_json(FILE *to, const struct bf_one_run *one, struct bf_error *e)
{
    fprintf(to, "{\"row\":%llu,\"runs\":", (unsigned long long)one->row);
    enum bf_err err = put_object(to, &bf_table_runs, &one->run, e);
    for (int i = 0; i < BF_PARTS && !err; i++)
        err = put_list(to, &one->parts[i], e);
    fprintf(to, "}\n");
    return err;
}

static enum bf_err show_run(const struct show_options *o, struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    struct bf_one_run one = {0};
    enum bf_err err = bf_store_open(o->path, &reader, e);
    if (!err)
        err = bf_one_run_read(reader, o->path, o->run, &one, e);
    if (!err)
        err = o->format == FORMAT_JSON ? put_json(stdout, &one, e)
                                       : cli_show_text(stdout, o->path, &one, e);
    bf_one_run_fini(&one);
    bf_store_reader_close(reader);
    return err;
}

int cmd_show(int argc, char **argv)
{
    const struct argp argp = {
        .options = options,
        .parser = parse_show_option,
        .args_doc = "FILE.h5 RUN",
        .doc = "Print all that a result file holds of one run but its schedule: configuration, "
               "metrics, job classes, weeks, accuracy of plans, cost. RUN is the number of its row "
               "in /runs, or the first characters of its key (digits alone are a row). Of a failed "
               "run the message is printed."};
    struct show_options o = {0};
    struct bf_error e;
    enum bf_err err = cli_parse(&argp, argc, argv, &o, &e);
    if (!err)
        err = show_run(&o, &e);
    return err ? cli_fail(&e) : 0;
}
