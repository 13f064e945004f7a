// SPDX-License-Identifier: GPL-3.0-or-later
//
// Policies without memory: fcfs, easy, reservations. docs/semantics.md, 'Policies'.
#include "tests/ref/ref_internal.h"

#include <stdlib.h>
#include <string.h>

#include "tests/ref/ref_steps.h"

void bf_ref_pass_fcfs(struct bf_ref_sim *s)
{
    while (s->waiting_count > 0 && s->jobs->procs[s->waiting[0]] <= bf_ref_free_now(s))
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

// Gives back the running jobs one by one, the soonest planned end first (equal ends: the latest
// start first), until `need` processors are free.
struct bf_ref_shadow bf_ref_shadow_of(const struct bf_ref_sim *s, int64_t need)
{
    struct bf_ref_shadow shadow = {BF_NEVER, 0};
    int64_t free_procs = bf_ref_free_now(s);
    if (free_procs >= need)
        return (struct bf_ref_shadow){s->now, free_procs - need};
    bool *counted = bf_ref_alloc(s->running_count, sizeof *counted);
    memset(counted, 0, s->running_count * sizeof *counted);
    for (;;) {
        size_t next = s->running_count;
        for (size_t i = 0; i < s->running_count; i++)
            if (!counted[i] && bf_ref_planned_end(s, s->running[i]) > s->now &&
                (next == s->running_count ||
                 bf_ref_planned_end(s, s->running[i]) <= bf_ref_planned_end(s, s->running[next])))
                next = i;
        if (next == s->running_count)
            break; // all have ended
        bf_time end = bf_ref_planned_end(s, s->running[next]);
        if (shadow.time != BF_NEVER && (s->options->extra == BF_EXTRA_FIRST || end > shadow.time))
            break;
        counted[next] = true;
        free_procs += s->jobs->procs[s->running[next]];
        if (free_procs >= need) {
            shadow.time = end;
            shadow.extra = free_procs - need;
        }
    }
    free(counted);
    if (s->options->extra == BF_EXTRA_NONE)
        shadow.extra = 0;
    return shadow;
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
    struct bf_ref_shadow shadow = bf_ref_shadow_of(s, s->jobs->procs[s->waiting[0]]);
    size_t count;
    bf_job *list = bf_ref_candidates(s, 1, &count);
    for (size_t i = 0; i < count && (int64_t)i < s->options->depth; i++)
        if (s->jobs->procs[list[i]] <= bf_ref_free_now(s) && may_backfill(s, list[i], &shadow))
            bf_ref_start(s, list[i]);
    free(list);
}

void bf_ref_pass_reservations(struct bf_ref_sim *s)
{
    struct bf_ref_steps p = bf_ref_steps_of_running(s);
    int64_t held = 0;
    size_t place = 0; // of the first waiting job that has not been looked at
    while (place < s->waiting_count && held < s->options->reservations) {
        bf_job j = s->waiting[place];
        bf_time start = bf_ref_steps_fit(&p, s->now, s->jobs->procs[j], s->plan[j]);
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
        if (bf_ref_steps_hold(&p, s->now, end, s->jobs->procs[list[i]])) {
            bf_ref_steps_add(&p, s->now, end, -(int64_t)s->jobs->procs[list[i]]);
            bf_ref_start(s, list[i]);
        }
    }
    free(list);
    bf_ref_steps_free(&p);
}
