// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/labels_internal.h"

#include <stdlib.h>

#include "engine/base/seed.h"

struct bf_labels_slot {
    int64_t label;
    uint32_t index_plus_one; // 0: free
};

enum { FIRST_ROOM = 256 };

void bf_labels_fini(struct bf_labels *l)
{
    free(l->slots);
    *l = (struct bf_labels){0};
}

// The slot that holds the label, or the free one where it belongs.
static struct bf_labels_slot *find(const struct bf_labels *l, int64_t label)
{
    const uint32_t mask = l->room - 1;
    uint32_t at = (uint32_t)bf_seed_bits((uint64_t)label, 0, 0) & mask;
    while (l->slots[at].index_plus_one && l->slots[at].label != label)
        at = (at + 1) & mask;
    return &l->slots[at];
}

static enum bf_err grow(struct bf_labels *l, struct bf_error *e)
{
    const uint32_t room = l->room ? 2 * l->room : FIRST_ROOM;
    struct bf_labels bigger = {calloc(room, sizeof *bigger.slots), room, l->count};
    if (!bigger.slots)
        return bf_error_no_memory(e, room * sizeof *bigger.slots, "a map of labels");
    for (uint32_t i = 0; i < l->room; i++)
        if (l->slots[i].index_plus_one)
            *find(&bigger, l->slots[i].label) = l->slots[i];
    free(l->slots);
    *l = bigger;
    return BF_OK;
}

enum bf_err bf_labels_index(struct bf_labels *l, int64_t label, uint32_t *index, struct bf_error *e)
{
    if (l->count >= l->room / 2) { // at most half full
        enum bf_err code = grow(l, e);
        if (code)
            return code;
    }
    struct bf_labels_slot *slot = find(l, label);
    if (!slot->index_plus_one)
        *slot = (struct bf_labels_slot){label, ++l->count};
    *index = slot->index_plus_one - 1;
    return BF_OK;
}
