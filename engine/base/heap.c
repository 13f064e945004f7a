// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/heap.h"

#include <assert.h>

// Without branches: which of two entries comes first is a coin toss to a branch predictor.
static inline bool before(const struct bf_heap_entry *a, const struct bf_heap_entry *b)
{
    return (a->time < b->time) | ((a->time == b->time) & (a->order < b->order));
}

void bf_heap_init(struct bf_heap *h, struct bf_heap_entry *entries, uint32_t room)
{
    *h = (struct bf_heap){.entries = entries, .room = room};
}

static void sift_up(struct bf_heap_entry *entries, uint32_t at, struct bf_heap_entry e)
{
    while (at && before(&e, &entries[(at - 1) / 2])) {
        entries[at] = entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    entries[at] = e;
}

void bf_heap_push(struct bf_heap *h, int64_t time, uint32_t order, uint32_t item)
{
    assert(h->count < h->room);
    const struct bf_heap_entry e = {time, order, item};
    sift_up(h->entries, h->count++, e);
}

// The hole at the top goes down to a leaf along the earlier children, and what was last fills it
// from there: it came from a leaf and seldom rises far (Wegener 1993).
struct bf_heap_entry bf_heap_pop(struct bf_heap *h)
{
    assert(h->count);
    struct bf_heap_entry *const entries = h->entries;
    const struct bf_heap_entry first = entries[0];
    const uint32_t n = --h->count;
    uint32_t at = 0;
    while (2 * at + 2 < n) {
        uint32_t child = 2 * at + 1;
        child += before(&entries[child + 1], &entries[child]);
        entries[at] = entries[child];
        at = child;
    }
    if (2 * at + 1 < n) {
        entries[at] = entries[2 * at + 1];
        at = 2 * at + 1;
    }
    if (n)
        sift_up(entries, at, entries[n]);
    return first;
}
