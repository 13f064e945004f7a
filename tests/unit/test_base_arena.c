// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arena: what it gives out is aligned and apart, and a second run like the first costs nothing.
#include "engine/base/arena.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif

#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>

// The sanitizer is to answer a request that cannot be met as the C library does.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
#endif

static uint64_t draw(uint64_t i, uint64_t below)
{
    return bf_seed_bits(1, BF_STREAM_TEST, i) % below;
}

static void every_piece_is_aligned_to_a_cache_line(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    for (uint64_t i = 0; i < 500; i++) {
        void *at = bf_arena_alloc(arena, draw(i, 300), 1 + draw(i + 1000, 40));
        assert_non_null(at);
        assert_int_equal((uintptr_t)at % 64, 0);
    }
    bf_arena_destroy(arena);
}

static void pieces_do_not_overlap(void **state)
{
    (void)state;
    enum { PIECES = 300 };
    struct bf_arena *arena = bf_arena_create();
    unsigned char *piece[PIECES];
    size_t size[PIECES];
    for (uint64_t i = 0; i < PIECES; i++) {
        size[i] = draw(i, i % 20 ? 2000 : 200000);
        piece[i] = bf_arena_alloc(arena, size[i], 1);
        assert_non_null(piece[i]);
        memset(piece[i], (int)(i & 255), size[i]);
    }
    for (size_t i = 0; i < PIECES; i++)
        for (size_t k = 0; k < size[i]; k++)
            if (piece[i][k] != (i & 255))
                fail_msg("byte %zu of piece %zu was overwritten", k, i);
    bf_arena_destroy(arena);
}

static void a_piece_of_nothing_is_a_valid_pointer_of_its_own(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    void *a = bf_arena_alloc(arena, 0, 8), *b = bf_arena_alloc(arena, 8, 0);
    void *c = bf_arena_zalloc(arena, 0, 0);
    assert_non_null(a);
    assert_non_null(b);
    assert_non_null(c);
    assert_ptr_not_equal(a, b);
    assert_ptr_not_equal(b, c);
    bf_arena_destroy(arena);
}

static void zalloc_zeroes_what_an_earlier_run_has_written(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    memset(bf_arena_alloc(arena, 1000, 8), 0xa5, 8000);
    bf_arena_reset(arena);
    const unsigned char *at = bf_arena_zalloc(arena, 1000, 8);
    for (size_t i = 0; i < 8000; i++)
        assert_int_equal(at[i], 0);
    bf_arena_destroy(arena);
}

static void a_product_that_overflows_gives_null(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    assert_null(bf_arena_alloc(arena, SIZE_MAX, 1));
    assert_null(bf_arena_alloc(arena, SIZE_MAX, 2));
    assert_null(bf_arena_alloc(arena, 2, SIZE_MAX));
    assert_null(bf_arena_alloc(arena, SIZE_MAX / 8 + 1, 8));
    assert_null(bf_arena_zalloc(arena, (size_t)1 << 33, (size_t)1 << 33));
    assert_non_null(bf_arena_alloc(arena, 1, 1));
    bf_arena_destroy(arena);
}

static void more_than_the_system_has_gives_null_and_leaves_the_arena_whole(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    char *before = bf_arena_alloc(arena, 100, 1);
    memset(before, 7, 100);
    const size_t held = bf_arena_bytes(arena);
    assert_null(bf_arena_alloc(arena, SIZE_MAX / 2, 1));
    assert_null(bf_arena_alloc(arena, SIZE_MAX - 200, 1));
    assert_int_equal(bf_arena_bytes(arena), held);
    assert_int_equal(before[99], 7);
    assert_non_null(bf_arena_alloc(arena, 1000000, 1));
    bf_arena_destroy(arena);
}

// Pieces of mixed sizes, some larger than any chunk before them; notes where they lie.
static void run(struct bf_arena *arena, uint64_t seed, void **at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const size_t size = (size_t)(bf_seed_bits(seed, BF_STREAM_TEST, i) % (i % 7 ? 500 : 90000));
        at[i] = bf_arena_alloc(arena, size, 1 + i % 3);
        assert_non_null(at[i]);
        memset(at[i], 1, size * (1 + i % 3));
    }
}

static void an_equal_run_after_a_reset_gets_the_same_memory_and_no_more(void **state)
{
    (void)state;
    enum { PIECES = 200 };
    struct bf_arena *arena = bf_arena_create();
    void *first[PIECES], *second[PIECES];
    run(arena, 1, first, PIECES);
    const size_t held = bf_arena_bytes(arena);
    for (int again = 0; again < 5; again++) {
        bf_arena_reset(arena);
        run(arena, 1, second, PIECES);
        assert_int_equal(bf_arena_bytes(arena), held);
        assert_memory_equal(first, second, sizeof first);
    }
    bf_arena_destroy(arena);
}

static void taking_turns_among_runs_comes_to_rest(void **state)
{
    (void)state;
    enum { PIECES = 150, RUNS = 6 };
    struct bf_arena *arena = bf_arena_create();
    void *at[PIECES];
    size_t held = 0;
    for (int round = 0; round < 4; round++) {
        for (uint64_t seed = 0; seed < RUNS; seed++) {
            bf_arena_reset(arena);
            run(arena, seed, at, PIECES - 20 * (size_t)seed);
        }
        if (round == 1)
            held = bf_arena_bytes(arena);
    }
    assert_int_equal(bf_arena_bytes(arena), held);
    bf_arena_destroy(arena);
}

static void bytes_held_are_at_least_those_given_out_and_not_many_times_more(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create();
    assert_int_equal(bf_arena_bytes(arena), 0);
    size_t given = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        const size_t size = 1000 + (size_t)draw(i, 3000);
        assert_non_null(bf_arena_alloc(arena, size, 1));
        given += size;
        assert_true(bf_arena_bytes(arena) >= given);
    }
    assert_true(bf_arena_bytes(arena) <= 4 * given);
    bf_arena_destroy(arena);
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    bf_arena_destroy(NULL);
}

static void what_was_saved_comes_back_where_it_was(void **state)
{
    (void)state;
    struct bf_arena *arena = bf_arena_create(), *other = bf_arena_create();
    unsigned char *piece[40];
    size_t size[40];
    for (uint64_t i = 0; i < 40; i++) { // over several chunks
        size[i] = (size_t)draw(i, 40000);
        piece[i] = bf_arena_alloc(arena, size[i], 1);
        assert_non_null(piece[i]);
        memset(piece[i], (int)i + 1, size[i]);
    }
    const size_t used = bf_arena_used(arena);
    unsigned char *image = bf_arena_alloc(other, used, 1);
    assert_non_null(image);
    bf_arena_save(arena, image);
    for (uint64_t i = 0; i < 40; i++)
        memset(piece[i], 0, size[i]);
    bf_arena_restore(arena, image);
    for (uint64_t i = 0; i < 40; i++)
        for (size_t k = 0; k < size[i]; k++)
            assert_int_equal(piece[i][k], i + 1);
    assert_int_equal(bf_arena_used(arena), used);
    bf_arena_reset(arena);
    assert_int_equal(bf_arena_used(arena), 0);
    bf_arena_destroy(other);
    bf_arena_destroy(arena);
}

static void what_was_not_given_out_is_poisoned_under_the_address_sanitizer(void **state)
{
    (void)state;
#ifdef WITH_ASAN
    struct bf_arena *arena = bf_arena_create();
    char *a = bf_arena_alloc(arena, 100, 1), *b = bf_arena_alloc(arena, 64, 1);
    assert_false(__asan_address_is_poisoned(a));
    assert_false(__asan_address_is_poisoned(a + 99));
    assert_true(__asan_address_is_poisoned(a + 100));
    assert_true(__asan_address_is_poisoned(a - 1) || a < b);
    assert_true(__asan_address_is_poisoned(b - 1));
    assert_true(__asan_address_is_poisoned(b + 64));
    bf_arena_reset(arena);
    assert_true(__asan_address_is_poisoned(a));
    assert_true(__asan_address_is_poisoned(b));
    assert_ptr_equal(bf_arena_alloc(arena, 10, 1), a);
    assert_false(__asan_address_is_poisoned(a + 9));
    assert_true(__asan_address_is_poisoned(a + 10));
    bf_arena_destroy(arena);
#else
    skip();
#endif
}

BF_TEST_MAIN(BF_TEST(every_piece_is_aligned_to_a_cache_line), BF_TEST(pieces_do_not_overlap),
             BF_TEST(a_piece_of_nothing_is_a_valid_pointer_of_its_own),
             BF_TEST(zalloc_zeroes_what_an_earlier_run_has_written),
             BF_TEST(a_product_that_overflows_gives_null),
             BF_TEST(more_than_the_system_has_gives_null_and_leaves_the_arena_whole),
             BF_TEST(an_equal_run_after_a_reset_gets_the_same_memory_and_no_more),
             BF_TEST(taking_turns_among_runs_comes_to_rest),
             BF_TEST(bytes_held_are_at_least_those_given_out_and_not_many_times_more),
             BF_TEST(what_was_saved_comes_back_where_it_was),
             BF_TEST(destroying_nothing_is_allowed),
             BF_TEST(what_was_not_given_out_is_poisoned_under_the_address_sanitizer))
