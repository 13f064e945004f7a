// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules as comma-separated values: ours (`bfsweep run --jobs FILE.csv`) and those of other
// programs, as far as their columns have names that can be told. docs/audit.md lists the names.
#ifndef BF_WORKLOADS_SCHEDULE_CSV_H
#define BF_WORKLOADS_SCHEDULE_CSV_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/error.h"

enum bf_csv_field {
    BF_CSV_JOB,
    BF_CSV_START,
    BF_CSV_SUBMIT,
    BF_CSV_END,
    BF_CSV_PROCS,
    BF_CSV_REQUEST,
    BF_CSV_RUN,
    BF_CSV_PLAN,
    BF_CSV_FIRST_PROMISE, // -1 where it is empty, and so below
    BF_CSV_LAST_PROMISE,
    BF_CSV_FLAGS,
    BF_CSV_FIELDS
};

struct bf_schedule_csv {
    uint32_t count;                 // of jobs, at least 1
    int64_t *values[BF_CSV_FIELDS]; // by job, in the order of the file; NULL: no such column
};

// Reads a file, plain or gzip (`-`: standard input): a line of column names, then a line a job;
// columns that are not known are left out. `column` names the one that holds start times; NULL: the
// one that is called so. All memory comes from `arena`. BF_ERR_INPUT: cannot be read, lacks job or
// start, or a cell is no whole number (the text names file, line and column). BF_ERR_ENV: no
// memory.
enum bf_err bf_schedule_csv_read(const char *path, const char *column, struct bf_arena *arena,
                                 struct bf_schedule_csv *csv, struct bf_error *e);

#endif
