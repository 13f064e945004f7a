// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a policy sees, and the two things it can do: start a waiting job, and promise it a start.
// All of it is the scheduler's knowledge: run times are not in here. Policies read the fields and
// change none of them but the counters.
#ifndef BF_CORE_SCHED_H
#define BF_CORE_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/core/ends.h"
#include "engine/core/order.h"
#include "engine/core/outages.h"
#include "engine/core/param.h"
#include "engine/core/queue.h"
#include "engine/core/types.h"

// Buckets of the lengths of passes: bucket b counts those of [2^b, 2^(b + 1)) ns; 0 ns is in 0.
#define BF_COST_BUCKETS 64

// Deterministic counters of what a run cost; they become the row of /cost. Times (..._ns,
// passes_of) are measured: by config.clock, 0 without.
struct bf_counters {
    uint64_t passes;
    uint64_t starts;
    uint64_t jobs_examined;   // waiting jobs looked at by passes
    uint64_t profile_queries; // searches in a profile, shadow times included
    uint64_t profile_updates; // reserve and release
    uint64_t steps_visited;   // profile nodes and planned ends looked at
    uint64_t moves;           // reservations that were moved earlier
    uint64_t broken_promises; // reservations that were moved later
    uint64_t corrections;
    bf_time slip_total, slip_max; // of broken promises, s
    uint32_t queue_max;
    uint32_t profile_max; // steps
    uint64_t sched_ns, sched_ns_max;
    uint64_t passes_of[BF_COST_BUCKETS]; // the histogram
};

struct bf_sched {
    bf_time now;
    bf_procs procs;   // of the machine
    bf_procs free;    // to be given away at this pass
    bf_procs overrun; // held by running jobs whose plan has passed, uncorrected: free at now + 1
    struct bf_queue queue;           // waiting jobs in the primary order
    struct bf_outages *outages;      // NULL: no calendar
    struct bf_ends ends;             // planned ends of running jobs, for policies with BF_USES_ENDS
    bf_job arrived_from, arrived_to; // jobs that came since the last pass: [from, to)
    bool compress_due;               // a completion since the last pass calls for compression
    enum bf_order order, backfill_order;
    const struct bf_value *args; // the policy's parameters

    uint32_t jobs;             // how many jobs the run has: the size of arrays by job
    const bf_time *submit;     // by job, s
    const bf_procs *job_procs; // by job
    const bf_time *plan;       // by job, s, as it is now: first plan, then as corrected
    const bf_time *start;      // by job that has started, s
    const bf_job *started;     // which job, by the order of starts, for policies with BF_USES_ENDS
    struct bf_counters counters;
    struct bf_sim *sim; // the engine's own part
};

// A job's request, s: the limit of how long it may run, after the overrun rule.
bf_time bf_sched_request(const struct bf_sched *s, bf_job job);

// Whether the calendar allows a start of the waiting job at `place` now; always, without one. With
// a calendar O(log n).
bool bf_sched_allowed(const struct bf_sched *s, uint32_t place);
static inline bool bf_sched_may_start(const struct bf_sched *s, uint32_t place)
{
    return !s->outages || bf_sched_allowed(s, place);
}

// A reservation of the waiting job at `place` at `start`, as far as the calendar is concerned, is
// made or given up. A policy gives up all it has made before it starts the job. Without a calendar
// nothing happens.
void bf_sched_hold_outages(const struct bf_sched *s, uint32_t place, bf_time start, bool hold);
static inline void bf_sched_hold(const struct bf_sched *s, uint32_t place, bf_time start)
{
    if (s->outages)
        bf_sched_hold_outages(s, place, start, true);
}
static inline void bf_sched_release(const struct bf_sched *s, uint32_t place, bf_time start)
{
    if (s->outages)
        bf_sched_hold_outages(s, place, start, false);
}

// Starts the waiting job at `place` of the queue now; procs <= free, and it may start. O(log
// running), and what bf_ends_add costs under BF_USES_ENDS.
void bf_sched_start(struct bf_sched *s, uint32_t place);

// Records that the waiting job at `place` is promised a start at `start`, no matter how often. The
// first and the last promise are kept, the last one by place in the queue; one later than the last
// is a broken promise and is counted. Only for policies with BF_MAKES_PROMISES. O(1).
void bf_sched_promise(struct bf_sched *s, uint32_t place, bf_time start);

// Whether a job that has started was not the head of the queue then. O(1).
bool bf_sched_backfilled(const struct bf_sched *s, bf_job job);

// Whether the log gives no request for the job: then its limit is a guess of ours. O(1).
bool bf_sched_lacks_request(const struct bf_sched *s, bf_job job);

#endif
