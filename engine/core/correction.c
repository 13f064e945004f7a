// SPDX-License-Identifier: GPL-3.0-or-later
//
// The increments are those of Tsafrir, Etsion and Feitelson (IEEE TPDS 2007), section on prediction
// correction, as used in the SC'15 study whose published starts the tests meet.
#include "engine/core/correction.h"

#include <stddef.h>

const char *const bf_correction_names[] = {"increments", "request", "double", "none", NULL};

static const bf_time increments[] = {60,    300,   900,   1800,   3600,  7200,
                                     18000, 36000, 72000, 180000, 360000};

bf_time bf_correct(enum bf_correction rule, bf_time first, bf_time plan, bf_time request,
                   unsigned nth)
{
    bf_time next = request;
    switch (rule) {
    case BF_CORRECTION_INCREMENTS:
        if (nth <= sizeof increments / sizeof increments[0])
            next = first + increments[nth - 1];
        break;
    case BF_CORRECTION_DOUBLE:
        next = 2 * plan;
        break;
    case BF_CORRECTION_REQUEST:
        break;
    case BF_CORRECTION_NONE:
        return plan;
    }
    return next < request ? next : request;
}
