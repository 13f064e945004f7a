// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs to take: the conditions of row_filter.h, and besides `estimate=truncate:2`,
// `depth=all` and words of config (`strict=yes`), which know = and != alone.
#ifndef BF_ANALYSIS_STATISTICS_CONDITIONS_INTERNAL_H
#define BF_ANALYSIS_STATISTICS_CONDITIONS_INTERNAL_H

#include "analysis/statistics/axis_internal.h"
#include "engine/store/row_filter.h"

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

// NULL: none. BF_ERR_USAGE as bf_row_filter_parse, but for a name that is no column: it is taken
// for a word of config.
enum bf_err bf_conditions_parse(struct bf_conditions *c, const char *text, struct bf_error *e);
bool bf_conditions_hold(const struct bf_conditions *c, const struct bf_run_row *row);

#endif
