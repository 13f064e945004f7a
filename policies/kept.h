// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reservations that last, of some of the waiting jobs: a job that has been promised a start
// (queue.promise) holds its processors for its plan from then on. The rules are those of
// conservative. The profile holds running jobs to their planned ends and all reservations; these
// are held against the calendar too (outages.h), where there is one.
//
// The policy hands on what it is told (ended, moved) and what it starts on its own (take). A pass:
// `begin`, then what is due of `repair` and `compress`, `put` for those that are to get one,
// `start_due`.
#ifndef BF_POLICIES_KEPT_H
#define BF_POLICIES_KEPT_H

#include "engine/core/profile.h"
#include "engine/core/reason.h"
#include "engine/core/sched.h"

struct bf_kept {
    struct bf_profile *profile;
    bf_time next_start; // earliest reserved start; BF_NEVER: nobody has one
    bf_time held_at;    // when `held` was reserved, for [held_at, held_at + 1)
    bf_procs held;      // by jobs past their plan
    bool overpromised;  // planned ends have moved later since the last repair
    uint64_t explained; // nodes visited on behalf of `explain`, which are no cost of the run
};

// False: no memory.
bool bf_kept_init(struct bf_kept *k, struct bf_sched *s, struct bf_arena *arena);

// A running job has ended; its planned end has moved (policy.h). O(log n) in the steps of the
// profile, as all that follows unless it says more.
void bf_kept_ended(struct bf_kept *k, struct bf_sched *s, bf_job job, bf_time planned_end);
void bf_kept_moved(struct bf_kept *k, struct bf_sched *s, bf_job job, bf_time from, bf_time to);

// Whether the job at `at` has a reservation.
static inline bool bf_kept_has(const struct bf_sched *s, uint32_t at)
{
    return s->queue.promise[at] != BF_NEVER;
}

// Brings the profile up to now. Jobs past their plan may end at any moment: at each pass they hold
// the second that follows. Returns whether fewer are held than before in this instant.
bool bf_kept_begin(struct bf_kept *k, struct bf_sched *s);

// Where more is promised than there is, jobs give up their reservations, from the back of the
// queue, until all others hold; then they are put anew in queue order. O(waiting) searches.
void bf_kept_repair(struct bf_kept *k, struct bf_sched *s);

// In queue order, each job whose reserved start is later than now is taken out and put back at its
// earliest fit, if that is not later than `by`. O(waiting), and one search a reservation.
void bf_kept_compress(struct bf_kept *k, struct bf_sched *s, bf_time by);

// Promises the job at `at` its earliest fit; the start given.
void bf_kept_put(struct bf_kept *k, struct bf_sched *s, uint32_t at);
void bf_kept_put_at(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start);

// Counts the job at `at` from `start` on: one that starts now without a reservation.
void bf_kept_take(struct bf_kept *k, struct bf_sched *s, uint32_t at, bf_time start);

// Starts those whose reserved start is now, in queue order, and notes when the next one's is.
// O(waiting / 64).
void bf_kept_start_due(struct bf_kept *k, struct bf_sched *s);

// Why the job at `at` does not start now, as things are (policy.h).
void bf_kept_explain(struct bf_kept *k, const struct bf_sched *s, uint32_t at, struct bf_reason *r);

// Undoes the start of a job in the profile (reasons.h), or does it again.
void bf_kept_undo(struct bf_kept *k, const struct bf_sched *s, const struct bf_start *start,
                  bool undo);

// At the end of a pass: what the profile cost so far.
void bf_kept_count(const struct bf_kept *k, struct bf_sched *s);

#endif
