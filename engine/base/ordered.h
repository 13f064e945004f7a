// SPDX-License-Identifier: GPL-3.0-or-later
//
// Doubles as words that compare as they do: sorting and selecting look at digits of these words.
// The words are kept in the place of the doubles.
#ifndef BF_BASE_ORDERED_H
#define BF_BASE_ORDERED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bf_to_ordered(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static inline double bf_from_ordered(uint64_t bits)
{
    bits = bits >> 63 ? bits & ~((uint64_t)1 << 63) : ~bits;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t bf_load_word(const double *a, size_t i)
{
    uint64_t word;
    memcpy(&word, a + i, sizeof word);
    return word;
}

static inline void bf_store_word(double *a, size_t i, uint64_t word)
{
    memcpy(a + i, &word, sizeof word);
}

#endif
