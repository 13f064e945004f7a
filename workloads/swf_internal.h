// SPDX-License-Identifier: GPL-3.0-or-later
//
// The text of SWF: one job line, one header line, and what a text looks like that is something
// else. Nothing here reads files or keeps jobs.
#ifndef BF_WORKLOADS_SWF_INTERNAL_H
#define BF_WORKLOADS_SWF_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "workloads/check.h"
#include "workloads/notes_internal.h"
#include "workloads/trace.h"

enum { BF_SWF_FIELDS = 18 };

// ---- Numbers ---------------------------------------------------------------

// A decimal number: sign, digits, point, exponent. No blanks, no hexadecimal, no `nan` or `inf`.
struct bf_number {
    int64_t whole; // rounded half up
    double real;
    bool fraction;  // it had a part behind the point other than zero
    bool too_large; // `whole` is beyond 64 bits
};

// Reads all of `text` as a number; false when it is none.
bool bf_number_read(const char *text, size_t length, struct bf_number *number);

// ---- Job lines -------------------------------------------------------------

enum bf_swf_flaw {
    BF_SWF_FINE,
    BF_SWF_TOO_FEW,   // fewer than 18 fields
    BF_SWF_NO_NUMBER, // a field is no number
    BF_SWF_TOO_LARGE, // a field is a number beyond its range
    BF_SWF_FRACTION   // a field that counts or names something has a fraction
};

struct bf_swf_line {
    struct bf_swf_fields fields; // good when fine
    bool rounded;                // a time was fractional
    bool extra;                  // more than 18 fields
    enum bf_swf_flaw flaw;
    int count;         // fields found, at most 18
    int flaw_field;    // from 1: the first field with a flaw
    const char *token; // its text, within the line
    size_t token_length;
};

// Parses a job line; text[length] has to be a newline. True when it is fine.
bool bf_swf_parse(const char *text, size_t length, struct bf_swf_line *line);

// Says what is wrong with a line, for messages: `17 fields, 18 expected`.
void bf_swf_explain(const struct bf_swf_line *line, char *text, size_t size);

// The first character of a line that is no blank; at the newline when it has none.
const char *bf_swf_skip_blanks(const char *at);

// ---- Header lines ----------------------------------------------------------

enum bf_swf_key {
    BF_SWF_MAX_PROCS,
    BF_SWF_MAX_NODES,
    BF_SWF_MAX_JOBS,
    BF_SWF_MAX_RECORDS,
    BF_SWF_MAX_RUNTIME,
    BF_SWF_KEYS
};

struct bf_swf_header {
    int64_t value[BF_SWF_KEYS]; // -1: not given
    uint64_t line[BF_SWF_KEYS]; // where the value is; 0: nowhere
    char *text;                 // all header lines as they stood (owned); NULL when there are none
    size_t size, room;          // of the text
    bool cut;                   // the text grew too long to be kept whole
};

void bf_swf_header_init(struct bf_swf_header *h);
void bf_swf_header_fini(struct bf_swf_header *h);

// Takes a comment line (`;` is its first character but blanks). Of several lines with the same key
// the first one counts; what is odd is noted. `keep`: also keep its text.
enum bf_err bf_swf_header_add(struct bf_swf_header *h, const char *file, uint64_t number,
                              const char *text, size_t length, bool keep, struct bf_notes *notes,
                              struct bf_error *e);

// The key that a header line gives, BF_SWF_KEYS when it is none of ours. Case and blanks don't
// matter.
enum bf_swf_key bf_swf_header_key(const char *text, size_t length);
extern const char *const bf_swf_key_names[BF_SWF_KEYS];

// ---- Other formats ---------------------------------------------------------

// Looks at the beginning of a text (bytes[n] is a newline). BF_ERR_INPUT when none of its first
// lines is a job line, with what it looks like instead. A text of comments alone is let pass.
enum bf_err bf_swf_sniff(const char *file, const char *bytes, size_t n, bool whole,
                         struct bf_error *e);

#endif
