// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bf_test.h"

#include "engine/sweep/share.h"
#include "tests/sweep/sample_plan.h"

static const char text[] =
    "[axes]\n"
    "trace = lublin:jobs=40,procs=16,seed=1, lublin:jobs=400,procs=16,seed=2\n"
    "policy = fcfs, easy, conservative\nload = 0.5..1.2/0.1\n"
    "shake = 60\nseed = 1..5\n";

static void shares_hold_every_run_once(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    const uint64_t runs = bf_plan_runs(p.plan);
    for (int count = 1; count <= 300; count = 3 * count + 1) {
        unsigned char *seen = calloc(runs, 1);
        for (int i = 1; i <= count; i++) {
            struct bf_error e;
            uint64_t n;
            uint64_t *numbers =
                bf_share_runs(p.plan, (struct bf_share){.number = i, .count = count}, &n, &e);
            assert_non_null(numbers);
            for (uint64_t r = 0; r < n; r++) {
                assert_true(r == 0 || numbers[r] > numbers[r - 1]);
                assert_int_equal(seen[numbers[r]]++, 0);
            }
            free(numbers);
        }
        for (uint64_t r = 0; r < runs; r++)
            assert_int_equal(seen[r], 1);
        free(seen);
    }
    bf_sample_plan_free(&p);
}

static uint64_t cost_of(const struct bf_plan *plan, int number, int count)
{
    struct bf_error e;
    uint64_t n, cost = 0;
    uint64_t *numbers =
        bf_share_runs(plan, (struct bf_share){.number = number, .count = count}, &n, &e);
    assert_non_null(numbers);
    for (uint64_t i = 0; i < n; i++)
        cost += bf_plan_cost(plan, numbers[i]);
    free(numbers);
    return cost;
}

// Dealt dearest first, shares differ by no more than the dearest run.
static void shares_cost_the_same(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    uint64_t dearest = 0, least = UINT64_MAX, most = 0;
    for (uint64_t i = 0; i < bf_plan_runs(p.plan); i++)
        dearest = bf_plan_cost(p.plan, i) > dearest ? bf_plan_cost(p.plan, i) : dearest;
    for (int i = 1; i <= 7; i++) {
        const uint64_t cost = cost_of(p.plan, i, 7);
        least = cost < least ? cost : least;
        most = cost > most ? cost : most;
    }
    assert_true(most - least <= dearest);
    assert_true(most * 100 < least * 102);
    bf_sample_plan_free(&p);
}

// What parts of a share would cost is what they cost when they are taken; together they are the
// share.
static void shares_can_be_divided_again(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    struct bf_share share;
    struct bf_error e;
    struct bf_share_cost costs[2];
    uint64_t all, taken = 0;
    assert_ok(bf_share_parse("3/5", &share, &e), e);
    uint64_t *whole = bf_share_runs(p.plan, share, &all, &e);
    assert_ok(bf_share_costs(p.plan, whole, all, 2, costs, &e), e);
    unsigned char *seen = calloc(bf_plan_runs(p.plan), 1);
    for (int i = 0; i < 2; i++) {
        uint64_t n, cost = 0, dearest = 0;
        assert_ok(bf_share_parse(i ? "3/5,2/2" : "3/5,1/2", &share, &e), e);
        uint64_t *part = bf_share_runs(p.plan, share, &n, &e);
        for (uint64_t r = 0; r < n; r++) {
            const uint64_t one = bf_plan_cost(p.plan, part[r]);
            assert_int_equal(seen[part[r]]++, 0);
            cost += one;
            dearest = one > dearest ? one : dearest;
        }
        assert_int_equal(costs[i].runs, n);
        assert_int_equal(costs[i].cost, cost);
        assert_int_equal(costs[i].dearest, dearest);
        taken += n;
        free(part);
    }
    assert_int_equal(taken, all);
    for (uint64_t r = 0; r < all; r++)
        assert_int_equal(seen[whole[r]], 1);
    free(seen);
    free(whole);
    bf_sample_plan_free(&p);
}

static void what_a_run_costs_grows_with_jobs_load_and_promises(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(
        "[axes]\ntrace = lublin:jobs=40,procs=16,seed=1, lublin:jobs=400,procs=16,seed=1\n"
        "policy = conservative, easy, fcfs\nload = 0.5, 1\n",
        1);
    // by name: 40 jobs first; then conservative, easy, fcfs; then the load
    const struct bf_plan *plan = p.plan;
    assert_int_equal(bf_plan_runs(plan), 12);
    assert_true(bf_plan_cost(plan, 6) > bf_plan_cost(plan, 0));
    assert_true(bf_plan_cost(plan, 0) > bf_plan_cost(plan, 2));
    assert_true(bf_plan_cost(plan, 2) > bf_plan_cost(plan, 4));
    assert_true(bf_plan_cost(plan, 1) > bf_plan_cost(plan, 0));
    bf_sample_plan_free(&p);
}

static void spellings(void **state)
{
    (void)state;
    struct bf_share s;
    struct bf_error e;
    assert_ok(bf_share_parse("2/7", &s, &e), e);
    assert_int_equal(s.number, 2);
    assert_int_equal(s.count, 7);
    assert_ok(bf_share_parse("2/7,1/2,3/3", &s, &e), e);
    assert_int_equal(s.parts[1].number, 3);
    assert_int_equal(s.parts[2].count, 0);
    const char *const wrong[] = {"",        "2",    "0/3", "4/3",  "2/7x",    "a/b",
                                 "1/10001", "-1/2", "2/",  "2/7,", "2/7,3/2", "2/7 1/2"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(bf_share_parse(wrong[i], &s, &e), BF_ERR_USAGE);
}

BF_TEST_MAIN(BF_TEST(shares_hold_every_run_once), BF_TEST(shares_cost_the_same),
             BF_TEST(shares_can_be_divided_again),
             BF_TEST(what_a_run_costs_grows_with_jobs_load_and_promises), BF_TEST(spellings))
