// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors: a code that says whose fault it was, and one line of text that says what to do.
//
// A fallible function returns `enum bf_err` and takes `struct bf_error *` last (NULL is allowed:
// the text is then not wanted). The text lives in a fixed buffer that the caller owns, so nothing
// is allocated on the way out. Only engine/cli prints it.
#ifndef BF_BASE_ERROR_H
#define BF_BASE_ERROR_H

enum bf_err {
    BF_OK = 0,
    BF_ERR_INPUT,      // the input, or a result that was read back, is bad
    BF_ERR_NEWER,      // a result file of a newer version: fine as it is, but not for this program
    BF_ERR_USAGE,      // an option, a name or a value is wrong
    BF_ERR_INCOMPLETE, // stopped by a signal or a time budget; can be resumed
    BF_ERR_ENV         // the environment failed: disk full, file locked, no memory
};

#define BF_ERROR_TEXT_SIZE 1024

struct bf_error {
    enum bf_err code;
    char text[BF_ERROR_TEXT_SIZE]; // one line, no newline, no program name
};

// Sets code and text, and returns `code`, so that `return bf_error_set(e, BF_ERR_INPUT, ...)` is
// one statement. A text too long is cut. `e` may be NULL. Never allocates.
enum bf_err bf_error_set(struct bf_error *e, enum bf_err code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The shorthand for 'no memory': says how many bytes were wanted and for what.
enum bf_err bf_error_no_memory(struct bf_error *e, unsigned long long bytes, const char *what);

// The shorthand for output that the system refused: '<path>: cannot <what>: <the system's words>;
// <what the user can do>', BF_ERR_ENV. `reason` is the errno; 0: none was given.
enum bf_err bf_error_write(struct bf_error *e, int reason, const char *path, const char *what);

#endif
