// SPDX-License-Identifier: GPL-3.0-or-later
//
// The availability profile against a model with one array entry a second, under random operations
// in the patterns that a simulation makes and in nastier ones.
#include "engine/core/profile.h"

#include <stdbool.h>

#include "tests/support/bf_test.h"
#include "tests/support/profile_pair.h"

// ---- random operations

// How the times of a pattern lie.
struct pattern {
    bf_time end;     // of the model
    bf_time grain;   // all times are multiples of it
    bf_time longest; // interval
    bf_procs widest; // change
    int open;        // one interval in so many has no end
};

static void random_change(struct bf_test_pair *x, const struct pattern *p)
{
    const bf_time slots = (x->end - x->origin) / p->grain + 1;
    bf_time from = x->origin + bf_test_pair_draw(x, slots) * p->grain;
    if (bf_test_pair_draw(x, 10))
        from -= from % p->grain;
    if (from < x->origin)
        from = x->origin;
    bf_time to = from + bf_test_pair_draw(x, p->longest / p->grain + 1) * p->grain;
    if (to > x->end || !bf_test_pair_draw(x, p->open))
        to = BF_NEVER;
    const bf_procs procs = 1 + (bf_procs)bf_test_pair_draw(x, p->widest);
    // Towards the machine's size on the whole, so that levels stay near it and steps merge.
    bf_test_pair_change(x, from, to, bf_test_pair_at(x, from) > 50 ? -procs : procs);
}

static void run_pattern(uint64_t seed, const struct pattern *p, unsigned operations)
{
    struct bf_test_pair x = bf_test_pair_begin(seed, p->end, 50);
    for (unsigned i = 0; i < operations; i++) {
        random_change(&x, p);
        bf_test_pair_compare(&x, 2);
        if (i % 1024 == 0)
            bf_test_pair_compare_steps(&x);
        if (i % 16384 == 16383)
            bf_test_pair_reset(&x, bf_test_pair_draw(&x, 10), (bf_procs)bf_test_pair_draw(&x, 100));
    }
    bf_test_pair_compare_steps(&x);
    bf_test_pair_finish(&x);
}

static void random_changes_give_the_answers_of_the_model(void **state)
{
    (void)state;
    const struct pattern few = {.end = 30, .grain = 1, .longest = 10, .widest = 3, .open = 10};
    const struct pattern some = {.end = 300, .grain = 1, .longest = 50, .widest = 8, .open = 20};
    const struct pattern many = {.end = 2500, .grain = 1, .longest = 40, .widest = 4, .open = 200};
    run_pattern(1, &few, 300000);
    run_pattern(2, &some, 200000);
    run_pattern(3, &many, 60000);
}

static void equal_boundaries_and_merging_steps_give_the_answers_of_the_model(void **state)
{
    (void)state;
    const struct pattern coarse = {.end = 400, .grain = 20, .longest = 100, .widest = 1, .open = 8};
    const struct pattern halves = {.end = 1000, .grain = 7, .longest = 49, .widest = 2, .open = 50};
    run_pattern(4, &coarse, 200000);
    run_pattern(5, &halves, 100000);
}

static void levels_far_below_zero_give_the_answers_of_the_model(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(6, 200, 3);
    for (unsigned i = 0; i < 50000; i++) {
        const bf_time from = bf_test_pair_draw(&x, 200);
        bf_test_pair_change(&x, from, from + 1 + bf_test_pair_draw(&x, 200 - from),
                            i % 1000 < 700 ? -5 : 9);
        bf_test_pair_compare(&x, 2);
    }
    bf_test_pair_compare_steps(&x);
    bf_test_pair_finish(&x);
}

// ---- reservations that come and go, as policies make them

struct interval {
    bf_time from, to;
    bf_procs procs;
};

static void release_all(struct bf_test_pair *x, const struct interval *list, unsigned n,
                        uint64_t stride)
{
    for (uint64_t i = 0, at = 0; i < n; i++, at = (at + stride) % n)
        bf_test_pair_change(x, list[at].from, list[at].to, list[at].procs);
}

static void releasing_all_reservations_leaves_one_step(void **state)
{
    (void)state;
    enum { MOST = 1009 }; // prime: every stride visits all
    static struct interval list[MOST];
    struct bf_test_pair x = bf_test_pair_begin(7, 4000, 700);
    for (uint64_t stride = 1; stride < MOST; stride = 3 * stride + 1) {
        for (unsigned i = 0; i < MOST; i++) {
            const bf_time from = bf_test_pair_draw(&x, 3900);
            list[i] = (struct interval){from, from + 1 + bf_test_pair_draw(&x, 100),
                                        1 + (bf_procs)bf_test_pair_draw(&x, 9)};
            bf_test_pair_change(&x, list[i].from, list[i].to, -list[i].procs);
        }
        bf_test_pair_compare_steps(&x);
        release_all(&x, list, MOST, stride);
        bf_test_pair_expect_flat(&x);
    }
    bf_test_pair_finish(&x);
}

static void empty_intervals_and_no_processors_change_nothing(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(8, 100, 9);
    bf_test_pair_change(&x, 10, 20, -3);
    bf_profile_reserve(x.profile, 15, 15, 4);
    bf_profile_release(x.profile, 15, 15, 4);
    bf_profile_reserve(x.profile, 16, 15, 4);
    bf_profile_reserve(x.profile, 12, 18, 0);
    bf_test_pair_compare_steps(&x);
    bf_test_pair_finish(&x);
}

// ---- time passes

static void slide(struct bf_test_pair *x, bf_time window, unsigned permille_open)
{
    while (x->origin + window < x->end) {
        for (int k = 0; k < 3; k++) {
            const bf_time from = x->origin + bf_test_pair_draw(x, window / 2);
            const bf_time to = from + 1 + bf_test_pair_draw(x, window / 2);
            const bool open = bf_test_pair_draw(x, 1000) < permille_open;
            bf_test_pair_change(x, from, open ? BF_NEVER : to,
                                (bf_procs)bf_test_pair_draw(x, 21) - 10);
        }
        bf_test_pair_compare(x, 2);
        if (bf_test_pair_draw(x, 3) == 0)
            bf_test_pair_advance(x, x->origin + bf_test_pair_draw(x, 4));
        if (bf_test_pair_draw(x, 200) == 0)
            bf_test_pair_compare_steps(x);
    }
}

static void a_sliding_window_gives_the_answers_of_the_model(void **state)
{
    (void)state;
    const bf_time windows[] = {4, 40, 900, 3000};
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        struct bf_test_pair x = bf_test_pair_begin(20 + i, 12000, 100);
        slide(&x, windows[i], 20);
        bf_test_pair_compare_steps(&x);
        bf_test_pair_finish(&x);
    }
}

static void leaps_over_most_of_a_profile_forget_what_lies_before(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(30, 9000, 100);
    for (int round = 0; round < 12; round++) {
        bf_test_pair_reset(&x, 0, 100);
        for (bf_time t = 0; t < 8000; t++)
            bf_test_pair_change(&x, t, t + 1 + bf_test_pair_draw(&x, 30), t % 2 ? 3 : -1);
        for (bf_time leap = 1; x.origin + leap <= x.end; leap += leap / 2 + 1) {
            // Wide changes, which the tree keeps for itself until it has to let go of them.
            for (int k = 0; k < 3; k++)
                bf_test_pair_change(&x, x.origin + bf_test_pair_draw(&x, x.end - x.origin),
                                    BF_NEVER, (bf_procs)bf_test_pair_draw(&x, 20) - 10);
            bf_test_pair_advance(&x, x.origin + leap);
            bf_test_pair_compare_steps(&x);
            bf_test_pair_compare(&x, 5);
        }
        bf_test_pair_advance(&x, x.end);
        bf_test_pair_expect_flat(&x);
    }
    bf_test_pair_finish(&x);
}

static void advancing_to_the_origin_changes_nothing(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(31, 100, 5);
    bf_test_pair_advance(&x, 7);
    bf_test_pair_change(&x, 7, 9, -1);
    bf_test_pair_advance(&x, 7);
    bf_test_pair_advance(&x, 8);
    bf_test_pair_compare_steps(&x);
    bf_test_pair_advance(&x, 9);
    bf_test_pair_expect_flat(&x);
    bf_test_pair_finish(&x);
}

// ---- many steps

// Alternating levels: every second is a step. `stride` is prime to `n`.
static void fill_with_steps(struct bf_test_pair *x, bf_time n, bf_time stride)
{
    for (bf_time i = 0, at = 0; i < n; i++, at = (at + stride) % n)
        if (at % 2)
            bf_test_pair_change(x, at, at + 1, -1 - (bf_procs)(at % 7));
}

static void clear_steps(struct bf_test_pair *x, bf_time n, bf_time stride)
{
    for (bf_time i = 0, at = 0; i < n; i++, at = (at + stride) % n)
        if (at % 2)
            bf_test_pair_change(x, at, at + 1, 1 + (bf_procs)(at % 7));
}

static void as_many_steps_as_there_is_room_for_can_be_made_and_removed(void **state)
{
    (void)state;
    enum { N = 150001 };
    struct bf_test_pair x = bf_test_pair_begin(40, N, 10);
    const bf_time strides[] = {1, 12347, N - 1, 2};
    for (size_t i = 0; i + 1 < sizeof strides / sizeof strides[0]; i++) {
        fill_with_steps(&x, N, strides[i]);
        assert_int_equal(bf_profile_steps(x.profile), N);
        bf_test_pair_compare(&x, 200);
        if (i == 0)
            bf_test_pair_compare_steps(&x);
        clear_steps(&x, N, strides[i + 1]);
        bf_test_pair_expect_flat(&x);
    }
    bf_test_pair_finish(&x);
}

// A step at `t` and none: by an interval that begins there, or by one that ends there.
static void put_step(struct bf_profile *p, bf_time t, bool ends)
{
    bf_profile_reserve(p, ends ? 0 : t, ends ? t : BF_NEVER, 1);
}

static void take_step(struct bf_profile *p, bf_time t, bool ends)
{
    bf_profile_release(p, ends ? 0 : t, ends ? t : BF_NEVER, 1);
}

static void thin_out(bf_time keep_one_in, bool ends)
{
    enum { KEPT = 16000, BLOCK = 400 };
    const bf_time last = KEPT * keep_one_in;
    struct bf_arena *arena = bf_arena_create();
    struct bf_profile *p = bf_profile_create(arena, KEPT + BLOCK);
    assert_non_null(p);
    bf_profile_reset(p, 0, 100);
    for (bf_time block = 0; block < last; block += BLOCK) {
        for (bf_time t = block + 1; t <= block + BLOCK; t++)
            put_step(p, t, ends);
        for (bf_time t = block + 1; t <= block + BLOCK; t++)
            if (t % keep_one_in)
                take_step(p, t, ends);
    }
    assert_true(bf_profile_steps(p) > KEPT);
    for (bf_time t = 0; t <= last; t += 97)
        assert_int_equal(bf_profile_at(p, t),
                         100 - (ends ? KEPT - t / keep_one_in : t / keep_one_in));
    bf_arena_destroy(arena);
}

// Steps are put in and thinned out behind, so that nodes of any kind of tree hold as few as they
// may while the number of steps is at its bound.
static void thinned_out_profiles_keep_to_their_room(void **state)
{
    (void)state;
    for (bf_time keep_one_in = 2; keep_one_in <= 8; keep_one_in *= 2) {
        thin_out(keep_one_in, false);
        thin_out(keep_one_in, true);
    }
}

static void a_profile_that_grows_and_shrinks_for_long_keeps_to_its_room(void **state)
{
    (void)state;
    enum { N = 301, ROUNDS = 300 };
    struct bf_test_pair x = bf_test_pair_begin(44, N, 10);
    for (bf_time round = 0; round < ROUNDS; round++) {
        fill_with_steps(&x, N, 1 + round % 6);
        bf_test_pair_compare(&x, 5);
        clear_steps(&x, N, 1 + round % 4);
    }
    bf_test_pair_expect_flat(&x);
    bf_test_pair_finish(&x);
}

// Reservations that are replaced at random over a long time, none forgotten: the room for two steps
// each is enough for ever.
static void replaced_reservations_keep_to_their_room(void **state)
{
    (void)state;
    enum { MOST = 1000 };
    static struct interval list[MOST];
    for (bf_time spread = 10000; spread <= 1000000000; spread *= 10) {
        struct bf_test_pair x = bf_test_pair_begin(43, 1, 0); // for its draws
        struct bf_arena *arena = bf_arena_create();
        struct bf_profile *p = bf_profile_create(arena, 2 * MOST + 1);
        bf_profile_reset(p, 0, 0);
        memset(list, 0, sizeof list);
        for (unsigned i = 0; i < 30000; i++) {
            struct interval *r = &list[bf_test_pair_draw(&x, MOST)];
            bf_profile_release(p, r->from, r->to, r->procs);
            const bf_time from = bf_test_pair_draw(&x, spread);
            *r = (struct interval){from,
                                   from + 1 + bf_test_pair_draw(&x, spread / (i % 7 ? 100 : 2)),
                                   1 + (bf_procs)bf_test_pair_draw(&x, 3)};
            bf_profile_reserve(p, r->from, r->to, r->procs);
        }
        assert_true(bf_profile_steps(p) <= 2 * MOST + 1 + MOST / 2);
        for (unsigned i = 0; i < MOST; i++)
            bf_profile_release(p, list[i].from, list[i].to, list[i].procs);
        assert_int_equal(bf_profile_min(p, 0, BF_NEVER), 0);
        assert_true(bf_profile_first_at_least(p, 0, 1) == BF_NEVER);
        bf_arena_destroy(arena);
        bf_test_pair_finish(&x);
    }
}

static void a_high_tree_under_random_changes_gives_the_answers_of_the_model(void **state)
{
    (void)state;
    enum { N = 140009 };
    struct bf_test_pair x = bf_test_pair_begin(41, N, 60);
    fill_with_steps(&x, N, 7);
    for (unsigned i = 0; i < 2000; i++) {
        const bf_time from = x.origin + bf_test_pair_draw(&x, x.end - x.origin);
        const bf_time to = from + 1 + bf_test_pair_draw(&x, i % 50 ? 100 : 70000);
        bf_test_pair_change(&x, from, to > x.end ? BF_NEVER : to,
                            (bf_procs)bf_test_pair_draw(&x, 9) - 4);
        bf_test_pair_compare(&x, 1);
        if (i % 500 == 0) {
            bf_test_pair_compare_steps(&x);
            bf_test_pair_advance(&x, x.origin + 1 + bf_test_pair_draw(&x, 14000));
        }
    }
    bf_test_pair_compare_steps(&x);
    bf_test_pair_finish(&x);
}

// Changes by the largest machine there is, again and again, over steps that come and go.
static void levels_of_the_largest_machine_never_overflow(void **state)
{
    (void)state;
    const bf_procs all = BF_MAX_PROCS;
    struct bf_test_pair x = bf_test_pair_begin(42, 3000, all);
    for (unsigned round = 0; round < 300; round++) {
        const bf_time a = bf_test_pair_draw(&x, 1500), b = a + 1 + bf_test_pair_draw(&x, 1400);
        bf_test_pair_change(&x, a, b, -all);
        for (bf_time t = 0; t < 60; t++) { // single steps inside, some of which stay
            const bf_time at = bf_test_pair_draw(&x, 2999);
            if (bf_test_pair_at(&x, at) > 0)
                bf_test_pair_change(&x, at, at + 1, -1);
            else
                bf_test_pair_change(&x, at, at + 1, 1);
        }
        bf_test_pair_compare(&x, 5);
        // What is low is filled up, step by step.
        for (bf_time t = 0, next; t != BF_NEVER && t <= x.end; t = next) {
            next = bf_profile_next(x.profile, t);
            if (bf_test_pair_at(&x, t) < 0)
                bf_test_pair_change(&x, t, next, -bf_test_pair_at(&x, t));
            if (bf_test_pair_at(&x, t) < all / 2)
                bf_test_pair_change(&x, t, next, all - bf_test_pair_at(&x, t));
        }
        bf_test_pair_compare_steps(&x);
    }
    bf_test_pair_finish(&x);
}

BF_TEST_MAIN(BF_TEST(random_changes_give_the_answers_of_the_model),
             BF_TEST(equal_boundaries_and_merging_steps_give_the_answers_of_the_model),
             BF_TEST(levels_far_below_zero_give_the_answers_of_the_model),
             BF_TEST(releasing_all_reservations_leaves_one_step),
             BF_TEST(empty_intervals_and_no_processors_change_nothing),
             BF_TEST(a_sliding_window_gives_the_answers_of_the_model),
             BF_TEST(leaps_over_most_of_a_profile_forget_what_lies_before),
             BF_TEST(advancing_to_the_origin_changes_nothing),
             BF_TEST(as_many_steps_as_there_is_room_for_can_be_made_and_removed),
             BF_TEST(thinned_out_profiles_keep_to_their_room),
             BF_TEST(a_profile_that_grows_and_shrinks_for_long_keeps_to_its_room),
             BF_TEST(replaced_reservations_keep_to_their_room),
             BF_TEST(a_high_tree_under_random_changes_gives_the_answers_of_the_model),
             BF_TEST(levels_of_the_largest_machine_never_overflow))
