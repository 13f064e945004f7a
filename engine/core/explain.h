// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why jobs waited: an observer (observer.h) that watches some jobs, and tells of each of them at
// the end of each pass from its arrival to its start.
//
//     struct bf_explain x;
//     bf_explain_init(&x, arena, jobs->count, &e);
//     bf_explain_watch(&x, job);
//     x.self = ..., x.look = ...;
//     config.observer = &x.observer;
//     bf_sim_run(...);
//
// A pass costs O(queue) while a watched job waits, and what the policy's `explain` costs for each
// of them; a start costs O(1) at any time.
#ifndef BF_CORE_EXPLAIN_H
#define BF_CORE_EXPLAIN_H

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/core/observer.h"
#include "engine/core/reason.h"

// One job at the end of one pass.
struct bf_look {
    bf_job job;
    bf_time time;
    uint64_t pass;        // how many passes there were before
    bf_procs free_before; // free when the pass began; reason.free: when the policy came to the job
    bf_procs free_after;
    bf_job head;             // of the queue after the pass; BF_NO_JOB: it is empty
    uint32_t ahead;          // jobs ahead of it in the queue: after the pass, or as it was started
    uint32_t waiting;        // jobs in the queue after the pass
    struct bf_reason reason; // BF_WHY_NONE: this pass started it
    // Jobs behind it in the queue that this pass started, in the order of their starts, unless it
    // was started itself. Good until the next look.
    const bf_job *overtakers;
    uint32_t overtaker_count;
};

struct bf_explain {
    struct bf_observer observer; // filled in by init
    void *self;                  // these two by the caller
    void (*look)(void *self, const struct bf_look *look);

    bool *watched;           // by job
    bf_job first;            // no job before it is watched
    uint32_t left;           // watched jobs that have not been started
    struct bf_start *starts; // of this pass
    uint32_t *ahead;         // of each: jobs ahead of it, where it is watched
    uint32_t start_count;
    bf_job *overtakers; // scratch
    bf_procs free_before;
    uint64_t passes;
};

// Ready for one run of a table of `jobs` jobs, of which none is watched. BF_ERR_ENV: no memory.
enum bf_err bf_explain_init(struct bf_explain *x, struct bf_arena *arena, uint32_t jobs,
                            struct bf_error *e);

void bf_explain_watch(struct bf_explain *x, bf_job job);

#endif
