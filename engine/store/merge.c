// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/merge.h"

#include <stdlib.h>
#include <string.h>

#include "engine/core/run_order.h"
#include "engine/store/cursor_internal.h"
#include "engine/store/determinism.h"

enum { MOST_TABLES = 16 };

struct input {
    const char *path;
    struct bf_store_reader *reader;
    struct bf_cursor runs;
    const struct bf_run_row *at;          // NULL: no more
    struct bf_cursor others[MOST_TABLES]; // by table; not for /runs and /traces
    struct bf_run_row last;               // for the check of the order
    bool begun;
};

struct merging {
    const struct bf_merge *how;
    struct bf_merge_count *done;
    struct input *inputs;
    size_t count;
    struct bf_store *store;
};

static bool is_of_runs(const struct bf_table *table)
{
    return table != &bf_table_runs && table != &bf_table_traces;
}

// ---- Inputs -----------------------------------------------------------------

static enum bf_err check_origin(const struct input *in, const struct bf_merge *how,
                                struct bf_error *e)
{
    char semantics[32] = "", hash[64] = "";
    enum bf_err err =
        bf_store_text(in->reader, "semantics_version", semantics, sizeof semantics, e);
    if (!err)
        err = bf_store_text(in->reader, "plan_hash", hash, sizeof hash, e);
    if (err)
        return err;
    if (atoi(semantics) != how->semantics_version)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: was made under version %s of the semantics, this is version %d; "
                            "run it again",
                            in->path, semantics, how->semantics_version);
    if (how->plan_hash && strcmp(hash, how->plan_hash) != 0)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: belongs to another plan (its plan has the hash %s, expected %s)",
                            in->path, hash, how->plan_hash);
    return BF_OK;
}

// Reads the run at the cursor and checks that it comes behind the one before.
static enum bf_err look(struct input *in, struct bf_error *e)
{
    const void *row;
    const enum bf_err err = bf_cursor_row(&in->runs, &row, e);
    in->at = row;
    if (err || !row)
        return err;
    if (in->begun && bf_run_row_compare(&in->last, in->at) >= 0)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: its runs are not in the order of a sweep (at run %s); files of "
                            "'bfsweep run' cannot be merged",
                            in->path, in->at->key);
    in->last = *in->at;
    in->begun = true;
    return BF_OK;
}

static enum bf_err open_input(struct input *in, const struct bf_merge *how, struct bf_error *e)
{
    enum bf_err err = bf_store_open(in->path, &in->reader, e);
    if (!err)
        err = check_origin(in, how, e);
    if (!err)
        err = bf_cursor_open(&in->runs, in->reader, &bf_table_runs, e);
    for (int t = 0; !err && bf_tables[t]; t++)
        if (is_of_runs(bf_tables[t]))
            err = bf_cursor_open(&in->others[t], in->reader, bf_tables[t], e);
    return err ? err : look(in, e);
}

static void close_input(struct input *in)
{
    bf_cursor_close(&in->runs);
    for (int t = 0; t < MOST_TABLES; t++)
        bf_cursor_close(&in->others[t]);
    bf_store_reader_close(in->reader);
    in->reader = NULL;
}

// May be called twice.
static void close_inputs(struct merging *m)
{
    for (size_t i = 0; i < m->count; i++)
        close_input(&m->inputs[i]);
}

// ---- Rows -------------------------------------------------------------------

static int64_t run_of(const struct bf_table *table, const void *row)
{
    int64_t run;
    memcpy(&run, (const char *)row + bf_table_column(table, "run")->offset, sizeof run);
    return run;
}

// Hands on the rows of the input's current run in one table, or passes over them.
static enum bf_err pass_rows(struct merging *m, struct input *in, int t, bool wanted,
                             struct bf_error *e)
{
    struct bf_cursor *c = &in->others[t];
    const int64_t run = (int64_t)(in->runs.next - in->runs.held + in->runs.used);
    const void *row;
    enum bf_err err;
    while (!(err = bf_cursor_row(c, &row, e)) && row && run_of(bf_tables[t], row) <= run) {
        if (wanted && run_of(bf_tables[t], row) == run)
            err = bf_store_put_row(m->store, bf_tables[t], row, e);
        if (err)
            return err;
        bf_cursor_advance(c);
    }
    return err;
}

// Hands on the current run of an input, or passes over it, and goes on to the next.
static enum bf_err pass_run(struct merging *m, struct input *in, bool wanted, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    if (wanted)
        bf_store_begin_run(m->store);
    for (int t = 0; !err && bf_tables[t]; t++)
        if (is_of_runs(bf_tables[t]))
            err = pass_rows(m, in, t, wanted, e);
    if (!err && wanted)
        err = bf_store_end_run(m->store, in->at, e);
    if (err)
        return err;
    bf_cursor_advance(&in->runs);
    return look(in, e);
}

static bool has_failed(const struct bf_run_row *run)
{
    return strcmp(run->status, "ok") != 0;
}

// Of inputs whose current run is the same, the one to be kept.
static enum bf_err choose(const struct input *a, const struct input *b, const struct input **kept,
                          struct bf_error *e)
{
    *kept = has_failed(a->at) ? b : a;
    if (has_failed(a->at) || has_failed(b->at) || bf_runs_agree(a->at, b->at))
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s and %s both hold run %s, with different results; one of them is wrong",
                        a->path, b->path, a->at->key);
}

// The first input of those whose run comes first; NULL: all are at their end.
static struct input *first_of(const struct merging *m)
{
    struct input *first = NULL;
    for (size_t i = 0; i < m->count; i++) {
        struct input *in = &m->inputs[i];
        if (in->at && (!first || bf_run_row_compare(in->at, first->at) < 0))
            first = in;
    }
    return first;
}

static enum bf_err merge_one(struct merging *m, struct input *first, struct bf_error *e)
{
    const struct bf_run_row run = *first->at; // as long as inputs go on
    const struct input *kept = first;
    enum bf_err err = BF_OK;
    for (struct input *in = first + 1; !err && in < m->inputs + m->count; in++)
        if (in->at && bf_run_row_compare(in->at, &run) == 0)
            err = choose(kept, in, &kept, e);
    const bool wanted = !m->how->keep || m->how->keep(m->how->self, kept->at);
    m->done->runs += wanted;
    m->done->failed += wanted && has_failed(kept->at);
    m->done->left_out += !wanted;
    m->done->repeated--; // the one that is kept
    for (struct input *in = first; !err && in < m->inputs + m->count; in++) {
        if (!in->at || bf_run_row_compare(in->at, &run) != 0)
            continue;
        m->done->repeated++;
        err = pass_run(m, in, wanted && in == kept, e);
    }
    return err;
}

static enum bf_err merge_runs(struct merging *m, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (struct input *first; !err && (first = first_of(m));) {
        if (m->how->stop && *m->how->stop)
            return bf_error_set(e, BF_ERR_INCOMPLETE, "the merge was stopped");
        err = merge_one(m, first, e);
    }
    return err;
}

static enum bf_err check_complete(const struct merging *m, struct bf_error *e)
{
    const unsigned long long runs = m->done->runs, least = m->how->least;
    if (runs >= least)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%llu of the plan's %llu runs are missing; add the other parts, or say "
                        "--allow-missing",
                        least - runs, least);
}

// ---- Traces -----------------------------------------------------------------

static int compare_traces(const void *a, const void *b)
{
    const struct bf_trace_row *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    for (size_t i = 0; !order && i < bf_table_traces.column_count; i++) {
        const struct bf_column *column = &bf_table_traces.columns[i];
        order = memcmp((const char *)x + column->offset, (const char *)y + column->offset,
                       column->size);
    }
    return order;
}

// All rows of all inputs: there are few.
static enum bf_err read_traces(struct merging *m, struct bf_trace_row **all, uint64_t *count,
                               struct bf_error *e)
{
    enum bf_err err = BF_OK;
    uint64_t rows;
    for (size_t i = 0; !err && i < m->count; i++) {
        err = bf_store_rows(m->inputs[i].reader, &bf_table_traces, &rows, e);
        if (err || !rows)
            continue;
        struct bf_trace_row *more = realloc(*all, (*count + rows) * sizeof **all);
        if (!more)
            return bf_error_no_memory(e, (*count + rows) * sizeof **all, "rows of traces");
        *all = more;
        err = bf_store_read(m->inputs[i].reader, &bf_table_traces, 0, rows, *all + *count, e);
        *count += rows;
    }
    return err;
}

static enum bf_err merge_traces(struct merging *m, struct bf_error *e)
{
    const struct bf_sink sink = bf_store_sink(m->store);
    struct bf_trace_row *all = NULL;
    uint64_t count = 0;
    enum bf_err err = read_traces(m, &all, &count, e);
    if (count)
        qsort(all, count, sizeof *all, compare_traces);
    for (uint64_t i = 0; !err && i < count; i++)
        if (!i || compare_traces(&all[i - 1], &all[i]) != 0)
            err = sink.put_trace(sink.self, &all[i], e);
    free(all);
    return err;
}

// ---- All of it --------------------------------------------------------------

static enum bf_err merge_into(struct merging *m, const char *output, struct bf_error *e)
{
    enum bf_err err = bf_store_create(output, m->how->about, &m->store, e);
    if (!err)
        err = merge_traces(m, e);
    if (!err)
        err = merge_runs(m, e);
    if (!err)
        err = check_complete(m, e);
    close_inputs(m); // completing the output takes memory, too
    if (err)
        bf_store_abandon(m->store);
    else
        err = bf_store_close(m->store, m->how->ended, e);
    return err;
}

enum bf_err bf_store_merge(const char *const *inputs, size_t count, const char *output,
                           const struct bf_merge *how, struct bf_merge_count *done,
                           struct bf_error *e)
{
    struct merging m = {.how = how, .done = done, .count = count};
    enum bf_err err = BF_OK;
    *done = (struct bf_merge_count){0};
    m.inputs = calloc(count + 1, sizeof *m.inputs);
    if (!m.inputs)
        return bf_error_no_memory(e, count * sizeof *m.inputs, "a merge");
    for (size_t i = 0; !err && i < count; i++) {
        m.inputs[i].path = inputs[i];
        err = open_input(&m.inputs[i], how, e);
    }
    if (!err)
        err = merge_into(&m, output, e);
    close_inputs(&m);
    free(m.inputs);
    return err;
}
