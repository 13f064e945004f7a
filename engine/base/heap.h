// SPDX-License-Identifier: GPL-3.0-or-later
//
// A binary min-heap of (time, order, item): the earliest time first, and among equal times the
// lowest order. Order numbers are given by the caller and make every pop deterministic.
// Storage is given by the caller; push and pop are O(log n) and never fail.
#ifndef BF_BASE_HEAP_H
#define BF_BASE_HEAP_H

#include <stdbool.h>
#include <stdint.h>

struct bf_heap_entry {
    int64_t time;
    uint32_t order;
    uint32_t item;
};

struct bf_heap {
    struct bf_heap_entry *entries; // borrowed; room for `room` entries
    uint32_t count;
    uint32_t room;
};

void bf_heap_init(struct bf_heap *h, struct bf_heap_entry *entries, uint32_t room);
void bf_heap_push(struct bf_heap *h, int64_t time, uint32_t order, uint32_t item);
struct bf_heap_entry bf_heap_pop(struct bf_heap *h);

static inline bool bf_heap_empty(const struct bf_heap *h)
{
    return h->count == 0;
}

// The time of the first entry, INT64_MAX when the heap is empty.
static inline int64_t bf_heap_first_time(const struct bf_heap *h)
{
    return h->count ? h->entries[0].time : INT64_MAX;
}

#endif
