// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one list of estimate models (interface: engine/core/estimate.h).
#ifndef BF_WORKLOADS_ESTIMATES_H
#define BF_WORKLOADS_ESTIMATES_H

#include "engine/core/estimate.h"

// All models, in the order in which they are listed to users, ended by NULL.
extern const struct bf_estimate *const bf_estimates[];

// Finds a model by its name alone. BF_ERR_USAGE names the nearest ones.
enum bf_err bf_estimate_find(const char *name, const struct bf_estimate **estimate,
                             struct bf_error *e);

// Reads `name:argument` or `name`, which has the model's default argument if it takes one.
// BF_ERR_USAGE names the nearest models, or what argument was expected.
enum bf_err bf_estimate_parse(const char *text, const struct bf_estimate **estimate,
                              struct bf_value *arg, struct bf_error *e);

#endif
