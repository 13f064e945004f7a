// SPDX-License-Identifier: GPL-3.0-or-later
//
// selective, relaxed, independent-shadow and hpcpack: docs/semantics.md, 'Policies'.
#include "tests/ref/ref_internal.h"

#include <math.h>
#include <stdlib.h>

#include "tests/ref/ref_steps.h"

static bool fits(const struct bf_ref_sim *s, bf_job j)
{
    return s->jobs->procs[j] <= bf_ref_free_now(s) && bf_ref_may_start(s, j);
}

// ---- selective --------------------------------------------------------------

static double threshold(const struct bf_ref_sim *s)
{
    if (s->options->threshold != BF_REF_ADAPTIVE)
        return s->options->threshold;
    return s->ended_count == 0 ? 1 : s->slowdowns / (double)s->ended_count;
}

static double expansion_factor(const struct bf_ref_sim *s, bf_job j)
{
    bf_time wait = s->now - s->jobs->submit[j];
    return (double)(wait + s->plan[j]) / (double)s->plan[j];
}

static void backfill_without_reservation(struct bf_ref_sim *s, struct bf_ref_steps *p)
{
    size_t count;
    bf_job *list = bf_ref_candidates(s, 0, &count);
    for (size_t i = 0; i < count; i++) {
        bf_job j = list[i];
        bf_time end = s->now + s->plan[j];
        if (s->reserved[j] != BF_NEVER ||
            bf_ref_steps_fit(p, s->now, s->jobs->procs[j], s->plan[j]) > s->now ||
            !bf_ref_allowed(s, s->limits, j, s->now))
            continue;
        bf_ref_hold(s, s->limits, j, s->now, 1);
        bf_ref_steps_add(p, s->now, end, -(int64_t)s->jobs->procs[j]);
        bf_ref_start(s, j);
    }
    free(list);
}

void bf_ref_pass_selective(struct bf_ref_sim *s)
{
    struct bf_ref_steps limits;
    struct bf_ref_steps p = bf_ref_steps_of_reserved(s, &limits);
    bf_ref_repair(s, &p);
    if (s->ended_early)
        bf_ref_compress(s, &p);
    for (size_t i = 0; i < s->waiting_count; i++)
        if (s->reserved[s->waiting[i]] == BF_NEVER &&
            expansion_factor(s, s->waiting[i]) >= threshold(s))
            bf_ref_reserve(s, &p, s->waiting[i]);
    bf_ref_start_reserved(s);
    backfill_without_reservation(s, &p);
    bf_ref_steps_free(&p);
    bf_ref_steps_free(&limits);
    s->limits = NULL;
}

// ---- relaxed ----------------------------------------------------------------

static bf_time slack(const struct bf_ref_sim *s, bf_job head, bf_time shadow)
{
    bf_time length = s->options->slack_of == BF_REF_SLACK_OF_PLAN ? s->plan[head]
                                                                  : shadow - s->jobs->submit[head];
    double slack = floor(s->options->slack * (double)length);
    return slack > 0x1p50 ? (bf_time)1 << 50 : (bf_time)slack;
}

static int64_t free_at(const struct bf_ref_sim *s, bf_time t)
{
    int64_t free_procs = s->procs;
    for (size_t i = 0; i < s->running_count; i++)
        if (bf_ref_planned_end(s, s->running[i]) > t)
            free_procs -= s->jobs->procs[s->running[i]];
    return free_procs;
}

static void try_last(const struct bf_ref_sim *s, const struct bf_ref_steps *limits, bf_job j,
                     bf_time t, bf_time to, bf_time *last)
{
    if (t > *last && t <= to && bf_ref_allowed(s, limits, j, t))
        *last = t;
}

// The latest t in [from, to] at which the calendar allows a start of `j`: it is `to`, or such that
// `j` would end where a line or a limit begins or ends.
static bf_time last_allowed(const struct bf_ref_sim *s, bf_job j, bf_time from, bf_time to)
{
    struct bf_ref_steps limits = bf_ref_limits_of_running(s);
    bf_time last = from, length = s->request[j];
    try_last(s, &limits, j, to, to, &last);
    for (size_t i = 0; i < s->options->outage_count; i++) {
        try_last(s, &limits, j, s->options->outages[i].start - length, to, &last);
        try_last(s, &limits, j, s->options->outages[i].end - length, to, &last);
    }
    for (size_t k = 0; k < limits.count; k++)
        try_last(s, &limits, j, limits.at[k] - length, to, &last);
    bf_ref_steps_free(&limits);
    return last;
}

void bf_ref_pass_relaxed(struct bf_ref_sim *s)
{
    bf_ref_pass_fcfs(s);
    if (s->waiting_count == 0)
        return;
    bf_job head = s->waiting[0];
    bf_time shadow = bf_ref_shadow_of(s, head).time;
    if (!s->held || s->head != head) {
        s->held = true;
        s->head = head;
        s->head_slack = slack(s, head, shadow);
        s->head_reserved = shadow;
    } else if (shadow < s->head_reserved) {
        s->head_reserved = shadow;
    }
    bf_time limit = s->head_reserved + s->head_slack;
    if (shadow > limit)
        limit = shadow;
    limit = last_allowed(s, head, shadow, limit);
    size_t count;
    bf_job *list = bf_ref_candidates(s, 1, &count);
    for (size_t i = 0; i < count; i++) {
        if (!bf_ref_fits_beside(s, list[i], head, limit))
            continue;
        int64_t left = free_at(s, limit);
        if (s->now + s->plan[list[i]] > limit)
            left -= s->jobs->procs[list[i]];
        if (left >= s->jobs->procs[head])
            bf_ref_start(s, list[i]);
    }
    free(list);
}

// ---- independent-shadow -----------------------------------------------------

static bf_time earliest_shadow_ahead(const struct bf_ref_sim *s, size_t place)
{
    bf_time earliest = BF_NEVER;
    for (size_t i = 0; i < place; i++) {
        bf_time shadow = bf_ref_shadow_of(s, s->waiting[i]).time;
        if (shadow < earliest)
            earliest = shadow;
    }
    return earliest;
}

void bf_ref_pass_independent_shadow(struct bf_ref_sim *s)
{
    for (size_t place = 0; place < s->waiting_count;) {
        bf_job j = s->waiting[place];
        if (fits(s, j) && s->now + s->plan[j] < earliest_shadow_ahead(s, place))
            bf_ref_start(s, j); // the next one moves up to `place`
        else
            place++;
    }
}

// ---- hpcpack ----------------------------------------------------------------

static bool lacks_request(const struct bf_ref_sim *s, bf_job j)
{
    return s->jobs->bits[j] & BF_JOB_NO_REQUEST;
}

void bf_ref_pass_hpcpack(struct bf_ref_sim *s)
{
    bf_ref_pass_fcfs(s);
    if (s->waiting_count == 0)
        return;
    for (size_t i = 0; i < s->running_count; i++)
        if (lacks_request(s, s->running[i]))
            return;
    bf_job head = s->waiting[0];
    bf_time shadow = bf_ref_shadow_of(s, head).time;
    size_t count;
    bf_job *list = bf_ref_candidates(s, 1, &count);
    for (size_t i = 0; i < count && (int64_t)i < s->options->depth; i++)
        if (bf_ref_fits_beside(s, list[i], head, shadow) && !lacks_request(s, list[i]) &&
            s->now + s->plan[list[i]] <= shadow)
            bf_ref_start(s, list[i]);
    free(list);
}
