// SPDX-License-Identifier: GPL-3.0-or-later
//
// The naive reference simulator: docs/semantics.md written down as directly as C allows, to be read
// beside that page and to be believed. It shares no code with the engine, keeps everything in plain
// arrays, works out again what it needs whenever it needs it, and is slow.
//
// The engine must give the same result for every workload and every option.
#ifndef BF_TESTS_REF_REF_H
#define BF_TESTS_REF_REF_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/core/calendar.h"
#include "engine/core/config.h"
#include "engine/core/jobs.h"
#include "engine/core/sim.h"
#include "policies/shadow.h"

enum bf_ref_policy {
    BF_REF_FCFS,
    BF_REF_EASY,
    BF_REF_RESERVATIONS,
    BF_REF_CONSERVATIVE,
    BF_REF_SELECTIVE,
    BF_REF_LOOKAHEAD,
    BF_REF_RELAXED,
    BF_REF_INDEPENDENT_SHADOW,
    BF_REF_HPCPACK
};

enum bf_ref_slack_of { BF_REF_SLACK_OF_WAIT, BF_REF_SLACK_OF_PLAN };

#define BF_REF_ADAPTIVE (-1.0) // a threshold

enum bf_ref_compress { BF_REF_COMPRESS_QUEUE, BF_REF_COMPRESS_START, BF_REF_COMPRESS_NONE };

enum bf_ref_estimate {
    BF_REF_REQUEST,
    BF_REF_EXACT,
    BF_REF_FACTOR,
    BF_REF_UNIFORM,
    BF_REF_PAD,
    BF_REF_CAP,
    BF_REF_TRUNCATE,
    BF_REF_USER_TRUNCATE,
    BF_REF_AVG2,
    BF_REF_ROUND,
    BF_REF_TSAFRIR
};

// Errors of published programs, repeated here so that their published tables come out. The engine
// has none of them.
enum bf_ref_quirk {
    // easy: a candidate that runs past the shadow time is charged twice there.
    BF_REF_QUIRK_DOUBLE_CHARGE = 1,
    // conservative: a job is placed where it fits at the instant of its start, whatever comes
    // during its
    // run; only to start at once it must also fit at the reserved starts of the jobs ahead of it.
    // So a
    // reservation is no promise: put back, a job may come out later. Nothing is repaired.
    BF_REF_QUIRK_INSTANT = 2
};

struct bf_ref_options {
    enum bf_ref_policy policy;
    bool strict;                   // easy
    enum bf_extra extra;           // easy
    int64_t depth;                 // easy, lookahead, hpcpack; BF_COUNT_ALL: no limit
    int64_t reservations;          // reservations; BF_COUNT_ALL: everybody
    enum bf_ref_compress compress; // conservative
    double threshold;              // selective; BF_REF_ADAPTIVE: the mean slowdown so far
    double slack;                  // relaxed
    enum bf_ref_slack_of slack_of; // relaxed
    enum bf_ref_estimate estimate;
    double estimate_arg; // of the models that have one
    uint64_t seed;       // of the models that draw
    enum bf_order order, backfill_order;
    enum bf_correction correction;
    enum bf_overrun overrun;
    enum bf_events events;
    unsigned quirks;                 // enum bf_ref_quirk
    const struct bf_outage *outages; // lines of the calendar
    size_t outage_count;
};

// Arrays by job, owned by the result.
struct bf_ref_result {
    uint32_t count;
    bf_time *start;
    bf_time *run;                          // the run time the job got
    bf_time *plan;                         // the plan it arrived with
    bf_time *first_promise, *last_promise; // BF_NEVER: none
    uint8_t *flags;                        // enum bf_outcome_bit
    uint32_t *corrections;                 // how often its plan was corrected
    uint64_t broken_promises, all_corrections;
    bf_time slip_total, slip_max; // s
};

// fcfs in batch order, plans = requests, everything else at its default.
struct bf_ref_options bf_ref_options_default(enum bf_ref_policy policy);

// Simulates. The result is the caller's, to be freed by bf_ref_free. No memory ends the program.
struct bf_ref_result *bf_ref_run(const struct bf_jobs *jobs, bf_procs procs,
                                 const struct bf_ref_options *options);
void bf_ref_free(struct bf_ref_result *r);

#endif
