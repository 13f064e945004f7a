// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile is a B+-tree over steps, keyed by their start, that doubles as a segment tree: an
// inner node keeps for each child the lowest and the highest level below it, and what is still to
// be added to it.
//
//                          +------------------ inner -------------------+
//       time               | 0            400             900           |   start of each child
//       min, max           | 3..9         0..12           16..16        |   of the levels below it
//       add                | -2           0               +4            |   pending for all below
//       it
//                          +--|-------------|---------------|-----------+
//                             v             v               v
//       leaf: time   0   120   300    400  410 ...     900
//             level  5    11     8     0    12 ...      12        relative: true level = level +
//             adds above
//
// Adding over a range touches the two paths to its ends; everything between is one pending addition
// a child. Pending additions are not pushed down by searches: a search sums them on its way. Nodes
// hold at least a quarter of what they can, save those on the left edge, which shrink as time
// passes.
#include "engine/core/profile.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum {
    LEAF = 32, // steps in a leaf: its times fill four cache lines
    LEAF_MIN = LEAF / 4,
    FAN = 16, // children of an inner node
    FAN_MIN = FAN / 4,
    HEIGHT_MAX = 16 // FAN_MIN^16 leaves are never reached
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

// ---- pools
// ----------------------------------------------------------------------------------------

static bool pool_init(struct pool *pool, struct bf_arena *arena, size_t room)
{
    *pool = (struct pool){.spare = bf_arena_alloc(arena, room, sizeof(uint32_t)),
                          .room = (uint32_t)room};
    return pool->spare != NULL;
}

static uint32_t pool_take(struct pool *pool)
{
    if (pool->spares)
        return pool->spare[--pool->spares];
    assert(pool->fresh < pool->room);
    return pool->fresh++;
}

static void pool_give(struct pool *pool, uint32_t node)
{
    pool->spare[pool->spares++] = node;
}

struct bf_profile *bf_profile_create(struct bf_arena *arena, size_t max_steps)
{
    // Full nodes split in two halves and the rest hold at least a quarter: this many are never
    // exceeded.
    const size_t leaves = max_steps / LEAF_MIN + HEIGHT_MAX + 2;
    const size_t inners = leaves / (FAN_MIN - 1) + HEIGHT_MAX + 2;
    struct bf_profile *p = bf_arena_zalloc(arena, 1, sizeof *p);
    if (!p || leaves > UINT32_MAX)
        return NULL;
    p->leaves = bf_arena_alloc(arena, leaves, sizeof *p->leaves);
    p->inners = bf_arena_alloc(arena, inners, sizeof *p->inners);
    if (!p->leaves || !p->inners || !pool_init(&p->leaf_pool, arena, leaves) ||
        !pool_init(&p->inner_pool, arena, inners))
        return NULL;
    bf_profile_reset(p, 0, 0);
    return p;
}

void bf_profile_reset(struct bf_profile *p, bf_time origin, bf_procs level)
{
    p->leaf_pool.fresh = p->leaf_pool.spares = 0;
    p->inner_pool.fresh = p->inner_pool.spares = 0;
    p->root = pool_take(&p->leaf_pool);
    p->height = 0;
    p->base = 0;
    p->steps = 1;
    p->visited = 0;
    struct leaf *leaf = &p->leaves[p->root];
    leaf->count = 1;
    leaf->time[0] = origin;
    leaf->level[0] = level;
}

// ---- nodes
// ----------------------------------------------------------------------------------------

// The last slot whose time is <= t; the first slot's always is.
static inline uint32_t slot_at(const bf_time *time, uint32_t count, bf_time t)
{
    uint32_t slot = 0;
    for (uint32_t i = 1; i < count; i++)
        slot += time[i] <= t;
    return slot;
}

// Recomputes what `node` (of height `h` >= 1) says of its child `c`.
static void refresh(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c)
{
    bf_procs low = INT32_MAX, high = INT32_MIN;
    if (h == 1) {
        const struct leaf *leaf = &p->leaves[node->child[c]];
        for (uint32_t i = 0; i < leaf->count; i++) {
            low = leaf->level[i] < low ? leaf->level[i] : low;
            high = leaf->level[i] > high ? leaf->level[i] : high;
        }
        node->time[c] = leaf->time[0];
    } else {
        const struct inner *inner = &p->inners[node->child[c]];
        for (uint32_t i = 0; i < inner->count; i++) {
            low = inner->min[i] < low ? inner->min[i] : low;
            high = inner->max[i] > high ? inner->max[i] : high;
        }
        node->time[c] = inner->time[0];
    }
    node->min[c] = low + node->add[c];
    node->max[c] = high + node->add[c];
}

// Moves `n` slots within or between nodes.
static void move_steps(struct leaf *to, uint32_t at, const struct leaf *from, uint32_t first,
                       uint32_t n)
{
    memmove(to->time + at, from->time + first, n * sizeof to->time[0]);
    memmove(to->level + at, from->level + first, n * sizeof to->level[0]);
}

static void move_children(struct inner *to, uint32_t at, const struct inner *from, uint32_t first,
                          uint32_t n)
{
    memmove(to->time + at, from->time + first, n * sizeof to->time[0]);
    memmove(to->min + at, from->min + first, n * sizeof to->min[0]);
    memmove(to->max + at, from->max + first, n * sizeof to->max[0]);
    memmove(to->add + at, from->add + first, n * sizeof to->add[0]);
    memmove(to->child + at, from->child + first, n * sizeof to->child[0]);
}

// ---- inserting a step
// -----------------------------------------------------------------------------

// Splits a full node in two halves; returns the number of the right one.
static uint32_t split_leaf(struct bf_profile *p, struct leaf *left)
{
    const uint32_t number = pool_take(&p->leaf_pool);
    struct leaf *right = &p->leaves[number];
    left->count = LEAF / 2;
    right->count = LEAF - LEAF / 2;
    move_steps(right, 0, left, LEAF / 2, right->count);
    return number;
}

static uint32_t split_inner(struct bf_profile *p, struct inner *left)
{
    const uint32_t number = pool_take(&p->inner_pool);
    struct inner *right = &p->inners[number];
    left->count = FAN / 2;
    right->count = FAN - FAN / 2;
    move_children(right, 0, left, FAN / 2, right->count);
    return number;
}

static void insert_child(struct bf_profile *p, unsigned h, struct inner *node, uint32_t at,
                         uint32_t child, bf_procs add)
{
    move_children(node, at + 1, node, at, node->count - at);
    node->count++;
    node->child[at] = child;
    node->add[at] = add;
    refresh(p, h, node, at);
}

#define NO_SIBLING UINT32_MAX

// Makes a step begin at `t` in a leaf, at the level that was there. Returns the new right sibling,
// if the leaf had to be split.
static uint32_t insert_in_leaf(struct bf_profile *p, uint32_t number, bf_time t)
{
    struct leaf *leaf = &p->leaves[number];
    uint32_t slot = slot_at(leaf->time, leaf->count, t);
    if (leaf->time[slot] == t)
        return NO_SIBLING;
    uint32_t sibling = NO_SIBLING;
    if (leaf->count == LEAF) {
        sibling = split_leaf(p, leaf);
        if (slot >= leaf->count) {
            slot -= leaf->count;
            leaf = &p->leaves[sibling];
        }
    }
    move_steps(leaf, slot + 1, leaf, slot, leaf->count - slot);
    leaf->time[slot + 1] = t;
    leaf->count++;
    p->steps++;
    return sibling;
}

static uint32_t insert_step(struct bf_profile *p, unsigned h, uint32_t number, bf_time t)
{
    p->visited++;
    if (h == 0)
        return insert_in_leaf(p, number, t);
    struct inner *node = &p->inners[number];
    uint32_t c = slot_at(node->time, node->count, t);
    const uint32_t child = insert_step(p, h - 1, node->child[c], t);
    if (child == NO_SIBLING)
        return NO_SIBLING; // a step that continues its predecessor's level changes no minimum
    refresh(p, h, node, c);
    const bf_procs add = node->add[c];
    uint32_t sibling = NO_SIBLING;
    if (node->count == FAN) {
        sibling = split_inner(p, node);
        if (c >= node->count) {
            c -= node->count;
            node = &p->inners[sibling];
        }
    }
    insert_child(p, h, node, c + 1, child, add);
    return sibling;
}

static void insert(struct bf_profile *p, bf_time t)
{
    const uint32_t sibling = insert_step(p, p->height, p->root, t);
    if (sibling == NO_SIBLING)
        return;
    const uint32_t number = pool_take(&p->inner_pool);
    struct inner *root = &p->inners[number];
    root->count = 0;
    p->height++;
    assert(p->height < HEIGHT_MAX);
    insert_child(p, p->height, root, 0, p->root, 0);
    insert_child(p, p->height, root, 1, sibling, 0);
    p->root = number;
}

// ---- removing a step
// ------------------------------------------------------------------------------

// Brings the pending addition of child `c` down into it, so that its slots can join another
// child's.
static void push_down(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c)
{
    const bf_procs add = node->add[c];
    node->add[c] = 0;
    if (h == 1) {
        struct leaf *leaf = &p->leaves[node->child[c]];
        for (uint32_t i = 0; i < leaf->count; i++)
            leaf->level[i] += add;
    } else {
        struct inner *inner = &p->inners[node->child[c]];
        for (uint32_t i = 0; i < inner->count; i++) {
            inner->min[i] += add;
            inner->max[i] += add;
            inner->add[i] += add;
        }
    }
}

static uint32_t child_count(const struct bf_profile *p, unsigned h, const struct inner *node,
                            uint32_t c)
{
    return h == 1 ? p->leaves[node->child[c]].count : p->inners[node->child[c]].count;
}

// Shares the slots of two neighbours: all into the left one when they fit, else half each.
// Returns true when the right one is empty now.
static bool share_steps(struct leaf *left, struct leaf *right)
{
    const uint32_t sum = left->count + right->count;
    const uint32_t want = sum <= LEAF ? sum : sum / 2;
    if (want >= left->count) {
        const uint32_t n = want - left->count;
        move_steps(left, left->count, right, 0, n);
        move_steps(right, 0, right, n, right->count - n);
    } else {
        const uint32_t n = left->count - want;
        move_steps(right, n, right, 0, right->count);
        move_steps(right, 0, left, want, n);
    }
    left->count = want;
    right->count = sum - want;
    return right->count == 0;
}

static bool share_children(struct inner *left, struct inner *right)
{
    const uint32_t sum = left->count + right->count;
    const uint32_t want = sum <= FAN ? sum : sum / 2;
    if (want >= left->count) {
        const uint32_t n = want - left->count;
        move_children(left, left->count, right, 0, n);
        move_children(right, 0, right, n, right->count - n);
    } else {
        const uint32_t n = left->count - want;
        move_children(right, n, right, 0, right->count);
        move_children(right, 0, left, want, n);
    }
    left->count = want;
    right->count = sum - want;
    return right->count == 0;
}

// Child `c` of `node` holds too little: joins it with a neighbour.
static void rebalance(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c)
{
    const uint32_t left = c ? c - 1 : c, right = left + 1;
    push_down(p, h, node, left);
    push_down(p, h, node, right);
    const uint32_t a = node->child[left], b = node->child[right];
    const bool empty = h == 1 ? share_steps(&p->leaves[a], &p->leaves[b])
                              : share_children(&p->inners[a], &p->inners[b]);
    refresh(p, h, node, left);
    if (!empty) {
        refresh(p, h, node, right);
        return;
    }
    pool_give(h == 1 ? &p->leaf_pool : &p->inner_pool, b);
    move_children(node, right, node, right + 1, node->count - right - 1);
    node->count--;
}

// Removes the step that begins at `t`; the one before it takes its time over.
static void remove_step(struct bf_profile *p, unsigned h, uint32_t number, bf_time t)
{
    p->visited++;
    if (h == 0) {
        struct leaf *leaf = &p->leaves[number];
        const uint32_t slot = slot_at(leaf->time, leaf->count, t);
        assert(leaf->time[slot] == t);
        move_steps(leaf, slot, leaf, slot + 1, leaf->count - slot - 1);
        leaf->count--;
        return;
    }
    struct inner *node = &p->inners[number];
    const uint32_t c = slot_at(node->time, node->count, t);
    remove_step(p, h - 1, node->child[c], t);
    if (child_count(p, h, node, c) < (h == 1 ? LEAF_MIN : FAN_MIN) && node->count > 1)
        rebalance(p, h, node, c);
    else
        refresh(p, h, node, c);
}

// A root with one child is that child.
static void lower_root(struct bf_profile *p)
{
    while (p->height && p->inners[p->root].count == 1) {
        const struct inner *root = &p->inners[p->root];
        p->base += root->add[0];
        pool_give(&p->inner_pool, p->root);
        p->root = root->child[0];
        p->height--;
    }
}

static void remove_if_level(struct bf_profile *p, bf_time t)
{
    if (bf_profile_at(p, t) != bf_profile_at(p, t - 1))
        return;
    remove_step(p, p->height, p->root, t);
    p->steps--;
    lower_root(p);
}

// ---- adding over a range
// --------------------------------------------------------------------------

// Adds `d` to all steps of `number` (which ends at `end`) that begin in [from, to).
static void add_range(struct bf_profile *p, unsigned h, uint32_t number, bf_time end, bf_time from,
                      bf_time to, bf_procs d)
{
    p->visited++;
    if (h == 0) {
        struct leaf *leaf = &p->leaves[number];
        for (uint32_t i = 0; i < leaf->count; i++)
            leaf->level[i] += leaf->time[i] >= from && leaf->time[i] < to ? d : 0;
        return;
    }
    struct inner *node = &p->inners[number];
    for (uint32_t c = slot_at(node->time, node->count, from); c < node->count && node->time[c] < to;
         c++) {
        const bf_time child_end = c + 1 < node->count ? node->time[c + 1] : end;
        if (node->time[c] >= from && child_end <= to) {
            node->add[c] += d;
            node->min[c] += d;
            node->max[c] += d;
        } else {
            add_range(p, h - 1, node->child[c], child_end, from, to, d);
            refresh(p, h, node, c);
        }
    }
}

static bf_time origin(const struct bf_profile *p)
{
    return p->height ? p->inners[p->root].time[0] : p->leaves[p->root].time[0];
}

static void change(struct bf_profile *p, bf_time from, bf_time to, bf_procs d)
{
    if (from >= to || d == 0)
        return;
    assert(from >= origin(p));
    insert(p, from);
    if (to != BF_NEVER)
        insert(p, to);
    add_range(p, p->height, p->root, BF_NEVER, from, to, d);
    if (to != BF_NEVER)
        remove_if_level(p, to);
    if (from > origin(p))
        remove_if_level(p, from);
}

void bf_profile_reserve(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs)
{
    change(p, from, to, -procs);
}

void bf_profile_release(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs)
{
    change(p, from, to, procs);
}

// ---- forgetting the past
// --------------------------------------------------------------------------

static void free_below(struct bf_profile *p, unsigned h, uint32_t number)
{
    if (h == 0) {
        p->steps -= p->leaves[number].count;
        pool_give(&p->leaf_pool, number);
        return;
    }
    for (uint32_t c = 0; c < p->inners[number].count; c++)
        free_below(p, h - 1, p->inners[number].child[c]);
    pool_give(&p->inner_pool, number);
}

// Drops the steps on the left edge that end by `now`. Returns whether anything was dropped.
static bool drop_before(struct bf_profile *p, unsigned h, uint32_t number, bf_time now)
{
    if (h == 0) {
        struct leaf *leaf = &p->leaves[number];
        const uint32_t slot = slot_at(leaf->time, leaf->count, now);
        if (slot) {
            move_steps(leaf, 0, leaf, slot, leaf->count - slot);
            leaf->count -= slot;
            p->steps -= slot;
        }
        leaf->time[0] = now;
        return slot > 0;
    }
    struct inner *node = &p->inners[number];
    const uint32_t c = slot_at(node->time, node->count, now);
    for (uint32_t i = 0; i < c; i++)
        free_below(p, h - 1, node->child[i]);
    if (c) {
        move_children(node, 0, node, c, node->count - c);
        node->count -= c;
    }
    const bool dropped = drop_before(p, h - 1, node->child[0], now);
    node->time[0] = now;
    if (dropped)
        refresh(p, h, node, 0);
    return dropped || c;
}

void bf_profile_advance(struct bf_profile *p, bf_time now)
{
    assert(now >= origin(p));
    drop_before(p, p->height, p->root, now);
    lower_root(p);
}

// ---- searching
// ------------------------------------------------------------------------------------

// A place in the tree: the slot taken at each level from the root (0) to the leaf (height), and the
// sum of additions that hold for the slots of that level's node.
struct cursor {
    uint32_t node[HEIGHT_MAX + 1];
    uint32_t slot[HEIGHT_MAX + 1];
    bf_procs add[HEIGHT_MAX + 1];
};

static void seek(struct bf_profile *p, struct cursor *at, bf_time t)
{
    uint32_t number = p->root;
    bf_procs add = p->base;
    p->visited += p->height + 1;
    for (unsigned k = 0; k < p->height; k++) {
        const struct inner *node = &p->inners[number];
        const uint32_t c = slot_at(node->time, node->count, t);
        at->node[k] = number;
        at->slot[k] = c;
        at->add[k] = add;
        add += node->add[c];
        number = node->child[c];
    }
    at->node[p->height] = number;
    at->add[p->height] = add;
    at->slot[p->height] = slot_at(p->leaves[number].time, p->leaves[number].count, t);
}

// What a search looks for: a level of at least `procs`, or one below it.
struct wanted {
    bf_procs procs;
    bool below;
};

static inline bool step_has(const struct leaf *leaf, uint32_t i, bf_procs add, struct wanted w)
{
    return (leaf->level[i] + add < w.procs) == w.below;
}

static inline bool child_has(const struct inner *node, uint32_t c, bf_procs add, struct wanted w)
{
    return w.below ? node->min[c] + add < w.procs : node->max[c] + add >= w.procs;
}

// From slot `slot[k]` of level k on, goes down to the first step wanted; some child is known to
// have it.
static bf_time descend(struct bf_profile *p, struct cursor *at, unsigned k, struct wanted w)
{
    for (; k < p->height; k++) {
        const struct inner *node = &p->inners[at->node[k]];
        uint32_t c = at->slot[k];
        while (!child_has(node, c, at->add[k], w))
            c++;
        at->slot[k] = c;
        at->node[k + 1] = node->child[c];
        at->add[k + 1] = at->add[k] + node->add[c];
        at->slot[k + 1] = 0;
        p->visited++;
    }
    const struct leaf *leaf = &p->leaves[at->node[k]];
    while (!step_has(leaf, at->slot[k], at->add[k], w))
        at->slot[k]++;
    return leaf->time[at->slot[k]];
}

// The start of the first step wanted, from the cursor's own step on; BF_NEVER when none begins
// before `limit`. The cursor goes there.
static bf_time find(struct bf_profile *p, struct cursor *at, struct wanted w, bf_time limit)
{
    const struct leaf *leaf = &p->leaves[at->node[p->height]];
    const bf_procs add = at->add[p->height];
    for (uint32_t i = at->slot[p->height]; i < leaf->count; i++) {
        if (step_has(leaf, i, add, w)) {
            at->slot[p->height] = i;
            return leaf->time[i] < limit ? leaf->time[i] : BF_NEVER;
        }
    }
    for (unsigned k = p->height; k-- > 0;) {
        const struct inner *node = &p->inners[at->node[k]];
        p->visited++;
        for (uint32_t c = at->slot[k] + 1; c < node->count; c++) {
            if (node->time[c] >= limit)
                return BF_NEVER;
            if (child_has(node, c, at->add[k], w)) {
                at->slot[k] = c;
                const bf_time t = descend(p, at, k, w);
                return t < limit ? t : BF_NEVER;
            }
        }
    }
    return BF_NEVER;
}

bf_procs bf_profile_at(struct bf_profile *p, bf_time t)
{
    struct cursor at;
    seek(p, &at, t);
    return p->leaves[at.node[p->height]].level[at.slot[p->height]] + at.add[p->height];
}

bf_procs bf_profile_min(struct bf_profile *p, bf_time from, bf_time to)
{
    // Each search finds a level lower than the last: as many searches as the range has new lows.
    struct cursor at;
    seek(p, &at, from);
    bf_procs low = p->leaves[at.node[p->height]].level[at.slot[p->height]] + at.add[p->height];
    while (find(p, &at, (struct wanted){low, true}, to) != BF_NEVER)
        low = p->leaves[at.node[p->height]].level[at.slot[p->height]] + at.add[p->height];
    return low;
}

static bf_time first(struct bf_profile *p, bf_time from, struct wanted w)
{
    struct cursor at;
    seek(p, &at, from);
    const bf_time t = find(p, &at, w, BF_NEVER);
    return t < from ? from : t;
}

bf_time bf_profile_first_at_least(struct bf_profile *p, bf_time from, bf_procs procs)
{
    return first(p, from, (struct wanted){procs, false});
}

bf_time bf_profile_first_below(struct bf_profile *p, bf_time from, bf_procs procs)
{
    return first(p, from, (struct wanted){procs, true});
}

bf_time bf_profile_fit(struct bf_profile *p, bf_time from, bf_procs procs, bf_time length,
                       bf_time limit)
{
    const struct wanted enough = {procs, false}, too_few = {procs, true};
    struct cursor at;
    if (from >= limit)
        return limit;
    seek(p, &at, from);
    for (;;) {
        bf_time t = find(p, &at, enough, limit);
        if (t == BF_NEVER)
            return limit;
        if (t < from)
            t = from;
        const bf_time end = limit - t < length ? limit : t + length;
        if (find(p, &at, too_few, end) == BF_NEVER)
            return t;
    }
}

bf_time bf_profile_next(struct bf_profile *p, bf_time t)
{
    struct cursor at;
    seek(p, &at, t);
    if (++at.slot[p->height] < p->leaves[at.node[p->height]].count)
        return p->leaves[at.node[p->height]].time[at.slot[p->height]];
    for (unsigned k = p->height; k-- > 0;) {
        const struct inner *node = &p->inners[at.node[k]];
        if (at.slot[k] + 1 < node->count)
            return node->time[at.slot[k] + 1];
    }
    return BF_NEVER;
}

size_t bf_profile_steps(const struct bf_profile *p)
{
    return p->steps;
}

uint64_t bf_profile_visited(const struct bf_profile *p)
{
    return p->visited;
}
