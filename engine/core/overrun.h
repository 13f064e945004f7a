// SPDX-License-Identifier: GPL-3.0-or-later
//
// Overruns: what becomes of a job whose run time is above its request (docs/semantics.md).
#ifndef BF_CORE_OVERRUN_H
#define BF_CORE_OVERRUN_H

#include "engine/core/types.h"

enum bf_overrun { BF_OVERRUN_KILL, BF_OVERRUN_EXTEND, BF_OVERRUN_ALLOW };

// Their names, in that order, ended by NULL.
extern const char *const bf_overrun_names[];

// The effective run time and request of a job under the rule.
static inline bf_time bf_effective_run(enum bf_overrun rule, bf_time run, bf_time request)
{
    return rule == BF_OVERRUN_KILL && run > request ? request : run;
}
static inline bf_time bf_effective_request(enum bf_overrun rule, bf_time run, bf_time request)
{
    return rule == BF_OVERRUN_EXTEND && run > request ? run : request;
}

#endif
