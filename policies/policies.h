// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one list of policies (interface: engine/core/policy.h).
#ifndef BF_POLICIES_POLICIES_H
#define BF_POLICIES_POLICIES_H

#include "engine/core/policy.h"

// All policies, in the order in which they are listed to users, ended by NULL.
extern const struct bf_policy *const bf_policies[];

// Finds a policy by name. BF_ERR_USAGE names the nearest one.
enum bf_err bf_policy_find(const char *name, const struct bf_policy **policy, struct bf_error *e);

#endif
