// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a name means in a row of /runs: a column, or a word of the column config.
#ifndef BF_ANALYSIS_STATISTICS_AXIS_INTERNAL_H
#define BF_ANALYSIS_STATISTICS_AXIS_INTERNAL_H

#include "analysis/statistics/frame.h"

enum { BF_AXIS_TEXT_SIZE = 1024 }; // as the longest column of /runs

struct bf_axis {
    char name[32];
    const struct bf_column *column; // NULL: a word of config
    enum bf_key_kind kind;
};

// The columns of /runs that are axes, ended by NULL.
extern const char *const bf_axis_columns[];

// The axis or other column of that name; a name that is no column is taken for a word of config.
void bf_axis_make(struct bf_axis *axis, const char *name);

// The value of a row, spelt as in plans, and that by which it is told apart. "": it has none.
void bf_axis_text(const struct bf_axis *axis, const struct bf_run_row *row,
                  char text[BF_AXIS_TEXT_SIZE], char id[BF_AXIS_TEXT_SIZE]);

// The next word of a canonical text, from `at` on, that is no column of /runs: false at the end.
// `parameter`: it is one of the policy.
struct bf_axis_word {
    const char *next; // where to go on; begin with the text
    bool parameter;
    char name[32];
};
bool bf_axis_next_word(struct bf_axis_word *word);

// A number that a text spells (`all` is infinite); NaN: it spells none.
double bf_axis_number(const char *text);

#endif
