// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/sample_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/seed.h"
#include "engine/base/text.h"

enum { RUNS, JOBS, CLASSES, ACCURACY, COST, COST_HISTOGRAM, TRACES };
enum {
    FIRST_CLASSES = 16,
    LAST_JOBS = 2,
    LAST_CLASSES = 1,
    FIRST_BUCKETS = 12, // of accuracy
    LAST_BUCKETS = 3,
    FIRST_TIMES = 5, // of the cost histogram
    LAST_TIMES = 1
};

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

// Row numbers as the store has to give them.
static void number_rows(struct bf_sample *s, size_t jobs)
{
    struct bf_run_row *runs = s->rows[RUNS];
    struct bf_job_row *job = s->rows[JOBS];
    struct bf_class_row *class = s->rows[CLASSES];
    struct bf_accuracy_row *bucket = s->rows[ACCURACY];
    struct bf_cost_row *cost = s->rows[COST];
    struct bf_cost_histogram_row *time = s->rows[COST_HISTOGRAM];
    const int64_t job_rows[] = {(int64_t)jobs, 0, LAST_JOBS};
    const int64_t class_rows[] = {FIRST_CLASSES, 0, LAST_CLASSES};
    const int64_t buckets[] = {FIRST_BUCKETS, 0, LAST_BUCKETS};
    int64_t at_job = 0, at_class = 0, at_bucket = 0;
    for (int64_t run = 0; run < 3; run++) {
        runs[run].jobs_first = at_job;
        runs[run].jobs_rows = job_rows[run];
        runs[run].classes_first = at_class;
        runs[run].classes_rows = class_rows[run];
        runs[run].accuracy_first = at_bucket;
        runs[run].accuracy_rows = buckets[run];
        cost[run].run = run;
        for (int64_t i = 0; i < job_rows[run]; i++)
            job[at_job++].run = run;
        for (int64_t i = 0; i < class_rows[run]; i++)
            class[at_class++].run = run;
        for (int64_t i = 0; i < buckets[run]; i++)
            bucket[at_bucket++].run = run;
    }
    for (int i = 0; i < FIRST_TIMES + LAST_TIMES; i++)
        time[i].run = i < FIRST_TIMES ? 0 : 2;
}

void bf_sample_make(struct bf_sample *sample, size_t jobs, int background)
{
    const size_t count[BF_SAMPLE_TABLES] = {3,
                                            jobs + LAST_JOBS,
                                            FIRST_CLASSES + LAST_CLASSES,
                                            FIRST_BUCKETS + LAST_BUCKETS,
                                            3,
                                            FIRST_TIMES + LAST_TIMES,
                                            2};
    for (int t = 0; t < BF_SAMPLE_TABLES; t++) {
        sample->count[t] = count[t];
        sample->rows[t] = make_rows(bf_tables[t], count[t], background);
    }
    number_rows(sample, jobs);
}

void bf_sample_free(struct bf_sample *sample)
{
    for (int t = 0; t < BF_SAMPLE_TABLES; t++)
        free(sample->rows[t]);
}

enum bf_err bf_sample_put(const struct bf_sample *sample, struct bf_sink sink, struct bf_error *e)
{
    const struct bf_trace_row *traces = sample->rows[TRACES];
    const struct bf_run_row *runs = sample->rows[RUNS];
    const struct bf_cost_row *cost = sample->rows[COST];
    const struct bf_job_row *jobs = sample->rows[JOBS];
    const struct bf_class_row *classes = sample->rows[CLASSES];
    const struct bf_accuracy_row *accuracy = sample->rows[ACCURACY];
    const struct bf_cost_histogram_row *times = sample->rows[COST_HISTOGRAM];
    const size_t time_rows[] = {FIRST_TIMES, 0, LAST_TIMES};
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < sample->count[TRACES]; i++)
        err = sink.put_trace(sink.self, &traces[i], e);
    for (size_t i = 0; !err && i < sample->count[RUNS]; i++) {
        struct bf_run_row run = runs[i];
        struct bf_cost_row run_cost = cost[i];
        struct bf_cost_histogram_row histogram[FIRST_TIMES];
        for (size_t b = 0; b < time_rows[i]; b++, times++) {
            histogram[b] = *times;
            histogram[b].run = 999;
        }
        run_cost.run = 999;
        run.jobs_first = run.jobs_rows = run.classes_first = run.classes_rows = 999;
        run.accuracy_first = run.accuracy_rows = 999;
        const struct bf_result result = {
            .run = &run,
            .cost = &run_cost,
            .histogram = histogram,
            .histogram_count = time_rows[i],
            .classes = classes + runs[i].classes_first,
            .class_count = (size_t)runs[i].classes_rows,
            .accuracy = accuracy + runs[i].accuracy_first,
            .accuracy_count = (size_t)runs[i].accuracy_rows,
            .jobs = runs[i].jobs_rows ? jobs + runs[i].jobs_first : NULL,
            .job_count = (size_t)runs[i].jobs_rows,
        };
        err = sink.put_result(sink.self, &result, e);
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
