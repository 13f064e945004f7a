// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys of orders, worked out by hand from docs/semantics.md.
#include "engine/core/order.h"

#include <math.h>

#include "tests/support/bf_test.h"

static void expect(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g, expected %.17g", found, expected);
}

// A job submitted at 100, of plan 100 s and 4 processors, that has waited 50 s.
static double key(enum bf_order order)
{
    return bf_order_key(order, 150, 100, 100, 4);
}

static void fixed_orders_have_the_keys_of_their_formulas(void **state)
{
    (void)state;
    expect(key(BF_ORDER_FCFS), 100);
    expect(key(BF_ORDER_SJF), 100);
    expect(key(BF_ORDER_LJF), -100);
    expect(key(BF_ORDER_SAF), 400);
    expect(key(BF_ORDER_LAF), -400);
    expect(key(BF_ORDER_NARROW), 4);
    expect(key(BF_ORDER_WIDE), -4);
}

static void orders_of_waiting_have_the_keys_of_their_formulas(void **state)
{
    (void)state;
    expect(key(BF_ORDER_LXF), -1.5);     // (50 + 100) / 100
    expect(key(BF_ORDER_WFP3), -0.5);    // (50 / 100)^3 x 4
    expect(key(BF_ORDER_UNICEF), -0.25); // 50 / (2 x 100)
}

static void learned_orders_have_the_keys_of_their_formulas(void **state)
{
    (void)state;
    expect(key(BF_ORDER_F1), 2 * 4 + 870 * 2);
    expect(key(BF_ORDER_F2), 10 * 4 + 25600 * 2);
    expect(key(BF_ORDER_F3), 100 * 4 + 6.86e6 * 2);
    expect(key(BF_ORDER_F4), 100 * 2 + 5.3e5 * 2);
}

static void logarithms_have_a_floor_of_a_tenth(void **state)
{
    (void)state;
    expect(bf_order_key(BF_ORDER_F1, 5, 0, 1000, 2), 3 * 2 - 870);
    expect(bf_order_key(BF_ORDER_F2, 5, 0, 100, 2), 10 * 2 - 25600);
    expect(bf_order_key(BF_ORDER_F3, 5, 0, 100, 2), 200 - 6.86e6);
    expect(bf_order_key(BF_ORDER_F4, 5, 0, 100, 4), 200 - 5.3e5);
    expect(bf_order_key(BF_ORDER_F1, 5, 1, 1, 7), 0); // no floor above a tenth
}

static void one_processor_comes_first_in_unicef(void **state)
{
    (void)state;
    const double one = bf_order_key(BF_ORDER_UNICEF, 100, 100, 5000, 1);
    assert_true(one < bf_order_key(BF_ORDER_UNICEF, 1000000, 0, 1, 2));
    assert_true(!isnan(one));
    assert_true(one == bf_order_key(BF_ORDER_UNICEF, 100, 0, 7, 1)); // among them the queue decides
}

static void a_job_that_has_just_come_has_a_key(void **state)
{
    (void)state;
    expect(bf_order_key(BF_ORDER_LXF, 7, 7, 30, 4), -1);
    assert_true(bf_order_key(BF_ORDER_WFP3, 7, 7, 30, 4) == 0);
    assert_true(bf_order_key(BF_ORDER_UNICEF, 7, 7, 30, 4) == 0);
}

static void no_key_is_nan_at_the_edges_of_the_inputs(void **state)
{
    (void)state;
    static const bf_time times[] = {0, 1, 60, BF_MAX_TIME};
    static const bf_procs sizes[] = {1, 2, 3, BF_MAX_PROCS};
    for (unsigned order = 0; bf_order_names[order]; order++)
        for (size_t i = 0; i < 4 * 4 * 4 * 4; i++) {
            const bf_time submit = times[i % 4], plan = times[i / 4 % 4];
            const double k = bf_order_key((enum bf_order)order, submit + times[i / 16 % 4], submit,
                                          plan ? plan : 1, sizes[i / 64]);
            if (isnan(k))
                fail_msg("%s: key is no number", bf_order_names[order]);
        }
}

static void only_orders_that_know_the_wait_move(void **state)
{
    (void)state;
    for (unsigned order = 0; bf_order_names[order]; order++) {
        const double early = bf_order_key((enum bf_order)order, 150, 100, 100, 4);
        const double late = bf_order_key((enum bf_order)order, 950, 100, 100, 4);
        assert_int_equal(bf_order_moves((enum bf_order)order), early < late || early > late);
    }
}

static void there_is_a_name_for_every_order(void **state)
{
    (void)state;
    static const char *const names[] = {"fcfs", "sjf",  "ljf",    "saf", "laf", "narrow", "wide",
                                        "lxf",  "wfp3", "unicef", "f1",  "f2",  "f3",     "f4"};
    for (unsigned i = 0; i < 14; i++)
        assert_string_equal(bf_order_names[i], names[i]);
    assert_null(bf_order_names[14]);
    assert_int_equal(BF_ORDER_F4, 13);
}

BF_TEST_MAIN(BF_TEST(fixed_orders_have_the_keys_of_their_formulas),
             BF_TEST(orders_of_waiting_have_the_keys_of_their_formulas),
             BF_TEST(learned_orders_have_the_keys_of_their_formulas),
             BF_TEST(logarithms_have_a_floor_of_a_tenth),
             BF_TEST(one_processor_comes_first_in_unicef),
             BF_TEST(a_job_that_has_just_come_has_a_key),
             BF_TEST(no_key_is_nan_at_the_edges_of_the_inputs),
             BF_TEST(only_orders_that_know_the_wait_move), BF_TEST(there_is_a_name_for_every_order))
