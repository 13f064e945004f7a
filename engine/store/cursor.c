// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/cursor_internal.h"

#include <stdlib.h>

enum bf_err bf_cursor_open(struct bf_cursor *c, struct bf_store_reader *reader,
                           const struct bf_table *table, struct bf_error *e)
{
    *c = (struct bf_cursor){.reader = reader, .table = table};
    const enum bf_err err = bf_store_rows(reader, table, &c->rows, e);
    if (err || !c->rows)
        return err;
    c->room = bf_store_piece(reader, table);
    if (c->rows < c->room)
        c->room = (size_t)c->rows;
    c->batch = malloc(c->room * table->row_size);
    return c->batch ? BF_OK
                    : bf_error_no_memory(e, c->room * table->row_size, "a batch of result rows");
}

void bf_cursor_close(struct bf_cursor *c)
{
    free(c->batch);
    c->batch = NULL;
}

enum bf_err bf_cursor_row(struct bf_cursor *c, const void **row, struct bf_error *e)
{
    *row = NULL;
    if (c->used == c->held && c->next < c->rows) {
        const uint64_t left = c->rows - c->next;
        c->held = left < c->room ? (size_t)left : c->room;
        c->used = 0;
        const enum bf_err err = bf_store_read(c->reader, c->table, c->next, c->held, c->batch, e);
        if (err) {
            c->held = 0;
            return err;
        }
        c->next += c->held;
    }
    if (c->used < c->held)
        *row = c->batch + c->used * c->table->row_size;
    return BF_OK;
}

void bf_cursor_advance(struct bf_cursor *c)
{
    c->used++;
}

static enum bf_err read_table(struct bf_store_reader *reader, const struct bf_table *table,
                              struct bf_error *e)
{
    struct bf_cursor c;
    const void *row;
    enum bf_err err = bf_cursor_open(&c, reader, table, e);
    while (!err && !(err = bf_cursor_row(&c, &row, e)) && row)
        bf_cursor_advance(&c);
    bf_cursor_close(&c);
    return err;
}

enum bf_err bf_store_check(struct bf_store_reader *reader, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (int t = 0; !err && bf_tables[t]; t++)
        err = read_table(reader, bf_tables[t], e);
    return err;
}
