// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sorted array with room in front and behind: jobs that end on time leave at the front for free,
// and a new end moves whichever side is shorter.
#include "engine/core/ends.h"

#include <assert.h>
#include <string.h>

bool bf_ends_init(struct bf_ends *ends, struct bf_arena *arena, uint32_t room)
{
    const size_t n = 2 * (size_t)room + 2;
    *ends = (struct bf_ends){
        .time = bf_arena_alloc(arena, n, sizeof *ends->time),
        .procs = bf_arena_alloc(arena, n, sizeof *ends->procs),
        .order = bf_arena_alloc(arena, n, sizeof *ends->order),
        .room = room,
    };
    ends->front = ends->back = room + 1;
    return ends->time && ends->procs && ends->order;
}

// The first place whose (time, order) is not before the one given.
static uint32_t lower_bound(const struct bf_ends *ends, bf_time time, uint32_t order)
{
    uint32_t low = ends->front, high = ends->back;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ends->time[middle] < time ||
            (ends->time[middle] == time && ends->order[middle] < order))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void move(struct bf_ends *ends, uint32_t to, uint32_t from, uint32_t n)
{
    memmove(ends->time + to, ends->time + from, n * sizeof *ends->time);
    memmove(ends->procs + to, ends->procs + from, n * sizeof *ends->procs);
    memmove(ends->order + to, ends->order + from, n * sizeof *ends->order);
}

// Back to the middle of the memory when an end has been reached. There is always room on one side.
static void recentre(struct bf_ends *ends)
{
    const uint32_t n = ends->back - ends->front;
    const uint32_t front = (2 * ends->room + 2 - n) / 2;
    move(ends, front, ends->front, n);
    ends->front = front;
    ends->back = front + n;
}

void bf_ends_add(struct bf_ends *ends, bf_time time, bf_procs procs, uint32_t order)
{
    if (ends->front == ends->back)
        ends->front = ends->back = ends->room + 1;
    else if (ends->front == 0 || ends->back == 2 * ends->room + 2)
        recentre(ends);
    uint32_t at = lower_bound(ends, time, order);
    assert(ends->front > 0 && ends->back < 2 * ends->room + 2);
    if (at - ends->front < ends->back - at) {
        move(ends, ends->front - 1, ends->front, at - ends->front);
        ends->front--;
        at--;
    } else {
        move(ends, at + 1, at, ends->back - at);
        ends->back++;
    }
    ends->time[at] = time;
    ends->procs[at] = procs;
    ends->order[at] = order;
}

void bf_ends_remove(struct bf_ends *ends, bf_time time, uint32_t order)
{
    const uint32_t at = lower_bound(ends, time, order);
    assert(at < ends->back && ends->time[at] == time && ends->order[at] == order);
    if (at - ends->front < ends->back - at) {
        move(ends, ends->front + 1, ends->front, at - ends->front);
        ends->front++;
    } else {
        move(ends, at, at + 1, ends->back - at - 1);
        ends->back--;
    }
}

// Processors free once enough of the jobs [from, to), which end at the same instant, have ended,
// the one that started last first. `level` are free before.
static bf_procs level_at_first(const struct bf_ends *ends, uint32_t from, uint32_t to,
                               bf_procs level, bf_procs need)
{
    uint32_t below = UINT32_MAX; // jobs with this order of start and later ones have ended
    while (level < need) {
        uint32_t latest = from;
        bool found = false;
        for (uint32_t at = from; at < to; at++) {
            if (ends->order[at] < below && (!found || ends->order[at] > ends->order[latest])) {
                latest = at;
                found = true;
            }
        }
        assert(found);
        level += ends->procs[latest];
        below = ends->order[latest];
    }
    return level;
}

struct bf_shadow bf_ends_shadow(const struct bf_ends *ends, bf_time now, bf_procs free,
                                bf_procs need, enum bf_extra rule)
{
    struct bf_shadow shadow = {.time = now};
    bf_procs level = free, before = free;
    uint32_t from = ends->front, at = ends->front;
    while (level < need) {
        assert(at < ends->back);
        from = at;
        before = level;
        shadow.time = bf_ends_expected(ends, at, now);
        do
            level += ends->procs[at++];
        while (at < ends->back && bf_ends_expected(ends, at, now) == shadow.time);
    }
    if (rule == BF_EXTRA_FIRST)
        level = level_at_first(ends, from, at, before, need);
    shadow.extra = rule == BF_EXTRA_NONE ? 0 : level - need;
    shadow.steps = at - ends->front;
    return shadow;
}
