// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reservations that last, of some of the waiting jobs: a job that has been promised a start
// (s->promise) holds its processors for its plan from then on. The rules are those of conservative;
// the profile is built anew by each pass that needs one, which is cheap where few jobs hold
// reservations.
//
// A pass: `begin`, then what is due of `repair`, `compress`, `put` for those that are to get one,
// `start_due`. Costs are in searches of a profile of running jobs and reservations.
#ifndef BF_POLICIES_KEPT_H
#define BF_POLICIES_KEPT_H

#include "engine/core/profile.h"
#include "engine/core/sched.h"

struct bf_kept {
    struct bf_profile *profile; // of running jobs and reservations, for the length of a pass
    bf_time next_start;         // earliest reserved start; BF_NEVER: nobody has one
};

// Whether the job at `at` has a reservation.
static inline bool bf_kept_has(const struct bf_sched *s, uint32_t at)
{
    return s->promise[s->queue.job[at]] != BF_NEVER;
}

// Builds the profile. O((running + waiting) log).
void bf_kept_begin(struct bf_kept *k, struct bf_sched *s);

// Where more is promised than there is, jobs give up their reservations, from the back of the
// queue, until all others hold; then they are put anew in queue order. O(waiting) searches.
void bf_kept_repair(struct bf_kept *k, struct bf_sched *s);

// In queue order, each job whose reserved start is later than now is taken out and put back at its
// earliest fit. One search a reservation.
void bf_kept_compress(struct bf_kept *k, struct bf_sched *s);

// Promises the job at `at` its earliest fit.
void bf_kept_put(struct bf_kept *k, struct bf_sched *s, uint32_t at);

// The profile counts the job at `at` from `start` on.
void bf_kept_take(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start);

// Starts those whose reserved start is now, in queue order, and notes when the next one's is.
void bf_kept_start_due(struct bf_kept *k, struct bf_sched *s);

#endif
