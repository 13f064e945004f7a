// SPDX-License-Identifier: GPL-3.0-or-later
//
// Policies without memory: fcfs, easy, reservations. docs/semantics.md, 'Policies'.
#include "tests/ref/ref_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ref/ref_steps.h"

void bf_ref_pass_fcfs(struct bf_ref_sim *s)
{
    while (s->waiting_count > 0 && s->jobs->procs[s->waiting[0]] <= bf_ref_free_now(s) &&
           bf_ref_may_start(s, s->waiting[0]))
        bf_ref_start(s, s->waiting[0]);
}

bf_job *bf_ref_candidates(const struct bf_ref_sim *s, size_t skip, size_t *count)
{
    *count = s->waiting_count - skip;
    bf_job *list = bf_ref_alloc(*count, sizeof *list);
    memcpy(list, s->waiting + skip, *count * sizeof *list);
    bf_ref_sort(s, s->options->backfill_order, list, *count);
    return list;
}

// Processors free at t by planned ends.
static int64_t planned_free(const struct bf_ref_sim *s, bf_time t)
{
    int64_t free_procs = bf_ref_free_now(s);
    for (size_t i = 0; i < s->running_count; i++) {
        bf_time end = bf_ref_planned_end(s, s->running[i]);
        if (end > s->now && end <= t)
            free_procs += s->jobs->procs[s->running[i]];
    }
    return free_procs;
}

// The first time at which that is `need`.
static bf_time time_by_ends(const struct bf_ref_sim *s, int64_t need)
{
    bf_time first = planned_free(s, s->now) >= need ? s->now : BF_NEVER;
    for (size_t i = 0; i < s->running_count; i++) {
        bf_time end = bf_ref_planned_end(s, s->running[i]);
        if (end > s->now && end < first && planned_free(s, end) >= need)
            first = end;
    }
    return first;
}

// Jobs that are expected to end at one time and had planned to end at one: the same, or before now.
struct instant {
    bf_time expected, planned;
};

static bf_time own_end(const struct bf_ref_sim *s, bf_job j)
{
    return s->result->start[j] + s->plan[j];
}

static bool ends_at(const struct bf_ref_sim *s, bf_job j, struct instant at)
{
    return bf_ref_planned_end(s, j) == at.expected && own_end(s, j) == at.planned;
}

// Adds the processors of the running jobs that end at an instant and started at `start`, those that
// were backfilled or the others, one by one until there are `need`.
static int64_t give_back(const struct bf_ref_sim *s, struct instant at, bf_time start,
                         bool backfilled, bool last_first, int64_t free_procs, int64_t need)
{
    for (size_t k = 0; k < s->running_count && free_procs < need; k++) {
        bf_job j = s->running[last_first ? s->running_count - 1 - k : k];
        if (ends_at(s, j, at) && s->result->start[j] == start &&
            !(s->result->flags[j] & BF_BACKFILLED) == !backfilled)
            free_procs += s->jobs->procs[j];
    }
    return free_procs;
}

// Gives back the jobs that end at an instant until `need` processors are free: the latest start
// first, of one start the backfilled jobs in order, then the others, the last of them first, but
// those that start now in order.
static int64_t give_back_latest(const struct bf_ref_sim *s, struct instant at, int64_t free_procs,
                                int64_t need)
{
    for (size_t i = s->running_count; i-- > 0 && free_procs < need;) {
        bf_time start = s->result->start[s->running[i]];
        if (i + 1 < s->running_count && s->result->start[s->running[i + 1]] == start)
            continue; // this start has been dealt with
        free_procs = give_back(s, at, start, true, false, free_procs, need);
        free_procs = give_back(s, at, start, false, start != s->now, free_procs, need);
    }
    return free_procs;
}

// Gives back the jobs that are expected to end at t until `need` processors are free, the earliest
// planned end first: those whose plan has passed have earlier ones.
static int64_t free_at_first(const struct bf_ref_sim *s, bf_time t, int64_t need)
{
    int64_t free_procs = planned_free(s, t - 1);
    for (struct instant at = {t, -1}; free_procs < need;) {
        bf_time next = BF_NEVER;
        for (size_t i = 0; i < s->running_count; i++) {
            bf_time end = own_end(s, s->running[i]);
            if (bf_ref_planned_end(s, s->running[i]) == t && end > at.planned && end < next)
                next = end;
        }
        assert(next < BF_NEVER);
        at.planned = next;
        free_procs = give_back_latest(s, at, free_procs, need);
    }
    return free_procs;
}

// A shadow time with the extra processors then.
static struct bf_ref_shadow with_extra(const struct bf_ref_sim *s, bf_time time, int64_t need)
{
    struct bf_ref_shadow shadow = {time, 0};
    if (s->options->extra == BF_EXTRA_FULL)
        shadow.extra = planned_free(s, time) - need;
    if (s->options->extra == BF_EXTRA_FIRST)
        shadow.extra = free_at_first(s, time, need) - need;
    return shadow;
}

struct bf_ref_shadow bf_ref_shadow_of(const struct bf_ref_sim *s, bf_job j)
{
    int64_t need = s->jobs->procs[j];
    struct bf_ref_steps limits = bf_ref_limits_of_running(s);
    bf_time time = bf_ref_earliest(s, NULL, &limits, j, time_by_ends(s, need));
    bf_ref_steps_free(&limits);
    return with_extra(s, time, need);
}

bool bf_ref_fits_beside(const struct bf_ref_sim *s, bf_job j, bf_job head, bf_time start)
{
    struct bf_ref_steps limits = bf_ref_limits_of_running(s);
    bf_ref_hold(s, &limits, head, start, 1);
    bool result = s->jobs->procs[j] <= bf_ref_free_now(s) && bf_ref_allowed(s, &limits, j, s->now);
    bf_ref_steps_free(&limits);
    return result;
}

// Whether a candidate may start beside the head's reservation; if by the extra processors, it takes
// them.
static bool may_backfill(const struct bf_ref_sim *s, bf_job j, struct bf_ref_shadow *shadow)
{
    int64_t procs = s->jobs->procs[j];
    bf_time end = s->now + s->plan[j];
    if (s->options->strict ? end < shadow->time : end <= shadow->time)
        return true;
    int64_t charge = s->options->quirks & BF_REF_QUIRK_DOUBLE_CHARGE ? 2 * procs : procs;
    if (charge > shadow->extra)
        return false;
    shadow->extra -= procs;
    return true;
}

void bf_ref_pass_easy(struct bf_ref_sim *s)
{
    bf_ref_pass_fcfs(s);
    if (s->waiting_count == 0)
        return;
    bf_job head = s->waiting[0];
    struct bf_ref_shadow shadow = bf_ref_shadow_of(s, head);
    size_t count;
    bf_job *list = bf_ref_candidates(s, 1, &count);
    for (size_t i = 0; i < count && (int64_t)i < s->options->depth; i++)
        if (bf_ref_fits_beside(s, list[i], head, shadow.time) && may_backfill(s, list[i], &shadow))
            bf_ref_start(s, list[i]);
    free(list);
}

void bf_ref_pass_reservations(struct bf_ref_sim *s)
{
    struct bf_ref_steps p = bf_ref_steps_of_running(s);
    struct bf_ref_steps limits = bf_ref_limits_of_running(s);
    int64_t held = 0;
    size_t place = 0; // of the first waiting job that has not been looked at
    while (place < s->waiting_count && held < s->options->reservations) {
        bf_job j = s->waiting[place];
        bf_time start = bf_ref_earliest(s, &p, &limits, j, s->now);
        bf_ref_hold(s, &limits, j, start, 1);
        bf_ref_steps_add(&p, start, start + s->plan[j], -(int64_t)s->jobs->procs[j]);
        if (start == s->now) {
            bf_ref_start(s, j); // the next one moves up to `place`
        } else {
            held++;
            place++;
        }
    }
    size_t count;
    bf_job *list = bf_ref_candidates(s, place, &count);
    for (size_t i = 0; i < count; i++) {
        bf_time end = s->now + s->plan[list[i]];
        if (bf_ref_steps_hold(&p, s->now, end, s->jobs->procs[list[i]]) &&
            bf_ref_allowed(s, &limits, list[i], s->now)) {
            bf_ref_hold(s, &limits, list[i], s->now, 1);
            bf_ref_steps_add(&p, s->now, end, -(int64_t)s->jobs->procs[list[i]]);
            bf_ref_start(s, list[i]);
        }
    }
    free(list);
    bf_ref_steps_free(&p);
    bf_ref_steps_free(&limits);
}
