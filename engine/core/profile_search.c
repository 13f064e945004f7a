// SPDX-License-Identifier: GPL-3.0-or-later
//
// Searching profiles; profile_internal.h draws the tree. A search changes nothing but the count of
// nodes it looked at.
#include <stdbool.h>

#include "engine/base/bits.h"
#include "engine/core/profile_internal.h"

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

// A search for a fit in progress. It looks at each node once, from the left, and keeps where the
// run of steps with enough processors began that it is in, or the stretch with too few.
struct fit {
    bf_time from, before; // where a start may lie
    bf_time length, limit;
    bf_procs procs;
    bf_time run;            // BF_NEVER: in no run
    bf_time stretch;        // in no run: where the stretch began
    bf_time open;           // starts from here on are not proved impossible yet
    bf_time last;           // last instant of the stretch before
    struct bf_proof *proof; // NULL: not wanted
};

// Steps [f->stretch, end) have too few processors. Of the instants that the first open start would
// run into, the last one rules out the most: it goes into the proof.
static void note_stretch(struct fit *f, bf_time end)
{
    struct bf_proof *proof = f->proof;
    while (proof && proof->count <= BF_PROOF_SIZE) {
        const bf_time reach = f->open + f->length - 1;
        if (end - 1 <= reach) {
            f->last = end - 1;
            return;
        }
        const bf_time at = f->stretch <= reach ? reach : f->last;
        if (proof->count < BF_PROOF_SIZE)
            proof->blocked[proof->count] = at;
        proof->count++;
        f->open = at + 1;
    }
}

// Steps from `at` on have enough. False: a start there is too late.
static bool begin_run(struct fit *f, bf_time at)
{
    f->run = at < f->from ? f->from : at < f->limit ? at : f->limit;
    if (f->run > f->from)
        note_stretch(f, f->run);
    if (f->run < f->before)
        return true;
    f->run = f->limit;
    return false;
}

static void end_run(struct fit *f, bf_time at)
{
    f->run = BF_NEVER;
    f->stretch = at;
}

// One bit a step: whether it has at least `procs`.
static uint64_t enough(const bf_procs *level, bf_procs procs)
{
    uint8_t yes[64];
    for (unsigned i = 0; i < 64; i++)
        yes[i] = level[i] >= procs;
    return bf_bits_pack(yes);
}

static bool run_suffices(const struct fit *f, bf_time end)
{
    return end >= f->limit || end - f->run >= f->length;
}

// Goes through a leaf from slot `slot` on. True: f->run is the fit.
static bool fit_in_leaf(struct fit *f, const struct leaf *leaf, uint32_t slot, bf_procs add)
{
    const uint64_t valid = bf_bits_below(leaf->count) & bf_bits_from(slot);
    const uint64_t all = enough(leaf->level, f->procs - add);
    uint64_t yes = all & valid, no = ~all & valid;
    for (;;) {
        if (f->run == BF_NEVER) {
            if (!yes)
                return false;
            const unsigned i = bf_bits_first(yes);
            if (!begin_run(f, leaf->time[i]))
                return true;
            no &= bf_bits_from(i);
        }
        if (!no)
            return false;
        const unsigned i = bf_bits_first(no);
        if (run_suffices(f, leaf->time[i]))
            return true;
        end_run(f, leaf->time[i]);
        yes &= bf_bits_from(i);
    }
}

static bool fit_in_node(struct bf_profile *p, struct fit *f, unsigned h, uint32_t number,
                        bf_procs add)
{
    p->visited++;
    if (h == 0) {
        const struct leaf *leaf = &p->leaves[number];
        return fit_in_leaf(f, leaf, slot_at(leaf->time, leaf->count, f->from), add);
    }
    const struct inner *node = &p->inners[number];
    const bf_procs procs = f->procs - add;
    for (uint32_t c = slot_at(node->time, node->count, f->from); c < node->count; c++) {
        if (f->run != BF_NEVER) {
            if (run_suffices(f, node->time[c]))
                return true;
        } else if (node->time[c] >= f->before) {
            begin_run(f, f->limit);
            return true;
        }
        if (node->max[c] < procs) {
            if (f->run != BF_NEVER)
                end_run(f, node->time[c]);
        } else if (node->min[c] >= procs) {
            if (f->run == BF_NEVER && !begin_run(f, node->time[c]))
                return true;
        } else if (fit_in_node(p, f, h - 1, node->child[c], add + node->add[c])) {
            return true;
        }
    }
    return false;
}

static bf_time search(struct bf_profile *p, struct fit *f)
{
    if (f->before > f->limit)
        f->before = f->limit;
    if (f->from >= f->before)
        return f->limit;
    f->run = BF_NEVER;
    f->stretch = f->open = f->last = f->from;
    if (fit_in_node(p, f, p->height, p->root, p->base) || f->run != BF_NEVER)
        return f->run;
    note_stretch(f, f->limit);
    return f->limit;
}

bf_time bf_profile_fit(struct bf_profile *p, bf_time from, bf_procs procs, bf_time length,
                       bf_time limit)
{
    return bf_profile_fit_before(p, from, limit, procs, length, limit);
}

bf_time bf_profile_fit_before(struct bf_profile *p, bf_time from, bf_time before, bf_procs procs,
                              bf_time length, bf_time limit)
{
    struct fit f = {
        .from = from, .before = before, .length = length, .limit = limit, .procs = procs};
    return search(p, &f);
}

bf_time bf_profile_fit_proof(struct bf_profile *p, bf_time from, bf_procs procs, bf_time length,
                             bf_time limit, struct bf_proof *proof)
{
    struct fit f = {.from = from,
                    .before = limit,
                    .length = length,
                    .limit = limit,
                    .procs = procs,
                    .proof = proof};
    proof->from = from;
    proof->count = 0;
    proof->start = search(p, &f);
    return proof->start;
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
