// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep run` prints, and the schedule file that it writes.
#ifndef BF_CLI_RUN_OUTPUT_H
#define BF_CLI_RUN_OUTPUT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"

enum cli_format { CLI_FORMAT_TEXT, CLI_FORMAT_CSV, CLI_FORMAT_JSON };
extern const char *const cli_format_names[]; // in that order, ended by NULL

// Prints one row a policy: as a table for people (policies side by side, 80 columns), as CSV with a
// header line, or as JSON Lines. Columns of CSV and JSON are those of docs/results-schema.md,
// /runs, without what only a file needs and what no clock repeats; the first 19 are in a fixed
// order that scripts may rely on.
// BF_ERR_ENV: `to` cannot be written.
enum bf_err cli_print_runs(FILE *to, enum cli_format format, const struct bf_trace_row *trace,
                           const struct bf_run_row *rows, int count, struct bf_error *e);

// The columns of the schedule as CSV: one line a job in order of submit, promises empty where none
// was made.
void cli_print_schedule(FILE *to, const struct bf_outcome *outcome);

// The same into a file, which appears under its name when it is whole.
enum bf_err cli_write_schedule(const char *path, const struct bf_outcome *outcome,
                               struct bf_error *e);

#endif
