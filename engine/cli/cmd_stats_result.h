// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep stats` has worked out, and how it is printed.
#ifndef BF_CLI_CMD_STATS_RESULT_H
#define BF_CLI_CMD_STATS_RESULT_H

#include <stdio.h>

#include "analysis/statistics/batches.h"
#include "analysis/statistics/frame.h"
#include "analysis/statistics/paired.h"
#include "engine/base/text.h"
#include "engine/cli/run_output.h"
#include "engine/store/row_text.h"

enum { STATS_MOST_KEYS = 96, STATS_MOST_METRICS = 128 };

// A group against the baseline.
struct stats_versus {
    size_t group;
    size_t none, many;       // runs of the group without a partner; with more than one
    size_t left;             // runs of the baseline without one
    size_t shared;           // pairs that have their partner in common with one before
    char *unpaired, *unused; // rows of /runs: of the group without or with more than one partner,
                             // of the baseline; blanks between
};

struct stats_ask {
    const char *path;
    const char *by, *where; // as in struct bf_frame_ask; by NULL: the axes in which runs differ
    const char *metrics;    // NULL: the usual ones
    const char *versus;     // as bf_pairs_make; NULL: no comparison
    unsigned weeks;         // of a batch; 0: no batches
    struct bf_summary_how how;
};

struct stats_result {
    const struct stats_ask *ask;
    struct bf_frame *frame;
    size_t keys[STATS_MOST_KEYS], key_count; // by which groups are made
    struct bf_groups groups;                 // with batches: a run each
    size_t metric_count;
    const struct bf_column *metrics[STATS_MOST_METRICS];

    // Of one of the three kinds, metric by metric: [metric * groups + group], comparisons
    // [metric * compared_count + i].
    struct bf_summary *summaries;
    struct bf_batches *batches;
    struct bf_pairs pairs;
    size_t compared_count;
    struct stats_versus *compared;
    struct bf_paired *paired;
};

// Works everything out; frees what belongs to it.
enum bf_err cli_stats_make(const struct stats_ask *ask, struct stats_result *result,
                           struct bf_error *e);
void cli_stats_fini(struct stats_result *result);

// Tables of at most 96 columns, with what must be known of them around.
enum bf_err cli_stats_text(FILE *to, const struct stats_result *result, struct bf_error *e);

// A line a group and metric, numbers in full.
enum bf_err cli_stats_rows(FILE *to, enum bf_row_format format, const struct stats_result *result,
                           struct bf_error *e);

// What must be said beside any table: a line each in `lines`, newlines between.
void cli_stats_notes(const struct stats_result *result, struct bf_text *lines);

#endif
