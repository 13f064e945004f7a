// SPDX-License-Identifier: GPL-3.0-or-later
//
// An error in GSL is a status and a line of text, and does not end the program.
#include "tests/support/bf_test.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_gamma.h>

#include "analysis/statistics/gsl.h"

static void error_is_a_status(void **state)
{
    (void)state;
    struct bf_error e;
    gsl_sf_result result;
    bf_gsl_begin();
    const int status = gsl_sf_lngamma_e(0, &result); // would abort
    assert_int_equal(bf_gsl_check(status, "lngamma", &e), BF_ERR_INPUT);
    assert_string_equal(e.text, "lngamma: input domain error");
    assert_true(isnan(gsl_cdf_binomial_P(1, 2, 3)));
    assert_int_equal(bf_gsl_check(GSL_ENOMEM, "table", &e), BF_ERR_ENV);
    assert_int_equal(bf_gsl_check(GSL_SUCCESS, "table", &e), BF_OK);
}

BF_TEST_MAIN(BF_TEST(error_is_a_status))
