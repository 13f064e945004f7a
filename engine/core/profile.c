// SPDX-License-Identifier: GPL-3.0-or-later
//
// Making and changing profiles; profile_internal.h draws the tree.
#include "engine/core/profile_internal.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

// ---- pools -----------------------------------------------------------------

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
    // Nodes hold a quarter or more, save one a level on the left edge; and a leaf may begin with a
    // step that is none (join_step does not look across leaves).
    const size_t leaves = max_steps / (LEAF_MIN - 1) + HEIGHT_MAX + 2;
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

// ---- nodes -----------------------------------------------------------------

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

// ---- splitting -------------------------------------------------------------

// Splits a node in two halves; returns the number of the right one.
static uint32_t split_leaf(struct bf_profile *p, struct leaf *left)
{
    const uint32_t number = pool_take(&p->leaf_pool);
    struct leaf *right = &p->leaves[number];
    right->count = left->count / 2;
    left->count -= right->count;
    move_steps(right, 0, left, left->count, right->count);
    return number;
}

static uint32_t split_inner(struct bf_profile *p, struct inner *left)
{
    const uint32_t number = pool_take(&p->inner_pool);
    struct inner *right = &p->inners[number];
    right->count = left->count / 2;
    left->count -= right->count;
    move_children(right, 0, left, left->count, right->count);
    return number;
}

static uint32_t child_count(const struct bf_profile *p, unsigned h, const struct inner *node,
                            uint32_t c)
{
    return h == 1 ? p->leaves[node->child[c]].count : p->inners[node->child[c]].count;
}

// A change adds two steps to a leaf, or two children to an inner node, at the most. Nodes that have
// no room for them are split on the way down, so that nothing has to be told upwards.
static bool make_room(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c)
{
    if (child_count(p, h, node, c) + 2 <= (h == 1 ? LEAF : FAN))
        return false;
    const uint32_t number = h == 1 ? split_leaf(p, &p->leaves[node->child[c]])
                                   : split_inner(p, &p->inners[node->child[c]]);
    move_children(node, c + 2, node, c + 1, node->count - c - 1);
    node->count++;
    node->child[c + 1] = number;
    node->add[c + 1] = node->add[c];
    refresh(p, h, node, c);
    refresh(p, h, node, c + 1);
    return true;
}

static void make_room_at_root(struct bf_profile *p)
{
    const uint32_t count = p->height ? p->inners[p->root].count : p->leaves[p->root].count;
    if (count + 2 <= (p->height ? FAN : LEAF))
        return;
    const uint32_t number = pool_take(&p->inner_pool);
    struct inner *root = &p->inners[number];
    p->height++;
    assert(p->height < HEIGHT_MAX);
    root->count = 1;
    root->child[0] = p->root;
    root->add[0] = 0;
    refresh(p, p->height, root, 0);
    make_room(p, p->height, root, 0);
    p->root = number;
}

// ---- joining ----------------------------------------------------------------

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

// A step that continues its predecessor's level is none.
static void join_step(struct bf_profile *p, struct leaf *leaf, uint32_t slot)
{
    if (slot == 0 || slot >= leaf->count || leaf->level[slot] != leaf->level[slot - 1])
        return;
    move_steps(leaf, slot, leaf, slot + 1, leaf->count - slot - 1);
    leaf->count--;
    p->steps--;
}

// Shares the slots of two neighbours: all into the left one when they fit, else half each.
// Returns true when the right one is empty now.
static bool share_steps(struct bf_profile *p, struct leaf *left, struct leaf *right)
{
    const uint32_t seam = left->count;
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
    // The step behind the old border may continue the one before it.
    join_step(p, seam < want ? left : right, seam < want ? seam : seam - want);
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

// Where child `c` of `node` holds too little, it is joined with a neighbour.
static void rebalance(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c)
{
    if (child_count(p, h, node, c) >= (h == 1 ? LEAF_MIN : FAN_MIN) || node->count == 1)
        return;
    const uint32_t left = c ? c - 1 : c, right = left + 1;
    push_down(p, h, node, left);
    push_down(p, h, node, right);
    const uint32_t a = node->child[left], b = node->child[right];
    const bool empty = h == 1 ? share_steps(p, &p->leaves[a], &p->leaves[b])
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

// ---- adding over a range ---------------------------------------------------

// An edge that lies outside a node.
#define BEFORE INT64_MIN
#define BEHIND INT64_MAX

// Makes a step begin at `t`; returns its slot.
static uint32_t begin_step(struct bf_profile *p, struct leaf *leaf, bf_time t)
{
    const uint32_t slot = slot_at(leaf->time, leaf->count, t);
    if (leaf->time[slot] == t)
        return slot;
    move_steps(leaf, slot + 1, leaf, slot, leaf->count - slot);
    leaf->time[slot + 1] = t;
    leaf->count++;
    p->steps++;
    return slot + 1;
}

static void change_leaf(struct bf_profile *p, struct leaf *leaf, bf_time from, bf_time to,
                        bf_procs d)
{
    const uint32_t first = from == BEFORE ? 0 : begin_step(p, leaf, from);
    const uint32_t last = to == BEHIND ? leaf->count : begin_step(p, leaf, to);
    for (uint32_t i = first; i < last; i++)
        leaf->level[i] += d;
    join_step(p, leaf, last);
    join_step(p, leaf, first);
}

static void change_node(struct bf_profile *p, unsigned h, uint32_t number, bf_time from, bf_time to,
                        bf_procs d);

// A node that is changed in part takes its pending addition in first. So its own numbers are true
// ones at that moment, and no number ever strays further from them than the machine is large.
static void change_child(struct bf_profile *p, unsigned h, struct inner *node, uint32_t c,
                         bf_time from, bf_time to, bf_procs d)
{
    push_down(p, h, node, c);
    change_node(p, h - 1, node->child[c], from, to, d);
    refresh(p, h, node, c);
}

// Adds `d` over [from, to) as far as it lies in the node, which is of height `h` and has room.
static void change_node(struct bf_profile *p, unsigned h, uint32_t number, bf_time from, bf_time to,
                        bf_procs d)
{
    p->visited++;
    if (h == 0) {
        change_leaf(p, &p->leaves[number], from, to, d);
        return;
    }
    struct inner *node = &p->inners[number];
    // Children `first` to `last` - 1 are covered whole; `left` and `right` are cut by an edge.
    uint32_t first = from == BEFORE ? 0 : slot_at(node->time, node->count, from);
    bool left = from != BEFORE && node->time[first] != from;
    if (left && make_room(p, h, node, first) && node->time[first + 1] <= from)
        left = node->time[++first] != from;
    uint32_t last = to == BEHIND ? node->count : slot_at(node->time, node->count, to);
    bool right = to != BEHIND && node->time[last] != to;
    if (right && make_room(p, h, node, last) && node->time[last + 1] <= to)
        right = node->time[++last] != to;
    if (right && left && first == last) {
        change_child(p, h, node, first, from, to, d);
        rebalance(p, h, node, first);
        return;
    }
    if (left)
        change_child(p, h, node, first, from, BEHIND, d);
    for (uint32_t c = first + left; c < last; c++) {
        node->add[c] += d;
        node->min[c] += d;
        node->max[c] += d;
    }
    if (right)
        change_child(p, h, node, last, BEFORE, to, d);
    if (right)
        rebalance(p, h, node, last);
    if (left)
        rebalance(p, h, node, first);
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
    make_room_at_root(p);
    change_node(p, p->height, p->root, from, to, d);
    lower_root(p);
}

void bf_profile_reserve(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs)
{
    change(p, from, to, -procs);
}

void bf_profile_release(struct bf_profile *p, bf_time from, bf_time to, bf_procs procs)
{
    change(p, from, to, procs);
}

// ---- forgetting the past ---------------------------------------------------

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

// ---- size ------------------------------------------------------------------

size_t bf_profile_steps(const struct bf_profile *p)
{
    return p->steps;
}

uint64_t bf_profile_visited(const struct bf_profile *p)
{
    return p->visited;
}
