// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning around the calendar: where a job fits by planned ends and reservations (the availability
// profile) and is allowed by the calendar (engine/core/outages.h). docs/semantics.md, 'Calendar'.
#ifndef BF_POLICIES_OUTAGES_H
#define BF_POLICIES_OUTAGES_H

#include "engine/core/profile.h"
#include "engine/core/sched.h"

// The earliest fit of the waiting job at `at` from now on, or `limit`, as bf_profile_fit has it;
// without a calendar, in the profile alone. Adds the searches made to `searches`.
bf_time bf_fit_both(const struct bf_sched *s, struct bf_profile *profile, uint32_t at,
                    bf_time limit, uint64_t *searches);

// Reservations that are held against the calendar while a pass lasts.
struct bf_held {
    uint32_t at;
    bf_time start;
};
struct bf_holds {
    struct bf_held *list; // NULL: no calendar
    uint32_t count;
};

// Room for all jobs of the run; nothing without a calendar. False: no memory.
bool bf_holds_init(struct bf_holds *h, const struct bf_sched *s, struct bf_arena *arena);

// Holds the waiting job at `at` from `start` on; lets go of all that is held.
void bf_holds_add(struct bf_holds *h, const struct bf_sched *s, uint32_t at, bf_time start);
void bf_holds_release(struct bf_holds *h, const struct bf_sched *s);

#endif
