// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/one_run.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { BATCH = 64 };

// ---- Which run --------------------------------------------------------------

static enum bf_err not_found(const struct bf_one_run *one, const char *path, const char *name,
                             size_t found, struct bf_error *e)
{
    const unsigned long long runs = one->runs;
    if (!runs)
        return bf_error_set(e, BF_ERR_INPUT, "%s: holds no runs", path);
    if (found > 1)
        return bf_error_set(e, BF_ERR_USAGE,
                            "%s: the keys of %zu runs begin with '%s'; give more of it", path,
                            found, name);
    return bf_error_set(e, BF_ERR_USAGE,
                        "%s: no run is called '%s'; expected a row of /runs, 0 to %llu, or the "
                        "first characters of a key (not digits alone)",
                        path, name, runs - 1);
}

static enum bf_err find_key(struct bf_store_reader *reader, const char *path, const char *name,
                            struct bf_one_run *one, struct bf_error *e)
{
    size_t found = 0;
    enum bf_err err = BF_OK;
    struct bf_run_row *batch = malloc(BATCH * sizeof *batch);
    if (!batch)
        return bf_error_no_memory(e, BATCH * sizeof *batch, "a batch of result rows");
    for (uint64_t at = 0; at < one->runs && !err; at += BATCH) {
        const uint64_t count = one->runs - at < BATCH ? one->runs - at : BATCH;
        err = bf_store_read(reader, &bf_table_runs, at, count, batch, e);
        for (uint64_t i = 0; i < count && !err; i++)
            if (strncmp(batch[i].key, name, strlen(name)) == 0) {
                one->row = at + i;
                found++;
            }
    }
    free(batch);
    return err || found == 1 ? err : not_found(one, path, name, found, e);
}

static enum bf_err find_run(struct bf_store_reader *reader, const char *path, const char *name,
                            struct bf_one_run *one, struct bf_error *e)
{
    int64_t number;
    const bool digits = name[0] && strspn(name, "0123456789") == strlen(name);
    enum bf_err err = bf_store_rows(reader, &bf_table_runs, &one->runs, e);
    if (err)
        return err;
    if (digits && bf_text_to_int(name, &number) && (uint64_t)number < one->runs)
        one->row = (uint64_t)number;
    else if (digits || !name[0])
        err = not_found(one, path, name, 0, e);
    else
        err = find_key(reader, path, name, one, e);
    return err ? err : bf_store_read(reader, &bf_table_runs, one->row, 1, &one->run, e);
}

// ---- Its parts --------------------------------------------------------------

static enum bf_err read_part(struct bf_store_reader *reader, struct bf_run_part *part,
                             uint64_t first, uint64_t count, struct bf_error *e)
{
    part->rows = malloc((size_t)count * part->table->row_size + 1);
    if (!part->rows)
        return bf_error_no_memory(e, count * part->table->row_size, "rows of a run");
    part->count = (size_t)count;
    return bf_store_read(reader, part->table, first, count, part->rows, e);
}

// The first row whose run is at least `run`. Rows are in the order of runs, whose number is their
// first member.
static enum bf_err first_of(struct bf_store_reader *reader, const struct bf_table *table,
                            int64_t run, uint64_t *first, struct bf_error *e)
{
    uint64_t low = 0, high = 0;
    enum bf_err err = bf_store_rows(reader, table, &high, e);
    char *row = malloc(table->row_size);
    if (!row && !err)
        err = bf_error_no_memory(e, table->row_size, "a row");
    while (!err && low < high) {
        const uint64_t middle = low + (high - low) / 2;
        int64_t of;
        err = bf_store_read(reader, table, middle, 1, row, e);
        memcpy(&of, row, sizeof of);
        if (of < run)
            low = middle + 1;
        else
            high = middle;
    }
    free(row);
    *first = low;
    return err;
}

// A table of which /runs does not tell the place.
static enum bf_err search_part(struct bf_store_reader *reader, const struct bf_one_run *one,
                               struct bf_run_part *part, struct bf_error *e)
{
    uint64_t first, end;
    enum bf_err err = first_of(reader, part->table, (int64_t)one->row, &first, e);
    if (!err)
        err = first_of(reader, part->table, (int64_t)one->row + 1, &end, e);
    return err ? err : read_part(reader, part, first, end - first, e);
}

// The row of the run's log; where there are several of it, that with the run's machine.
static enum bf_err find_trace(struct bf_store_reader *reader, const struct bf_one_run *one,
                              struct bf_run_part *part, struct bf_error *e)
{
    uint64_t rows, found = UINT64_MAX;
    enum bf_err err = bf_store_rows(reader, &bf_table_traces, &rows, e);
    for (uint64_t i = 0; !err && i < rows; i++) {
        struct bf_trace_row trace;
        err = bf_store_read(reader, &bf_table_traces, i, 1, &trace, e);
        if (err || strcmp(trace.hash, one->run.trace_hash) != 0)
            continue;
        if (found == UINT64_MAX || trace.procs == one->run.procs)
            found = i;
        if (trace.procs == one->run.procs)
            break;
    }
    if (err || found == UINT64_MAX)
        return err;
    return read_part(reader, part, found, 1, e);
}

static enum bf_err read_parts(struct bf_store_reader *reader, struct bf_one_run *one,
                              struct bf_error *e)
{
    const struct {
        const struct bf_table *table;
        int64_t first, rows;
    } told[] = {
        [BF_PART_PARAMS] = {&bf_table_params, one->run.params_first, one->run.params_rows},
        [BF_PART_CLASSES] = {&bf_table_classes, one->run.classes_first, one->run.classes_rows},
        [BF_PART_WEEKS] = {&bf_table_weeks, one->run.weeks_first, one->run.weeks_rows},
        [BF_PART_ACCURACY] = {&bf_table_accuracy, one->run.accuracy_first, one->run.accuracy_rows},
    };
    enum bf_err err = BF_OK;
    for (int i = 0; i <= BF_PART_ACCURACY && !err; i++) {
        one->parts[i].table = told[i].table;
        err = read_part(reader, &one->parts[i], (uint64_t)told[i].first, (uint64_t)told[i].rows, e);
    }
    one->parts[BF_PART_COST].table = &bf_table_cost;
    one->parts[BF_PART_COST_HISTOGRAM].table = &bf_table_cost_histogram;
    one->parts[BF_PART_TRACE].table = &bf_table_traces;
    if (!err)
        err = search_part(reader, one, &one->parts[BF_PART_COST], e);
    if (!err)
        err = search_part(reader, one, &one->parts[BF_PART_COST_HISTOGRAM], e);
    return err ? err : find_trace(reader, one, &one->parts[BF_PART_TRACE], e);
}

enum bf_err bf_one_run_read(struct bf_store_reader *reader, const char *path, const char *name,
                            struct bf_one_run *one, struct bf_error *e)
{
    *one = (struct bf_one_run){0};
    enum bf_err err = find_run(reader, path, name, one, e);
    if (!err)
        err = read_parts(reader, one, e);
    if (err)
        bf_one_run_fini(one);
    return err;
}

void bf_one_run_fini(struct bf_one_run *one)
{
    for (int i = 0; i < BF_PARTS; i++) {
        free(one->parts[i].rows);
        one->parts[i] = (struct bf_run_part){0};
    }
}
