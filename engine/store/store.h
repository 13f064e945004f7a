// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result files: HDF5 tables by docs/results-schema.md. One thread calls this module.
//
// A file is written beside its final name and renamed when it is whole: under the final name there
// is the old file or the new one, never half a file.
#ifndef BF_STORE_STORE_H
#define BF_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"
#include "engine/core/sink.h"

// What the root attributes say about the program and the call.
struct bf_store_about {
    const char *program_version;
    int semantics_version;
    const char *command_line;
    const char *plan; // plan text; for a single run its canonical config
    const char *host;
    const char *compiler;
    const char *started; // ISO 8601, UTC
    uint64_t plan_runs;  // runs of the whole plan; 0: no sweep
    // The sum of the keys of these runs (bf_hash_sum); NULL or "": the file holds others as well.
    const char *plan_keys;
    // The share of the plan that this is (`2/7`, `2/7,1/2`); NULL or "": all of it.
    const char *shard;
    // Read once and removed: small chunks, little compression, columns without units and meanings.
    bool passing;
    // Rows are kept in memory and written at the end, in the order of engine/core/run_order.h.
    bool sorted;
};

struct bf_store;

// Opens a new file that will be called `path`. The place is tried at once: BF_ERR_ENV says why it
// cannot be written, BF_ERR_USAGE that `path` is no name for a file (a directory, a device). The
// result is owned by the caller.
enum bf_err bf_store_create(const char *path, const struct bf_store_about *about,
                            struct bf_store **store, struct bf_error *e);

// The sink of this store, borrowed, good until it is closed. After its first failure (BF_ERR_ENV: a
// full disk, as a rule) every call gives that failure again and changes nothing: the store can then
// only be closed or abandoned.
struct bf_sink bf_store_sink(struct bf_store *store);

// Writes what is buffered, marks the file complete with the end time `ended`, syncs it and gives it
// its final name. The store is gone whatever is returned; on failure so is what was written, and
// under the final name is what was there before.
enum bf_err bf_store_close(struct bf_store *store, const char *ended, struct bf_error *e);

// Bytes of rows that are kept in memory.
size_t bf_store_kept(const struct bf_store *store);

// Rows one by one, as an alternative to the sink: all rows of a run in any table but /runs and
// /traces, between the two calls; the members that number runs and rows are filled in. Failures as
// for the sink.
void bf_store_begin_run(struct bf_store *store);
enum bf_err bf_store_put_row(struct bf_store *store, const struct bf_table *table, const void *row,
                             struct bf_error *e);
enum bf_err bf_store_end_run(struct bf_store *store, const struct bf_run_row *run,
                             struct bf_error *e);

// Gives up: removes what was written. NULL is allowed.
void bf_store_abandon(struct bf_store *store);

// Reading back.
struct bf_store_reader;

// BF_ERR_INPUT: no such file, no HDF5 file, not one of ours, incomplete, or damaged. BF_ERR_NEWER:
// of a newer schema (named). BF_ERR_ENV: the system does not let it be read, another program holds
// its lock, or the file system has none.
enum bf_err bf_store_open(const char *path, struct bf_store_reader **reader, struct bf_error *e);
void bf_store_reader_close(struct bf_store_reader *reader); // NULL is allowed

// The number of rows of a table; 0 when the file has no such table.
enum bf_err bf_store_rows(struct bf_store_reader *reader, const struct bf_table *table,
                          uint64_t *rows, struct bf_error *e);

// Reads rows [first, first + count) into `to`, an array of the table's row struct. Columns that an
// older file lacks are zero (NaN for F64).
enum bf_err bf_store_read(struct bf_store_reader *reader, const struct bf_table *table,
                          uint64_t first, uint64_t count, void *to, struct bf_error *e);

// Reads all rows of all tables, to see whether they can be read.
enum bf_err bf_store_check(struct bf_store_reader *reader, struct bf_error *e);

// The root attribute `name` (docs/results-schema.md) as text, numbers as decimals; cut to `size`
// bytes. BF_ERR_INPUT: the file has none of that name.
enum bf_err bf_store_text(struct bf_store_reader *reader, const char *name, char *text, size_t size,
                          struct bf_error *e);

#endif
