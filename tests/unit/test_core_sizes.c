// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts of waiting sizes against a plain array.
#include "engine/core/sizes.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

static const bf_procs machines[] = {1, 2, 63, 64, 65, 4095, 4096, 4097, 262143, 262145};
enum { MACHINES = sizeof machines / sizeof machines[0] };

static uint64_t draw(uint64_t seed, uint64_t i, uint64_t below)
{
    return bf_seed_bits(seed, BF_STREAM_TEST, i) % below;
}

static void without_jobs_there_is_no_smallest(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        struct bf_arena *arena = bf_arena_create();
        struct bf_sizes *s = bf_sizes_create(arena, machines[m]);
        assert_non_null(s);
        assert_int_equal(bf_sizes_smallest(s), INT32_MAX);
        bf_sizes_add(s, machines[m]);
        bf_sizes_remove(s, machines[m]);
        assert_int_equal(bf_sizes_smallest(s), INT32_MAX);
        bf_arena_destroy(arena);
    }
}

static void every_size_of_a_machine_is_found(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    struct bf_sizes *s = bf_sizes_create(arena, 4200);
    for (bf_procs size = 4200; size >= 1; size--) {
        bf_sizes_add(s, size);
        assert_int_equal(bf_sizes_smallest(s), size);
    }
    for (bf_procs size = 1; size < 4200; size++) {
        bf_sizes_remove(s, size);
        assert_int_equal(bf_sizes_smallest(s), size + 1);
    }
    bf_arena_destroy(arena);
}

static bf_procs naive_smallest(const uint32_t *count, bf_procs machine)
{
    for (bf_procs size = 1; size <= machine; size++)
        if (count[size])
            return size;
    return INT32_MAX;
}

static void random_sizes_have_the_naive_smallest(void **state)
{
    (void)state;
    for (size_t m = 0; m < MACHINES; m++) {
        const bf_procs machine = machines[m];
        struct bf_arena *arena = bf_arena_create();
        struct bf_sizes *s = bf_sizes_create(arena, machine);
        uint32_t *count = calloc((size_t)machine + 1, sizeof *count);
        bf_procs held[40];
        unsigned n = 0;
        for (uint64_t i = 0; i < 3000; i++) {
            if (n < 40 && draw(m, 2 * i, 100) < 52) {
                held[n] = 1 + (bf_procs)draw(m, 2 * i + 1, i % 3 ? (uint64_t)machine : 1);
                count[held[n]]++;
                bf_sizes_add(s, held[n++]);
            } else if (n) {
                const unsigned at = (unsigned)draw(m, 2 * i + 1, n);
                count[held[at]]--;
                bf_sizes_remove(s, held[at]);
                held[at] = held[--n];
            }
            if (machine < 5000 || i % 50 == 0)
                assert_int_equal(bf_sizes_smallest(s), naive_smallest(count, machine));
        }
        free(count);
        bf_arena_destroy(arena);
    }
}

BF_TEST_MAIN(BF_TEST(without_jobs_there_is_no_smallest), BF_TEST(every_size_of_a_machine_is_found),
             BF_TEST(random_sizes_have_the_naive_smallest))
