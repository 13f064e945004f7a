// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/rows.h"

#include <string.h>

#define KIND_I64 BF_I64
#define KIND_U64 BF_U64
#define KIND_I32 BF_I32
#define KIND_U32 BF_U32
#define KIND_U8  BF_U8
#define KIND_F64 BF_F64
#define KIND_STR BF_STR

#define KIND_I64_VARIES BF_I64
#define KIND_I32_VARIES BF_I32
#define KIND_F64_VARIES BF_F64
#define KIND_STR_VARIES BF_STR

#define VARIES_I64        false
#define VARIES_U64        false
#define VARIES_I32        false
#define VARIES_U32        false
#define VARIES_U8         false
#define VARIES_F64        false
#define VARIES_STR        false
#define VARIES_I64_VARIES true
#define VARIES_I32_VARIES true
#define VARIES_F64_VARIES true
#define VARIES_STR_VARIES true

// A column of the struct named by ROW, which each table defines in turn.
#define COLUMN(kind, n, name, unit, meaning)                                                       \
    {#name,   KIND_##kind,  offsetof(struct ROW, name), sizeof(((struct ROW *)0)->name), unit,     \
     meaning, VARIES_##kind},
#define TABLE(name, title, row)                                                                    \
    {                                                                                              \
#name, title, sizeof(struct row), name##_columns,                                          \
            sizeof name##_columns / sizeof name##_columns[0]                                       \
    }

#define ROW bf_run_row
static const struct bf_column runs_columns[] = {BF_RUN_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_job_row
static const struct bf_column jobs_columns[] = {BF_JOB_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_class_row
static const struct bf_column classes_columns[] = {BF_CLASS_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_week_row
static const struct bf_column weeks_columns[] = {BF_WEEK_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_param_row
static const struct bf_column params_columns[] = {BF_PARAM_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_accuracy_row
static const struct bf_column accuracy_columns[] = {BF_ACCURACY_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_cost_row
static const struct bf_column cost_columns[] = {BF_COST_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_cost_histogram_row
static const struct bf_column cost_histogram_columns[] = {BF_COST_HISTOGRAM_COLUMNS(COLUMN)};
#undef ROW
#define ROW bf_trace_row
static const struct bf_column traces_columns[] = {BF_TRACE_COLUMNS(COLUMN)};
#undef ROW

const struct bf_table bf_table_runs =
    TABLE(runs, "Runs: what was simulated and what came out", bf_run_row);
const struct bf_table bf_table_jobs = TABLE(jobs, "Jobs of runs: the schedule", bf_job_row);
const struct bf_table bf_table_classes =
    TABLE(classes, "Job classes of runs, by width and length", bf_class_row);
const struct bf_table bf_table_weeks = TABLE(weeks, "Weeks of runs", bf_week_row);
const struct bf_table bf_table_params =
    TABLE(params, "Parameters of runs that are no column of their own", bf_param_row);
const struct bf_table bf_table_accuracy =
    TABLE(accuracy, "Accuracy of plans of runs: a histogram of run / plan", bf_accuracy_row);
const struct bf_table bf_table_cost = TABLE(cost, "What scheduling cost", bf_cost_row);
const struct bf_table bf_table_cost_histogram =
    TABLE(cost_histogram, "How long scheduling passes took", bf_cost_histogram_row);
const struct bf_table bf_table_traces = TABLE(traces, "Traces: where jobs came from", bf_trace_row);

const struct bf_table *const bf_tables[] = {&bf_table_runs,   &bf_table_params,
                                            &bf_table_jobs,   &bf_table_classes,
                                            &bf_table_weeks,  &bf_table_accuracy,
                                            &bf_table_cost,   &bf_table_cost_histogram,
                                            &bf_table_traces, NULL};

const struct bf_column *bf_table_column(const struct bf_table *t, const char *name)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (!strcmp(t->columns[i].name, name))
            return &t->columns[i];
    return NULL;
}

bool bf_table_varies(const struct bf_table *t)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (!t->columns[i].varies)
            return false;
    return true;
}
