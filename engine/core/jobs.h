// SPDX-License-Identifier: GPL-3.0-or-later
//
// The job table: one array a field, all of `count` entries, in order of submit (equal submits in
// the order of the log). It is what a trace becomes, is shared read-only by any number of runs, and
// does not change once built. The arrays belong to whoever built the table (workloads/trace.h).
#ifndef BF_CORE_JOBS_H
#define BF_CORE_JOBS_H

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/types.h"

// The run times or requests of a table, whichever are longer, add up to no more than this
// (seconds): so no sum of times in any schedule overflows.
#define BF_MAX_TOTAL ((bf_time)1 << 60)

enum bf_job_bit {
    BF_JOB_NO_REQUEST = 1 // the log gives no request; `request` is max(run, 1)
};

struct bf_jobs {
    uint32_t count;
    uint32_t users;   // number of distinct users
    bf_time *submit;  // ascending
    bf_time *run;     // actual run time, >= 0 (may exceed request: see overrun)
    bf_time *request; // the user's limit, >= 1
    bf_procs *procs;  // 1..P
    uint32_t *user;   // 0..users-1; jobs without a user (-1) are one user
    int64_t *number;  // the log's job number: a label, not unique
    uint8_t *bits;    // enum bf_job_bit
};

// Checks the promises above for a machine of `procs` processors. O(count).
enum bf_err bf_jobs_check(const struct bf_jobs *jobs, bf_procs procs, struct bf_error *e);

#endif
