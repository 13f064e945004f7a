// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of a result file as text (row_text.h), in bounded memory however long the table is.
#ifndef BF_STORE_EXPORT_H
#define BF_STORE_EXPORT_H

#include <stdio.h>

#include "engine/base/error.h"
#include "engine/store/row_text.h"
#include "engine/store/store.h"

struct bf_export {
    enum bf_row_format format;
    const char *columns; // as bf_row_view_pick; NULL: all
    const char *where;   // as bf_row_filter_parse; NULL: all rows
};

// The table of that name, with or without a leading slash. NULL, with BF_ERR_USAGE in `e`, which
// lists the tables and names the nearest, when there is none.
const struct bf_table *bf_export_table(const char *name, struct bf_error *e);

// Writes the rows to `to`, in the order of the file, and flushes it. BF_ERR_USAGE: columns or
// where; BF_ERR_INPUT: the file; BF_ERR_ENV: the output (a full disk, a closed pipe). A table that
// the file does not have has no rows.
enum bf_err bf_export_rows(struct bf_store_reader *reader, const struct bf_table *table,
                           const struct bf_export *how, FILE *to, struct bf_error *e);

#endif
