// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the reference share: the state of a simulation, and one function a rule.
#ifndef BF_TESTS_REF_REF_INTERNAL_H
#define BF_TESTS_REF_REF_INTERNAL_H

#include <stddef.h>

#include "tests/ref/ref.h"

struct bf_ref_sim {
    const struct bf_jobs *jobs;
    bf_procs procs;
    const struct bf_ref_options *options;
    struct bf_ref_result *result;

    bf_time now;
    uint32_t next_arrival; // jobs before it have arrived
    uint32_t arrived_from; // jobs from it on have arrived since the last pass
    bf_job *waiting;       // in queue order; during a pass in the primary order
    size_t waiting_count;
    bf_job *running; // in the order of their starts
    size_t running_count;
    bool ended_early; // a job has ended before its planned end since the last pass

    bf_time *request;  // by job, after the overrun rule
    bf_time *plan;     // by job, as it is now
    bf_time *reserved; // by job: the start it holds; BF_NEVER: none
    bf_job *ended;     // in the order in which their completions were dealt with
    size_t ended_count;
};

// Memory or the end of the program.
void *bf_ref_alloc(size_t count, size_t size);

// ref.c: the jobs.
bf_time bf_ref_end(const struct bf_ref_sim *s, bf_job j);         // the end that only events know
bf_time bf_ref_planned_end(const struct bf_ref_sim *s, bf_job j); // as the scheduler counts it now
int64_t bf_ref_free_now(const struct bf_ref_sim *s);
void bf_ref_start(struct bf_ref_sim *s, bf_job j); // takes j from the waiting to the running jobs

// ref_plans.c: what the scheduler plans with.
bf_time bf_ref_first_plan(const struct bf_ref_sim *s, bf_job j);
// The plan after the next correction; not above the current one: there is no correction left.
bf_time bf_ref_next_plan(const struct bf_ref_sim *s, bf_job j);

// ref_orders.c: sorts jobs by an order at the present time; equal keys stay in the order they are
// in.
void bf_ref_sort(const struct bf_ref_sim *s, enum bf_order order, bf_job *jobs, size_t count);

// ref_policies.c and ref_conservative.c: one pass; the waiting jobs are in the primary order.
void bf_ref_pass_fcfs(struct bf_ref_sim *s);
void bf_ref_pass_easy(struct bf_ref_sim *s);
void bf_ref_pass_reservations(struct bf_ref_sim *s);
void bf_ref_pass_conservative(struct bf_ref_sim *s);

#endif
