// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result rows: what one run yields, in the shape in which it is stored, exported and printed. Each
// table is one list of columns (kind, length, name, unit, meaning) that gives the struct, the HDF5
// table, the CSV header, the JSON keys and docs/results-schema.md: a column exists in one place.
//
// Columns have fixed size: I64, U64, I32, U32, U8, F64, or STR of n bytes with its terminator. A
// kind that ends in _VARIES tells of the machine and the moment: the column is not part of the
// digest, while all others depend on trace, config and semantics alone. An I64 time that does not
// exist is -1; an F64 that does not exist (a mean of no jobs) is NaN.
#ifndef BF_CORE_ROWS_H
#define BF_CORE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BF_ROWS_SCHEMA_VERSION 1

// clang-format off

// Seven statistics of one measure. Percentiles interpolate linearly between order statistics (type 7 of
// Hyndman and Fan 1996, the default of R, NumPy and GSL).
#define BF_STAT_COLUMNS(X, name, unit, what)                                  \
    X(F64, 1, mean_##name, unit, "mean " what)                                \
    X(F64, 1, median_##name, unit, "median " what)                            \
    X(F64, 1, p90_##name, unit, "90th percentile of " what)                   \
    X(F64, 1, p95_##name, unit, "95th percentile of " what)                   \
    X(F64, 1, p99_##name, unit, "99th percentile of " what)                   \
    X(F64, 1, max_##name, unit, "largest " what)                              \
    X(F64, 1, rms_##name, unit, "root mean square of " what)

#define BF_RUN_COLUMNS(X)                                                                                            \
    X(STR, 40, key, "", "hash of trace content, config and semantics version: equal keys, equal results")            \
    X(STR, 128, trace, "", "the trace as it was named")                                                              \
    X(STR, 40, trace_hash, "", "hash of the log's text, or of the model's canonical name")                           \
    X(I32, 1, procs, "processors", "processors of the machine")                                                      \
    X(STR, 32, policy, "", "policy")                                                                                 \
    X(STR, 16, order, "", "primary order of the queue")                                                              \
    X(STR, 16, backfill_order, "", "order in which candidates are tried; empty: the policy has none")                \
    X(I64, 1, reservations, "jobs", "reservations a pass; -1: all waiting jobs; -2: not a parameter of the policy")  \
    X(I64, 1, depth, "jobs", "candidates examined a pass; -1: all; -2: not a parameter of the policy")               \
    X(STR, 24, estimate, "", "estimate model; empty: plans play no part")                                            \
    X(F64, 1, estimate_arg, "", "its argument; NaN: none")                                                           \
    X(STR, 16, correction, "", "what follows an expired plan; empty: none can expire")                               \
    X(STR, 16, overrun, "", "what becomes of a job that runs past its request")                                      \
    X(STR, 16, events, "", "order of events within an instant")                                                      \
    X(STR, 128, calendar, "", "calendar of outages as it was named; empty: none, or nothing in it")                  \
    X(STR, 40, calendar_hash, "", "hash of what it takes")                                                           \
    X(F64, 1, load, "", "factor by which arrivals were sped up")                                                     \
    X(I64, 1, shake, "s", "width of the noise added to submit times")                                                \
    X(U64, 1, seed, "", "seed of all draws; 0: nothing is drawn")                                                    \
    X(STR, 1024, config, "", "canonical text of all that decides the result")                                        \
    X(STR, 16, status, "", "ok or failed")                                                                           \
    X(STR, 256, message, "", "why it failed")                                                                        \
    X(I64, 1, jobs, "jobs", "jobs simulated")                                                                        \
    X(I64, 1, measured, "jobs", "jobs in the statistics (fewer than jobs with warmup or cooldown)")                  \
    BF_STAT_COLUMNS(X, wait, "s", "wait (start - submit)")                                                           \
    BF_STAT_COLUMNS(X, response, "s", "response (wait + run)")                                                       \
    BF_STAT_COLUMNS(X, slowdown, "", "slowdown (response / run, run at least 1 s)")                                  \
    BF_STAT_COLUMNS(X, bsld, "", "bounded slowdown: max(1, response / max(run, tau))")                               \
    BF_STAT_COLUMNS(X, pp_bsld, "", "per-processor bounded slowdown: max(1, response / (procs x max(run, tau)))")    \
    BF_STAT_COLUMNS(X, wait_ratio, "", "wait ratio: max(1, wait / run, run at least 1 s)")                           \
    X(F64, 1, tau, "s", "bound of bounded slowdown")                                                                 \
    X(I64, 1, makespan, "s", "last end - first submit")                                                              \
    X(F64, 1, utilization, "", "sum(procs x run) / (machine x makespan)")                                            \
    X(F64, 1, utilization_arrivals, "", "busy share of the machine between first and last submit")                   \
    X(F64, 1, loss_of_capacity, "", "share of machine x makespan idle while a waiting job would have fit by count")  \
    X(I64, 1, backfilled, "jobs", "jobs that started while an earlier job of the primary order waited")              \
    X(I64, 1, killed, "jobs", "jobs cut at their request")                                                           \
    X(I64, 1, corrected, "jobs", "jobs whose plan expired and was corrected")                                        \
    X(I64, 1, planned_long, "jobs", "measured jobs planned with more than they ran")                                 \
    X(I64, 1, planned_exact, "jobs", "measured jobs planned with what they ran")                                     \
    X(I64, 1, planned_short, "jobs", "measured jobs planned with less than they ran")                                \
    X(F64, 1, mean_accuracy, "", "mean accuracy of plans: min(run / plan, plan / run), run at least 1 s")            \
    X(F64, 1, median_accuracy, "", "median accuracy of plans")                                                       \
    X(F64, 1, mean_overestimate, "s", "mean of plan - run of those planned with more")                               \
    X(F64, 1, mean_underestimate, "s", "mean of run - plan of those planned with less")                              \
    X(I64, 1, broken_promises, "promises", "reservations moved later")                                               \
    X(I64, 1, slip_total, "s", "by how much in all")                                                                 \
    X(I64, 1, slip_max, "s", "by how much at worst")                                                                 \
    X(F64, 1, mean_drift, "s", "mean of start - first promise; NaN: no promises")                                    \
    X(F64, 1, max_drift, "s", "largest start - first promise; NaN: no promises")                                     \
    X(I64, 1, overtaken, "jobs", "jobs that a job behind them in the primary order overtook: it started before")     \
    X(F64, 1, mean_overtakers, "jobs", "mean number of jobs that overtook a job, over all jobs")                     \
    X(I64, 1, max_overtakers, "jobs", "most jobs that overtook a job")                                               \
    X(I64, 1, unfair, "jobs", "jobs that started after their fair start; -1: not asked for (--fair-start)")          \
    X(F64, 1, mean_unfairness, "s", "mean of max(0, start - fair start) over all jobs; NaN: not asked for")          \
    X(I64, 1, max_unfairness, "s", "largest start - fair start, at least 0; -1: not asked for")                      \
    X(F64, 1, mean_queue, "jobs", "time-weighted mean length of the queue over the makespan")                        \
    X(I64, 1, max_queue, "jobs", "longest queue at the end of a pass")                                               \
    X(I64, 1, jobs_first, "", "first row of this run in /jobs")                                                      \
    X(I64, 1, jobs_rows, "", "rows of this run in /jobs")                                                            \
    X(I64, 1, classes_first, "", "first row of this run in /classes")                                                \
    X(I64, 1, classes_rows, "", "rows of this run in /classes")                                                      \
    X(I64, 1, weeks_first, "", "first row of this run in /weeks")                                                    \
    X(I64, 1, weeks_rows, "", "rows of this run in /weeks")                                                          \
    X(I64, 1, params_first, "", "first row of this run in /params")                                                  \
    X(I64, 1, params_rows, "", "rows of this run in /params")                                                        \
    X(I64, 1, accuracy_first, "", "first row of this run in /accuracy")                                              \
    X(I64, 1, accuracy_rows, "", "rows of this run in /accuracy")                                                    \
    X(F64_VARIES, 1, wall_s, "s", "time taken (not part of the digest)")                                             \
    X(F64_VARIES, 1, cpu_s, "s", "processor time taken (not part of the digest)")                                    \
    X(STR_VARIES, 64, host, "", "machine that ran it (not part of the digest)")

#define BF_JOB_COLUMNS(X)                                                                                            \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(I64, 1, job, "", "job number in the log: a label")                                                             \
    X(I64, 1, submit, "s", "submit time")                                                                            \
    X(I64, 1, start, "s", "start time")                                                                              \
    X(I64, 1, end, "s", "end time")                                                                                  \
    X(I32, 1, procs, "processors", "processors held")                                                                \
    X(I64, 1, request, "s", "the user's limit, after the overrun rule")                                              \
    X(I64, 1, plan, "s", "run time planned with on arrival")                                                         \
    X(I64, 1, first_promise, "s", "first reserved start; -1: none")                                                  \
    X(I64, 1, last_promise, "s", "last reserved start; -1: none")                                                    \
    X(U32, 1, corrections, "", "how often its plan was corrected")                         \
    X(U32, 1, flags, "", "1 backfilled, 2 killed, 4 no request in the log, 8 corrected, 16 promise broken")

#define BF_CLASS_COLUMNS(X)                                                                                          \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(I32, 1, procs_min, "processors", "narrowest job of the width class")                                           \
    X(I32, 1, procs_max, "processors", "widest job of the width class")                                              \
    X(I64, 1, run_min, "s", "shortest run time of the length class")                                                 \
    X(I64, 1, run_max, "s", "longest run time of the length class; -1: no bound")                                    \
    X(I64, 1, jobs, "jobs", "jobs measured in the class")                                                            \
    X(F64, 1, mean_wait, "s", "mean wait")                                                                           \
    X(F64, 1, p95_wait, "s", "95th percentile of wait")                                                              \
    X(F64, 1, max_wait, "s", "largest wait")                                                                         \
    X(F64, 1, mean_bsld, "", "mean bounded slowdown")                                                                \
    X(F64, 1, p95_bsld, "", "95th percentile of bounded slowdown")                                                   \
    X(F64, 1, area, "processor s", "sum of procs x run")

#define BF_WEEK_COLUMNS(X)                                                                                           \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(I64, 1, week, "", "number of the week, from 0 at the first submit; weeks without a submit have no row")        \
    X(I64, 1, span, "s", "part of the week before the last submit: 604800 but for the last week")                    \
    X(I64, 1, submitted, "jobs", "jobs submitted in the week")                                                       \
    X(I64, 1, jobs, "jobs", "those of them that are measured")                                                       \
    X(F64, 1, mean_wait, "s", "their mean wait")                                                                     \
    X(F64, 1, mean_bsld, "", "their mean bounded slowdown")                                                          \
    X(F64, 1, utilization, "", "busy share of the machine in the week")                                              \
    X(F64, 1, offered_load, "", "sum(procs x run) of the jobs submitted / (machine x week)")

#define BF_PARAM_COLUMNS(X)                                                                                          \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(STR, 32, name, "", "parameter that is no column of /runs, as in its column config")                            \
    X(STR, 64, value, "", "its value; what is longer is cut here, not in config")

#define BF_ACCURACY_COLUMNS(X)                                                                                       \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(F64, 1, ratio_min, "", "run / plan of the bucket is at least this (above 1 where ratio_max is)")               \
    X(F64, 1, ratio_max, "", "and below this; exactly 1 where both are 1; NaN: no bound")                            \
    X(I64, 1, jobs, "jobs", "jobs measured in the bucket")

#define BF_COST_COLUMNS(X)                                                                                           \
    X(I64, 1, run, "", "row of the run in /runs")                                                                    \
    X(I64, 1, passes, "", "scheduling passes")                                                                       \
    X(I64, 1, starts, "", "jobs started")                                                                            \
    X(I64, 1, jobs_examined, "", "waiting jobs looked at")                                                           \
    X(I64, 1, profile_queries, "", "searches in a profile, shadow times included")                                   \
    X(I64, 1, profile_updates, "", "reservations and releases in a profile")                                         \
    X(I64, 1, steps_visited, "", "profile nodes and planned ends looked at")                                         \
    X(I64, 1, moves, "", "reservations moved earlier")                                                               \
    X(I64, 1, corrections, "", "corrections of expired plans")                                                       \
    X(I64, 1, queue_max, "jobs", "longest queue at the end of a pass")                                               \
    X(I64, 1, profile_max, "", "most steps a profile had")                                                           \
    X(I64_VARIES, 1, sched_ns, "ns", "time in passes (not part of the digest); 0: not measured")                     \
    X(I64_VARIES, 1, sched_ns_max, "ns", "longest pass (not part of the digest); 0: not measured")

// A table of which every column varies has no part in the digest, down to its number of rows.
#define BF_COST_HISTOGRAM_COLUMNS(X)                                                                                 \
    X(I64_VARIES, 1, run, "", "row of the run in /runs (not part of the digest)")                                    \
    X(I32_VARIES, 1, bucket, "", "b: passes of 2^b ns or more, less than 2^(b + 1) ns (not part of the digest)")     \
    X(I64_VARIES, 1, count, "passes", "how many (not part of the digest)")

#define BF_TRACE_COLUMNS(X)                                                                                          \
    X(STR, 128, name, "", "the trace as it was named")                                                               \
    X(STR, 40, hash, "", "hash of the log's text, or of the model's canonical name")                                 \
    X(I32, 1, procs, "processors", "processors of the machine")                                                      \
    X(STR, 16, procs_from, "", "option, MaxProcs, MaxNodes or model")                                                \
    X(I64, 1, lines, "lines", "lines read")                                                                          \
    X(I64, 1, comments, "lines", "header and comment lines")                                                         \
    X(I64, 1, blank, "lines", "blank lines")                                                                         \
    X(I64, 1, simulated, "jobs", "jobs kept")                                                                        \
    X(I64, 1, rejected_fields, "lines", "rejected: fewer than 18 fields")                                            \
    X(I64, 1, rejected_number, "lines", "rejected: a field that is no number, or one too large")                     \
    X(I64, 1, rejected_submit, "lines", "rejected: submit negative or not given")                                    \
    X(I64, 1, rejected_run, "lines", "rejected: run time not given")                                                 \
    X(I64, 1, rejected_procs, "lines", "rejected: processors not given or 0")                                        \
    X(I64, 1, rejected_wide, "lines", "rejected: more processors than the machine has")                              \
    X(I64, 1, skipped_partial, "lines", "skipped: part of a job that has its own summary line (status 2, 3, 4)")     \
    X(I64, 1, skipped_status, "lines", "skipped: status not selected")                                               \
    X(I64, 1, skipped_user, "lines", "skipped: user not selected")                                                   \
    X(I64, 1, skipped_number, "lines", "skipped: job number not selected")                                           \
    X(I64, 1, skipped_window, "lines", "skipped: outside first, from or to")                                         \
    X(I64, 1, clamped, "jobs", "kept with the machine's size instead of their own")                                  \
    X(I64, 1, rounded, "lines", "lines with a fractional time that was rounded half up")                             \
    X(I64, 1, extra_fields, "lines", "lines with more than 18 fields, the rest ignored")                             \
    X(I64, 1, unsorted, "lines", "lines submitted before the line above; sorted")                                    \
    X(I64, 1, duplicates, "jobs", "jobs whose number was there before")                                              \
    X(I64, 1, no_request, "jobs", "jobs without a request: planned with their run time")                             \
    X(I64, 1, overruns, "jobs", "jobs that ran past their request")                                                  \
    X(I64, 1, users, "users", "distinct users")                                                                      \
    X(I64, 1, first_submit, "s", "first submit")                                                                     \
    X(I64, 1, last_submit, "s", "last submit")                                                                       \
    X(F64, 1, offered_load, "", "sum(procs x run) / (machine x span of submits)")

// The struct of a table: BF_ROW_STRUCT expands each column to its member.
#define BF_MEMBER_I64(n, name) int64_t name;
#define BF_MEMBER_U64(n, name) uint64_t name;
#define BF_MEMBER_I32(n, name) int32_t name;
#define BF_MEMBER_U32(n, name) uint32_t name;
#define BF_MEMBER_U8(n, name)  uint8_t name;
#define BF_MEMBER_F64(n, name) double name;
#define BF_MEMBER_STR(n, name) char name[n];
#define BF_MEMBER_I64_VARIES BF_MEMBER_I64
#define BF_MEMBER_I32_VARIES BF_MEMBER_I32
#define BF_MEMBER_F64_VARIES BF_MEMBER_F64
#define BF_MEMBER_STR_VARIES BF_MEMBER_STR
#define BF_MEMBER(kind, n, name, unit, doc) BF_MEMBER_##kind(n, name)

struct bf_run_row   { BF_RUN_COLUMNS(BF_MEMBER) };
struct bf_job_row   { BF_JOB_COLUMNS(BF_MEMBER) };
struct bf_class_row { BF_CLASS_COLUMNS(BF_MEMBER) };
struct bf_week_row  { BF_WEEK_COLUMNS(BF_MEMBER) };
struct bf_param_row { BF_PARAM_COLUMNS(BF_MEMBER) };
struct bf_accuracy_row { BF_ACCURACY_COLUMNS(BF_MEMBER) };
struct bf_cost_row  { BF_COST_COLUMNS(BF_MEMBER) };
struct bf_cost_histogram_row { BF_COST_HISTOGRAM_COLUMNS(BF_MEMBER) };
struct bf_trace_row { BF_TRACE_COLUMNS(BF_MEMBER) };

// clang-format on

enum bf_column_kind { BF_I64, BF_U64, BF_I32, BF_U32, BF_U8, BF_F64, BF_STR };

struct bf_column {
    const char *name;
    enum bf_column_kind kind;
    size_t offset;    // in the row's struct
    size_t size;      // bytes
    const char *unit; // "": none
    const char *meaning;
    bool varies; // from run to run, with equal trace, config and semantics: not part of the digest
};

struct bf_table {
    const char *name;  // as in the file, without the slash
    const char *title; // one line
    size_t row_size;
    const struct bf_column *columns;
    size_t column_count;
};

extern const struct bf_table bf_table_runs, bf_table_params, bf_table_jobs, bf_table_classes,
    bf_table_weeks, bf_table_accuracy, bf_table_cost, bf_table_cost_histogram, bf_table_traces;

// All of them, ended by NULL.
extern const struct bf_table *const bf_tables[];

// The column of that name; NULL when there is none.
const struct bf_column *bf_table_column(const struct bf_table *t, const char *name);

// Whether the whole table varies from run to run, its number of rows included: it has no part in
// the digest. Of other tables the columns that vary have none.
bool bf_table_varies(const struct bf_table *t);

#endif
