// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text on its way to a file, gzip by the name's ending, or to standard output. A file is written
// beside its name and renamed when it is whole: under the name there is the old file or the new
// one. What exists and is no regular file (/dev/null, a pipe) is written directly.
#ifndef BF_WORKLOADS_OUTPUT_INTERNAL_H
#define BF_WORKLOADS_OUTPUT_INTERNAL_H

#include <stddef.h>

#include "engine/base/error.h"

struct bf_output;

// Opens `path`; `-` is standard output. BF_ERR_ENV: cannot be created there.
enum bf_err bf_output_open(const char *path, struct bf_output **output, struct bf_error *e);

// Adds text. A failure is remembered and returned by bf_output_close, so a writer need not look at
// every line.
void bf_output_add(struct bf_output *output, const char *text, size_t n);
void bf_output_print(struct bf_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3))); // at most 4095 characters

// Writes what is left, syncs, gives the file its name. The object is gone whatever is returned;
// after BF_ERR_ENV nothing is left of the new file.
enum bf_err bf_output_close(struct bf_output *output, struct bf_error *e);

#endif
