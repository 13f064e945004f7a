// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text that grows: a page, a script, the data of a figure. A buffer that could not grow drops what
// follows and remembers that it did, so that a writer asks once, at its end.
#ifndef BF_ANALYSIS_REPORT_HTML_BUFFER_H
#define BF_ANALYSIS_REPORT_HTML_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

struct bf_buffer {
    char *at; // always terminated once something was added; NULL: empty
    size_t used, room;
    bool failed; // there was no memory for all of it
};

// A zeroed buffer is an empty one. Fini frees the text and leaves an empty one.
void bf_buffer_fini(struct bf_buffer *b);

void bf_buffer_add(struct bf_buffer *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bf_buffer_bytes(struct bf_buffer *b, const char *bytes, size_t n);

// A double so that it reads back as the same one; NaN is `NaN`, which gnuplot leaves out.
void bf_buffer_double(struct bf_buffer *b, double value);

// A text that came from elsewhere, as one cell of a table that gnuplot reads: valid UTF-8 without
// control characters. bf_buffer_quoted adds the quotes of a string of gnuplot that holds it.
void bf_buffer_cell(struct bf_buffer *b, const char *text);
void bf_buffer_quoted(struct bf_buffer *b, const char *text);

// BF_ERR_ENV when it has failed.
enum bf_err bf_buffer_check(const struct bf_buffer *b, struct bf_error *e);

// The length of the character (1 to 4 bytes) that stands at `text`; 0 where there is no valid one
// in UTF-8: an encoding too long, half a character, a surrogate.
size_t bf_utf8_length(const char *text);

#endif
