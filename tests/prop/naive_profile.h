// SPDX-License-Identifier: GPL-3.0-or-later
//
// Free processors over time, as a list of pieces that hold some: asked in the most obvious way.
#ifndef BF_TESTS_PROP_NAIVE_PROFILE_H
#define BF_TESTS_PROP_NAIVE_PROFILE_H

#include <stdint.h>

#include "engine/core/types.h"

enum { BF_NAIVE_MOST = 512 }; // jobs, or pieces of a profile

// A running job that ends at `time`, or what holds `procs` over [from, time).
struct bf_naive_piece {
    bf_time from, time;
    bf_procs procs;
    bf_job job; // whose it is, where it matters
};

struct bf_naive_profile {
    int64_t whole; // free with no piece
    struct bf_naive_piece at[BF_NAIVE_MOST];
    uint32_t count;
};

void bf_naive_hold(struct bf_naive_profile *f, bf_time from, bf_time to, bf_procs procs);

// Free processors at t.
int64_t bf_naive_level(const struct bf_naive_profile *f, bf_time t);

// The first instant in [from, to) at which fewer than `procs` are free; BF_NEVER: none.
bf_time bf_naive_first_below(const struct bf_naive_profile *f, bf_time from, bf_time to,
                             bf_procs procs);

#endif
