// SPDX-License-Identifier: GPL-3.0-or-later
//
// store_sample DIRECTORY [ordinary]: writes results.h5 there, and what it holds as text, made from
// the rows in memory: TABLE.csv and TABLE.jsonl of each table, and columns.csv (table, column,
// kind, unit, meaning). The tests in other languages compare the two. With `ordinary` the numbers
// are such as a run gives.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_text.h"
#include "tests/store/sample_rows.h"

static FILE *create(const char *directory, const char *name, const char *suffix)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", directory, name, suffix);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void check(enum bf_err err, const struct bf_error *e)
{
    if (!err)
        return;
    fprintf(stderr, "store_sample: %s\n", e->text);
    exit(1);
}

static void write_rows(const char *directory, const struct bf_sample *sample, int t,
                       enum bf_row_format format)
{
    struct bf_error e;
    struct bf_row_view view;
    const struct bf_table *table = bf_tables[t];
    FILE *to = create(directory, table->name, format == BF_ROW_CSV ? ".csv" : ".jsonl");
    bf_row_view_all(&view, table);
    check(bf_row_put_header(&view, format, to, &e), &e);
    for (size_t i = 0; i < sample->count[t]; i++)
        check(bf_row_put(&view, format, (char *)sample->rows[t] + i * table->row_size, to, &e), &e);
    fclose(to);
}

static void write_columns(const char *directory)
{
    static const char *const kinds[] = {"int64", "uint64",  "int32", "uint32",
                                        "uint8", "float64", "string"};
    FILE *to = create(directory, "columns", ".csv");
    fprintf(to, "table,title,column,kind,size,unit,meaning\n");
    for (size_t t = 0; bf_tables[t]; t++)
        for (size_t i = 0; i < bf_tables[t]->column_count; i++) {
            const struct bf_column *c = &bf_tables[t]->columns[i];
            fprintf(to, "%s,\"%s\",%s,%s,%zu,%s,\"%s\"\n", bf_tables[t]->name, bf_tables[t]->title,
                    c->name, kinds[c->kind], c->size, c->unit, c->meaning);
        }
    fclose(to);
}

// Numbers that an example can work with: positive times in order, two policies.
static void make_ordinary(struct bf_sample *sample)
{
    struct bf_run_row *runs = sample->rows[BF_SAMPLE_RUNS];
    struct bf_job_row *jobs = sample->rows[BF_SAMPLE_JOBS];
    for (size_t i = 0; i < sample->count[BF_SAMPLE_RUNS]; i++) {
        bf_text_copy(runs[i].policy, sizeof runs[i].policy, i % 2 ? "fcfs" : "easy");
        bf_text_copy(runs[i].trace, sizeof runs[i].trace, "a.swf");
        runs[i].mean_wait = 100.5 + (double)i;
        runs[i].mean_bsld = 3.25 + (double)i;
        runs[i].seed = i;
    }
    for (size_t i = 0; i < sample->count[BF_SAMPLE_JOBS]; i++) {
        jobs[i].job = (int64_t)i + 1;
        jobs[i].submit = (int64_t)i * 60;
        jobs[i].start = jobs[i].submit + (int64_t)(i % 5) * 3600;
        jobs[i].end = jobs[i].start + 600;
        jobs[i].flags = i % 3 == 0;
    }
}

int main(int argc, char **argv)
{
    char path[4096];
    struct bf_error e;
    struct bf_sample sample;
    if (argc < 2) {
        fprintf(stderr, "usage: store_sample DIRECTORY [ordinary]\n");
        return 2;
    }
    bf_sample_make(&sample, 7000, 0); // more than two chunks of jobs
    if (argc > 2 && !strcmp(argv[2], "ordinary"))
        make_ordinary(&sample);
    snprintf(path, sizeof path, "%s/results.h5", argv[1]);
    check(bf_sample_write(&sample, path, &e), &e);
    for (int t = 0; t < BF_SAMPLE_TABLES; t++) {
        write_rows(argv[1], &sample, t, BF_ROW_CSV);
        write_rows(argv[1], &sample, t, BF_ROW_JSON);
    }
    write_columns(argv[1]);
    bf_sample_free(&sample);
    return 0;
}
