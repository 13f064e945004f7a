// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels (user or job numbers, any 64-bit integer) to dense indices 0, 1, 2, ... in order of
// appearance.
#ifndef BF_WORKLOADS_LABELS_INTERNAL_H
#define BF_WORKLOADS_LABELS_INTERNAL_H

#include <stdint.h>

#include "engine/base/error.h"

struct bf_labels {
    struct bf_labels_slot *slots; // open addressing; NULL when empty
    uint32_t room;                // a power of two, or 0
    uint32_t count;
};

// An empty map is all zeros. Frees it and makes it empty.
void bf_labels_fini(struct bf_labels *l);

// The index of `label`, which is new when it equals the count before. Amortised O(1).
enum bf_err bf_labels_index(struct bf_labels *l, int64_t label, uint32_t *index,
                            struct bf_error *e);

#endif
