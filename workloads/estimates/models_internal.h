// SPDX-License-Identifier: GPL-3.0-or-later
//
// The descriptors of the estimate models, one a file; workloads/estimates.c lists them.
#ifndef BF_WORKLOADS_ESTIMATES_MODELS_INTERNAL_H
#define BF_WORKLOADS_ESTIMATES_MODELS_INTERNAL_H

#include "engine/core/estimate.h"

extern const struct bf_estimate bf_estimate_request, bf_estimate_exact, bf_estimate_avg2;

#endif
