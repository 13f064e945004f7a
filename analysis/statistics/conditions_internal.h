// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs to take: the conditions of row_filter.h, and besides `estimate=truncate:2`,
// `depth=all` and words of config (`strict=yes`), which know = and != alone.
//
// Commas divide conditions, and the names of models have some:
//
//     trace=lublin:jobs=300,procs=64,seed=1,policy=easy
//
// A value goes on to the last comma up to which some run has it. So a name can be pasted from what
// the program printed, whatever stands before or behind it.
#ifndef BF_ANALYSIS_STATISTICS_CONDITIONS_INTERNAL_H
#define BF_ANALYSIS_STATISTICS_CONDITIONS_INTERNAL_H

#include "analysis/statistics/axis_internal.h"
#include "engine/store/row_filter.h"
#include "engine/store/store.h"

struct bf_condition { // on what is spelt as in plans
    struct bf_axis axis;
    bool equal;
    char value[BF_ROW_LONGEST_VALUE];
};

struct bf_conditions {
    struct bf_row_filter filter;
    size_t count;
    struct bf_condition spelt[BF_ROW_MOST_CONDITIONS];
};

// Reads conditions on the runs of a file; NULL: none. BF_ERR_USAGE as bf_row_filter_parse, but for
// a name that is no column: it is taken for a word of config. BF_ERR_INPUT: the file, called `path`
// in messages; or it has no such model (the nearest are named). BF_ERR_ENV: no memory.
enum bf_err bf_conditions_read(struct bf_conditions *c, struct bf_store_reader *reader,
                               const char *path, const char *text, struct bf_error *e);
bool bf_conditions_hold(const struct bf_conditions *c, const struct bf_run_row *row);

// Does a run of `set` have the value of n characters at `text`?
typedef bool bf_value_known(const void *set, const char *text, size_t n);

// The length of the value at the beginning of `text`: up to the last comma, or the end, up to which
// it is known; where none is, up to the first.
size_t bf_condition_value(const char *text, bf_value_known *known, const void *set);

#endif
