// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two schedules of the same jobs: where they differ and by how much. And two rows of /runs, where
// there are no jobs.
#ifndef BF_ANALYSIS_AUDIT_COMPARE_H
#define BF_ANALYSIS_AUDIT_COMPARE_H

#include <stdbool.h>

#include "analysis/audit/schedule.h"
#include "analysis/audit/schedule_stats.h"
#include "engine/base/arena.h"
#include "engine/base/error.h"

enum { BF_COMPARE_NAMED = 8 }; // jobs named that are on one side only

// The jobs that are on one side only.
struct bf_compare_only {
    uint32_t count;
    int64_t first[BF_COMPARE_NAMED]; // their numbers, in the order of the schedule
};

// A number of each schedule; NaN: it cannot be worked out.
struct bf_compare_pair {
    double a, b;
};

struct bf_compare {
    uint32_t jobs; // on both sides
    struct bf_compare_only only_a, only_b;

    // Starts. A difference is start in b - start in a; the statistics are over the jobs that
    // differ.
    uint32_t differ, earlier, later; // earlier, later: in b than in a
    int64_t first_job;               // the first that differs: by its earlier start, then by number
    bf_time first_a, first_b;        // its starts
    double min, p25, median, p75, mean, max; // s; NaN: no job differs

    // Jobs of which both sides know a field and say something else: submit, processors, length.
    uint32_t submit_differ, procs_differ, length_differ;

    // Of the jobs on both sides.
    struct bf_compare_pair metrics[BF_SCHEDULE_MEASURES][BF_SCHEDULE_STATISTICS];
    struct bf_compare_pair makespan, utilization;
};

// Compares `a` and `b`, jobs matched by their numbers. What one side lacks is completed from the
// other: a list of start times takes submits, processors and lengths of the other side. `log`
// (NULL: none) completes both before that. `tau` in seconds; `procs` 0: no utilization. BF_ERR_ENV:
// no memory. O(n log n).
enum bf_err bf_compare_schedules(const struct bf_schedule *a, const struct bf_schedule *b,
                                 const struct bf_schedule_log *log, double tau, bf_procs procs,
                                 struct bf_compare *c, struct bf_arena *arena, struct bf_error *e);

// Whether they are the same schedule: the same jobs, all starts equal, and no field different.
bool bf_compare_equal(const struct bf_compare *c);

// The first column of /runs, at or behind `from`, in which two rows differ; NULL: there is none.
// Columns that tell of a file or a moment (names, row numbers, times taken) are not compared.
const struct bf_column *bf_compare_rows(const struct bf_run_row *a, const struct bf_run_row *b,
                                        const struct bf_column *from);

#endif
