// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the runs of a plan in parallel and hands their results to a sink.
//
// Each worker has a context of its own and does nothing but simulate; the calling thread does
// nothing but call the sink, look at the clock and report. What a run gives does not depend on
// which worker did it, or when; the order in which the sink is called does.
#ifndef BF_SWEEP_DRIVE_H
#define BF_SWEEP_DRIVE_H

#include "engine/core/sink.h"
#include "engine/sweep/plan.h"

enum { BF_DRIVE_SLOWEST = 5 };

struct bf_drive_slow {
    uint64_t number; // of the run
    double seconds;
};

// How far it is, about five times a second.
struct bf_drive_state {
    uint64_t runs, done, failed;  // of this call
    double elapsed;               // s
    double left;                  // predicted, s; negative: nothing has finished yet
    struct bf_drive_slow in_hand; // the run that is under way for longest; seconds 0: none
};

struct bf_drive_options {
    int threads;    // workers, at least 1
    bool with_jobs; // hand over schedules, too
    bool fail_fast; // stop at the first failure
    double budget;  // s from now on, nothing is begun that is predicted not to fit; 0: none
    uint64_t (*clock)(void);         // for the cost table (engine/core/config.h), or NULL
    const _Atomic(int) *interrupted; // stop as soon as this is not 0, or NULL
    void *self;                      // of the next
    void (*tick)(void *self, const struct bf_drive_state *state); // or NULL
};

enum bf_drive_end {
    BF_DRIVE_DONE,        // all runs have been tried
    BF_DRIVE_INTERRUPTED, // *interrupted
    BF_DRIVE_BUDGET,      // what is left does not fit the budget
    BF_DRIVE_FAILURE,     // fail_fast
    BF_DRIVE_SINK         // the sink failed
};

struct bf_drive_result {
    enum bf_drive_end end;
    uint64_t done, failed; // failed ones are among those done
    double elapsed;        // s
    double core;           // s of processor time in runs, together
    double idle;           // share of threads x elapsed that workers waited for work, for room in
                           // the queue or for the last run of another
    double sink;           // s of processor time in the sink
    struct bf_drive_slow slowest[BF_DRIVE_SLOWEST]; // longest first; seconds 0: none
    char failure[256];                              // the message of the first failed run
};

// Runs the `count` runs with these numbers, an array that is taken and freed. A run that fails is a
// row with status 'failed' and no error. BF_ERR_ENV: a context cannot be made; or the error of the
// sink. Whatever is returned, `result` is filled in and the sink has been given all that finished.
enum bf_err bf_drive(const struct bf_plan *plan, uint64_t *numbers, uint64_t count,
                     const struct bf_sink *sink, const struct bf_drive_options *options,
                     struct bf_drive_result *result, struct bf_error *e);

// Hands the rows of all traces that the plan uses to a sink.
enum bf_err bf_drive_traces(const struct bf_plan *plan, const struct bf_sink *sink,
                            struct bf_error *e);

#endif
