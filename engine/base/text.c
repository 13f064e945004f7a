// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/text.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bf_text bf_text_init(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (struct bf_text){.at = buffer, .size = size};
}

void bf_text_add(struct bf_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const size_t left = t->size - t->used;
    const int wanted = vsnprintf(t->at + t->used, left, format, args);
    va_end(args);
    if (wanted < 0 || (size_t)wanted >= left) {
        t->cut = true;
        t->used = t->size - 1;
    } else {
        t->used += (size_t)wanted;
    }
}

void bf_text_copy(char *to, size_t size, const char *from)
{
    const size_t n = strnlen(from, size - 1);
    memcpy(to, from, n);
    memset(to + n, 0,
           size - n); // no bytes of an earlier text behind the terminator: rows are hashed
}

const char *bf_text_double(char *buffer, double value)
{
    if (isnan(value))
        return strcpy(buffer, "nan");
    if (isinf(value))
        return strcpy(buffer, value < 0 ? "-inf" : "inf");
    // Fifteen digits hold every shorter text, but for numbers next to 0, which have few bits.
    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(buffer, BF_DOUBLE_TEXT_SIZE, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value)
            break;
    }
    return buffer;
}

static bool starts_a_number(const char *text)
{
    return text[0] && !isspace((unsigned char)text[0]);
}

bool bf_text_to_int(const char *text, int64_t *value)
{
    char *end;
    if (!starts_a_number(text))
        return false;
    errno = 0;
    const long long v = strtoll(text, &end, 10);
    if (errno || *end || end == text)
        return false;
    *value = v;
    return true;
}

bool bf_text_to_double(const char *text, double *value)
{
    char *end;
    if (!starts_a_number(text))
        return false;
    errno = 0;
    const double v = strtod(text, &end);
    if ((errno && fabs(v) > 1) || *end || end == text || isnan(v))
        return false;
    *value = v;
    return true;
}

bool bf_text_ends_with(const char *text, const char *ending)
{
    const size_t n = strlen(text), m = strlen(ending);
    return n > m && strcmp(text + n - m, ending) == 0;
}

const char *bf_text_plural(int64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

enum { LONGEST_WORD = 63 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// Edits (insert, delete, change, swap of neighbours) from `a` to `b`, both cut at LONGEST_WORD
// characters: a table of their beginnings, of which three rows are kept.
static unsigned distance(const char *a, const char *b)
{
    const size_t n = strnlen(a, LONGEST_WORD), m = strnlen(b, LONGEST_WORD);
    unsigned rows[3][LONGEST_WORD + 1];
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *const row = rows[i % 3];
        const unsigned *const last = rows[(i + 2) % 3], *const before = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

// The fewest edits that are too many to be worth naming: two are not, nor is a third of a longer
// word; all of the word is.
static unsigned too_far(const char *word)
{
    const unsigned length = (unsigned)strnlen(word, LONGEST_WORD);
    const unsigned edits = length / 3 > 2 ? length / 3 + 1 : 3;
    return edits < length ? edits : length;
}

// How far `word` is from `known`; the beginning of a word means that word.
static unsigned farness(const char *word, const char *known)
{
    if (strlen(word) >= 3 && !strncmp(word, known, strlen(word)))
        return 1;
    return distance(word, known);
}

const char *bf_text_nearest(const char *word, const char *const *words)
{
    const char *best = NULL;
    unsigned best_distance = too_far(word);
    for (; *words; words++) {
        const unsigned d = farness(word, *words);
        if (d < best_distance) {
            best = *words;
            best_distance = d;
        }
    }
    return best;
}

enum { MOST_NAMED = 3 };

size_t bf_text_add_nearest(struct bf_text *to, const char *word, const char *const *words,
                           const char *before, const char *after)
{
    const char *best = bf_text_nearest(word, words);
    size_t left = 0, named = 0;
    for (size_t i = 0; best && words[i] && left < MOST_NAMED; i++)
        left += farness(word, words[i]) == farness(word, best);
    for (size_t i = 0; left; i++) {
        if (farness(word, words[i]) != farness(word, best))
            continue;
        bf_text_add(to, "%s%s%s%s",
                    !named     ? ""
                    : left > 1 ? ", "
                               : " or ",
                    before, words[i], after);
        named++;
        left--;
    }
    return named;
}

void bf_text_suggest(struct bf_text *to, const char *word, const char *const *words,
                     const char *otherwise)
{
    if (bf_text_nearest(word, words)) {
        bf_text_add(to, "; did you mean ");
        bf_text_add_nearest(to, word, words, "'", "'");
        bf_text_add(to, "?");
    } else if (otherwise) {
        bf_text_add(to, "; %s", otherwise);
    }
}
