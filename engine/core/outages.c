// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/outages.h"

#include <assert.h>

static bf_procs taken_by(const struct bf_outages *o, size_t step)
{
    const bf_procs procs = o->calendar->steps[step].procs;
    return procs < o->procs ? procs : o->procs;
}

static bf_time end_of(const struct bf_outages *o, size_t step)
{
    const struct bf_calendar *c = o->calendar;
    return step + 1 < c->count ? c->steps[step + 1].at : BF_NEVER;
}

// `all` and the number of all processors are two steps of a calendar, and one on this machine.
static void look(struct bf_outages *o, bf_time now)
{
    size_t next = o->next;
    o->taken = next ? taken_by(o, next - 1) : 0;
    while (next < o->calendar->count && taken_by(o, next) == o->taken)
        next++;
    o->change = next < o->calendar->count ? o->calendar->steps[next].at : BF_NEVER;
    o->begin = o->taken ? now : o->change;
}

bool bf_outages_init(struct bf_outages *o, const struct bf_calendar *calendar, bf_procs procs,
                     uint32_t jobs, bf_time now, struct bf_arena *arena)
{
    *o = (struct bf_outages){.calendar = calendar, .procs = procs};
    // A job's limits begin or end within an outage: two steps a job beside those of the calendar.
    o->free = bf_profile_create(arena, calendar->count + 2 * (size_t)jobs + 4);
    if (!o->free)
        return false;
    bf_profile_reset(o->free, now, procs);
    while (o->next < calendar->count && calendar->steps[o->next].at <= now)
        o->next++;
    look(o, now);
    for (size_t i = o->next ? o->next - 1 : 0; i < calendar->count; i++) {
        const bf_time from = calendar->steps[i].at;
        bf_profile_reserve(o->free, from > now ? from : now, end_of(o, i), taken_by(o, i));
    }
    return true;
}

void bf_outages_advance(struct bf_outages *o, bf_time now)
{
    while (o->next < o->calendar->count && o->calendar->steps[o->next].at <= now)
        o->next++;
    look(o, now);
    bf_profile_advance(o->free, now);
}

// The step of the calendar in force at `t` >= now, or the first one.
static size_t step_at(const struct bf_outages *o, bf_time t)
{
    size_t low = o->next ? o->next - 1 : 0, high = o->calendar->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (o->calendar->steps[middle].at <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void bf_outages_release(struct bf_outages *o, bf_time from, bf_time to, bf_procs procs)
{
    if (!bf_outages_reached(o, to))
        return;
    for (size_t i = step_at(o, from); i < o->calendar->count; i++) {
        const bf_time begin = o->calendar->steps[i].at, end = end_of(o, i);
        if (begin >= to)
            return;
        if (taken_by(o, i))
            bf_profile_release(o->free, begin > from ? begin : from, end < to ? end : to, procs);
    }
}

void bf_outages_hold(struct bf_outages *o, bf_time from, bf_time to, bf_procs procs)
{
    bf_outages_release(o, from, to, -procs);
}

bool bf_outages_allow(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs)
{
    return !bf_outages_reached(o, to) || bf_profile_first_below(o->free, from, procs) >= to;
}

bf_time bf_outages_blocked(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs,
                           bf_procs *level)
{
    if (bf_outages_allow(o, from, to, procs))
        return BF_NEVER;
    const bf_time at = bf_profile_first_below(o->free, from, procs);
    if (level)
        *level = bf_profile_at(o->free, at);
    return at;
}

struct bf_outage bf_outages_at(const struct bf_outages *o, bf_time t)
{
    size_t first = step_at(o, t), last = first;
    const bf_procs procs = taken_by(o, first);
    while (first > 0 && taken_by(o, first - 1) == procs)
        first--;
    while (last + 1 < o->calendar->count && taken_by(o, last + 1) == procs)
        last++;
    return (struct bf_outage){
        .start = o->calendar->steps[first].at, .end = end_of(o, last), .procs = procs};
}

bf_time bf_outages_latest(const struct bf_outages *o, bf_time from, bf_time to, bf_procs procs,
                          bf_time request)
{
    bf_time latest = from;
    for (bf_time t = from; t <= to;) {
        // Starts are allowed from t on, up to the one that ends where too few are left.
        const bf_time below = bf_profile_first_below(o->free, t, procs);
        latest = below - request < to ? below - request : to;
        t = bf_profile_fit(o->free, latest + 1, procs, request, BF_NEVER);
    }
    return latest;
}

bf_time bf_outages_fit(const struct bf_outages *o, bf_time from, bf_procs procs, bf_time request,
                       bf_time limit)
{
    if (!bf_outages_reached(o, from + request))
        return from < limit ? from : limit;
    return bf_profile_fit(o->free, from, procs, request, limit);
}
