// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading a table from its first row to its last, a batch at a time.
#ifndef BF_STORE_CURSOR_INTERNAL_H
#define BF_STORE_CURSOR_INTERNAL_H

#include "engine/store/store.h"

enum { BF_STORE_PIECE = 64 * 1024 }; // bytes of packed rows

// In how many rows at a time a table is best read: in whole chunks where they are small
// (bf_table_batch), so that none has to be kept unpacked between two reads; else as many as
// BF_STORE_PIECE holds.
size_t bf_store_piece(struct bf_store_reader *reader, const struct bf_table *table);

struct bf_cursor {
    struct bf_store_reader *reader;
    const struct bf_table *table;
    uint64_t rows, next;     // in the table; to be read
    char *batch;             // owned
    size_t room, held, used; // rows
};

enum bf_err bf_cursor_open(struct bf_cursor *c, struct bf_store_reader *reader,
                           const struct bf_table *table, struct bf_error *e);
void bf_cursor_close(struct bf_cursor *c); // may be called twice

// The row at the cursor, the table's struct; borrowed until the next call. NULL in `*row` at the
// end.
enum bf_err bf_cursor_row(struct bf_cursor *c, const void **row, struct bf_error *e);
void bf_cursor_advance(struct bf_cursor *c);

#endif
