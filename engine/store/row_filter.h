// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rows to take: conditions on columns, all of which must hold.
//
//     run=3,start>=86400,policy!=easy
//
// Numbers know =, !=, <, <=, >, >=; texts = and !=. Nothing behind the sign is the empty text, or
// the double that does not exist (NaN): `message!=`, `estimate_arg=`. A value holds no comma. No
// HDF5 in here.
#ifndef BF_STORE_ROW_FILTER_H
#define BF_STORE_ROW_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

enum { BF_ROW_MOST_CONDITIONS = 16, BF_ROW_LONGEST_VALUE = 256 };

enum bf_row_relation {
    BF_ROW_EQUAL,
    BF_ROW_NOT_EQUAL,
    BF_ROW_BELOW,
    BF_ROW_AT_MOST,
    BF_ROW_ABOVE,
    BF_ROW_AT_LEAST
};

struct bf_row_condition {
    const struct bf_column *column;
    enum bf_row_relation relation;
    long double number; // for numbers: holds every integer of 64 bits exactly
    char text[BF_ROW_LONGEST_VALUE];
};

struct bf_row_filter {
    size_t count;
    struct bf_row_condition conditions[BF_ROW_MOST_CONDITIONS];
};

// Reads conditions; NULL: none, every row passes. BF_ERR_USAGE names what is wrong.
enum bf_err bf_row_filter_parse(struct bf_row_filter *filter, const struct bf_table *table,
                                const char *conditions, struct bf_error *e);

// Does this row, the table's struct, pass?
bool bf_row_filter_passes(const struct bf_row_filter *filter, const void *row);

#endif
