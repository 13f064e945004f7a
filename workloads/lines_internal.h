// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of a text, read in blocks and handed out where they lie: nothing is copied but the piece of
// a line that a block ends in. Memory is one block, whatever the length of the text.
#ifndef BF_WORKLOADS_LINES_INTERNAL_H
#define BF_WORKLOADS_LINES_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/hash.h"

// A longer line is no line of a log.
#define BF_LONGEST_LINE ((size_t)1 << 20)

struct bf_lines;

// A line without its newline, borrowed until the next call. text[length] is a newline that may be
// read, also where the text ends without one.
struct bf_line {
    const char *text; // NULL: the text has ended
    size_t length;
    uint64_t number; // from 1
};

// Opens a text (workloads/input_internal.h) and reads its first block. A byte-order mark is left
// out.
enum bf_err bf_lines_open(const char *path, struct bf_lines **lines, struct bf_error *e);
void bf_lines_close(struct bf_lines *lines); // NULL is allowed

// The name for messages: the path, or `standard input`.
const char *bf_lines_name(const struct bf_lines *lines);

// What the first block holds, before the first bf_lines_next; bytes[n] is a newline that may be
// read. `whole`: there is no more.
const char *bf_lines_first_block(const struct bf_lines *lines, size_t *n, bool *whole);

// BF_ERR_INPUT: cannot be read on, or a line is longer than BF_LONGEST_LINE.
enum bf_err bf_lines_next(struct bf_lines *lines, struct bf_line *line, struct bf_error *e);

// The hash of all text so far; after the last line that of the whole text, mark included.
void bf_lines_hash(const struct bf_lines *lines, char text[BF_HASH_TEXT_SIZE]);
// Bytes of text so far.
uint64_t bf_lines_bytes(const struct bf_lines *lines);

#endif
