// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules from anywhere: the jobs of a run of a result file, a file that `bfsweep run --jobs` has
// written, the start times of another program. What analysis knows of a job is its row of /jobs,
// and which columns of it are there.
#ifndef BF_ANALYSIS_AUDIT_SCHEDULE_H
#define BF_ANALYSIS_AUDIT_SCHEDULE_H

#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/core/rows.h"
#include "engine/core/types.h"

enum bf_schedule_column { // what is known besides job and start
    BF_SCHEDULE_SUBMIT = 1,
    BF_SCHEDULE_END = 2,
    BF_SCHEDULE_PROCS = 4,
    BF_SCHEDULE_REQUEST = 8,
    BF_SCHEDULE_PLAN = 16,
    BF_SCHEDULE_PROMISES = 32,
    BF_SCHEDULE_FLAGS = 64,
    BF_SCHEDULE_CORRECTIONS = 128
};
#define BF_SCHEDULE_TIMES (BF_SCHEDULE_SUBMIT | BF_SCHEDULE_END | BF_SCHEDULE_PROCS)
#define BF_SCHEDULE_ALL   255u

struct bf_schedule {
    struct bf_job_row *jobs; // in any order
    uint32_t count;
    unsigned known; // enum bf_schedule_column
};

// BF_ERR_INPUT: a job has a time, a length or a number of processors that no schedule has: sums of
// them could overflow. (A schedule that passes may still be wrong in every other way.)
enum bf_err bf_schedule_check(const struct bf_schedule *s, struct bf_error *e);

// What a log says of its jobs, in log order: plain arrays of `count` entries, borrowed.
struct bf_schedule_log {
    uint32_t count;
    const int64_t *number;
    const bf_time *submit, *run, *request;
    const bf_procs *procs;
    const uint8_t *no_request; // 1: the log gives no request
};

// What becomes of a job that runs past its request.
enum bf_schedule_overrun {
    BF_SCHEDULE_UNKNOWN,
    BF_SCHEDULE_KILL,
    BF_SCHEDULE_EXTEND,
    BF_SCHEDULE_ALLOW
};

#define BF_NO_MATCH UINT32_MAX

// For each of the `na` numbers of `a`, the place in `b` of the same number, or BF_NO_MATCH: the
// k-th time that a number is there belongs to the k-th time that it is there in `b`. O(n log n), or
// O(n) when both are the same. Scratch from `arena`. BF_ERR_ENV: no memory.
enum bf_err bf_schedule_match(const int64_t *a, uint32_t na, const int64_t *b, uint32_t nb,
                              uint32_t *b_of_a, struct bf_arena *arena, struct bf_error *e);

// The job numbers of a schedule, from `arena`; NULL: no memory.
int64_t *bf_schedule_numbers(const struct bf_schedule *s, struct bf_arena *arena);

// How long a job of the log runs, and its request, under a rule (unknown: killed).
bf_time bf_schedule_log_run(const struct bf_schedule_log *log, uint32_t j,
                            enum bf_schedule_overrun rule);
bf_time bf_schedule_log_request(const struct bf_schedule_log *log, uint32_t j,
                                enum bf_schedule_overrun rule);

// Fills the columns submit, end, procs and request that `s` lacks from the jobs of the log with the
// same numbers, log_of[i] being the one of s->jobs[i]. Jobs without one get what makes them
// harmless: submitted at their start, with no length and no processors.
void bf_schedule_complete(struct bf_schedule *s, const struct bf_schedule_log *log,
                          const uint32_t *log_of, enum bf_schedule_overrun rule);

// The log that a schedule implies, as far as its columns go; arrays from `arena`. Columns that are
// not known are NULL. False: no memory.
bool bf_schedule_log_of(const struct bf_schedule *s, struct bf_schedule_log *log,
                        struct bf_arena *arena);

#endif
