// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile from the inside: a B+-tree over steps, keyed by their start, that doubles as a
// segment tree. An inner node keeps for each child the lowest and the highest level below it, and
// what is still to be added to it.
//
//                    +----------------- inner ------------------+
//       time         | 0            400             900         |  start of each child
//       min, max     | 3..9         0..12           16..16      |  of the levels below it
//       add          | -2           0               +4          |  pending for all below it
//                    +--|-------------|---------------|---------+
//                       v             v               v
//       leaf: time    0  120  300   400  410 ...    900
//             level   5   11    8     0   12 ...     12     true level = level + adds above
//
// Adding over a range touches the two paths to its ends; everything between is one pending addition
// a child. A search sums the additions on its way and changes nothing. A change goes down once: it
// splits full nodes before it enters them, and joins nodes that hold too little when it leaves.
// Nodes hold a quarter of what they can or more, save those on the left edge, which shrink as time
// passes.
#ifndef BF_CORE_PROFILE_INTERNAL_H
#define BF_CORE_PROFILE_INTERNAL_H

#include <stdint.h>

#include "engine/core/profile.h"

enum {
    LEAF = 64, // steps in a leaf: one bit each of a word
    LEAF_MIN = LEAF / 4,
    FAN = 64, // children of an inner node
    FAN_MIN = FAN / 4,
    HEIGHT_MAX = 8
};

struct leaf {
    bf_time time[LEAF];
    bf_procs level[LEAF];
    uint32_t count;
};

struct inner {
    bf_time time[FAN];
    bf_procs min[FAN], max[FAN]; // with add
    bf_procs add[FAN];
    uint32_t child[FAN]; // a leaf's number where the node's height is 1, else an inner node's
    uint32_t count;
};

// Numbers of nodes that are not in use, as a stack: fresh ones follow `fresh`.
struct pool {
    uint32_t *spare;
    uint32_t spares, fresh, room;
};

struct bf_profile {
    struct leaf *leaves;
    struct inner *inners;
    struct pool leaf_pool, inner_pool;
    uint32_t root;
    uint32_t height; // inner levels above the leaves
    bf_procs base;   // pending addition of the root
    size_t steps;
    uint64_t visited;
};

// The last slot whose time is <= t; the first slot's always is.
static inline uint32_t slot_at(const bf_time *time, uint32_t count, bf_time t)
{
    uint32_t slot = 0;
    for (uint32_t half; (half = count / 2) > 0; count -= half)
        slot += time[slot + half] <= t ? half : 0;
    return slot;
}

#endif
