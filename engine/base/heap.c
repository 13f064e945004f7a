// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/heap.h"

#include <assert.h>

static bool before(const struct bf_heap_entry *a, const struct bf_heap_entry *b)
{
    return a->time < b->time || (a->time == b->time && a->order < b->order);
}

void bf_heap_init(struct bf_heap *h, struct bf_heap_entry *entries, uint32_t room)
{
    *h = (struct bf_heap){.entries = entries, .room = room};
}

void bf_heap_push(struct bf_heap *h, int64_t time, uint32_t order, uint32_t item)
{
    assert(h->count < h->room);
    const struct bf_heap_entry e = {time, order, item};
    uint32_t at = h->count++;
    while (at && before(&e, &h->entries[(at - 1) / 2])) {
        h->entries[at] = h->entries[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    h->entries[at] = e;
}

struct bf_heap_entry bf_heap_pop(struct bf_heap *h)
{
    assert(h->count);
    const struct bf_heap_entry first = h->entries[0];
    const struct bf_heap_entry e = h->entries[--h->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= h->count)
            break;
        if (child + 1 < h->count && before(&h->entries[child + 1], &h->entries[child]))
            child++;
        if (!before(&h->entries[child], &e))
            break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = e;
    return first;
}
