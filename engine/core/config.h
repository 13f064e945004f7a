// SPDX-License-Identifier: GPL-3.0-or-later
//
// All that decides the result of a run besides the jobs: every field is a decision, so there is no
// initialiser other than bf_config_default, whose choices are the documented defaults.
#ifndef BF_CORE_CONFIG_H
#define BF_CORE_CONFIG_H

#include <stdbool.h>

#include "engine/base/text.h"
#include "engine/core/calendar.h"
#include "engine/core/correction.h"
#include "engine/core/estimate.h"
#include "engine/core/observer.h"
#include "engine/core/order.h"
#include "engine/core/overrun.h"
#include "engine/core/param.h"
#include "engine/core/policy.h"

// The version of docs/semantics.md: part of every run's key, and raised with every change that can
// move a start time.
#define BF_SEMANTICS_VERSION 2

enum bf_events { BF_EVENTS_BATCH, BF_EVENTS_SINGLE };

extern const char *const bf_events_names[]; // in the order of the enum, ended by NULL

struct bf_config {
    const struct bf_policy *policy;
    struct bf_value args[BF_MAX_PARAMS]; // one a parameter of the policy, in its order
    const struct bf_estimate *estimate;
    struct bf_value estimate_arg; // unused when the model has no parameter
    enum bf_order order;          // primary
    enum bf_order backfill_order;
    enum bf_correction correction;
    enum bf_overrun overrun;
    enum bf_events events;
    uint64_t seed;
    const struct bf_calendar *calendar; // borrowed; NULL: the whole machine is there all the time
    bf_time tau;                        // of bounded slowdown, s
    double warmup;           // leave out the first `warmup` % of jobs to end, from the metrics only
    bool cooldown;           // leave out what ends after the last arrival, from the metrics only
    bool fair_start;         // work out fair start times (fair.h), for the metrics only
    uint64_t (*clock)(void); // nanoseconds, for the cost table; NULL: costs have counters only
    const _Atomic(int) *stop; // a run ends early once this is not 0; NULL: it runs to its end
    const struct bf_observer *observer; // borrowed; NULL: nobody watches
};

// Fills in the defaults of the policy's parameters; policy and estimate are borrowed.
void bf_config_default(struct bf_config *c, const struct bf_policy *policy,
                       const struct bf_estimate *estimate);

// Refuses what does not go together (BF_ERR_USAGE).
enum bf_err bf_config_check(const struct bf_config *c, struct bf_error *e);

// Whether plans play a part at all, in the policy or in its orders. Where they don't, the engine
// asks no estimate model: every plan is the request, whatever `estimate` says.
bool bf_config_uses_plans(const struct bf_config *c);

// The calendar, if it takes anything; else NULL: an empty calendar is as good as none.
const struct bf_calendar *bf_config_calendar(const struct bf_config *c);

// Whether a correction can ever happen.
bool bf_config_uses_corrections(const struct bf_config *c);

// Appends the canonical text: `name=value` pairs in a fixed order, blanks between. Two configs with
// the same text give the same bytes; what plays no part (a backfill order under fcfs, a seed where
// nothing is drawn, a correction where no plan can expire) is left out, so that runs which mean the
// same have the same text. Clock, stop and observer are not part of it.
void bf_config_text(const struct bf_config *c, struct bf_text *to);

// The same for the estimate alone, as on the command line: `avg2`, `name:2`.
void bf_config_estimate_text(const struct bf_config *c, struct bf_text *to);

#endif
