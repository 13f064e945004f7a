// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes of a text: from a file or standard input, plain or gzip. What it is, is told by its first
// two bytes and not by its name; a gzip file may have several members.
#ifndef BF_WORKLOADS_INPUT_INTERNAL_H
#define BF_WORKLOADS_INPUT_INTERNAL_H

#include <stddef.h>

#include "engine/base/error.h"

struct bf_input;

// Opens `path`, or standard input for `-`. BF_ERR_INPUT: missing, not readable, a directory (which
// of them is said). The result is owned by the caller.
enum bf_err bf_input_open(const char *path, struct bf_input **input, struct bf_error *e);
void bf_input_close(struct bf_input *input); // NULL is allowed

// The name for messages: the path, or `standard input`.
const char *bf_input_name(const struct bf_input *input);

// Reads at most n > 0 bytes of text; *got = 0 means that the text has ended. BF_ERR_INPUT: a gzip
// that is cut short or corrupt, with the byte of the compressed file; a failed read.
enum bf_err bf_input_read(struct bf_input *input, void *to, size_t n, size_t *got,
                          struct bf_error *e);

#endif
