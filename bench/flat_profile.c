// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/flat_profile.h"

#include <stdlib.h>
#include <string.h>

#include "bench/harness.h"

void flat_init(struct flat_profile *p, size_t max_steps, bf_procs level)
{
    const size_t room = 2 * max_steps + 64; // half of it for what advancing leaves behind
    *p = (struct flat_profile){.time = malloc(room * sizeof *p->time),
                               .level = malloc(room * sizeof *p->level),
                               .end = 1,
                               .room = room};
    if (!p->time || !p->level)
        bench_fail(1, "no memory for %zu steps", max_steps);
    p->time[0] = 0;
    p->level[0] = level;
}

void flat_fini(struct flat_profile *p)
{
    free(p->time);
    free(p->level);
}

void flat_append(struct flat_profile *p, bf_time time, bf_procs level)
{
    if (p->end == p->room)
        bench_fail(1, "the flat profile is full");
    p->time[p->end] = time;
    p->level[p->end++] = level;
}

// The step at `t`.
static size_t step_at(const struct flat_profile *p, bf_time t)
{
    size_t at = p->first, count = p->end - p->first;
    for (size_t half; (half = count / 2) > 0; count -= half)
        at += p->time[at + half] <= t ? half : 0;
    return at;
}

bf_time flat_fit(const struct flat_profile *p, bf_time from, bf_procs procs, bf_time length,
                 bf_time limit)
{
    size_t i = step_at(p, from);
    bf_time start = from;
    for (;;) {
        for (; i < p->end && p->level[i] < procs; i++)
            ;
        if (i == p->end)
            return limit;
        start = p->time[i] > start ? p->time[i] : start;
        if (start >= limit)
            return limit;
        const bf_time wanted = length < limit - start ? start + length : limit;
        for (; i < p->end && p->level[i] >= procs && p->time[i] < wanted; i++)
            ;
        if (i == p->end || p->time[i] >= wanted)
            return start;
    }
}

bf_time flat_first_below(const struct flat_profile *p, bf_time from, bf_procs procs)
{
    for (size_t i = step_at(p, from); i < p->end; i++)
        if (p->level[i] < procs)
            return p->time[i] > from ? p->time[i] : from;
    return BF_NEVER;
}

bf_procs flat_min(const struct flat_profile *p, bf_time from, bf_time to)
{
    size_t i = step_at(p, from);
    bf_procs low = p->level[i];
    for (i++; i < p->end && p->time[i] < to; i++)
        low = p->level[i] < low ? p->level[i] : low;
    return low;
}

static void move(struct flat_profile *p, size_t to, size_t from)
{
    memmove(p->time + to, p->time + from, (p->end - from) * sizeof *p->time);
    memmove(p->level + to, p->level + from, (p->end - from) * sizeof *p->level);
    p->end = p->end - from + to;
}

// Makes a step begin at `t`; returns which.
static size_t split(struct flat_profile *p, bf_time t)
{
    const size_t i = step_at(p, t);
    if (p->time[i] == t)
        return i;
    if (p->end == p->room && p->first) { // what lies behind makes room
        const size_t by = p->first;
        move(p, 0, by);
        p->first = 0;
        return split(p, t);
    }
    if (p->end == p->room)
        bench_fail(1, "the flat profile is full");
    move(p, i + 2, i + 1);
    p->time[i + 1] = t;
    p->level[i + 1] = p->level[i];
    return i + 1;
}

static void join(struct flat_profile *p, size_t i)
{
    if (i > p->first && p->level[i - 1] == p->level[i])
        move(p, i, i + 1);
}

void flat_reserve(struct flat_profile *p, bf_time from, bf_time to, bf_procs procs)
{
    if (from >= to)
        return;
    split(p, from);
    const size_t last = split(p, to), first = step_at(p, from);
    for (size_t i = first; i < last; i++)
        p->level[i] -= procs;
    join(p, last);
    join(p, first);
}

void flat_advance(struct flat_profile *p, bf_time now)
{
    while (p->first + 1 < p->end && p->time[p->first + 1] <= now)
        p->first++;
    p->time[p->first] = now > p->time[p->first] ? now : p->time[p->first];
}
