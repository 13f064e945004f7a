// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sorted array with room in front and behind: jobs that end on time leave at the front for free,
// and a new end moves whichever side is shorter.
#include "engine/core/ends.h"

#include <assert.h>
#include <string.h>

bool bf_ends_init(struct bf_ends *ends, struct bf_arena *arena, uint32_t room)
{
    *ends = (struct bf_ends){
        .at = bf_arena_alloc(arena, 2 * (size_t)room + 2, sizeof *ends->at),
        .room = room,
    };
    ends->front = ends->back = room + 1;
    return ends->at != NULL;
}

// The first place whose (time, order) is not before the one given.
static uint32_t lower_bound(const struct bf_ends *ends, bf_time time, uint32_t order)
{
    const struct bf_end *low = ends->at + ends->front;
    for (uint32_t n = ends->back - ends->front; n > 0;) {
        const uint32_t half = n / 2;
        const struct bf_end *middle = low + half;
        const bool before = middle->time < time || (middle->time == time && middle->order < order);
        low = before ? middle + 1 : low;
        n = before ? n - half - 1 : half;
    }
    return (uint32_t)(low - ends->at);
}

static void move(struct bf_ends *ends, uint32_t to, uint32_t from, uint32_t n)
{
    memmove(ends->at + to, ends->at + from, n * sizeof *ends->at);
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
    ends->at[at] = (struct bf_end){time, procs, order};
}

void bf_ends_remove(struct bf_ends *ends, bf_time time, uint32_t order)
{
    const uint32_t at = lower_bound(ends, time, order);
    assert(at < ends->back && ends->at[at].time == time && ends->at[at].order == order);
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
static bf_procs level_at_first(const struct bf_end *from, const struct bf_end *to, bf_procs level,
                               bf_procs need)
{
    uint32_t below = UINT32_MAX; // jobs with this order of start and later ones have ended
    while (level < need) {
        const struct bf_end *latest = NULL;
        for (const struct bf_end *end = from; end < to; end++)
            if (end->order < below && (!latest || end->order > latest->order))
                latest = end;
        assert(latest);
        level += latest->procs;
        below = latest->order;
    }
    return level;
}

struct bf_shadow bf_ends_shadow(const struct bf_ends *ends, bf_time now, bf_procs free,
                                bf_procs need, enum bf_extra rule)
{
    struct bf_shadow shadow = {.time = now};
    const struct bf_end *end = ends->at + ends->front, *const stop = ends->at + ends->back;
    const struct bf_end *from = end; // the jobs of the last instant
    bf_procs level = free, before = free;
    while (level < need) {
        assert(end < stop);
        from = end;
        before = level;
        shadow.time = bf_end_expected(end, now);
        do
            level += end++->procs;
        while (end < stop && end->time <= shadow.time);
    }
    if (rule == BF_EXTRA_FIRST)
        level = level_at_first(from, end, before, need);
    shadow.extra = rule == BF_EXTRA_NONE ? 0 : level - need;
    shadow.steps = (uint32_t)(end - (ends->at + ends->front));
    return shadow;
}
