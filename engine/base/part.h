// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file in the making: it is written under a temporary name beside its final one and takes that
// name when it is whole. Under the final name there is the old file or the new one, at any moment.
//
//     results.h5                          the old file, or none
//     .results.h5.node17-1f0c9a2e.part    this; locked as long as its writer lives
//
// The first failure of a write is kept and what follows is dropped without another try, so that a
// writer need not look at every line, and a library above (HDF5) can close its file in good order
// on a full disk; bf_part_check and bf_part_commit then report that first failure. What a killed
// writer leaves behind is removed by the next one of the same file on the same host: a part without
// a lock has no writer any more.
//
// Used by one thread.
#ifndef BF_BASE_PART_H
#define BF_BASE_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"

struct bf_part;

// The file that `path` stands for: where it leads if it is a link, also one to a file that is not
// there yet; else the path itself. Owned by the caller; NULL: no memory.
char *bf_part_target(const char *path);

// Begins the file that will be called `path`; a symbolic link there stays, and what it points to is
// replaced. Returns it owned. BF_ERR_USAGE: `path` is something that cannot be replaced by a file
// (a directory, a device) or no name at all. BF_ERR_ENV: the place cannot be written.
enum bf_err bf_part_create(const char *path, struct bf_part **part, struct bf_error *e);

// The same for what is written in order, by bf_part_append alone (and not read): that may also go
// to standard output, which is called `-`, or to what exists and is neither a regular file nor a
// directory (/dev/null, a pipe). These are written as they are.
enum bf_err bf_part_create_stream(const char *path, struct bf_part **part, struct bf_error *e);

// The final path, as it was given; 'standard output' for `-`.
const char *bf_part_path(const struct bf_part *part);

// Writes, writes behind what was appended before, and makes the file `size` bytes long. They cannot
// fail; see above.
void bf_part_write(struct bf_part *part, uint64_t at, const void *bytes, size_t n);
void bf_part_append(struct bf_part *part, const void *bytes, size_t n);
void bf_part_resize(struct bf_part *part, uint64_t size);

// Reads back what was written; bytes that are not there are zero. False: the system's read failed.
bool bf_part_read(struct bf_part *part, uint64_t at, void *bytes, size_t n);

// BF_ERR_ENV, with path, reason and what to do, when a write has failed.
enum bf_err bf_part_check(const struct bf_part *part, struct bf_error *e);

// Syncs the file, gives it its final name and syncs the directory. The part is gone whatever is
// returned, and so is its temporary file. BF_ERR_ENV: the final name has its old file, except when
// the text says that only the directory could not be synced: then it has the new one, whole.
enum bf_err bf_part_commit(struct bf_part *part, struct bf_error *e);

// Removes it. NULL is allowed.
void bf_part_discard(struct bf_part *part);

#endif
