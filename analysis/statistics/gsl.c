// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/gsl.h"

#include <gsl/gsl_errno.h>

void bf_gsl_begin(void)
{
    gsl_set_error_handler_off();
}

enum bf_err bf_gsl_check(int status, const char *what, struct bf_error *e)
{
    if (status == GSL_SUCCESS)
        return BF_OK;
    return bf_error_set(e, status == GSL_ENOMEM ? BF_ERR_ENV : BF_ERR_INPUT, "%s: %s", what,
                        gsl_strerror(status));
}
