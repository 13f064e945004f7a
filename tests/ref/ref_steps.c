// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ref/ref_steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct bf_ref_steps bf_ref_steps_make(bf_time origin, int64_t level)
{
    struct bf_ref_steps p = {.count = 1, .room = 64};
    p.at = bf_ref_alloc(p.room, sizeof *p.at);
    p.level = bf_ref_alloc(p.room, sizeof *p.level);
    p.at[0] = origin;
    p.level[0] = level;
    return p;
}

void bf_ref_steps_free(struct bf_ref_steps *p)
{
    free(p->at);
    free(p->level);
}

struct bf_ref_steps bf_ref_steps_of_running(const struct bf_ref_sim *s)
{
    struct bf_ref_steps p = bf_ref_steps_make(s->now, s->procs);
    for (size_t i = 0; i < s->running_count; i++) {
        bf_job j = s->running[i];
        bf_ref_steps_add(&p, s->now, bf_ref_planned_end(s, j), -(int64_t)s->jobs->procs[j]);
    }
    return p;
}

static void grow(struct bf_ref_steps *p)
{
    p->room *= 2;
    p->at = realloc(p->at, p->room * sizeof *p->at);
    p->level = realloc(p->level, p->room * sizeof *p->level);
    if (!p->at || !p->level)
        abort();
}

// Makes a step begin at t (unless t lies before the origin) and returns its place.
static size_t cut(struct bf_ref_steps *p, bf_time t)
{
    size_t k = 0;
    while (k < p->count && p->at[k] < t)
        k++;
    if (k == 0 || (k < p->count && p->at[k] == t))
        return k;
    if (p->count == p->room)
        grow(p);
    memmove(p->at + k + 1, p->at + k, (p->count - k) * sizeof *p->at);
    memmove(p->level + k + 1, p->level + k, (p->count - k) * sizeof *p->level);
    p->at[k] = t;
    p->level[k] = p->level[k - 1];
    p->count++;
    return k;
}

void bf_ref_steps_add(struct bf_ref_steps *p, bf_time from, bf_time to, int64_t change)
{
    if (from >= to)
        return;
    size_t first = cut(p, from);
    size_t last = cut(p, to);
    for (size_t k = first; k < last; k++)
        p->level[k] += change;
}

bool bf_ref_steps_hold(const struct bf_ref_steps *p, bf_time from, bf_time to, int64_t level)
{
    for (size_t k = 0; k < p->count && p->at[k] < to; k++) {
        bool over_before = k + 1 < p->count && p->at[k + 1] <= from;
        if (!over_before && p->level[k] < level)
            return false;
    }
    return true;
}

bf_time bf_ref_steps_fit(const struct bf_ref_steps *p, bf_time from, int64_t procs, bf_time length)
{
    if (bf_ref_steps_hold(p, from, from + length, procs))
        return from;
    for (size_t k = 0; k < p->count; k++)
        if (p->at[k] > from && bf_ref_steps_hold(p, p->at[k], p->at[k] + length, procs))
            return p->at[k];
    assert(!"a job that is no wider than the machine fits behind everything");
    return BF_NEVER;
}
