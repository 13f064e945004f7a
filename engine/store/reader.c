// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/store.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <hdf5.h>

#include "engine/base/text.h"
#include "engine/store/cursor_internal.h"
#include "engine/store/h5_internal.h"
#include "engine/store/table_internal.h"

enum { MOST_TABLES = 16, REASON_SIZE = 400, CACHE_SLOTS = 13, MOST_CACHED = 1 << 20 };

// A table that has been looked at. It stays open: the chunk that was read last stays unpacked, and
// a reader of a few rows at a time costs one inflation a chunk.
struct open_table {
    const struct bf_table *table; // NULL: this place is unused
    hid_t set;                    // negative: the file has no such table
    hid_t type;                   // of rows to be read: as in the file, or of the struct
    uint64_t rows, chunk_rows;
    bool complete; // the file has all columns
    bool packed;   // the file's rows are what bf_table_writer_put makes of the struct
};

struct bf_store_reader {
    char *path;
    hid_t file;
    struct open_table tables[MOST_TABLES];
};

// A file that is there and cannot be read, now or by this user, may be fine.
static enum bf_err check_path(const char *path, struct bf_error *e)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return bf_error_set(e, BF_ERR_INPUT, "%s: cannot read it: %s; name a result file", path,
                            strerror(errno));
    if (!file)
        return bf_error_set(e, BF_ERR_ENV, "%s: cannot read it: %s; make it readable, or try again",
                            path, strerror(errno));
    const int failed = fstat(fileno(file), &status);
    fclose(file);
    if (failed || !S_ISREG(status.st_mode))
        return bf_error_set(e, BF_ERR_INPUT, "%s: is no regular file; name a result file", path);
    return BF_OK;
}

// Whether HDF5 speaks of the system, which may read the file another time.
static bool is_of_system(const char *reason)
{
    return strstr(reason, "file read failed") != NULL;
}

// Why HDF5 did not open a file that is there.
static enum bf_err explain_open(const char *path, const char *reason, struct bf_error *e)
{
    if (strstr(reason, "unable to lock file"))
        return bf_error_set(
            e, BF_ERR_ENV,
            "%s: cannot lock it: HDF5 says '%s'; close the program that writes it, or set "
            "HDF5_USE_FILE_LOCKING=FALSE where the file system (NFS, Lustre) has no locks",
            path, reason);
    if (is_of_system(reason))
        return bf_error_set(e, BF_ERR_ENV, "%s: cannot read it: HDF5 says '%s'; try again", path,
                            reason);
    if (H5Fis_hdf5(path) > 0)
        return bf_error_set(
            e, BF_ERR_INPUT,
            "%s: is damaged or cut short: HDF5 says '%s'; copy it again or run again", path,
            reason);
    return bf_error_set(e, BF_ERR_INPUT, "%s: is no HDF5 file; name a result file of bfsweep",
                        path);
}

static enum bf_err check_schema(const struct bf_store_reader *reader, struct bf_error *e)
{
    char format[64] = "", program[64] = "";
    int32_t schema = 0, complete = 0;
    if (!bf_h5_get_text(reader->file, BF_ATTRIBUTE_FORMAT, format, sizeof format) ||
        strcmp(format, BF_FORMAT_NAME) != 0 ||
        !bf_h5_get_int(reader->file, BF_ATTRIBUTE_SCHEMA, &schema))
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: is an HDF5 file but no result file of bfsweep: its root has no "
                            "attributes " BF_ATTRIBUTE_FORMAT " = '" BF_FORMAT_NAME
                            "' and " BF_ATTRIBUTE_SCHEMA "; name a result file",
                            reader->path);
    if (schema > BF_ROWS_SCHEMA_VERSION) {
        bf_h5_get_text(reader->file, BF_ATTRIBUTE_PROGRAM, program, sizeof program);
        return bf_error_set(
            e, BF_ERR_NEWER,
            "%s: has result schema %d, written by bfsweep %s; this bfsweep reads up to "
            "schema %d: use a newer one",
            reader->path, (int)schema, program[0] ? program : "(version not given)",
            BF_ROWS_SCHEMA_VERSION);
    }
    if (schema < 1 || !bf_h5_get_int(reader->file, BF_ATTRIBUTE_COMPLETE, &complete))
        return bf_error_set(e, BF_ERR_INPUT, "%s: is damaged: schema %d, %s; run again",
                            reader->path, (int)schema, "no valid attribute " BF_ATTRIBUTE_COMPLETE);
    if (complete != 1)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: is incomplete: the program that wrote it was stopped; run again",
                            reader->path);
    return BF_OK;
}

// HDF5 forgets the reasons of a failure at the next call: they are taken at once.
static enum bf_err open_file(const char *path, hid_t *file, struct bf_error *e)
{
    char reason[REASON_SIZE] = "no memory";
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    *file = -1;
    if (access >= 0 && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 &&
        bf_h5_limit_caches(access)) {
        *file = H5Fopen(path, H5F_ACC_RDONLY, access);
        if (*file < 0)
            bf_h5_reason(reason, sizeof reason);
    }
    if (access >= 0)
        H5Pclose(access);
    return *file < 0 ? explain_open(path, reason, e) : BF_OK;
}

enum bf_err bf_store_open(const char *path, struct bf_store_reader **reader, struct bf_error *e)
{
    enum bf_err err = check_path(path, e);
    if (err)
        return err;
    struct bf_store_reader *new = calloc(1, sizeof *new);
    if (!new)
        return bf_error_no_memory(e, sizeof *new, "a result file");
    bf_h5_begin();
    new->path = strdup(path);
    new->file = -1;
    if (!new->path)
        err = bf_error_no_memory(e, strlen(path), "the name of a result file");
    if (!err)
        err = open_file(path, &new->file, e);
    if (!err)
        err = check_schema(new, e);
    if (err) {
        bf_store_reader_close(new);
        return err;
    }
    *reader = new;
    return BF_OK;
}

static void close_table(struct open_table *open)
{
    if (open->type >= 0)
        H5Tclose(open->type);
    if (open->set >= 0)
        H5Dclose(open->set);
}

void bf_store_reader_close(struct bf_store_reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < MOST_TABLES && reader->tables[i].table; i++)
        close_table(&reader->tables[i]);
    if (reader->file >= 0)
        H5Fclose(reader->file);
    free(reader->path);
    free(reader);
}

static enum bf_err bad_table(const struct bf_store_reader *reader, const struct bf_table *table,
                             const char *what, const char *reason, struct bf_error *e)
{
    return bf_error_set(e, is_of_system(reason) ? BF_ERR_ENV : BF_ERR_INPUT,
                        "%s: table %s %s (HDF5: %s); copy the file again or run again",
                        reader->path, table->name, what, reason);
}

// Which columns the file's row type has. False: it is no row type at all.
static bool find_columns(hid_t set, const struct bf_table *table, bool *there, bool *complete)
{
    const hid_t type = H5Dget_type(set);
    const bool compound = type >= 0 && H5Tget_class(type) == H5T_COMPOUND;
    *complete = true;
    for (size_t i = 0; compound && i < table->column_count; i++) {
        there[i] = H5Tget_member_index(type, table->columns[i].name) >= 0;
        *complete = *complete && there[i];
    }
    if (type >= 0)
        H5Tclose(type);
    return compound;
}

static bool count_rows(hid_t set, uint64_t *rows)
{
    hsize_t size = 0;
    const hid_t space = H5Dget_space(set);
    const bool ok = H5Sget_simple_extent_ndims(space) == 1 &&
                    H5Sget_simple_extent_dims(space, &size, NULL) == 1;
    if (space >= 0)
        H5Sclose(space);
    *rows = size;
    return ok;
}

// The rows and bytes of a chunk of an open set; 0: it has none.
static void find_chunk(hid_t set, uint64_t *rows, size_t *bytes)
{
    hsize_t size = 0;
    const hid_t list = H5Dget_create_plist(set), type = H5Dget_type(set);
    if (list >= 0 && H5Pget_layout(list) == H5D_CHUNKED)
        H5Pget_chunk(list, 1, &size);
    *rows = size;
    *bytes = (size_t)size * (type >= 0 ? H5Tget_size(type) : 0);
    if (type >= 0)
        H5Tclose(type);
    if (list >= 0)
        H5Pclose(list);
}

// Opens a set with a cache for one chunk, where it is a chunk that a reader takes in pieces.
static hid_t open_cached(hid_t file, const char *name, uint64_t *chunk_rows)
{
    size_t bytes;
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    if (set < 0)
        return set;
    find_chunk(set, chunk_rows, &bytes);
    if (bytes <= BF_STORE_PIECE || bytes > MOST_CACHED)
        return set;
    const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    if (access >= 0 && H5Pset_chunk_cache(access, CACHE_SLOTS, bytes, 1) >= 0) {
        H5Dclose(set);
        set = H5Dopen2(file, name, access);
    }
    if (access >= 0)
        H5Pclose(access);
    return set;
}

// Rows as in the file are read as they are where we know how to unpack them: HDF5's conversion
// clears a buffer of 1 MiB and compares all names of columns several times a call.
static hid_t type_to_read(struct open_table *open, const struct bf_table *table, const bool *there)
{
    const hid_t stored = H5Dget_type(open->set), packed = bf_h5_packed_type(table);
    open->packed = stored >= 0 && packed >= 0 && H5Tequal(stored, packed) > 0;
    if (packed >= 0)
        H5Tclose(packed);
    if (open->packed)
        return stored;
    if (stored >= 0)
        H5Tclose(stored);
    return bf_h5_struct_type(table, there);
}

// Opens what is there under the table's name. `there` is scratch: a flag a column.
static enum bf_err open_set(struct bf_store_reader *reader, const struct bf_table *table,
                            bool *there, struct open_table *open, struct bf_error *e)
{
    char reason[REASON_SIZE];
    if (H5Lexists(reader->file, table->name, H5P_DEFAULT) <= 0)
        return BF_OK;
    open->set = open_cached(reader->file, table->name, &open->chunk_rows);
    if (open->set < 0) {
        bf_h5_reason(reason, sizeof reason);
        return bad_table(reader, table, "cannot be opened", reason, e);
    }
    if (!find_columns(open->set, table, there, &open->complete) ||
        !count_rows(open->set, &open->rows))
        return bad_table(reader, table, "is no list of rows", "it has another type or shape", e);
    open->type = type_to_read(open, table, there);
    if (open->type < 0)
        return bf_error_no_memory(e, table->row_size, "a row type");
    return BF_OK;
}

static enum bf_err open_table(struct bf_store_reader *reader, const struct bf_table *table,
                              struct open_table *open, struct bf_error *e)
{
    bool *there = calloc(table->column_count, sizeof *there);
    if (!there)
        return bf_error_no_memory(e, table->column_count, "the columns of a table");
    *open = (struct open_table){.set = -1, .type = -1};
    const enum bf_err err = open_set(reader, table, there, open, e);
    free(there);
    if (err)
        close_table(open);
    else
        open->table = table;
    return err;
}

// The open table, NULL with an error set. Opened when it is first asked for.
static struct open_table *find_table(struct bf_store_reader *reader, const struct bf_table *table,
                                     enum bf_err *err, struct bf_error *e)
{
    int i = 0;
    while (i < MOST_TABLES && reader->tables[i].table && reader->tables[i].table != table)
        i++;
    if (i == MOST_TABLES) {
        *err = bf_error_set(e, BF_ERR_USAGE, "%s: too many kinds of table are read", reader->path);
        return NULL;
    }
    *err = reader->tables[i].table ? BF_OK : open_table(reader, table, &reader->tables[i], e);
    return *err ? NULL : &reader->tables[i];
}

enum bf_err bf_store_rows(struct bf_store_reader *reader, const struct bf_table *table,
                          uint64_t *rows, struct bf_error *e)
{
    enum bf_err err;
    const struct open_table *open = find_table(reader, table, &err, e);
    if (open)
        *rows = open->rows;
    return err;
}

size_t bf_store_piece(struct bf_store_reader *reader, const struct bf_table *table)
{
    enum bf_err err;
    struct bf_error e;
    const struct open_table *open = find_table(reader, table, &err, &e);
    const size_t most = BF_STORE_PIECE / bf_h5_packed_size(table);
    if (open && open->chunk_rows && open->chunk_rows < most)
        return bf_table_batch((size_t)open->chunk_rows);
    return most ? most : 1;
}

// What columns that an older file lacks are to have.
static void fill_missing(const struct bf_table *table, char *rows, uint64_t count)
{
    const double none = NAN;
    memset(rows, 0, (size_t)count * table->row_size);
    for (size_t i = 0; i < table->column_count; i++)
        for (uint64_t r = 0; table->columns[i].kind == BF_F64 && r < count; r++)
            memcpy(rows + (size_t)r * table->row_size + table->columns[i].offset, &none,
                   sizeof none);
}

// Every text ends within its column, whatever the file says.
static void end_texts(const struct bf_table *table, char *rows, uint64_t count)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct bf_column *column = &table->columns[i];
        for (uint64_t r = 0; column->kind == BF_STR && r < count; r++)
            rows[(size_t)r * table->row_size + column->offset + column->size - 1] = '\0';
    }
}

// Packed rows that fill the end of [rows, ...) become structs from its beginning on. What is
// written never reaches what is still to be read: no tail of a struct is shorter than that of its
// packed row.
static void unpack(const struct bf_table *table, char *rows, uint64_t count)
{
    const char *from = rows + count * (table->row_size - bf_h5_packed_size(table));
    for (uint64_t r = 0; r < count; r++, rows += table->row_size)
        for (size_t i = 0; i < table->column_count; i++) {
            memmove(rows + table->columns[i].offset, from, table->columns[i].size);
            from += table->columns[i].size;
        }
}

static bool read_rows(const struct open_table *open, uint64_t first, uint64_t count, void *to,
                      char *reason, size_t size)
{
    const hsize_t start = first, many = count;
    const hid_t file = H5Dget_space(open->set), memory = H5Screate_simple(1, &many, NULL);
    bool ok = file >= 0 && memory >= 0 &&
              H5Sselect_hyperslab(file, H5S_SELECT_SET, &start, NULL, &many, NULL) >= 0;
    char *rows = to;
    if (open->packed)
        rows += count * (open->table->row_size - bf_h5_packed_size(open->table));
    if (ok && H5Tget_nmembers(open->type) > 0)
        ok = H5Dread(open->set, open->type, memory, file, H5P_DEFAULT, rows) >= 0;
    if (ok && open->packed)
        unpack(open->table, to, count);
    if (!ok)
        bf_h5_reason(reason, size);
    if (memory >= 0)
        H5Sclose(memory);
    if (file >= 0)
        H5Sclose(file);
    return ok;
}

enum bf_err bf_store_read(struct bf_store_reader *reader, const struct bf_table *table,
                          uint64_t first, uint64_t count, void *to, struct bf_error *e)
{
    enum bf_err err;
    char reason[REASON_SIZE];
    const struct open_table *open = find_table(reader, table, &err, e);
    if (!open)
        return err;
    if (first > open->rows || count > open->rows - first)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: table %s has %llu %s; rows %llu to %llu were asked for",
                            reader->path, table->name, (unsigned long long)open->rows,
                            bf_text_plural((int64_t)open->rows, "row", "rows"),
                            (unsigned long long)first, (unsigned long long)(first + count - 1));
    if (count == 0)
        return BF_OK;
    if (!open->complete)
        fill_missing(table, to, count);
    if (!read_rows(open, first, count, to, reason, sizeof reason))
        return bad_table(reader, table, "has a damaged chunk or a column of another type", reason,
                         e);
    end_texts(table, to, count);
    return BF_OK;
}

enum bf_err bf_store_text(struct bf_store_reader *reader, const char *name, char *text, size_t size,
                          struct bf_error *e)
{
    int32_t number;
    if (bf_h5_get_text(reader->file, name, text, size))
        return BF_OK;
    if (bf_h5_get_int(reader->file, name, &number)) {
        snprintf(text, size, "%d", (int)number);
        return BF_OK;
    }
    return bf_error_set(e, BF_ERR_INPUT, "%s: its root has no attribute %s; run again",
                        reader->path, name);
}
