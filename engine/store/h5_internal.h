// SPDX-License-Identifier: GPL-3.0-or-later
//
// What writer and reader share of HDF5: row types, attributes, error texts. Identifiers of HDF5 are
// int64_t here, so that no header of ours includes HDF5's.
#ifndef BF_STORE_H5_INTERNAL_H
#define BF_STORE_H5_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

// Names of root attributes, as docs/results-schema.md lists them.
#define BF_ATTRIBUTE_FORMAT   "format"
#define BF_ATTRIBUTE_SCHEMA   "schema_version"
#define BF_ATTRIBUTE_PROGRAM  "program_version"
#define BF_ATTRIBUTE_COMPLETE "complete"
#define BF_ATTRIBUTE_RUNS     "plan_runs"
#define BF_ATTRIBUTE_KEYS     "plan_keys"
#define BF_ATTRIBUTE_SHARD    "shard"
#define BF_FORMAT_NAME        "bfsweep results"

// Starts HDF5 and stops it from printing on its own.
void bf_h5_begin(void);

// Sets the caches of a file access list: little of what describes a file is kept in memory, and no
// chunk unless a table asks for it. A merge has many files open and goes through tables from first
// to last, and a writer writes each chunk in one go.
bool bf_h5_limit_caches(int64_t access);

// Sets `e` to "<path>: cannot <what>: <HDF5's own reason>; <advice>". Returns `code`.
enum bf_err bf_h5_error(struct bf_error *e, enum bf_err code, const char *path, const char *what,
                        const char *advice);

// HDF5's own reason for the last failure: its most specific message. "no reason given" without one.
void bf_h5_reason(char *text, size_t size);

// The compound type of a packed row (as in the file), or of the row's struct (as in memory). The
// column at place i is left out when `wanted` is given and wanted[i] is false. Negative: failed.
int64_t bf_h5_packed_type(const struct bf_table *table);
int64_t bf_h5_struct_type(const struct bf_table *table, const bool *wanted);

// The bytes of a packed row.
size_t bf_h5_packed_size(const struct bf_table *table);

// Attributes of an object: texts are fixed and UTF-8. `replace` writes into one that is there.
bool bf_h5_put_text(int64_t object, const char *name, const char *text);
bool bf_h5_put_int(int64_t object, const char *name, int32_t value);
bool bf_h5_replace_int(int64_t object, const char *name, int32_t value);

// False: no such attribute, or one of another type. A text is cut to `size`.
bool bf_h5_get_text(int64_t object, const char *name, char *text, size_t size);
bool bf_h5_get_int(int64_t object, const char *name, int32_t *value);

#endif
