// SPDX-License-Identifier: GPL-3.0-or-later
//
// Room in front and behind, and gaps in between. Jobs that end on time leave at the front for free;
// one that ends early leaves a gap. A new end takes the nearest gap, or moves whichever side is
// shorter. When there are more gaps than jobs they are closed, so all of it is O(1) moves an end
// beside the search, except where the ends stand without gaps.
#include "engine/core/ends.h"

#include <assert.h>
#include <string.h>

enum { NEARBY = 16, FEW_GAPS = 16 };

static uint32_t capacity(const struct bf_ends *ends)
{
    return 4 * ends->room + 4 * FEW_GAPS;
}

bool bf_ends_init(struct bf_ends *ends, struct bf_arena *arena, uint32_t room)
{
    *ends = (struct bf_ends){.room = room};
    ends->at = bf_arena_alloc(arena, capacity(ends), sizeof *ends->at);
    ends->front = ends->back = capacity(ends) / 2;
    return ends->at != NULL;
}

// The first place whose (time, order) is not before the one given. No branch depends on the ends.
static uint32_t lower_bound(const struct bf_ends *ends, bf_time time, uint32_t order)
{
    const struct bf_end *low = ends->at + ends->front;
    for (uint32_t n = ends->back - ends->front; n > 0; n /= 2) {
        const struct bf_end *middle = low + n / 2;
        const uint32_t before =
            (middle->time < time) | ((middle->time == time) & (middle->order < order));
        low += (n - n / 2) & (0 - before);
    }
    return (uint32_t)(low - ends->at);
}

static void move(struct bf_ends *ends, uint32_t to, uint32_t from, uint32_t n)
{
    memmove(ends->at + to, ends->at + from, n * sizeof *ends->at);
}

// Closes all gaps, and goes back to the middle of the memory.
static void tidy(struct bf_ends *ends)
{
    uint32_t n = 0;
    for (uint32_t i = ends->front; i < ends->back; i++)
        if (ends->at[i].procs)
            ends->at[ends->front + n++] = ends->at[i];
    const uint32_t front = (capacity(ends) - n) / 2;
    move(ends, front, ends->front, n);
    ends->front = front;
    ends->back = front + n;
    ends->gaps = 0;
}

static bool is_gap(const struct bf_ends *ends, uint32_t at)
{
    return ends->at[at].procs == 0;
}

// Makes `at`, or the place before it, free for an end that belongs before `at`; returns which.
static uint32_t make_place(struct bf_ends *ends, uint32_t at)
{
    if (at > ends->front && is_gap(ends, at - 1)) {
        ends->gaps--;
        return at - 1;
    }
    for (uint32_t i = at; i < ends->back && i < at + NEARBY; i++) {
        if (!is_gap(ends, i))
            continue;
        move(ends, at + 1, at, i - at);
        ends->gaps--;
        return at;
    }
    if (at - ends->front < ends->back - at) {
        move(ends, ends->front - 1, ends->front, at - ends->front);
        ends->front--;
        return at - 1;
    }
    move(ends, at + 1, at, ends->back - at);
    ends->back++;
    return at;
}

void bf_ends_add(struct bf_ends *ends, bf_time time, bf_procs procs, uint32_t order)
{
    assert(procs > 0);
    if (ends->front == 0 || ends->back == capacity(ends))
        tidy(ends);
    const uint32_t at = make_place(ends, lower_bound(ends, time, order));
    ends->at[at] = (struct bf_end){time, procs, order};
}

void bf_ends_remove(struct bf_ends *ends, bf_time time, uint32_t order)
{
    const uint32_t at = lower_bound(ends, time, order);
    assert(at < ends->back && ends->at[at].time == time && ends->at[at].order == order);
    ends->at[at].procs = 0;
    ends->gaps++;
    while (ends->front < ends->back && is_gap(ends, ends->front)) {
        ends->front++;
        ends->gaps--;
    }
    if (2 * ends->gaps > ends->back - ends->front + FEW_GAPS)
        tidy(ends);
}

struct bf_shadow bf_ends_shadow(const struct bf_ends *ends, bf_time now, bf_procs free,
                                bf_procs need)
{
    const struct bf_end *const first = ends->at + ends->front, *const stop = ends->at + ends->back;
    const struct bf_end *end = first;
    bf_procs level = free;
    while (level < need) {
        assert(end < stop);
        level += end++->procs;
    }
    struct bf_shadow shadow = {.time = end > first ? bf_end_expected(end - 1, now) : now};
    for (; end < stop && end->time <= shadow.time; end++)
        level += end->procs;
    shadow.extra = level - need;
    shadow.steps = (uint32_t)(end - first);
    return shadow;
}
