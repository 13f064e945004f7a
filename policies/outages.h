// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planning around the calendar: where a job fits by planned ends and reservations (the availability
// profile) and is allowed by the calendar (engine/core/outages.h). docs/semantics.md, 'Calendar'.
#ifndef BF_POLICIES_OUTAGES_H
#define BF_POLICIES_OUTAGES_H

#include "engine/core/profile.h"
#include "engine/core/sched.h"

// The earliest fit of the waiting job at `at` from now on, or `limit`, as bf_profile_fit has it;
// without a calendar, in the profile alone.
bf_time bf_fit_both(struct bf_sched *s, struct bf_profile *profile, uint32_t at, bf_time limit);

// The shadow time of the head, which cannot start now, and the extra processors then. `shadow` is
// what planned ends alone say, where the head does not fit by count.
void bf_shadow_around_outages(struct bf_sched *s, struct bf_shadow *shadow, enum bf_extra rule);

#endif
