// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/packing.h"

#include <string.h>

#include "engine/base/bits.h"

bool bf_packing_init(struct bf_packing *p, struct bf_arena *arena, bf_procs procs)
{
    const size_t sums = (size_t)procs + 1;
    *p = (struct bf_packing){
        .sums = bf_arena_alloc(arena, sums / 64 + 1, sizeof *p->sums),
        .tail = {bf_arena_alloc(arena, sums, sizeof *p->tail[0]),
                 bf_arena_alloc(arena, sums, sizeof *p->tail[1])},
    };
    return p->sums && p->tail[0] && p->tail[1];
}

static bool all_fit(const struct bf_item *items, uint32_t n, bf_procs free, bf_procs extra)
{
    int64_t all = 0, by_long = 0;
    for (uint32_t i = 0; i < n; i++) {
        all += items[i].size;
        by_long += items[i].is_long ? items[i].size : 0;
    }
    return all <= free && by_long <= extra;
}

// The largest number of processors that divides all sizes.
static bf_procs unit_of(const struct bf_item *items, uint32_t n)
{
    bf_procs unit = 0;
    for (uint32_t i = 0; i < n; i++)
        for (bf_procs rest = items[i].size; rest;) {
            const bf_procs next = unit % rest;
            unit = rest;
            rest = next;
        }
    return unit;
}

// Adds `size` to each sum, up to `most`. Where a sum is new, `tail` (if any) learns the place.
static void add_size(struct bf_packing *p, bf_procs most, bf_procs size, uint32_t *tail,
                     uint32_t place)
{
    const uint32_t words = (uint32_t)size / 64, bits = (uint32_t)size % 64;
    const uint32_t last = (uint32_t)most / 64;
    for (uint32_t w = last + 1; w-- > words; p->looked++) {
        uint64_t fresh = p->sums[w - words] << bits;
        if (bits && w > words)
            fresh |= p->sums[w - words - 1] >> (64 - bits);
        fresh &= ~p->sums[w];
        if (w == last)
            fresh &= bf_bits_below((uint64_t)most % 64 + 1);
        p->sums[w] |= fresh;
        for (; tail && fresh; fresh &= fresh - 1)
            tail[64 * w + bf_bits_first(fresh)] = place;
    }
}

// The sums, up to `most`, of the items of one kind, by the tails that have them.
static void add_kind(struct bf_packing *p, const struct bf_item *items, uint32_t n, bool is_long,
                     bf_procs most)
{
    uint32_t *const tail = p->tail[is_long];
    memset(p->sums, 0, ((size_t)most / 64 + 1) * sizeof *p->sums);
    memset(tail, 0, ((size_t)most + 1) * sizeof *tail);
    p->sums[0] = 1;
    tail[0] = n; // the empty tail
    for (uint32_t i = n; i-- > 0;)
        if (items[i].is_long == is_long)
            add_size(p, most, items[i].size, tail, i);
}

// The most that can be used: what sums of long and short items come to. `p->sums` has those of long
// ones, up to `extra`.
static bf_procs best_total(struct bf_packing *p, const struct bf_item *items, uint32_t n,
                           bf_procs free, bf_procs extra)
{
    uint32_t w = (uint32_t)free / 64;
    for (uint32_t i = (uint32_t)extra / 64 + 1; i <= w; i++)
        p->sums[i] = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!items[i].is_long)
            add_size(p, free, items[i].size, NULL, 0);
    while (!p->sums[w])
        w--;
    return (bf_procs)(64 * w) + 63 - __builtin_clzll(p->sums[w]);
}

// Whether the items behind `i` can use exactly `rest`, with `extra` at most by long ones.
static bool can_use(struct bf_packing *p, uint32_t i, bf_procs rest, bf_procs extra)
{
    const bf_procs most = rest < extra ? rest : extra;
    bf_procs by_long = 0;
    while (by_long <= most && (p->tail[1][by_long] <= i || p->tail[0][rest - by_long] <= i))
        by_long++;
    p->looked += (uint32_t)by_long + 1;
    return by_long <= most;
}

void bf_packing_choose(struct bf_packing *p, struct bf_item *items, uint32_t n, bf_procs free,
                       bf_procs extra)
{
    const bool all = all_fit(items, n, free, extra);
    for (uint32_t i = 0; i < n; i++)
        items[i].chosen = all;
    if (all)
        return;
    const bf_procs unit = unit_of(items, n);
    extra = (extra < free ? extra : free) / unit;
    free /= unit;
    for (uint32_t i = 0; i < n; i++)
        items[i].size /= unit;
    add_kind(p, items, n, false, free);
    add_kind(p, items, n, true, extra);
    bf_procs rest = best_total(p, items, n, free, extra);
    for (uint32_t i = 0; rest > 0; i++) {
        struct bf_item *const item = &items[i];
        const bf_procs by_long = item->is_long ? item->size : 0;
        item->chosen = item->size <= rest && by_long <= extra &&
                       can_use(p, i, rest - item->size, extra - by_long);
        if (item->chosen) {
            rest -= item->size;
            extra -= by_long;
        }
    }
}
