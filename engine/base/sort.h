// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stable sorting without allocation: the scratch is the caller's. O(n log n), O(n) when sorted.
#ifndef BF_BASE_SORT_H
#define BF_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

struct bf_keyed {
    double key; // no NaN
    uint32_t item;
    uint32_t extra; // travels along
};

// Sorts `a` by key, then by item. `scratch` has room for n entries.
void bf_sort_keyed(struct bf_keyed *a, struct bf_keyed *scratch, size_t n);

// Sorts doubles (no NaN), ascending.
void bf_sort_doubles(double *a, double *scratch, size_t n);

#endif
