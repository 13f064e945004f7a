// SPDX-License-Identifier: GPL-3.0-or-later
//
// Radix selection from the most significant digit: entries are counted by digit, those that share
// the digit with a wanted one are gathered, and the rest is never looked at again. Digits are cut
// from the range that the entries span, so that an entry's neighbours, not zeros, share its digit.
#include "engine/base/select.h"

#include "engine/base/bits.h"
#include "engine/base/ordered.h"

enum {
    FEW = 24,       // that insertion sorts faster
    DIGIT_MAX = 10, // bits: counters stay in the first cache
    DIGITS = 1 << DIGIT_MAX,
};

// Entries that are neighbours in the sorted order, and what is asked about them.
struct part {
    double *words, *room; // as ordered.h has them; room for as many
    size_t n, before;     // before: how many entries of the whole are smaller
    const size_t *ranks;  // in the whole
    double *values;       // the answers
    size_t count;         // of them
};

static void answer_by_insertion(const struct part *p)
{
    for (size_t i = 1; i < p->n; i++) {
        const uint64_t word = bf_load_word(p->words, i);
        size_t at = i;
        for (; at && bf_load_word(p->words, at - 1) > word; at--)
            bf_store_word(p->words, at, bf_load_word(p->words, at - 1));
        bf_store_word(p->words, at, word);
    }
    for (size_t r = 0; r < p->count; r++)
        p->values[r] = bf_from_ordered(bf_load_word(p->words, p->ranks[r] - p->before));
}

struct span {
    uint64_t min, width;
};

static struct span span_of(const double *words, size_t n)
{
    uint64_t min = UINT64_MAX, max = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t word = bf_load_word(words, i);
        min = word < min ? word : min;
        max = word > max ? word : max;
    }
    return (struct span){min, max - min};
}

// The digit of a word: how far it is above `min`, less the lowest `shift` bits.
struct digits {
    uint64_t min;
    unsigned shift;
    size_t number;        // of different digits
    size_t count[DIGITS]; // by digit: entries
    size_t place[DIGITS]; // by digit: where they are gathered
    uint8_t step[DIGITS]; // by digit: 1, or 0 if they are not wanted
};

static size_t digit_of(const struct digits *d, uint64_t word)
{
    return (size_t)((word - d->min) >> d->shift);
}

// As many digits as there are entries, at most.
static void count_digits(struct digits *d, const struct part *p, struct span span)
{
    const unsigned most = bf_bits_last(p->n), bits = most < DIGIT_MAX ? most : DIGIT_MAX;
    const unsigned all = bf_bits_last(span.width) + 1;
    d->min = span.min;
    d->shift = all > bits ? all - bits : 0;
    d->number = (size_t)(span.width >> d->shift) + 1;
    memset(d->count, 0, d->number * sizeof d->count[0]);
    const double *words = p->words;
    for (size_t i = 0, n = p->n; i < n; i++)
        d->count[digit_of(d, bf_load_word(words, i))]++;
}

// How many of the ranks from `r` on are among the entries that end before `end`.
static size_t ranks_before(const struct part *p, size_t r, size_t end)
{
    size_t count = 0;
    while (r + count < p->count && p->ranks[r + count] < end)
        count++;
    return count;
}

// If there are entries that are not wanted, the last place is one too many: they go there.
static void gather_wanted(struct digits *d, const struct part *p)
{
    size_t end = p->before, gathered = 0, r = 0;
    for (size_t digit = 0; digit < d->number; digit++) {
        end += d->count[digit];
        const size_t wanted = ranks_before(p, r, end);
        r += wanted;
        d->step[digit] = wanted > 0;
        d->place[digit] = wanted ? gathered : p->n - 1;
        gathered += wanted ? d->count[digit] : 0;
    }
    const double *words = p->words;
    double *room = p->room;
    for (size_t i = 0, n = p->n; i < n; i++) {
        const uint64_t word = bf_load_word(words, i);
        const size_t digit = digit_of(d, word);
        bf_store_word(room, d->place[digit], word);
        d->place[digit] += d->step[digit];
    }
}

static void select_part(const struct part *p)
{
    if (p->n <= FEW) {
        answer_by_insertion(p);
        return;
    }
    const struct span span = span_of(p->words, p->n);
    if (span.width == 0) {
        for (size_t r = 0; r < p->count; r++)
            p->values[r] = bf_from_ordered(span.min);
        return;
    }
    struct digits d;
    count_digits(&d, p, span);
    gather_wanted(&d, p);
    struct part inner = {.room = p->words, .words = p->room, .before = p->before};
    for (size_t digit = 0, r = 0; r < p->count; digit++) {
        inner.n = d.count[digit];
        inner.count = ranks_before(p, r, inner.before + inner.n);
        inner.ranks = p->ranks + r;
        inner.values = p->values + r;
        if (inner.count) {
            select_part(&inner);
            inner.words += inner.n;
            inner.room += inner.n;
        }
        inner.before += inner.n;
        r += inner.count;
    }
}

void bf_select_doubles(double *a, double *scratch, size_t n, const size_t *ranks, size_t count)
{
    double values[BF_RANKS_MAX];
    for (size_t i = 0; i < n; i++)
        bf_store_word(a, i, bf_to_ordered(a[i]));
    select_part(&(struct part){
        .words = a, .room = scratch, .n = n, .ranks = ranks, .values = values, .count = count});
    for (size_t r = 0; r < count; r++)
        a[ranks[r]] = values[r];
}
