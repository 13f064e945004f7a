// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/table_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>
#include <hdf5_hl.h>

#include "engine/base/text.h"
#include "engine/store/h5_internal.h"

enum { LONGEST_ATTRIBUTE_NAME = 64, FIRST_ROOM = 16, LEAST_BATCH = 64 };

// Of files that stay, and of those that are read once: many of them at a time, so that small chunks
// save memory.
enum { CHUNK_BYTES = 128 * 1024, DEFLATE_LEVEL = 3 };
enum { PASSING_CHUNK_BYTES = 16 * 1024, PASSING_LEVEL = 1 };

// Rows of a chunk; at least one.
static size_t chunk_rows(size_t packed_size, bool passing)
{
    const size_t bytes = passing ? PASSING_CHUNK_BYTES : CHUNK_BYTES;
    return packed_size < bytes ? bytes / packed_size : 1;
}

size_t bf_table_batch(size_t chunk_rows)
{
    return (LEAST_BATCH + chunk_rows - 1) / chunk_rows * chunk_rows;
}

// Equal rows shall give equal bytes: no time stamps. All attributes stay in the object's header,
// where they are read at once; a heap for hundreds of short ones would be larger than they are.
static hid_t creation_list(bool passing)
{
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (list < 0)
        return list;
    if (H5Pset_obj_track_times(list, 0) < 0 || H5Pset_attr_phase_change(list, 65535, 0) < 0 ||
        H5Pset_shuffle(list) < 0 ||
        H5Pset_deflate(list, passing ? PASSING_LEVEL : DEFLATE_LEVEL) < 0) {
        H5Pclose(list);
        return -1;
    }
    return list;
}

static bool put_field(hid_t set, size_t i, const char *what, const char *text)
{
    char name[LONGEST_ATTRIBUTE_NAME];
    snprintf(name, sizeof name, "FIELD_%zu_%s", i, what);
    return bf_h5_put_text(set, name, text);
}

// The HDF5 Table specification's attributes, and our own two a column.
static bool describe(hid_t set, const struct bf_table *table)
{
    bool ok = bf_h5_put_text(set, "CLASS", "TABLE") && bf_h5_put_text(set, "VERSION", "3.0") &&
              bf_h5_put_text(set, "TITLE", table->title);
    for (size_t i = 0; ok && i < table->column_count; i++)
        ok = put_field(set, i, "NAME", table->columns[i].name) &&
             put_field(set, i, "UNIT", table->columns[i].unit) &&
             put_field(set, i, "MEANING", table->columns[i].meaning);
    return ok;
}

static bool create_packets(struct bf_table_writer *w, hid_t file, bool passing)
{
    const hid_t list = creation_list(passing), type = bf_h5_packed_type(w->table);
    if (list >= 0 && type >= 0)
        w->packets = H5PTcreate(file, w->table->name, type,
                                (hsize_t)chunk_rows(w->packed_size, passing), list);
    if (type >= 0)
        H5Tclose(type);
    if (list >= 0)
        H5Pclose(list);
    return w->packets >= 0;
}

enum bf_err bf_table_writer_open(struct bf_table_writer *w, const struct bf_table *table,
                                 int64_t file, bool passing, const char *path, struct bf_error *e)
{
    const size_t size = bf_h5_packed_size(table);
    *w = (struct bf_table_writer){.table = table,
                                  .packets = -1,
                                  .packed_size = size,
                                  .batch_rows = bf_table_batch(chunk_rows(size, passing)),
                                  .passing = passing};
    if (!create_packets(w, file, passing)) {
        const enum bf_err err = bf_h5_error(e, BF_ERR_ENV, path, "create a table",
                                            "this is most likely a lack of memory");
        bf_table_writer_close(w);
        return err;
    }
    return BF_OK;
}

// Columns one behind the other, and zeros behind the end of a text: what the struct has in its gaps
// would make equal rows differ.
static void pack(const struct bf_table *table, const char *row, unsigned char *to)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct bf_column *column = &table->columns[i];
        if (column->kind == BF_STR)
            bf_text_copy((char *)to, column->size, row + column->offset);
        else
            memcpy(to, row + column->offset, column->size);
        to += column->size;
    }
}

// A batch grows to what it holds: many tables never have a full one.
static enum bf_err make_room(struct bf_table_writer *w, struct bf_error *e)
{
    if (w->batched < w->room)
        return BF_OK;
    const size_t wanted = w->room ? 2 * w->room : FIRST_ROOM;
    const size_t room = wanted < w->batch_rows ? wanted : w->batch_rows;
    unsigned char *batch = realloc(w->batch, room * w->packed_size);
    if (!batch)
        return bf_error_no_memory(e, room * w->packed_size, "a batch of result rows");
    w->batch = batch;
    w->room = room;
    return BF_OK;
}

static void drop_batch(struct bf_table_writer *w)
{
    free(w->batch);
    w->batch = NULL;
    w->batched = w->room = 0;
}

enum bf_err bf_table_writer_put(struct bf_table_writer *w, const void *row, const char *path,
                                struct bf_error *e)
{
    const enum bf_err err = make_room(w, e);
    if (err)
        return err;
    pack(w->table, row, w->batch + w->batched * w->packed_size);
    w->batched++;
    w->rows++;
    return w->batched == w->batch_rows ? bf_table_writer_flush(w, path, e) : BF_OK;
}

enum bf_err bf_table_writer_flush(struct bf_table_writer *w, const char *path, struct bf_error *e)
{
    if (w->batched == 0)
        return BF_OK;
    if (H5PTappend(w->packets, w->batched, w->batch) < 0)
        return bf_h5_error(e, BF_ERR_ENV, path, "append to a table",
                           "this is most likely a lack of memory");
    w->batched = 0;
    return BF_OK;
}

enum bf_err bf_table_writer_complete(struct bf_table_writer *w, const char *path,
                                     struct bf_error *e)
{
    const enum bf_err err = bf_table_writer_flush(w, path, e);
    drop_batch(w);
    if (err || w->passing || describe(H5PTget_dataset(w->packets), w->table))
        return err;
    return bf_h5_error(e, BF_ERR_ENV, path, "describe a table",
                       "this is most likely a lack of memory");
}

bool bf_table_writer_close(struct bf_table_writer *w)
{
    const bool ok = w->packets < 0 || H5PTclose(w->packets) >= 0;
    w->packets = -1;
    drop_batch(w);
    return ok;
}
