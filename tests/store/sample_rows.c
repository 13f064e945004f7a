// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/sample_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/seed.h"
#include "engine/base/text.h"

enum { RUNS = 3, TRACES = 2, FROM_ARGUMENT = 0 };

// How many rows each run has in each table.
static const size_t rows_of_run[BF_SAMPLE_TABLES][RUNS] = {
    [BF_SAMPLE_RUNS] = {1, 1, 1},
    [BF_SAMPLE_PARAMS] = {4, 0, 1},
    [BF_SAMPLE_JOBS] = {FROM_ARGUMENT, 0, 2},
    [BF_SAMPLE_CLASSES] = {16, 0, 1},
    [BF_SAMPLE_WEEKS] = {9, 0, 1},
    [BF_SAMPLE_ACCURACY] = {12, 0, 3},
    [BF_SAMPLE_COST] = {1, 1, 1},
    [BF_SAMPLE_COST_HISTOGRAM] = {5, 0, 1},
};

static size_t rows_of(int table, int run, size_t jobs)
{
    return table == BF_SAMPLE_JOBS && run == 0 ? jobs : rows_of_run[table][run];
}

const struct bf_store_about bf_sample_about = {
    .program_version = "0.1.0",
    .semantics_version = 1,
    .command_line = "bfsweep run 'a log.swf' --policy easy",
    .plan = "policy=easy order=fcfs",
    .host = "node17",
    .compiler = "a compiler 12.2",
    .started = "2024-02-29T23:59:58Z",
};
const char *const bf_sample_ended = "2024-03-01T00:00:00Z";

static void fill_text(char *to, size_t size, uint64_t draw)
{
    static const char *const texts[] = {"easy",
                                        "",
                                        "a,b",
                                        "say \"so\"",
                                        "two\nlines",
                                        " blanks ",
                                        "Gr\xc3\xb6\xc3\x9f"
                                        "e",
                                        "back\\slash"};
    if (draw % 9 == 8) { // as long as it can be
        memset(to, 'x', size - 1);
        to[size - 1] = '\0';
        return;
    }
    const size_t n = strlen(texts[draw % 9]);
    memcpy(to, texts[draw % 9], n + 1 <= size ? n + 1 : 1);
    to[size - 1] = '\0';
    if (n + 1 > size)
        to[0] = '\0';
}

static double draw_double(uint64_t draw)
{
    static const double odd[] = {0.1, NAN, 1e300, -0.0, 5e-324, 1.0 / 3.0, 123456789.0, 1e21};
    return draw % 3 ? (double)(draw % 100000007) / 997.0 : odd[draw / 3 % 8];
}

static int64_t draw_signed(uint64_t draw)
{
    static const int64_t odd[] = {-1, 0, INT64_MAX, INT64_MIN, (1LL << 53) + 1};
    return draw % 5 ? (int64_t)(draw % 2000000011) : odd[draw / 5 % 5];
}

static void fill_cell(const struct bf_column *column, void *cell, uint64_t draw)
{
    switch (column->kind) {
    case BF_I64:
        *(int64_t *)cell = draw_signed(draw);
        break;
    case BF_U64:
        *(uint64_t *)cell = draw % 7 ? draw % 1000003 : UINT64_MAX - draw % 3;
        break;
    case BF_I32:
        *(int32_t *)cell = draw % 7 ? (int32_t)(draw % 100003) : INT32_MIN;
        break;
    case BF_U32:
        *(uint32_t *)cell = draw % 7 ? (uint32_t)(draw % 32) : UINT32_MAX;
        break;
    case BF_U8:
        *(uint8_t *)cell = (uint8_t)draw;
        break;
    case BF_F64:
        *(double *)cell = draw_double(draw);
        break;
    case BF_STR:
        fill_text(cell, column->size, draw);
        break;
    }
}

static void *make_rows(const struct bf_table *table, size_t count, int background)
{
    char *rows = malloc(count * table->row_size + 1);
    if (!rows)
        abort();
    memset(rows, background, count * table->row_size);
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < table->column_count; i++)
            fill_cell(&table->columns[i], rows + r * table->row_size + table->columns[i].offset,
                      bf_seed_bits(17, BF_STREAM_TEST, r * 1000 + i));
    return rows;
}

// The column of a row that has this name; NULL: the table has none.
static int64_t *member(int table, void *row, const char *name)
{
    const struct bf_column *column = bf_table_column(bf_tables[table], name);
    return column ? (int64_t *)(void *)((char *)row + column->offset) : NULL;
}

static void *row_at(const struct bf_sample *s, int table, size_t i)
{
    return (char *)s->rows[table] + i * bf_tables[table]->row_size;
}

// Sets the members of a run's row that say where its rows of a table are, if there are such
// members.
static void set_place(struct bf_run_row *run, int table, int64_t first, int64_t rows)
{
    char name[64];
    snprintf(name, sizeof name, "%s_first", bf_tables[table]->name);
    int64_t *to_first = member(BF_SAMPLE_RUNS, run, name);
    snprintf(name, sizeof name, "%s_rows", bf_tables[table]->name);
    int64_t *to_rows = member(BF_SAMPLE_RUNS, run, name);
    if (to_first && to_rows) {
        *to_first = first;
        *to_rows = rows;
    }
}

// Row numbers as the store has to give them.
static void number_rows(struct bf_sample *s, size_t jobs)
{
    for (int t = BF_SAMPLE_PARAMS; t < BF_SAMPLE_TRACES; t++) {
        size_t at = 0;
        for (int run = 0; run < RUNS; run++) {
            const size_t rows = rows_of(t, run, jobs);
            set_place(row_at(s, BF_SAMPLE_RUNS, (size_t)run), t, (int64_t)at, (int64_t)rows);
            for (size_t i = 0; i < rows; i++)
                *member(t, row_at(s, t, at++), "run") = run;
        }
    }
}

void bf_sample_make(struct bf_sample *sample, size_t jobs, int background)
{
    for (int t = 0; t < BF_SAMPLE_TABLES; t++) {
        sample->count[t] = t == BF_SAMPLE_TRACES ? TRACES : 0;
        for (int run = 0; t != BF_SAMPLE_TRACES && run < RUNS; run++)
            sample->count[t] += rows_of(t, run, jobs);
        sample->rows[t] = make_rows(bf_tables[t], sample->count[t], background);
    }
    number_rows(sample, jobs);
}

void bf_sample_free(struct bf_sample *sample)
{
    for (int t = 0; t < BF_SAMPLE_TABLES; t++)
        free(sample->rows[t]);
}

// A copy (owned) of `count` rows from `first` on, all of them of a run that the store has to
// number.
static void *unnumbered(const struct bf_sample *s, int table, size_t first, size_t count)
{
    const size_t size = bf_tables[table]->row_size;
    char *rows = malloc(count * size + 1);
    if (!rows)
        abort();
    memcpy(rows, row_at(s, table, first), count * size);
    for (size_t i = 0; i < count; i++)
        *member(table, rows + i * size, "run") = 999;
    return rows;
}

enum bf_err bf_sample_put(const struct bf_sample *sample, struct bf_sink sink, struct bf_error *e)
{
    size_t at[BF_SAMPLE_TABLES] = {0};
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < TRACES; i++)
        err = sink.put_trace(sink.self, row_at(sample, BF_SAMPLE_TRACES, i), e);
    for (int i = 0; !err && i < RUNS; i++) {
        struct bf_run_row run = ((const struct bf_run_row *)sample->rows[BF_SAMPLE_RUNS])[i];
        struct bf_result result = {.run = &run};
        void *rows[BF_SAMPLE_TABLES] = {NULL};
        for (int t = BF_SAMPLE_PARAMS; t < BF_SAMPLE_TRACES; t++) {
            const size_t count =
                rows_of(t, i, sample->count[BF_SAMPLE_JOBS] - rows_of_run[BF_SAMPLE_JOBS][2]);
            set_place(&run, t, 999, 999);
            rows[t] = unnumbered(sample, t, at[t], count);
            bf_result_add(&result, bf_tables[t], rows[t], count);
            at[t] += count;
        }
        err = sink.put_result(sink.self, &result, e);
        for (int t = BF_SAMPLE_PARAMS; t < BF_SAMPLE_TRACES; t++)
            free(rows[t]);
    }
    return err;
}

enum bf_err bf_sample_write(const struct bf_sample *sample, const char *path, struct bf_error *e)
{
    struct bf_store *store;
    enum bf_err err = bf_store_create(path, &bf_sample_about, &store, e);
    if (err)
        return err;
    err = bf_sample_put(sample, bf_store_sink(store), e);
    if (err) {
        bf_store_abandon(store);
        return err;
    }
    return bf_store_close(store, bf_sample_ended, e);
}

bool bf_sample_same(const struct bf_column *column, const void *a, const void *b)
{
    if (column->kind == BF_STR)
        return !strcmp(a, b);
    if (column->kind == BF_F64 && isnan(*(const double *)a))
        return isnan(*(const double *)b);
    return !memcmp(a, b, column->size); // tells -0 from 0
}

// Compares rows [first, first + count) with what was read.
static bool same_rows(const struct bf_table *table, const char *expected, const char *read,
                      size_t first, size_t count, struct bf_error *e)
{
    for (size_t r = 0; r < count; r++)
        for (size_t i = 0; i < table->column_count; i++) {
            const size_t at = table->columns[i].offset;
            if (bf_sample_same(&table->columns[i], expected + (first + r) * table->row_size + at,
                               read + r * table->row_size + at))
                continue;
            bf_error_set(e, BF_ERR_INPUT, "row %zu of %s differs in column %s", first + r,
                         table->name, table->columns[i].name);
            return false;
        }
    return true;
}

static bool table_matches(const struct bf_sample *sample, int t, struct bf_store_reader *reader,
                          struct bf_error *e)
{
    enum { PIECE = 701 }; // goes into no chunk evenly
    const struct bf_table *table = bf_tables[t];
    uint64_t rows;
    if (bf_store_rows(reader, table, &rows, e))
        return false;
    if (rows != sample->count[t]) {
        bf_error_set(e, BF_ERR_INPUT, "%s has %llu rows and not %zu", table->name,
                     (unsigned long long)rows, sample->count[t]);
        return false;
    }
    char *piece = malloc(PIECE * table->row_size);
    bool ok = piece != NULL;
    for (size_t at = 0; ok && at < rows; at += PIECE) {
        const size_t count = rows - at < PIECE ? rows - at : PIECE;
        ok = !bf_store_read(reader, table, at, count, piece, e) &&
             same_rows(table, sample->rows[t], piece, at, count, e);
    }
    free(piece);
    return ok;
}

bool bf_sample_matches(const struct bf_sample *sample, const char *path, struct bf_error *e)
{
    struct bf_store_reader *reader;
    if (bf_store_open(path, &reader, e))
        return false;
    bool ok = true;
    for (int t = 0; ok && t < BF_SAMPLE_TABLES; t++)
        ok = table_matches(sample, t, reader, e);
    bf_store_reader_close(reader);
    return ok;
}
