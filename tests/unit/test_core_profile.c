// SPDX-License-Identifier: GPL-3.0-or-later
//
// The availability profile, by hand; and that it can be used again and costs little.
#include "engine/core/profile.h"

#include "tests/support/bf_test.h"
#include "tests/support/profile_pair.h"

// ---- by hand

//   free:  8 over [0,10), 3 over [10,20), 6 over [20,25), 0 over [25,30), 8 from 30 on
static struct bf_test_pair by_hand(void)
{
    struct bf_test_pair x = bf_test_pair_begin(60, 100, 8);
    bf_test_pair_change(&x, 10, 20, -5);
    bf_test_pair_change(&x, 20, 25, -2);
    bf_test_pair_change(&x, 25, 30, -8);
    return x;
}

static void searches_find_the_first_place(void **state)
{
    (void)state;
    struct bf_test_pair x = by_hand();
    struct bf_profile *p = x.profile;
    assert_int_equal(bf_profile_min(p, 0, 10), 8);
    assert_int_equal(bf_profile_min(p, 0, 11), 3);
    assert_int_equal(bf_profile_min(p, 12, BF_NEVER), 0);
    assert_int_equal(bf_profile_first_at_least(p, 12, 3), 12);
    assert_int_equal(bf_profile_first_at_least(p, 12, 4), 20);
    assert_int_equal(bf_profile_first_at_least(p, 12, 7), 30);
    assert_true(bf_profile_first_at_least(p, 12, 9) == BF_NEVER);
    assert_int_equal(bf_profile_first_below(p, 3, 8), 10);
    assert_int_equal(bf_profile_first_below(p, 12, 3), 25);
    assert_true(bf_profile_first_below(p, 30, 8) == BF_NEVER);
    bf_test_pair_finish(&x);
}

static void a_job_fits_where_its_whole_length_is_free(void **state)
{
    (void)state;
    struct bf_test_pair x = by_hand();
    struct bf_profile *p = x.profile;
    assert_int_equal(bf_profile_fit(p, 0, 8, 10, BF_NEVER), 0);
    assert_int_equal(bf_profile_fit(p, 1, 8, 10, BF_NEVER), 30);
    assert_int_equal(bf_profile_fit(p, 0, 3, 25, BF_NEVER), 0);
    assert_int_equal(bf_profile_fit(p, 0, 3, 26, BF_NEVER), 30);
    assert_int_equal(bf_profile_fit(p, 5, 6, 5, BF_NEVER), 5);
    assert_int_equal(bf_profile_fit(p, 6, 6, 5, BF_NEVER), 20);
    assert_true(bf_profile_fit(p, 0, 9, 1, BF_NEVER) == BF_NEVER);
    bf_test_pair_finish(&x);
}

static void a_fit_needs_to_be_free_no_longer_than_to_its_limit(void **state)
{
    (void)state;
    struct bf_test_pair x = by_hand();
    struct bf_profile *p = x.profile;
    assert_int_equal(bf_profile_fit(p, 1, 6, 99, 10), 1);  // free up to the limit
    assert_int_equal(bf_profile_fit(p, 1, 6, 99, 11), 11); // not free just before it
    assert_int_equal(bf_profile_fit(p, 1, 6, 99, 25), 20);
    assert_int_equal(bf_profile_fit(p, 1, 6, 99, 30), 30);
    assert_int_equal(bf_profile_fit(p, 7, 1, 5, 7), 7); // nothing before the limit
    bf_test_pair_finish(&x);
}

// ---- use again, and cost

// Alternating levels: every second is a step. `stride` is prime to `n`.
static void fill_with_steps(struct bf_test_pair *x, bf_time n, bf_time stride)
{
    for (bf_time i = 0, at = 0; i < n; i++, at = (at + stride) % n)
        if (at % 2)
            bf_test_pair_change(x, at, at + 1, -1 - (bf_procs)(at % 7));
}

static uint64_t play(struct bf_test_pair *x, uint64_t *answers)
{
    x->draws = 0;
    bf_test_pair_reset(x, 0, 40);
    assert_int_equal(bf_profile_visited(x->profile), 0);
    for (unsigned i = 0; i < 3000; i++) {
        const bf_time from = bf_test_pair_draw(x, 1000);
        bf_test_pair_change(x, from, from + bf_test_pair_draw(x, 200),
                            (bf_procs)bf_test_pair_draw(x, 9) - 4);
        *answers =
            *answers * 31 + (uint64_t)bf_profile_fit(x->profile, bf_test_pair_draw(x, 1000), 40,
                                                     1 + bf_test_pair_draw(x, 50), BF_NEVER);
    }
    return bf_profile_visited(x->profile);
}

static void a_used_profile_answers_and_counts_like_a_fresh_one(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(50, 1200, 1), y = bf_test_pair_begin(50, 1200, 1);
    uint64_t first = 0, again = 0, fresh = 0;
    const uint64_t visited = play(&x, &first);
    assert_true(visited > 0);
    fill_with_steps(&x, 1200, 7);
    bf_test_pair_advance(&x, 600);
    assert_true(play(&x, &again) == visited);
    assert_true(play(&y, &fresh) == visited);
    assert_true(first == again && first == fresh);
    bf_test_pair_finish(&x);
    bf_test_pair_finish(&y);
}

static void a_reset_gives_one_step_from_the_origin_on(void **state)
{
    (void)state;
    struct bf_test_pair x = bf_test_pair_begin(51, 500, 8);
    fill_with_steps(&x, 500, 1);
    bf_test_pair_reset(&x, 123, -4);
    assert_int_equal(bf_profile_steps(x.profile), 1);
    bf_test_pair_expect_flat(&x);
    assert_int_equal(bf_profile_at(x.profile, 123), -4);
    assert_int_equal(bf_profile_at(x.profile, BF_NEVER - 1), -4);
    assert_true(bf_profile_next(x.profile, 123) == BF_NEVER);
    bf_test_pair_compare_steps(&x);
    bf_test_pair_finish(&x);
}

// Cost is logarithmic: ten times the steps must not cost ten times as much.
static uint64_t cost_of_queries(bf_time n)
{
    struct bf_test_pair x = bf_test_pair_begin(52, n, 10);
    fill_with_steps(&x, n - 1 + n % 2, 1);
    const uint64_t before = bf_profile_visited(x.profile);
    for (int i = 0; i < 1000; i++) {
        const bf_time t = bf_test_pair_draw(&x, n - 1);
        (void)bf_profile_at(x.profile, t);
        (void)bf_profile_first_at_least(x.profile, t, 11);
        (void)bf_profile_fit(x.profile, t, 10, 2, BF_NEVER - 1 < t ? t : t + 10);
        bf_profile_reserve(x.profile, 0, BF_NEVER, 1);
        bf_profile_release(x.profile, 0, BF_NEVER, 1);
    }
    const uint64_t visited = bf_profile_visited(x.profile) - before;
    bf_test_pair_finish(&x);
    return visited;
}

static void cost_grows_more_slowly_than_the_number_of_steps(void **state)
{
    (void)state;
    assert_true(cost_of_queries(50000) < 4 * cost_of_queries(500));
}

BF_TEST_MAIN(BF_TEST(searches_find_the_first_place),
             BF_TEST(a_job_fits_where_its_whole_length_is_free),
             BF_TEST(a_fit_needs_to_be_free_no_longer_than_to_its_limit),
             BF_TEST(a_used_profile_answers_and_counts_like_a_fresh_one),
             BF_TEST(a_reset_gives_one_step_from_the_origin_on),
             BF_TEST(cost_grows_more_slowly_than_the_number_of_steps))
