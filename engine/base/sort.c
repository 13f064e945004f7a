// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bottom-up merge sort over runs that are first sorted by insertion. A look through the array first
// makes sorted input (the usual case from pass to pass) cost n comparisons.
#include "engine/base/sort.h"

#include <stdbool.h>
#include <string.h>

#include "engine/base/ordered.h"

enum { RUN = 16 };

static bool keyed_before(const struct bf_keyed *a, const struct bf_keyed *b)
{
    return a->key < b->key || (a->key == b->key && a->item < b->item);
}

static void keyed_insertion(struct bf_keyed *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct bf_keyed e = a[i];
        size_t at = i;
        for (; at && keyed_before(&e, &a[at - 1]); at--)
            a[at] = a[at - 1];
        a[at] = e;
    }
}

static void keyed_merge(const struct bf_keyed *a, size_t n, const struct bf_keyed *b, size_t m,
                        struct bf_keyed *to)
{
    while (n && m) {
        if (keyed_before(b, a)) {
            *to++ = *b++;
            m--;
        } else {
            *to++ = *a++;
            n--;
        }
    }
    memcpy(to, n ? a : b, (n + m) * sizeof *to);
}

void bf_sort_keyed(struct bf_keyed *a, struct bf_keyed *scratch, size_t n)
{
    size_t sorted = 1;
    while (sorted < n && !keyed_before(&a[sorted], &a[sorted - 1]))
        sorted++;
    if (sorted >= n)
        return;
    for (size_t i = 0; i < n; i += RUN)
        keyed_insertion(a + i, n - i < RUN ? n - i : RUN);
    struct bf_keyed *from = a, *to = scratch;
    for (size_t width = RUN; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            const size_t left = n - i < width ? n - i : width;
            const size_t right = n - i - left < width ? n - i - left : width;
            keyed_merge(from + i, left, from + i + left, right, to + i);
        }
        struct bf_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, n * sizeof *a);
}

// Doubles are sorted eight bits at a time (radix sort).

// One pass by the byte at `shift`; false when all words share that byte and nothing was moved.
static bool radix_pass(const double *from, double *to, size_t n, unsigned shift)
{
    size_t count[257] = {0};
    for (size_t i = 0; i < n; i++)
        count[(bf_load_word(from, i) >> shift & 255) + 1]++;
    for (unsigned b = 0; b < 256; b++)
        if (count[b + 1] == n)
            return false;
    for (unsigned b = 1; b <= 256; b++)
        count[b] += count[b - 1];
    for (size_t i = 0; i < n; i++) {
        const uint64_t word = bf_load_word(from, i);
        bf_store_word(to, count[word >> shift & 255]++, word);
    }
    return true;
}

void bf_sort_doubles(double *a, double *scratch, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bf_store_word(a, i, bf_to_ordered(a[i]));
    double *from = a, *to = scratch;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (radix_pass(from, to, n, shift)) {
            double *swap = from;
            from = to;
            to = swap;
        }
    }
    for (size_t i = 0; i < n; i++)
        a[i] = bf_from_ordered(bf_load_word(from, i));
}
