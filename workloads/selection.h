// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sets of labels (user or job numbers), as they are written on the command line:
//
//     3,7,100-120      these
//     not:3,7          all but these
//     @FILE, not:@FILE the same from a file: numbers and ranges, between commas, blanks or
//     newlines;
//                      ; and # begin a comment
#ifndef BF_WORKLOADS_SELECTION_H
#define BF_WORKLOADS_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/base/text.h"

struct bf_range {
    int64_t first, last;
};

struct bf_selection {
    bool without;                  // all but these
    const struct bf_range *ranges; // ascending; neighbours neither meet nor touch
    size_t count;                  // at least 1
};

// Reads a selection; memory comes from `arena`, whose life it shares. BF_ERR_USAGE: the text is
// none; BF_ERR_INPUT: the file is none, or cannot be read; BF_ERR_ENV: no memory.
enum bf_err bf_selection_parse(const char *text, struct bf_arena *arena, struct bf_selection *s,
                               struct bf_error *e);

// Whether a label is selected; NULL selects all. O(log ranges).
bool bf_selection_has(const struct bf_selection *s, int64_t label);

// Appends the canonical text: the same for equal sets. A long one is stood for by its hash
// (`hash:...`).
void bf_selection_text(const struct bf_selection *s, struct bf_text *to);

#endif
