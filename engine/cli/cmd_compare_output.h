// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep compare` prints.
#ifndef BF_CLI_CMD_COMPARE_OUTPUT_H
#define BF_CLI_CMD_COMPARE_OUTPUT_H

#include <stdio.h>

#include "analysis/audit/compare.h"
#include "engine/cli/run_output.h"

// A side of a comparison.
struct cli_compare_side {
    const char *path;
    const char *column; // of start times; NULL: start
    int64_t run;        // -1: the file has one schedule
    const struct bf_run_row *row;
    uint32_t jobs;
};

struct cli_compare_pair {
    struct cli_compare_side a, b;
    const struct bf_compare *jobs;  // NULL: rows of /runs were compared
    const struct bf_column *column; // without jobs: the first column that differs; NULL: none does
};

// Over all pairs of a call. Starts as zeros.
struct cli_compare_sums {
    uint64_t pairs, differ;
    uint64_t only_a, only_b; // runs without a counterpart
};

// Prints one pair and counts it. As text, pairs that are equal, and all that differ behind the
// first, are one line each when `many`.
enum bf_err cli_compare_print(FILE *to, enum cli_format format, const struct cli_compare_pair *pair,
                              bool many, struct cli_compare_sums *sums, struct bf_error *e);

// Prints the sums (text, several pairs).
void cli_compare_finish(FILE *to, enum cli_format format, const struct cli_compare_sums *sums);

#endif
