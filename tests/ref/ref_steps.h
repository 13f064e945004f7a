// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many processors are free at each time from an origin on: a plain sorted array of steps. Step
// k holds from at[k] up to at[k + 1], the last one for ever.
#ifndef BF_TESTS_REF_REF_STEPS_H
#define BF_TESTS_REF_REF_STEPS_H

#include <stddef.h>

#include "engine/core/types.h"
#include "tests/ref/ref_internal.h"

struct bf_ref_steps {
    bf_time *at;
    int64_t *level;
    size_t count, room;
};

// `level` processors free from `origin` on. Freed by bf_ref_steps_free.
struct bf_ref_steps bf_ref_steps_make(bf_time origin, int64_t level);
void bf_ref_steps_free(struct bf_ref_steps *p);

// The running jobs of `s` from now to their planned ends.
struct bf_ref_steps bf_ref_steps_of_running(const struct bf_ref_sim *s);

// Adds `change` over [from, to), as far as it lies behind the origin.
void bf_ref_steps_add(struct bf_ref_steps *p, bf_time from, bf_time to, int64_t change);

// Whether at least `level` are free at every instant of [from, to).
bool bf_ref_steps_hold(const struct bf_ref_steps *p, bf_time from, bf_time to, int64_t level);

// The earliest t >= from with at least `procs` free over [t, t + length).
bf_time bf_ref_steps_fit(const struct bf_ref_steps *p, bf_time from, int64_t procs, bf_time length);

#endif
