// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which words of a canonical text become rows of /params.
#include "engine/core/run_params.h"

#include "tests/support/bf_test.h"

static void words_that_are_no_column_are_rows(void **state)
{
    (void)state;
    struct bf_param_row rows[BF_RUN_PARAMS_MAX];
    assert_int_equal(
        bf_run_params(rows, "procs=64 first=150 policy=easy strict=no extra=full tau=10 bare"), 4);
    assert_string_equal(rows[0].name, "first");
    assert_string_equal(rows[0].value, "150");
    assert_string_equal(rows[1].name, "strict");
    assert_string_equal(rows[1].value, "no");
    assert_string_equal(rows[2].name, "extra");
    assert_string_equal(rows[2].value, "full");
    assert_string_equal(rows[3].name, "bare");
    assert_string_equal(rows[3].value, "");
    assert_int_equal(bf_run_params(rows, ""), 0);
}

static void a_value_that_is_too_long_is_cut(void **state)
{
    (void)state;
    char config[200] = "users=";
    struct bf_param_row rows[BF_RUN_PARAMS_MAX];
    memset(config + 6, '7', 150);
    assert_int_equal(bf_run_params(rows, config), 1);
    assert_int_equal(strlen(rows[0].value), sizeof rows[0].value - 1);
}

BF_TEST_MAIN(BF_TEST(words_that_are_no_column_are_rows), BF_TEST(a_value_that_is_too_long_is_cut))
