// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows as text: CSV by RFC 4180 (lines end with LF) or JSON Lines, in memory or from a file alike.
//
// Column names are those of the file. Reading a number back gives the same number: integers are
// written in full, doubles by bf_text_double. A double that does not exist (NaN) is an empty cell,
// or null. An infinite one is `inf`, or 1e999, which JSON readers take for infinity; zero keeps its
// sign. Texts are quoted in CSV when they hold a comma, a quote, a line break or a blank at either
// end; in JSON, bytes that are no UTF-8 become U+FFFD. No HDF5 in here.
#ifndef BF_STORE_ROW_TEXT_H
#define BF_STORE_ROW_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

enum bf_row_format { BF_ROW_CSV, BF_ROW_JSON };

// Their names, in that order, ended by NULL.
extern const char *const bf_row_format_names[];

enum { BF_ROW_MOST_COLUMNS = 256 };

// Which columns of a table, in which order.
struct bf_row_view {
    const struct bf_table *table;
    size_t count;
    const struct bf_column *columns[BF_ROW_MOST_COLUMNS];
};

// All columns, in the order of the table.
void bf_row_view_all(struct bf_row_view *view, const struct bf_table *table);

// The columns of `list` ("trace,policy,mean_wait"; blanks around a name do not count), in its
// order. NULL: all. BF_ERR_USAGE names a column that is unknown (and the nearest one), empty or
// there twice.
enum bf_err bf_row_view_pick(struct bf_row_view *view, const struct bf_table *table,
                             const char *list, struct bf_error *e);

// The column of that name; NULL, with BF_ERR_USAGE and the nearest name in `e`, when there is none.
const struct bf_column *bf_row_column(const struct bf_table *table, const char *name,
                                      struct bf_error *e);

// Writes the line of column names (CSV), or nothing (JSON).
enum bf_err bf_row_put_header(const struct bf_row_view *view, enum bf_row_format format, FILE *to,
                              struct bf_error *e);

// Writes one row, `row` being the table's struct, as one line. BF_ERR_ENV: the system's reason.
enum bf_err bf_row_put(const struct bf_row_view *view, enum bf_row_format format, const void *row,
                       FILE *to, struct bf_error *e);

// Hands on what is buffered: a full disk or a closed pipe may show as late as this.
enum bf_err bf_row_flush(FILE *to, struct bf_error *e);

#endif
