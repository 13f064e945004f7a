// SPDX-License-Identifier: GPL-3.0-or-later
//
// The availability profile: how many processors are free at each time from now on, given planned
// ends and reservations. A step function over time,
//
//      level
//        |        ______________
//      n |   ____|              |____________ ...  (the last step goes on for ever)
//        |  |
//        +--+----+--------------+-------------->  time
//         origin
//
// kept as a wide search tree over its steps (profile_internal.h draws it). Nothing allocates. With
// n steps every operation costs O(log n), save those that say otherwise. Times are seconds, levels
// are processors. Levels may go below zero: a plan that moves later can promise more than there is,
// and the policy that did so repairs it (bf_profile_first_below finds the place).
//
// A step is a start and a level; neighbouring steps may happen to have equal levels (where nodes of
// the tree meet), which no answer depends on but the number of steps.
#ifndef BF_CORE_PROFILE_H
#define BF_CORE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/core/types.h"

struct bf_profile;

// Makes a profile with room for `max_steps` steps, from `arena` (whose life it shares). Returns
// NULL when there is no memory. Room that is never used is never touched.
struct bf_profile *bf_profile_create(struct bf_arena *arena, size_t max_steps);

// Back to one step: `level` processors free from `origin` on.
void bf_profile_reset(struct bf_profile *p, bf_time origin, bf_procs level);

// Processors free at `t` >= origin.
bf_procs bf_profile_at(struct bf_profile *p, bf_time t);

// The lowest level over [from, to), from < to. O(log n) for each new low from the left.
bf_procs bf_profile_min(struct bf_profile *p, bf_time from, bf_time to);

// The earliest t >= from with at least `procs` free; BF_NEVER when there is none.
// t is `from` or the start of a step.
bf_time bf_profile_first_at_least(struct bf_profile *p, bf_time from, bf_procs procs);

// The earliest t >= from with fewer than `procs` free; BF_NEVER when there is none.
bf_time bf_profile_first_below(struct bf_profile *p, bf_time from, bf_procs procs);

// Earliest fit: the earliest t in [from, limit) with at least `procs` free over
// [t, min(t + length, limit)); `limit` when there is none. With limit = BF_NEVER this is where a
// new job goes. With limit = the job's own reserved start it is where a job that holds a
// reservation could move to: from its start on its own processors are free for it, so nothing need
// be taken out to ask. Looks from `from` to the answer, and there only at nodes of the tree whose
// levels are not all enough or all too few: O(log n) at best, O(steps looked at / 64) at worst.
bf_time bf_profile_fit(struct bf_profile *p, bf_time from, bf_procs procs, bf_time length,
                       bf_time limit);

// Why nothing fits before some time: instants at which too few processors are free, chosen so that
// each start in [from, start) would run into one of them or into the instant just before `start`.
// As long as all of these stay blocked a search would find nothing: to ask them is cheaper than to
// search.
#define BF_PROOF_SIZE 5
struct bf_proof {
    bf_time from, start;
    bf_time blocked[BF_PROOF_SIZE]; // ascending
    uint32_t count;                 // BF_PROOF_SIZE + 1: it would take more, there is no proof
};

// The same search, with a proof that it found the earliest.
bf_time bf_profile_fit_proof(struct bf_profile *p, bf_time from, bf_procs procs, bf_time length,
                             bf_time limit, struct bf_proof *proof);

// The same search for starts before `before` only; `limit` when there is none.
bf_time bf_profile_fit_before(struct bf_profile *p, bf_time from, bf_time before, bf_procs procs,
                              bf_time length, bf_time limit);

// Takes away (reserve) or gives back (release) `procs` over [from, to); from >= origin.
// An empty interval is allowed and does nothing.
void bf_profile_reserve(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs);
void bf_profile_release(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs);

// Forgets all before `now` >= origin, which becomes the origin. Amortised O(log n) a step
// forgotten.
void bf_profile_advance(struct bf_profile *p, bf_time now);

// Start of the first step after `t`; BF_NEVER when the step at `t` is the last. For walking a
// profile.
bf_time bf_profile_next(struct bf_profile *p, bf_time t);

// Number of steps now; nodes visited by all operations since the last reset (a deterministic
// measure of cost).
size_t bf_profile_steps(const struct bf_profile *p);
uint64_t bf_profile_visited(const struct bf_profile *p);

#endif
