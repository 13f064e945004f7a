// SPDX-License-Identifier: GPL-3.0-or-later
//
// Order statistics without sorting.
#ifndef BF_BASE_SELECT_H
#define BF_BASE_SELECT_H

#include <stddef.h>

enum { BF_RANKS_MAX = 16 };

// Puts at a[r], for each of the `count` (at most BF_RANKS_MAX) ascending ranks r below n, what
// would stand there if `a` (no NaN) were sorted; the other entries are lost. `scratch` has room for
// n. O(n): some three looks at each entry.
void bf_select_doubles(double *a, double *scratch, size_t n, const size_t *ranks, size_t count);

#endif
