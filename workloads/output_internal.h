// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text on its way to a file, gzip by the name's ending, or to standard output: a buffer in front of
// a part (engine/base/part.h), which makes a file appear under its name when it is whole.
#ifndef BF_WORKLOADS_OUTPUT_INTERNAL_H
#define BF_WORKLOADS_OUTPUT_INTERNAL_H

#include <stddef.h>

#include "engine/base/error.h"

struct bf_output;

// Opens `path`; errors and what is written as it is (`-`, /dev/null, a pipe) are those of
// bf_part_create_stream.
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
