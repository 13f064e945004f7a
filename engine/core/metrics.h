// SPDX-License-Identifier: GPL-3.0-or-later
//
// From an outcome to rows: the metrics of docs/semantics.md.
#ifndef BF_CORE_METRICS_H
#define BF_CORE_METRICS_H

#include "engine/base/arena.h"
#include "engine/core/accuracy.h"
#include "engine/core/config.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"

// Fills the metric columns of `row` (jobs ... max_queue) and the policy columns (policy ...
// calendar_hash, tau; seed as far as the estimate draws), and leaves the rest (key, trace, config,
// offsets, times, host) alone. Sums are compensated, in job order: the same bytes on every machine
// with IEEE doubles. Scratch comes from `arena` and stays in it. O(n log n). BF_ERR_ENV: no memory.
enum bf_err bf_metrics_fill(struct bf_run_row *row, const struct bf_outcome *outcome,
                            const struct bf_config *config, struct bf_arena *arena,
                            struct bf_error *e);

// The policy columns alone (policy ... events, tau; seed as far as the estimate draws): all that
// can be said of a run that has failed.
void bf_metrics_fill_config(struct bf_run_row *row, const struct bf_config *config);

// The classes of jobs: width (1, 2-8, 9-64, 65-512, more) x length (up to 1 min, 10 min, 1 h, 8 h,
// 24 h, more). Fills `rows` (room for BF_CLASS_MAX) with the classes that have jobs; returns how
// many.
#define BF_CLASS_MAX 30
enum bf_err bf_metrics_classes(struct bf_class_row *rows, size_t *count,
                               const struct bf_outcome *outcome, const struct bf_config *config,
                               struct bf_arena *arena, struct bf_error *e);

// The weeks in which jobs were submitted (weeks.h); rows come from `arena` and stay in it.
enum bf_err bf_metrics_weeks(struct bf_week_row **rows, size_t *count,
                             const struct bf_outcome *outcome, const struct bf_config *config,
                             struct bf_arena *arena, struct bf_error *e);

// The histogram of run / plan. Fills `rows` (room for BF_ACCURACY_MAX) with the buckets that have
// measured jobs, the smallest ratio first.
enum bf_err bf_metrics_accuracy(struct bf_accuracy_row *rows, size_t *count,
                                const struct bf_outcome *outcome, const struct bf_config *config,
                                struct bf_arena *arena, struct bf_error *e);

// The row of /cost.
void bf_metrics_cost(struct bf_cost_row *row, const struct bf_outcome *outcome);

// The rows of /cost_histogram: fills `rows` (room for BF_COST_BUCKETS) with the buckets that are
// not empty, in ascending order; returns how many. None when passes were not timed.
size_t bf_metrics_cost_histogram(struct bf_cost_histogram_row *rows,
                                 const struct bf_outcome *outcome);

// The row of /jobs of one job.
void bf_metrics_job(struct bf_job_row *row, const struct bf_outcome *outcome, bf_job job);

#endif
