// SPDX-License-Identifier: GPL-3.0-or-later
//
// Earlier places for jobs that hold a reservation, without searching in vain. Nine in ten searches
// of a compression find nothing; three things tell so beforehand:
//
//  - a proof. The last search that found nothing earlier left a handful of blocked instants
//    (bf_profile_fit_proof); it holds until one of them is unblocked, and only instants whose
//    processors were released since then need be asked;
//  - a release. Where there is no short proof, a start that became possible runs into released
//    processors: only starts that do are searched;
//  - a twin. The job before it in the queue asks for as many processors for as long and has just
//    been searched: what is free for the later of two twins was free for the earlier, so the later
//    one has no place before the earlier one's, if it does not lie before it already. (The earlier
//    one was looked at in the same compression, nothing changed in between but its own move, and no
//    level is below 0: repair comes first.)
//
// On a profile of few steps a search costs less than all this, and is made at once.
//
// All memory is by job and touched only as far as jobs wait at the same time.
#ifndef BF_POLICIES_EARLIER_H
#define BF_POLICIES_EARLIER_H

#include "engine/core/profile.h"
#include "engine/core/sched.h"

// Where processors were released during one compression and since the one before.
struct bf_released {
    bf_time until;    // [now, until) by jobs that ended early
    bf_time from, to; // [from, to) by jobs that moved up
};

struct bf_known {
    struct bf_proof proof;
    uint32_t looked; // the last compression in which all of it was found true
};

struct bf_earlier {
    struct bf_profile *profile;
    struct bf_known *known; // by slot
    uint32_t *slot, *spare; // slot by job; slots that are not in use
    uint32_t spares, fresh;
    struct bf_released last, now; // up to the end of the last compression; since then
    uint32_t compressions;        // so far, with this one
    bool plain;                   // the profile is small: nothing is remembered
    uint32_t twin;                // the place looked at last, in this compression
};

// False: no memory.
bool bf_earlier_init(struct bf_earlier *e, struct bf_arena *arena, struct bf_profile *profile,
                     uint32_t jobs);

// Earliest fit of the job at `at` that holds no reservation, which is remembered with its proof.
// With a calendar a profile counts as small for ever: what is remembered
// is of the profile alone, and there are no compressions of this kind.
bf_time bf_earlier_first(struct bf_earlier *e, struct bf_sched *s, uint32_t at);

// A compression: `begin`, then `find` for each job that holds a reservation, in queue order, then
// `end`. `find` returns the earliest fit of a job, its own processors counting as free, or the
// start that it has when there is none; the job is then to be moved there, or nothing of this
// holds.
void bf_earlier_begin(struct bf_earlier *e);
bf_time bf_earlier_find(struct bf_earlier *e, struct bf_sched *s, uint32_t at);
void bf_earlier_end(struct bf_earlier *e);

// What the policy tells as it happens, each O(1):
// processors were released over [now, until);
void bf_earlier_ended(struct bf_earlier *e, bf_time until);
// jobs that moved up have released their processors over [from, to);
void bf_earlier_vacated(struct bf_earlier *e, bf_time from, bf_time to);
// anything may have been released: the next compression trusts no proof unasked;
void bf_earlier_forget_all(struct bf_earlier *e);
// the job at `at` was moved to `start` without `find`: it has no earlier place (twins.h);
void bf_earlier_moved(struct bf_earlier *e, const struct bf_sched *s, uint32_t at, bf_time start);
// a job starts and needs no place any more.
void bf_earlier_started(struct bf_earlier *e, bf_job job);

#endif
