// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/merge.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/text.h"
#include "engine/core/run_order.h"
#include "engine/store/cursor_internal.h"
#include "engine/store/determinism.h"
#include "engine/store/h5_internal.h"

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
    struct bf_hash_sum keys; // of the runs in the output
};

static bool is_of_runs(const struct bf_table *table)
{
    return table != &bf_table_runs && table != &bf_table_traces;
}

// ---- Inputs -----------------------------------------------------------------

// Shares of a sweep say what all of it is: a log that was another one, or could not be read, where
// one of them was made, or runs of other plans besides (--extend), would make the whole a mixture.
static enum bf_err check_keys(const struct input *in, const struct bf_merge *how,
                              struct bf_error *e)
{
    char keys[64] = "";
    if (bf_store_text(in->reader, BF_ATTRIBUTE_KEYS, keys, sizeof keys, NULL) != BF_OK)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: does not say which runs its plan has: an older bfsweep wrote it; "
                            "run it again, or say --allow-missing",
                            in->path);
    if (!keys[0])
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: holds runs of several plans (--extend): which are missing cannot "
                            "be told; say --allow-missing",
                            in->path);
    if (strcmp(keys, how->plan_keys) == 0)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: the runs of its plan have the sum of keys %s, those of the first file "
                        "%s: a log has changed between them, or could not be read for one; run it "
                        "again, or say --allow-missing",
                        in->path, keys, how->plan_keys);
}

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
    return how->plan_keys ? check_keys(in, how, e) : BF_OK;
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

// Hands on the rows of the input's current run in one table, or passes over them. They are added to
// `hash`, where there is one.
static enum bf_err pass_rows(struct merging *m, struct input *in, int t, bool wanted,
                             struct bf_hash *hash, struct bf_error *e)
{
    struct bf_cursor *c = &in->others[t];
    const int64_t run = (int64_t)(in->runs.next - in->runs.held + in->runs.used);
    const void *row;
    enum bf_err err;
    while (!(err = bf_cursor_row(c, &row, e)) && row && run_of(bf_tables[t], row) <= run) {
        const bool of_run = run_of(bf_tables[t], row) == run;
        if (hash && of_run)
            bf_row_hash(hash, bf_tables[t], row);
        if (wanted && of_run)
            err = bf_store_put_row(m->store, bf_tables[t], row, e);
        if (err)
            return err;
        bf_cursor_advance(c);
    }
    return err;
}

// Hands on the current run of an input, or passes over it, and goes on to the next.
static enum bf_err pass_run(struct merging *m, struct input *in, bool wanted, struct bf_hash *hash,
                            struct bf_error *e)
{
    enum bf_err err = BF_OK;
    if (wanted)
        bf_store_begin_run(m->store);
    for (int t = 0; !err && bf_tables[t]; t++)
        if (is_of_runs(bf_tables[t]))
            err = pass_rows(m, in, t, wanted, hash, e);
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

static enum bf_err conflict(const struct input *a, const struct input *b, const char *key,
                            struct bf_error *e)
{
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s and %s both hold run %s, with different results; one of them is wrong",
                        a->path, b->path, key);
}

// Of two inputs whose current run is the same, the one to be kept.
static enum bf_err choose(const struct merging *m, const struct input *a, const struct input *b,
                          const struct input **kept, struct bf_error *e)
{
    const bool a_failed = has_failed(a->at), b_failed = has_failed(b->at);
    *kept = a_failed ? b : a;
    if (a_failed && b_failed && !m->how->in_time)
        *kept = strcmp(a->at->message, b->at->message) <= 0 ? a : b;
    if (a_failed || b_failed || bf_runs_agree(a->at, b->at))
        return BF_OK;
    return conflict(a, b, a->at->key, e);
}

// Passes over the current run of an input. Where several inputs hold it, the rows of those that are
// ok must be the same in all tables: `same` is the first of these, and `rows` the hash of its rows.
static enum bf_err pass_repeated(struct merging *m, struct input *in, bool wanted,
                                 const struct input **same, char rows[BF_HASH_TEXT_SIZE],
                                 struct bf_error *e)
{
    const bool ok = !has_failed(in->at);
    char key[BF_HASH_TEXT_SIZE], text[BF_HASH_TEXT_SIZE];
    struct bf_hash *hash = bf_hash_create();
    if (!hash)
        return bf_error_no_memory(e, 0, "a hash");
    bf_text_copy(key, sizeof key, in->at->key);
    const enum bf_err err = pass_run(m, in, wanted, hash, e);
    bf_hash_text(hash, text);
    bf_hash_destroy(hash);
    if (err || !ok)
        return err;
    if (*same)
        return strcmp(rows, text) == 0 ? BF_OK : conflict(*same, in, key, e);
    *same = in;
    memcpy(rows, text, sizeof text);
    return BF_OK;
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

static bool is_at(const struct input *in, const struct bf_run_row *run)
{
    return in->at && bf_run_row_compare(in->at, run) == 0;
}

static enum bf_err merge_one(struct merging *m, struct input *first, struct bf_error *e)
{
    const struct bf_run_row run = *first->at; // as long as inputs go on
    const struct input *const end = m->inputs + m->count, *kept = first, *same = NULL;
    char rows[BF_HASH_TEXT_SIZE];
    uint64_t repeated = 0;
    enum bf_err err = BF_OK;
    for (struct input *in = first + 1; !err && in < end; in++) {
        if (!is_at(in, &run))
            continue;
        err = choose(m, kept, in, &kept, e);
        repeated++;
    }
    const bool wanted = !m->how->keep || m->how->keep(m->how->self, kept->at);
    m->done->runs += wanted;
    m->done->failed += wanted && has_failed(kept->at);
    m->done->left_out += !wanted;
    m->done->repeated += repeated;
    if (wanted)
        bf_hash_sum_add(&m->keys, run.key);
    if (!err && !repeated)
        return pass_run(m, first, wanted, NULL, e);
    for (struct input *in = first; !err && in < end; in++)
        if (is_at(in, &run))
            err = pass_repeated(m, in, wanted && in == kept, &same, rows, e);
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
    const unsigned long long runs = m->done->runs, all = m->how->plan_runs;
    char keys[BF_HASH_TEXT_SIZE];
    bf_hash_sum_text(&m->keys, keys);
    if (runs < all)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%llu of the plan's %llu runs are missing; add the other parts, or say "
                            "--allow-missing",
                            all - runs, all);
    if (!all || !m->how->plan_keys || strcmp(keys, m->how->plan_keys) == 0)
        return BF_OK;
    return bf_error_set(
        e, BF_ERR_INPUT,
        "these are not the runs of the plan: %llu with the sum of keys %s, expected "
        "%llu with %s; leave out what is not of it, or say --allow-missing",
        runs, keys, all, m->how->plan_keys);
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

// One plan has one log of a name: rows of two would pass for rows of one.
static enum bf_err check_names(const struct bf_trace_row *sorted, uint64_t count,
                               struct bf_error *e)
{
    for (uint64_t i = 1; i < count; i++)
        if (!strcmp(sorted[i - 1].name, sorted[i].name) &&
            strcmp(sorted[i - 1].hash, sorted[i].hash) != 0)
            return bf_error_set(e, BF_ERR_INPUT,
                                "the files were made from different logs of the name %s (hashes %s "
                                "and %s); run with one of them",
                                sorted[i].name, sorted[i - 1].hash, sorted[i].hash);
    return BF_OK;
}

static enum bf_err merge_traces(struct merging *m, struct bf_error *e)
{
    const struct bf_sink sink = bf_store_sink(m->store);
    struct bf_trace_row *all = NULL;
    uint64_t count = 0;
    enum bf_err err = read_traces(m, &all, &count, e);
    if (count)
        qsort(all, count, sizeof *all, compare_traces);
    if (!err && m->how->plan_hash)
        err = check_names(all, count, e);
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
