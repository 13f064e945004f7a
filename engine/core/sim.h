// SPDX-License-Identifier: GPL-3.0-or-later
//
// One simulation: a job table, a machine and a config in; start times and counters out.
// docs/semantics.md says what happens in which order.
//
// A context holds all the memory that runs need and is made to be used again: create one a thread,
// run on it as often as wanted. A used context gives the same bytes as a fresh one.
#ifndef BF_CORE_SIM_H
#define BF_CORE_SIM_H

#include "engine/core/config.h"
#include "engine/core/jobs.h"
#include "engine/core/sched.h"

struct bf_sim;

enum bf_outcome_bit {      // the `flags` of a job in every output
    BF_BACKFILLED = 1,     // started while an earlier job of the primary order waited
    BF_KILLED = 2,         // cut at its request
    BF_NO_REQUEST = 4,     // the log gave no request
    BF_CORRECTED = 8,      // its plan expired and was corrected at least once
    BF_PROMISE_BROKEN = 16 // its reservation was moved later at least once
};

// Result of a run. Arrays are by job, borrowed from the context, good until its next run.
struct bf_outcome {
    const struct bf_jobs *jobs; // as given
    bf_procs procs;
    enum bf_overrun overrun;
    const bf_time *start;
    const bf_time *plan;          // the plan it arrived with, s
    const bf_time *first_promise; // BF_NEVER: none. NULL: the policy makes none
    const bf_time *last_promise;
    const uint8_t *flags;       // enum bf_outcome_bit
    const uint8_t *corrections; // how often its plan was corrected
    struct bf_counters counters;
    double lost_area;  // processor-seconds idle while a waiting job would have fit by count
    double queue_area; // job-seconds waited: the integral of the queue's length
};

// The run time that a job got, s.
static inline bf_time bf_outcome_run(const struct bf_outcome *o, bf_job j)
{
    return bf_effective_run(o->overrun, o->jobs->run[j], o->jobs->request[j]);
}

// Its request after the overrun rule, s.
static inline bf_time bf_outcome_request(const struct bf_outcome *o, bf_job j)
{
    return bf_effective_request(o->overrun, o->jobs->run[j], o->jobs->request[j]);
}

// Returns a context (owned), or NULL when there is no memory.
struct bf_sim *bf_sim_create(void);
void bf_sim_destroy(struct bf_sim *sim);

// Runs. BF_ERR_USAGE: the config; BF_ERR_INPUT: the job table does not hold its promises (jobs.h),
// or the calendar takes more than the machine has; BF_ERR_ENV: no memory. Nothing can fail once the
// loop has begun; BF_ERR_INCOMPLETE: it was told to stop (config->stop, looked at once an instant),
// and there is no outcome.
enum bf_err bf_sim_run(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                       const struct bf_config *config, struct bf_outcome *outcome,
                       struct bf_error *e);

// Bytes the context holds from the system.
size_t bf_sim_bytes(const struct bf_sim *sim);

#endif
