// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the reference share: the state of a simulation, and one function a rule.
#ifndef BF_TESTS_REF_REF_INTERNAL_H
#define BF_TESTS_REF_REF_INTERNAL_H

#include <stddef.h>

#include "tests/ref/ref.h"

struct bf_ref_steps;

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
    double slowdowns; // of all jobs that have ended, summed up

    bool held;             // relaxed: there has been a head that had to wait
    bf_job head;           // the last one
    bf_time head_reserved; // its earliest shadow time so far
    bf_time head_slack;    // s

    bf_time *request;  // by job, after the overrun rule
    bf_time *plan;     // by job, as it is now
    bf_time *reserved; // by job: the start it holds; BF_NEVER: none
    bf_job *ended;     // in the order in which their completions were dealt with
    size_t ended_count;
    // During a pass: the machine less the requests of running and reserved jobs (the calendar not
    // counted).
    struct bf_ref_steps *limits;
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

// ref_calendar.c: what the calendar takes at t, and whether that is not what it took just before;
// the next such time after now; whether it takes anything from now on and before `limit`.
int64_t bf_ref_taken(const struct bf_ref_sim *s, bf_time t);
bool bf_ref_calendar_changes(const struct bf_ref_sim *s, bf_time t);
bf_time bf_ref_next_change(const struct bf_ref_sim *s);
bool bf_ref_outage_before(const struct bf_ref_sim *s, bf_time limit);
// The machine less what running jobs may hold if they run to their requests.
struct bf_ref_steps bf_ref_limits_of_running(const struct bf_ref_sim *s);
// Takes (sign 1) or gives back (-1) what `j` may hold if it starts at `start`.
void bf_ref_hold(const struct bf_ref_sim *s, struct bf_ref_steps *limits, bf_job j, bf_time start,
                 int sign);
// Whether the calendar allows a start of `j` at t beside these limits; or now beside running jobs.
bool bf_ref_allowed(const struct bf_ref_sim *s, const struct bf_ref_steps *limits, bf_job j,
                    bf_time t);
bool bf_ref_may_start(const struct bf_ref_sim *s, bf_job j);
// The earliest t >= from that is allowed and fits the profile (NULL: allowed alone).
bf_time bf_ref_earliest(const struct bf_ref_sim *s, const struct bf_ref_steps *profile,
                        const struct bf_ref_steps *limits, bf_job j, bf_time from);

// ref_policies.c: what policies have in common. When the processors of `j` are free by planned ends
// and the calendar allows its start, beside running jobs alone; and how many more are free then.
struct bf_ref_shadow {
    bf_time time;
    int64_t extra;
};
struct bf_ref_shadow bf_ref_shadow_of(const struct bf_ref_sim *s, bf_job j);
// Whether `j` fits now and is allowed beside a start of the head at `start`.
bool bf_ref_fits_beside(const struct bf_ref_sim *s, bf_job j, bf_job head, bf_time start);
// The waiting jobs behind the first `skip`, in the backfill order; freed by the caller.
bf_job *bf_ref_candidates(const struct bf_ref_sim *s, size_t skip, size_t *count);

// ref_conservative.c: the steps that selective shares. `p` counts running jobs and reservations;
// `limits`, which s->limits points to, what these may hold towards the calendar.
struct bf_ref_steps bf_ref_steps_of_reserved(struct bf_ref_sim *s, struct bf_ref_steps *limits);
void bf_ref_repair(struct bf_ref_sim *s, struct bf_ref_steps *p);
void bf_ref_compress(struct bf_ref_sim *s, struct bf_ref_steps *p);
void bf_ref_reserve(struct bf_ref_sim *s, struct bf_ref_steps *p, bf_job j);
void bf_ref_start_reserved(struct bf_ref_sim *s);

// One pass; the waiting jobs are in the primary order. ref_policies.c:
void bf_ref_pass_fcfs(struct bf_ref_sim *s);
void bf_ref_pass_easy(struct bf_ref_sim *s);
void bf_ref_pass_reservations(struct bf_ref_sim *s);
// ref_conservative.c:
void bf_ref_pass_conservative(struct bf_ref_sim *s);
// ref_more.c:
void bf_ref_pass_selective(struct bf_ref_sim *s);
void bf_ref_pass_relaxed(struct bf_ref_sim *s);
void bf_ref_pass_independent_shadow(struct bf_ref_sim *s);
void bf_ref_pass_hpcpack(struct bf_ref_sim *s);
// ref_lookahead.c:
void bf_ref_pass_lookahead(struct bf_ref_sim *s);

#endif
