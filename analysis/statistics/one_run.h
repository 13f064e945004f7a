// SPDX-License-Identifier: GPL-3.0-or-later
//
// One run of a result file with its parts of all tables but /jobs.
#ifndef BF_ANALYSIS_STATISTICS_ONE_RUN_H
#define BF_ANALYSIS_STATISTICS_ONE_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"
#include "engine/store/store.h"

// Rows of a table that belong to the run.
struct bf_run_part {
    const struct bf_table *table;
    size_t count;
    void *rows; // owned; structs of the table
};

enum {
    BF_PART_PARAMS,
    BF_PART_CLASSES,
    BF_PART_WEEKS,
    BF_PART_ACCURACY,
    BF_PART_COST,
    BF_PART_COST_HISTOGRAM,
    BF_PART_TRACE, // the run's trace: one row, or none
    BF_PARTS
};

struct bf_one_run {
    uint64_t row, runs; // in /runs, and how many there are
    struct bf_run_row run;
    struct bf_run_part parts[BF_PARTS];
};

// Finds the run that `name` means: digits alone are the number of its row in /runs, else they are
// the first characters of its key. BF_ERR_USAGE: there is none, or several; BF_ERR_INPUT: the file.
// `path` is the file's name, for messages.
enum bf_err bf_one_run_read(struct bf_store_reader *reader, const char *path, const char *name,
                            struct bf_one_run *one, struct bf_error *e);
void bf_one_run_fini(struct bf_one_run *one);

#endif
