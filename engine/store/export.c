// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/export.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_filter.h"

enum { BATCH_BYTES = 256 * 1024, MOST_TABLES = 16 };

const struct bf_table *bf_export_table(const char *name, struct bf_error *e)
{
    char listed[256];
    const char *names[MOST_TABLES + 1];
    size_t count = 0;
    struct bf_text list = bf_text_init(listed, sizeof listed);
    if (name[0] == '/')
        name++;
    for (; bf_tables[count] && count < MOST_TABLES; count++) {
        if (!strcmp(bf_tables[count]->name, name))
            return bf_tables[count];
        names[count] = bf_tables[count]->name;
        bf_text_add(&list, "%s%s", count ? ", " : "", names[count]);
    }
    names[count] = NULL;
    const char *nearest = bf_text_nearest(name, names);
    if (nearest)
        bf_error_set(e, BF_ERR_USAGE,
                     "there is no table '%s'; did you mean '%s'? The tables are %s", name, nearest,
                     listed);
    else
        bf_error_set(e, BF_ERR_USAGE, "there is no table '%s'; the tables are %s", name, listed);
    return NULL;
}

struct plan {
    enum bf_row_format format;
    struct bf_row_view view;
    struct bf_row_filter filter;
};

static enum bf_err put_batch(const struct plan *plan, const char *rows, uint64_t count, FILE *to,
                             struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (uint64_t i = 0; !err && i < count; i++) {
        const char *row = rows + (size_t)i * plan->view.table->row_size;
        if (bf_row_filter_passes(&plan->filter, row))
            err = bf_row_put(&plan->view, plan->format, row, to, e);
    }
    return err;
}

static enum bf_err put_all(struct bf_store_reader *reader, const struct plan *plan, FILE *to,
                           struct bf_error *e)
{
    const struct bf_table *table = plan->view.table;
    const uint64_t most = BATCH_BYTES / table->row_size + 1;
    uint64_t rows, at = 0;
    enum bf_err err = bf_store_rows(reader, table, &rows, e);
    if (err)
        return err;
    char *batch = malloc((size_t)most * table->row_size);
    if (!batch)
        return bf_error_no_memory(e, most * table->row_size, "a batch of result rows");
    err = bf_row_put_header(&plan->view, plan->format, to, e);
    while (!err && at < rows) {
        const uint64_t count = rows - at < most ? rows - at : most;
        err = bf_store_read(reader, table, at, count, batch, e);
        if (!err)
            err = put_batch(plan, batch, count, to, e);
        at += count;
    }
    free(batch);
    return err ? err : bf_row_flush(to, e);
}

enum bf_err bf_export_rows(struct bf_store_reader *reader, const struct bf_table *table,
                           const struct bf_export *how, FILE *to, struct bf_error *e)
{
    struct plan plan = {.format = how->format};
    enum bf_err err = bf_row_view_pick(&plan.view, table, how->columns, e);
    if (!err)
        err = bf_row_filter_parse(&plan.filter, table, how->where, e);
    return err ? err : put_all(reader, &plan, to, e);
}
