// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/determinism.h"

#include <math.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/cursor_internal.h"

// Every NaN is the same.
static bool is_nan(const struct bf_column *column, const void *cell)
{
    double value;
    if (column->kind != BF_F64)
        return false;
    memcpy(&value, cell, sizeof value);
    return isnan(value);
}

static bool cells_agree(const struct bf_column *column, const void *a, const void *b)
{
    if (column->kind == BF_STR)
        return strcmp(a, b) == 0;
    return memcmp(a, b, column->size) == 0 || (is_nan(column, a) && is_nan(column, b));
}

bool bf_runs_agree(const struct bf_run_row *a, const struct bf_run_row *b)
{
    for (size_t i = 0; i < bf_table_runs.column_count; i++) {
        const struct bf_column *column = &bf_table_runs.columns[i];
        if (column->varies || bf_text_ends_with(column->name, "_first"))
            continue;
        if (!cells_agree(column, (const char *)a + column->offset,
                         (const char *)b + column->offset))
            return false;
    }
    return true;
}

// Texts without what stands behind their end, so that a column may grow.
static void hash_cell(struct bf_hash *hash, const struct bf_column *column, const char *cell)
{
    static const char none[] = "nan";
    if (column->kind == BF_STR)
        bf_hash_update(hash, cell, strlen(cell) + 1);
    else if (is_nan(column, cell))
        bf_hash_update(hash, none, sizeof none);
    else
        bf_hash_update(hash, cell, column->size);
}

void bf_row_hash(struct bf_hash *hash, const struct bf_table *table, const void *row)
{
    if (bf_table_varies(table))
        return;
    bf_hash_update(hash, table->name, strlen(table->name) + 1);
    for (size_t i = 0; i < table->column_count; i++)
        if (!table->columns[i].varies && strcmp(table->columns[i].name, "run") != 0)
            hash_cell(hash, &table->columns[i], (const char *)row + table->columns[i].offset);
}

static enum bf_err hash_table(struct bf_hash *hash, struct bf_store_reader *reader,
                              const struct bf_table *table, struct bf_error *e)
{
    struct bf_cursor c;
    const void *row;
    bool counts[256];
    for (size_t i = 0; i < table->column_count; i++) {
        counts[i] = !table->columns[i].varies;
        if (counts[i])
            bf_hash_update(hash, table->columns[i].name, strlen(table->columns[i].name) + 1);
    }
    if (bf_table_varies(table))
        return BF_OK; // down to its number of rows
    enum bf_err err = bf_cursor_open(&c, reader, table, e);
    while (!err && !(err = bf_cursor_row(&c, &row, e)) && row) {
        for (size_t i = 0; i < table->column_count; i++)
            if (counts[i])
                hash_cell(hash, &table->columns[i], (const char *)row + table->columns[i].offset);
        bf_cursor_advance(&c);
    }
    bf_cursor_close(&c);
    return err;
}

static enum bf_err hash_all(struct bf_hash *hash, struct bf_store_reader *reader,
                            struct bf_error *e)
{
    char semantics[32];
    enum bf_err err = bf_store_text(reader, "semantics_version", semantics, sizeof semantics, e);
    if (err)
        return err;
    bf_hash_update(hash, semantics, strlen(semantics) + 1);
    for (int t = 0; !err && bf_tables[t]; t++) {
        bf_hash_update(hash, bf_tables[t]->name, strlen(bf_tables[t]->name) + 1);
        err = hash_table(hash, reader, bf_tables[t], e);
    }
    return err;
}

enum bf_err bf_store_digest(struct bf_store_reader *reader, char digest[33], struct bf_error *e)
{
    struct bf_hash *hash = bf_hash_create();
    if (!hash)
        return bf_error_no_memory(e, 0, "a hash");
    const enum bf_err err = hash_all(hash, reader, e);
    if (!err)
        bf_hash_text(hash, digest);
    bf_hash_destroy(hash);
    return err;
}
