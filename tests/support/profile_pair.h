// SPDX-License-Identifier: GPL-3.0-or-later
//
// The availability profile beside a model with one array entry a second: the same operations on
// both, then every question must have the same answer. The model ends at second `end`; its last
// entry holds for ever.
//
// The seed of all draws is 1, or that of BFSWEEP_SEED; it is printed.
#ifndef BF_TESTS_SUPPORT_PROFILE_PAIR_H
#define BF_TESTS_SUPPORT_PROFILE_PAIR_H

#include "engine/core/profile.h"

struct bf_test_pair {
    struct bf_arena *arena;
    struct bf_profile *profile;
    bf_procs *level; // the model, by second
    bf_time origin, end;
    uint64_t seed, draws, operations;
};

// A profile of `level` processors, with room for no more steps than the model can have.
struct bf_test_pair bf_test_pair_begin(uint64_t seed, bf_time end, bf_procs level);
void bf_test_pair_finish(struct bf_test_pair *x);

// Uniform in 0 .. below - 1.
bf_time bf_test_pair_draw(struct bf_test_pair *x, bf_time below);

// Operations on both. `to` is no later than `end`, or BF_NEVER; procs < 0 reserves.
void bf_test_pair_reset(struct bf_test_pair *x, bf_time origin, bf_procs level);
void bf_test_pair_change(struct bf_test_pair *x, bf_time from, bf_time to, bf_procs procs);
void bf_test_pair_advance(struct bf_test_pair *x, bf_time now);

// What the model says.
bf_procs bf_test_pair_at(const struct bf_test_pair *x, bf_time t);

// Compares `n` questions drawn at random, all steps, or all steps of a profile that has the same
// level for ever.
void bf_test_pair_compare(struct bf_test_pair *x, unsigned n);
void bf_test_pair_compare_steps(struct bf_test_pair *x);
void bf_test_pair_expect_flat(struct bf_test_pair *x);

#endif
