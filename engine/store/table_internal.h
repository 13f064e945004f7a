// SPDX-License-Identifier: GPL-3.0-or-later
//
// One table of a file being written: rows are packed into a batch, and a full batch is appended to
// an HDF5 packet table.
//
// A batch is a chunk of the table, or several: each append then fills chunks that are not touched
// again. Several where a chunk has few rows: each call makes HDF5 compare the names of all columns
// with one another, which takes longer for a wide row than to compress it.
// Measured with 300,000 rows of /jobs (HDF5 1.10.8, release build): 1.7 s when appended one at a
// time, 0.43 s by tens, 0.25 s by hundreds or by chunks, nearly all of that in deflate. Chunks of
// 128 KiB: with 256 KiB files are 4 to 5 % smaller, but the end of a sweep, which has a batch of
// every table and four files to join in memory, takes 6 % more of it; with 64 KiB files are 4 to
// 6 % larger. Deflate level 3: level 4 takes a third to a half longer for 1 to 3 % less, and level
// 1 saves as much time for as much more.
#ifndef BF_STORE_TABLE_INTERNAL_H
#define BF_STORE_TABLE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

struct bf_table_writer {
    const struct bf_table *table;
    int64_t packets;      // HDF5's packet table; negative: none
    unsigned char *batch; // owned, of packed rows; NULL: no row was put
    size_t packed_size;   // bytes of a packed row
    size_t batch_rows;    // that make it full
    size_t batched, room; // rows
    uint64_t rows;        // put so far
    bool passing;
};

// How many rows to write or read at a time where chunks have `chunk_rows`: whole chunks.
size_t bf_table_batch(size_t chunk_rows);

// Creates the table, empty, in the open file `file`. `passing`: the file is read once and removed.
// `path` is for error texts. On failure nothing is left to close.
enum bf_err bf_table_writer_open(struct bf_table_writer *w, const struct bf_table *table,
                                 int64_t file, bool passing, const char *path, struct bf_error *e);

// Adds the struct of one row.
enum bf_err bf_table_writer_put(struct bf_table_writer *w, const void *row, const char *path,
                                struct bf_error *e);

// Appends what is batched.
enum bf_err bf_table_writer_flush(struct bf_table_writer *w, const char *path, struct bf_error *e);

// The last flush; and the table gets the attributes that PyTables, pandas and
// docs/results-schema.md want, unless it is passing. That is done at the end, since HDF5 keeps the
// hundreds of attributes of an open file in memory, 2 MB of them.
enum bf_err bf_table_writer_complete(struct bf_table_writer *w, const char *path,
                                     struct bf_error *e);

// Closes the table and frees the batch; what is batched is lost. May be called twice. False: HDF5
// could not hand on what had been appended.
bool bf_table_writer_close(struct bf_table_writer *w);

#endif
