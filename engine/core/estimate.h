// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface of estimate models: what run time the scheduler plans with. Models live in
// workloads/estimates, one file and one const descriptor each; workloads/estimates.h lists them.
//
// A plan is made when a job arrives, from the jobs that have ended by then and no others: the
// engine tells the model of each end as it happens, so a model cannot look ahead. (Some look at the
// run time on purpose, `exact` first of all, and say so: sees_run.)
#ifndef BF_CORE_ESTIMATE_H
#define BF_CORE_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/core/jobs.h"
#include "engine/core/overrun.h"
#include "engine/core/param.h"
#include "engine/core/types.h"

// What a model is given: borrowed for the run.
struct bf_estimator {
    const struct bf_jobs *jobs;
    struct bf_value arg; // the model's parameter, where it has one
    enum bf_overrun overrun;
    uint64_t seed;
    void *state; // made by `init`; NULL without one
};

struct bf_estimate {
    const char *name;             // as on the command line, without the argument
    const char *summary;          // one line
    const char *paper;            // where it comes from
    const struct bf_param *param; // what stands behind the colon (`name:2`); NULL: nothing
    bool sees_run;                // plans from the run time itself
    bool draws;                   // uses the seed
    bool falls_short;         // a plan may be shorter than both request and run: corrections matter
    bool falls_short_below_1; // the same, when the argument (a BF_PARAM_REAL) is below 1

    // Makes the state of one run from `arena`. NULL when there is none. Returns BF_ERR_ENV when
    // there is no memory, BF_ERR_INPUT when the model cannot deal with the jobs.
    enum bf_err (*init)(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e);

    // The plan of a job that arrives now, in seconds. `run` and `request` are after the overrun
    // rule. The engine raises a result below 1 to 1.
    bf_time (*plan)(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request);

    // A job has ended after `run` seconds. NULL when the model does not care.
    void (*job_ended)(struct bf_estimator *m, bf_job job, bf_time run);
};

#endif
