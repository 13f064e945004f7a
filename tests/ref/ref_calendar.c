// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calendar: docs/semantics.md, 'Calendar'. Lines are added up anew at every question.
#include "tests/ref/ref_internal.h"

#include <stdlib.h>

#include "tests/ref/ref_steps.h"

int64_t bf_ref_taken(const struct bf_ref_sim *s, bf_time t)
{
    int64_t taken = 0;
    for (size_t i = 0; i < s->options->outage_count; i++) {
        const struct bf_outage *line = &s->options->outages[i];
        if (line->start <= t && t < line->end)
            taken += line->procs == BF_CALENDAR_ALL ? s->procs : line->procs;
    }
    return taken < s->procs ? taken : s->procs;
}

bool bf_ref_calendar_changes(const struct bf_ref_sim *s, bf_time t)
{
    return bf_ref_taken(s, t) != bf_ref_taken(s, t - 1);
}

bf_time bf_ref_next_change(const struct bf_ref_sim *s)
{
    bf_time next = BF_NEVER;
    for (size_t i = 0; i < s->options->outage_count; i++) {
        const bf_time edges[] = {s->options->outages[i].start, s->options->outages[i].end};
        for (int k = 0; k < 2; k++)
            if (edges[k] > s->now && edges[k] < next && bf_ref_calendar_changes(s, edges[k]))
                next = edges[k];
    }
    return next;
}

bool bf_ref_outage_before(const struct bf_ref_sim *s, bf_time limit)
{
    for (size_t i = 0; i < s->options->outage_count; i++)
        if (s->options->outages[i].end > s->now && s->options->outages[i].start < limit &&
            limit > s->now)
            return true;
    return false;
}

struct bf_ref_steps bf_ref_limits_of_running(const struct bf_ref_sim *s)
{
    struct bf_ref_steps limits = bf_ref_steps_make(s->now, s->procs);
    for (size_t i = 0; i < s->running_count; i++) {
        bf_job j = s->running[i];
        if (bf_ref_planned_end(s, j) > s->now)
            bf_ref_steps_add(&limits, s->now, s->result->start[j] + s->request[j],
                             -(int64_t)s->jobs->procs[j]);
    }
    return limits;
}

void bf_ref_hold(const struct bf_ref_sim *s, struct bf_ref_steps *limits, bf_job j, bf_time start,
                 int sign)
{
    bf_ref_steps_add(limits, start, start + s->request[j], -sign * (int64_t)s->jobs->procs[j]);
}

static bool room_at(const struct bf_ref_sim *s, const struct bf_ref_steps *limits, bf_job j,
                    bf_time u)
{
    int64_t taken = bf_ref_taken(s, u);
    return taken == 0 || bf_ref_steps_hold(limits, u, u + 1, s->jobs->procs[j] + taken);
}

// Something changes only where a line or a limit begins or ends: these instants are enough.
bool bf_ref_allowed(const struct bf_ref_sim *s, const struct bf_ref_steps *limits, bf_job j,
                    bf_time t)
{
    bf_time end = t + s->request[j];
    if (s->options->outage_count == 0)
        return true;
    if (!room_at(s, limits, j, t))
        return false;
    for (size_t i = 0; i < s->options->outage_count; i++) {
        const bf_time edges[] = {s->options->outages[i].start, s->options->outages[i].end};
        for (int k = 0; k < 2; k++)
            if (edges[k] > t && edges[k] < end && !room_at(s, limits, j, edges[k]))
                return false;
    }
    for (size_t k = 0; k < limits->count; k++)
        if (limits->at[k] > t && limits->at[k] < end && !room_at(s, limits, j, limits->at[k]))
            return false;
    return true;
}

static bool fits_at(const struct bf_ref_sim *s, const struct bf_ref_steps *profile,
                    const struct bf_ref_steps *limits, bf_job j, bf_time t)
{
    return bf_ref_allowed(s, limits, j, t) &&
           (!profile || bf_ref_steps_hold(profile, t, t + s->plan[j], s->jobs->procs[j]));
}

static void try_start(const struct bf_ref_sim *s, const struct bf_ref_steps *profile,
                      const struct bf_ref_steps *limits, bf_job j, bf_time from, bf_time t,
                      bf_time *best)
{
    if (t >= from && t < *best && fits_at(s, profile, limits, j, t))
        *best = t;
}

// The earliest is `from`, or where something ends that was in the way.
bf_time bf_ref_earliest(const struct bf_ref_sim *s, const struct bf_ref_steps *profile,
                        const struct bf_ref_steps *limits, bf_job j, bf_time from)
{
    bf_time best = BF_NEVER;
    if (s->options->outage_count == 0)
        return profile ? bf_ref_steps_fit(profile, from, s->jobs->procs[j], s->plan[j]) : from;
    try_start(s, profile, limits, j, from, from, &best);
    for (size_t k = 0; profile && k < profile->count; k++)
        try_start(s, profile, limits, j, from, profile->at[k], &best);
    for (size_t k = 0; k < limits->count; k++)
        try_start(s, profile, limits, j, from, limits->at[k], &best);
    for (size_t i = 0; i < s->options->outage_count; i++) {
        try_start(s, profile, limits, j, from, s->options->outages[i].start, &best);
        try_start(s, profile, limits, j, from, s->options->outages[i].end, &best);
    }
    return best;
}

bool bf_ref_may_start(const struct bf_ref_sim *s, bf_job j)
{
    struct bf_ref_steps limits = bf_ref_limits_of_running(s);
    bool result = bf_ref_allowed(s, &limits, j, s->now);
    bf_ref_steps_free(&limits);
    return result;
}
