// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimate models that plan what a test wants, apart from those of workloads/.
#ifndef BF_TESTS_SUPPORT_PLANS_H
#define BF_TESTS_SUPPORT_PLANS_H

#include "engine/core/estimate.h"

// The request.
extern const struct bf_estimate bf_test_plan_request;

// Half the run time; the argument in seconds, whatever the job (default 60); a number drawn from
// the seed, in 1 .. request. All may fall short.
extern const struct bf_estimate bf_test_plan_half, bf_test_plan_fixed, bf_test_plan_drawn;

#endif
