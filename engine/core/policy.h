// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface of policies. A policy decides, the engine acts: a policy looks at a struct bf_sched
// (sched.h) and calls bf_sched_start; time, randomness, configuration and state come in as
// arguments. Policies live in policies/, one file and one const descriptor each.
#ifndef BF_CORE_POLICY_H
#define BF_CORE_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/core/param.h"
#include "engine/core/types.h"

struct bf_reason;
struct bf_sched;
struct bf_starts;

enum bf_policy_use {
    BF_USES_PLAN = 1,           // its decisions depend on plans
    BF_USES_BACKFILL_ORDER = 2, // it walks candidates in the backfill order
    BF_USES_ENDS = 4,           // it reads the planned ends of running jobs (sched.h: ends)
    BF_MAKES_PROMISES = 8,      // it keeps reserved starts from pass to pass
    BF_IDLE_UNLESS_FIT = 16,    // a pass in which no waiting job fits does nothing and leaves
                                // nothing behind: the queue need not be in order for it
    BF_KNOWS_CALENDAR = 32      // it starts only what the calendar allows (bf_sched_may_start)
};

struct bf_policy {
    const char *name;    // as on the command line
    const char *summary; // one line
    const char *paper;   // where its rules come from
    const struct bf_param *params;
    unsigned param_count;
    unsigned uses;     // enum bf_policy_use
    size_t state_size; // bytes of the state handed to the hooks, zeroed before each run

    // Makes a zeroed state ready for a run; further arrays come from `arena`. NULL when zeros do.
    // Returns BF_ERR_ENV when there is no memory.
    enum bf_err (*init)(struct bf_sched *s, void *state, struct bf_arena *arena,
                        struct bf_error *e);

    // A job has ended and given back its processors. When `planned_end` is later than now, it has
    // ended early and was planned to hold them until then. NULL when the policy does not care.
    void (*job_ended)(struct bf_sched *s, void *state, bf_job job, bf_time planned_end);

    // A running job's planned end was moved from `from` (= now) to `to` > now by a correction; with
    // to = BF_NEVER no correction is left (from <= now), and from here on the job counts as ending
    // at now + 1, at every now (s->overrun holds the processors of all such jobs). NULL when the
    // policy does not care.
    void (*plan_moved)(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to);

    // One scheduling pass.
    void (*pass)(struct bf_sched *s, void *state);

    // The earliest reserved start of a waiting job: a pass will happen then. NULL: never.
    bf_time (*next_start)(const struct bf_sched *s, const void *state);

    // Says why the job at `place` still waits after a pass that made these `starts` (reason.h).
    // `reason` holds what is so under any policy: TOO_FEW or POLICY, by what is free at the end of
    // the pass. May use scratch in the state, but changes nothing that a later pass, or a counter,
    // depends on. NULL: nothing more is said.
    void (*explain)(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *reason);

    // Whether, with these parameters, jobs that wait behind a job never change when it starts:
    // given plans that hold, batch order, and fcfs as both orders. That takes two things: waiting
    // jobs are no obstacle to those ahead of them (reservations that last would be), and a pass at
    // which nothing has changed starts nothing. fair.h relies on it. NULL: they may.
    bool (*heeds_only_ahead)(const struct bf_value *args);
};

#endif
