// SPDX-License-Identifier: GPL-3.0-or-later
//
// A simulation context from the inside: shared by sim.c (the order of events) and sched.c (what a
// policy may do). Everything but the arenas is set anew by each run.
#ifndef BF_CORE_SIM_INTERNAL_H
#define BF_CORE_SIM_INTERNAL_H

#include "engine/base/heap.h"
#include "engine/core/sim.h"

// A job's flag while it runs past its plan with no correction left. Beside enum bf_outcome_bit;
// never set on a job that has ended.
#define BF_OVERRUNNING 128

struct bf_sim {
    struct bf_arena *home;  // holds this struct
    struct bf_arena *arena; // holds a run
    struct bf_sched sched;  // what the policy sees
    void *policy_state;
    const struct bf_jobs *jobs;
    const struct bf_config *config;
    struct bf_estimator estimator;
    struct bf_outages outages; // of sched, where there is a calendar

    struct bf_heap running;    // by real end, then order of start
    struct bf_heap expiries;   // plans that will expire and be corrected, by planned end: events
    struct bf_heap lapses;     // plans that will expire with no correction left: no events
    struct bf_heap_entry *due; // single order: jobs that end now
    bf_job next_arrival;
    bf_job arrivals; // jobs from this one on never arrive: the number of jobs, but see fair.c
    uint32_t started;
    bf_job *started_jobs; // which, in order; NULL: the policy does not use planned ends
    bool plans;           // the estimate model is asked for plans
    bool unsorted;        // the queue has jobs that are not in their primary place yet
    // Longer plans are cut, so that reservations of all jobs in a row stay within times.
    bf_time longest_plan;

    bf_time *start, *plan, *first_plan, *first_promise, *last_promise;
    uint8_t *flags, *corrections;
    double lost_area, queue_area;
};

// The run time and the request of a job after the overrun rule.
static inline bf_time bf_sim_job_run(const struct bf_sim *sim, bf_job j)
{
    return bf_effective_run(sim->config->overrun, sim->jobs->run[j], sim->jobs->request[j]);
}
static inline bf_time bf_sim_job_request(const struct bf_sim *sim, bf_job j)
{
    return bf_effective_request(sim->config->overrun, sim->jobs->run[j], sim->jobs->request[j]);
}

// The planned end of a running job, as it is now.
static inline bf_time bf_planned_end(const struct bf_sim *sim, bf_job j)
{
    return sim->start[j] + sim->plan[j];
}

// A run in steps. `begin` sets up, for a config and jobs that have been checked; `next` is the next
// instant, BF_NEVER when nothing is left to happen; `step` processes it and returns it.
enum bf_err bf_sim_begin(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                         const struct bf_config *config, struct bf_error *e);
bf_time bf_sim_next(const struct bf_sim *sim);
bf_time bf_sim_step(struct bf_sim *sim);

// Whether config.stop says that the run is to end early.
bool bf_sim_stopped(const struct bf_sim *sim);
void bf_sim_outcome(const struct bf_sim *sim, struct bf_outcome *outcome);

// Puts a running job whose plan will expire before it ends where its expiry will be noticed.
void bf_sim_expect_expiry(struct bf_sim *sim, bf_job j, uint32_t order);

#endif
