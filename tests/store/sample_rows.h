// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows for tests of result files: every kind of column with ordinary and with odd values, the same
// at every call.
#ifndef BF_TESTS_STORE_SAMPLE_ROWS_H
#define BF_TESTS_STORE_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/core/rows.h"
#include "engine/core/sink.h"
#include "engine/store/store.h"

// The tables, in the order of bf_tables.
enum {
    BF_SAMPLE_RUNS,
    BF_SAMPLE_PARAMS,
    BF_SAMPLE_JOBS,
    BF_SAMPLE_CLASSES,
    BF_SAMPLE_WEEKS,
    BF_SAMPLE_ACCURACY,
    BF_SAMPLE_COST,
    BF_SAMPLE_COST_HISTOGRAM,
    BF_SAMPLE_TRACES,
    BF_SAMPLE_TABLES
};

// What a file is to hold, as the store must give it back: `run` and offsets filled in.
struct bf_sample {
    void *rows[BF_SAMPLE_TABLES]; // owned, in the order of bf_tables
    size_t count[BF_SAMPLE_TABLES];
};

// Three runs: with `jobs` jobs and rows in all tables, with a row of costs only, and with a few
// rows in all tables; two traces. `background`
// is what gaps in the structs and the bytes behind texts are filled with.
void bf_sample_make(struct bf_sample *sample, size_t jobs, int background);
void bf_sample_free(struct bf_sample *sample);

// What the root says in samples.
extern const struct bf_store_about bf_sample_about;
extern const char *const bf_sample_ended;

// Puts the rows into a sink, with nonsense where the sink is to fill in row numbers.
enum bf_err bf_sample_put(const struct bf_sample *sample, struct bf_sink sink, struct bf_error *e);

// Writes a whole file.
enum bf_err bf_sample_write(const struct bf_sample *sample, const char *path, struct bf_error *e);

// A column's bytes are equal, NaN to NaN, text to text.
bool bf_sample_same(const struct bf_column *column, const void *a, const void *b);

// Compares a file with the sample; false, with the first difference in `e`, when there is one.
bool bf_sample_matches(const struct bf_sample *sample, const char *path, struct bf_error *e);

#endif
