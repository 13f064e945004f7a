// SPDX-License-Identifier: GPL-3.0-or-later
//
// Corrections, as docs/semantics.md lists them.
#include "engine/core/correction.h"

#include "tests/support/bf_test.h"

static void increments_are_added_to_the_first_plan_in_turn(void **state)
{
    (void)state;
    static const bf_time table[] = {60,    300,   900,   1800,   3600,  7200,
                                    18000, 36000, 72000, 180000, 360000};
    const bf_time first = 100, request = 10000000;
    bf_time plan = first;
    for (unsigned nth = 1; nth <= 11; nth++) {
        plan = bf_correct(BF_CORRECTION_INCREMENTS, first, plan, request, nth);
        assert_int_equal(plan, first + table[nth - 1]);
    }
    assert_int_equal(bf_correct(BF_CORRECTION_INCREMENTS, first, plan, request, 12), request);
    assert_int_equal(bf_correct(BF_CORRECTION_INCREMENTS, first, request, request, 13), request);
}

static void no_correction_goes_above_the_request(void **state)
{
    (void)state;
    for (unsigned nth = 1; nth < 20; nth++) {
        assert_int_equal(bf_correct(BF_CORRECTION_INCREMENTS, 100, 100, 130, nth), 130);
        assert_int_equal(bf_correct(BF_CORRECTION_REQUEST, 100, 100, 130, nth), 130);
        assert_int_equal(bf_correct(BF_CORRECTION_DOUBLE, 100, 100, 130, nth), 130);
    }
}

static void double_doubles_the_present_plan(void **state)
{
    (void)state;
    bf_time plan = 3;
    for (unsigned nth = 1; nth <= 5; nth++)
        plan = bf_correct(BF_CORRECTION_DOUBLE, 3, plan, 1000, nth);
    assert_int_equal(plan, 96);
}

static void request_goes_to_the_request_at_once(void **state)
{
    (void)state;
    assert_int_equal(bf_correct(BF_CORRECTION_REQUEST, 1, 1, 86400, 1), 86400);
}

static void none_leaves_the_plan_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(bf_correct(BF_CORRECTION_NONE, 50, 50, 1000, 1), 50);
}

static void a_plan_at_or_above_the_request_has_no_correction_left(void **state)
{
    (void)state;
    for (int rule = BF_CORRECTION_INCREMENTS; rule <= BF_CORRECTION_NONE; rule++) {
        assert_true(bf_correct((enum bf_correction)rule, 500, 500, 500, 1) <= 500);
        assert_true(bf_correct((enum bf_correction)rule, 800, 800, 500, 1) <= 800);
    }
}

static void every_rule_comes_to_an_end(void **state)
{
    (void)state;
    for (int rule = BF_CORRECTION_INCREMENTS; rule <= BF_CORRECTION_NONE; rule++) {
        bf_time plan = 1;
        unsigned nth = 0;
        for (bf_time next; nth < 200; plan = next) {
            next = bf_correct((enum bf_correction)rule, 1, plan, BF_MAX_TIME, ++nth);
            if (next <= plan)
                break;
        }
        assert_true(nth < 60);
        assert_true(rule == BF_CORRECTION_NONE || plan == BF_MAX_TIME);
    }
}

static void there_is_a_name_for_every_rule(void **state)
{
    (void)state;
    assert_string_equal(bf_correction_names[BF_CORRECTION_INCREMENTS], "increments");
    assert_string_equal(bf_correction_names[BF_CORRECTION_REQUEST], "request");
    assert_string_equal(bf_correction_names[BF_CORRECTION_DOUBLE], "double");
    assert_string_equal(bf_correction_names[BF_CORRECTION_NONE], "none");
    assert_null(bf_correction_names[BF_CORRECTION_NONE + 1]);
}

BF_TEST_MAIN(BF_TEST(increments_are_added_to_the_first_plan_in_turn),
             BF_TEST(no_correction_goes_above_the_request),
             BF_TEST(double_doubles_the_present_plan), BF_TEST(request_goes_to_the_request_at_once),
             BF_TEST(none_leaves_the_plan_as_it_is),
             BF_TEST(a_plan_at_or_above_the_request_has_no_correction_left),
             BF_TEST(every_rule_comes_to_an_end), BF_TEST(there_is_a_name_for_every_rule))
