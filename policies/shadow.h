// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shadow times: when a waiting job could start if no other one waited, by the planned ends of
// running jobs (engine/core/ends.h) and, where there is a calendar, by what it allows.
// docs/semantics.md: 'easy', 'Calendar'.
#ifndef BF_POLICIES_SHADOW_H
#define BF_POLICIES_SHADOW_H

#include "engine/core/sched.h"

// How extra processors are counted at the shadow time.
enum bf_extra {
    BF_EXTRA_FULL, // all that come free by then
    BF_EXTRA_NONE, // no extra-processors rule
    BF_EXTRA_FIRST // only up to the first completion that suffices, not the others of that instant
};

// The shadow time of the waiting job at `at`, and the processors that are extra then. O(ends looked
// at), and with a calendar O(log n).
struct bf_shadow bf_shadow_of(const struct bf_sched *s, uint32_t at, enum bf_extra rule);

// The same, counted as a cost of the pass.
struct bf_shadow bf_find_shadow(struct bf_sched *s, uint32_t at, enum bf_extra rule);

// Processors free at `t` > now by planned ends. Adds the ends looked at to `looked`.
bf_procs bf_free_by_ends(const struct bf_sched *s, bf_time t, uint64_t *looked);

#endif
