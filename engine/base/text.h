// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounded text: what other layers need of stdio without including it.
#ifndef BF_BASE_TEXT_H
#define BF_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Text under construction in a buffer that the caller owns; always terminated. `cut` is set when
// something did not fit.
struct bf_text {
    char *at;
    size_t size; // of the buffer, terminator included
    size_t used; // characters written, terminator not included
    bool cut;
};

struct bf_text bf_text_init(char *buffer, size_t size);
void bf_text_add(struct bf_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Copies `from` into `to` (of `size` bytes), cut where needed, always terminated.
void bf_text_copy(char *to, size_t size, const char *from);

// The shortest decimal text that reads back as the same double ("0.1", "1e+300", "nan", "inf").
// `buffer` has at least BF_DOUBLE_TEXT_SIZE bytes. Returns buffer.
#define BF_DOUBLE_TEXT_SIZE 40
const char *bf_text_double(char *buffer, double value);

// Whole-text conversions: false when the text is no number, has something behind it, or is out of
// range. Blanks are not allowed. Integers take a leading sign.
bool bf_text_to_int(const char *text, int64_t *value);
bool bf_text_to_double(const char *text, double *value);

// Is there something in front of `ending`, and `ending` behind it? ".gz" does not end in ".gz".
bool bf_text_ends_with(const char *text, const char *ending);

// `one` or `many`, as goes with a count in a sentence: bf_text_plural(n, "job is", "jobs are").
const char *bf_text_plural(int64_t count, const char *one, const char *many);

// The entry of `words` (ended by NULL) that is nearest to `word` by edit distance; NULL when none
// is near enough to be worth naming.
const char *bf_text_nearest(const char *word, const char *const *words);

// Appends the entries that are as near as that one, the first three, each between `before` and
// `after`: 'a', or 'a' or 'b', or 'a', 'b' or 'c'. Returns how many.
size_t bf_text_add_nearest(struct bf_text *to, const char *word, const char *const *words,
                           const char *before, const char *after);

// How a message about an unknown word ends: "; did you mean 'a' or 'b'?", or, when no entry is near
// enough, "; " and `otherwise` (NULL: nothing).
void bf_text_suggest(struct bf_text *to, const char *word, const char *const *words,
                     const char *otherwise);

#endif
