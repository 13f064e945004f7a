// SPDX-License-Identifier: GPL-3.0-or-later
//
// A calendar during a run: what the limits (start + request) of running and reserved jobs leave at
// the instants at which the calendar takes processors. Elsewhere they hold nothing here: what fits
// there is the business of the availability profile (profile.h).
//
//        level
//          P |--------.     .------------------.      .----   the machine, where C = 0
//            |        |___  |   - C            |______|
//            |            |_|   - limits       |
//            +------------------------------------------> time
//
// All of it concerns now and later. An outage that nobody's request reaches costs a comparison.
#ifndef BF_CORE_OUTAGES_H
#define BF_CORE_OUTAGES_H

#include <stdbool.h>

#include "engine/core/calendar.h"
#include "engine/core/profile.h"

struct bf_outages {
    const struct bf_calendar *calendar;
    struct bf_profile *free;
    bf_procs procs; // of the machine
    bf_procs taken; // by the calendar now
    size_t next;    // the first step after now
    bf_time begin;  // the first instant from now on at which C > 0
    bf_time change; // when C changes next; BF_NEVER: it does not
};

// Begins at `now`, for a run of `jobs` jobs. False: no memory.
bool bf_outages_init(struct bf_outages *o, const struct bf_calendar *calendar, bf_procs procs,
                     uint32_t jobs, bf_time now, struct bf_arena *arena);

// Lets time pass. Amortised O(log n) a step of the calendar.
void bf_outages_advance(struct bf_outages *o, bf_time now);

// Whether a job that may run up to `limit` may run at an instant from now on at which C > 0. O(1).
static inline bool bf_outages_reached(const struct bf_outages *o, bf_time limit)
{
    return limit > o->begin;
}

// A job of `procs` that may run over [from, to), from >= now, is held against the calendar, or is
// so no more. O(log n) for each step of the calendar in [from, to) that takes something.
void bf_outages_hold(struct bf_outages *o, bf_time from, bf_time to, bf_procs procs);
void bf_outages_release(struct bf_outages *o, bf_time from, bf_time to, bf_procs procs);

// Whether the calendar allows a job of `procs` that may run over [from, to). O(log n).
bool bf_outages_allow(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs);

// The first instant in [from, to) at which it does not; BF_NEVER: it allows it. `level`, unless it
// is NULL, receives what is left there. O(log n).
bf_time bf_outages_blocked(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs,
                           bf_procs *level);

// What the calendar takes at `t`, and the longest time around `t` over which it takes just that.
struct bf_outage bf_outages_at(const struct bf_outages *o, bf_time t);

// The latest t in [from, to] at which a start of a job is allowed; it is at `from`. O(log n) for
// each gap between outages in which there is such a t.
bf_time bf_outages_latest(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs,
                          bf_time request);

// The earliest t in [from, limit) at which a start of a job is allowed, or `limit`; as
// bf_profile_fit.
bf_time bf_outages_fit(const struct bf_outages *o, bf_time from, bf_procs procs, bf_time request,
                       bf_time limit);

#endif
