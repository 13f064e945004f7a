// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which jobs fill free processors best: against all subsets where those can be listed, and against
// plain tables of sums where they cannot.
#include "policies/packing.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

enum { FEW = 10, MANY = 300 };

// A choice among `n` items, drawn from a seed.
struct problem {
    struct bf_item items[MANY];
    uint32_t n;
    bf_procs free, extra;
};

static uint64_t below(uint64_t seed, uint64_t draw, uint64_t limit)
{
    return bf_seed_bits(seed, BF_STREAM_TEST, draw) % limit;
}

// Items that could be started, were each alone.
static void draw(struct problem *p, uint64_t seed, uint32_t n, bf_procs machine)
{
    const bf_procs unit = below(seed, 0, 3) ? 1 : 1 + (bf_procs)below(seed, 1, 5);
    p->free = 1 + (bf_procs)below(seed, 2, (uint64_t)machine);
    p->extra = (bf_procs)below(seed, 3, 1 + (uint64_t)machine);
    p->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool is_long = below(seed, 10 + 2 * i, 2);
        const bf_procs widest = 1 + (bf_procs)below(seed, 4, (uint64_t)p->free);
        const bf_procs size = unit * (1 + (bf_procs)below(seed, 11 + 2 * i, (uint64_t)widest));
        if (size <= p->free && (!is_long || size <= p->extra))
            p->items[p->n++] = (struct bf_item){.place = i, .size = size, .is_long = is_long};
    }
}

static bool possible(const struct problem *p, uint32_t set, bf_procs *used)
{
    bf_procs by_long = 0;
    *used = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (set >> i & 1) {
            *used += p->items[i].size;
            by_long += p->items[i].is_long ? p->items[i].size : 0;
        }
    return *used <= p->free && by_long <= p->extra;
}

// Of two sets the one with the first item in which they differ.
static bool earlier(uint32_t a, uint32_t b)
{
    const uint32_t differ = a ^ b;
    return a & differ & -differ;
}

static uint32_t best_of_all(const struct problem *p)
{
    uint32_t best = 0;
    bf_procs most = 0, used;
    for (uint32_t set = 1; set < 1u << p->n; set++)
        if (possible(p, set, &used) && (used > most || (used == most && earlier(set, best)))) {
            most = used;
            best = set;
        }
    return best;
}

static void chooses_as_a_look_at_all_subsets_does(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    struct bf_packing packing;
    assert_true(bf_packing_init(&packing, arena, 200));
    for (uint64_t seed = 0; seed < 4000; seed++) {
        static const bf_procs machines[] = {5, 12, 63, 64, 65, 200};
        struct problem p;
        draw(&p, seed, FEW, machines[seed % 6]);
        const uint32_t expected = best_of_all(&p);
        uint32_t chosen = 0;
        bf_packing_choose(&packing, p.items, p.n, p.free, p.extra);
        for (uint32_t i = 0; i < p.n; i++)
            chosen |= (uint32_t)p.items[i].chosen << i;
        if (chosen != expected)
            fail_msg("seed %llu: chose %x, expected %x", (unsigned long long)seed, chosen,
                     expected);
    }
    bf_arena_destroy(arena);
}

// Which totals there are, one item after the other: long items first, up to `extra`.
static bf_procs best_by_table(const struct problem *p)
{
    bool *sum = calloc((size_t)p->free + 1, sizeof *sum);
    assert_non_null(sum);
    sum[0] = true;
    for (int is_long = 1; is_long >= 0; is_long--) {
        const bf_procs most = is_long && p->extra < p->free ? p->extra : p->free;
        for (uint32_t i = 0; i < p->n; i++)
            for (bf_procs t = most; p->items[i].is_long == is_long && t >= p->items[i].size; t--)
                sum[t] |= sum[t - p->items[i].size];
    }
    bf_procs best = p->free;
    while (!sum[best])
        best--;
    free(sum);
    return best;
}

static void fills_a_large_machine(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    struct bf_packing packing;
    assert_true(bf_packing_init(&packing, arena, 80640));
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct problem p;
        draw(&p, seed, MANY, 80640);
        const bf_procs best = best_by_table(&p);
        const struct problem as_given = p;
        bf_packing_choose(&packing, p.items, p.n, p.free, p.extra);
        bf_procs used = 0, by_long = 0;
        for (uint32_t i = 0; i < p.n; i++)
            if (p.items[i].chosen) {
                used += as_given.items[i].size;
                by_long += p.items[i].is_long ? as_given.items[i].size : 0;
            }
        assert_int_equal(used, best);
        assert_true(by_long <= p.extra);
    }
    bf_arena_destroy(arena);
}

static void nothing_to_choose_from(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    struct bf_packing packing;
    struct bf_item one = {.size = 3, .is_long = true, .chosen = true};
    assert_true(bf_packing_init(&packing, arena, 8));
    bf_packing_choose(&packing, &one, 0, 8, 8);
    bf_packing_choose(&packing, &one, 1, 8, 2);
    assert_false(one.chosen);
    one.size = 3;
    bf_packing_choose(&packing, &one, 1, 3, 3);
    assert_true(one.chosen);
    bf_arena_destroy(arena);
}

BF_TEST_MAIN(BF_TEST(chooses_as_a_look_at_all_subsets_does), BF_TEST(fills_a_large_machine),
             BF_TEST(nothing_to_choose_from))
