// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/run_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/text.h"
#include "policies/policies.h"

#define PAGE_WIDTH   80
#define LABEL_WIDTH  33
#define COLUMN_WIDTH 15

enum when { ALWAYS, PROMISES, FAIR }; // where a policy makes promises; with --fair-start

struct line {
    const char *label;
    const char *column; // of bf_table_runs, of eight bytes (F64, I64 or U64)
    double scale;
    int decimals;
    enum when when;
};

static const struct line lines[] = {
    {"jobs in the statistics", "measured", 1, 0, ALWAYS},
    {"wait, mean (s)", "mean_wait", 1, 1, ALWAYS},
    {"wait, median (s)", "median_wait", 1, 1, ALWAYS},
    {"wait, 95th percentile (s)", "p95_wait", 1, 1, ALWAYS},
    {"wait, longest (s)", "max_wait", 1, 0, ALWAYS},
    {"response, mean (s)", "mean_response", 1, 1, ALWAYS},
    {"bounded slowdown, mean", "mean_bsld", 1, 2, ALWAYS},
    {"bounded slowdown, median", "median_bsld", 1, 2, ALWAYS},
    {"bounded slowdown, 95th percentile", "p95_bsld", 1, 2, ALWAYS},
    {"bounded slowdown, largest", "max_bsld", 1, 2, ALWAYS},
    {"utilization (%)", "utilization", 100, 2, ALWAYS},
    {"loss of capacity (%)", "loss_of_capacity", 100, 2, ALWAYS},
    {"makespan (days)", "makespan", 1.0 / 86400, 2, ALWAYS},
    {"queue, mean (jobs)", "mean_queue", 1, 1, ALWAYS},
    {"queue, longest (jobs)", "max_queue", 1, 0, ALWAYS},
    {"backfilled (jobs)", "backfilled", 1, 0, ALWAYS},
    {"overtaken (jobs)", "overtaken", 1, 0, ALWAYS},
    {"killed at their request (jobs)", "killed", 1, 0, ALWAYS},
    {"plans corrected (jobs)", "corrected", 1, 0, ALWAYS},
    {"plans, mean accuracy (%)", "mean_accuracy", 100, 2, ALWAYS},
    {"promises broken", "broken_promises", 1, 0, PROMISES},
    {"promises broken, worst slip (s)", "slip_max", 1, 0, PROMISES},
    {"later than fair (jobs)", "unfair", 1, 0, FAIR},
    {"later than fair, mean (s)", "mean_unfairness", 1, 1, FAIR},
    {"later than fair, longest (s)", "max_unfairness", 1, 0, FAIR},
};

enum { LINES = sizeof lines / sizeof lines[0] };

static double value_of(const struct bf_run_row *row, const struct bf_column *column)
{
    const char *at = (const char *)row + column->offset;
    double real;
    int64_t integer; // counts stay far below 2^63
    if (column->kind == BF_F64) {
        memcpy(&real, at, sizeof real);
        return real;
    }
    memcpy(&integer, at, sizeof integer);
    return (double)integer;
}

static bool makes_promises(const struct bf_run_row *row)
{
    const struct bf_policy *policy;
    return bf_policy_find(row->policy, &policy, NULL) == BF_OK &&
           (policy->uses & BF_MAKES_PROMISES);
}

static bool has_line(const struct line *line, const struct bf_run_row *row)
{
    return line->when == ALWAYS || (line->when == PROMISES && makes_promises(row)) ||
           (line->when == FAIR && row->unfair >= 0);
}

static bool any_has_line(const struct line *line, const struct bf_run_row *rows, int count)
{
    for (int i = 0; i < count; i++)
        if (has_line(line, &rows[i]))
            return true;
    return false;
}

static void print_line(FILE *to, const struct line *line, const struct bf_run_row *rows, int count,
                       int width)
{
    const struct bf_column *column = bf_table_column(&bf_table_runs, line->column);
    fprintf(to, "%-*s", LABEL_WIDTH, line->label);
    for (int i = 0; i < count; i++) {
        double value = value_of(&rows[i], column) * line->scale;
        if (isnan(value) || !has_line(line, &rows[i]))
            fprintf(to, "%*s", width, "-");
        else
            fprintf(to, "%*.*f", width, line->decimals, value);
    }
    fputc('\n', to);
}

static void print_block(FILE *to, const struct bf_run_row *rows, int count, int width,
                        const bool *shown)
{
    fprintf(to, "\n%-*s", LABEL_WIDTH, "policy");
    for (int i = 0; i < count; i++)
        fprintf(to, "%*s", width, rows[i].policy);
    fputc('\n', to);
    for (size_t i = 0; i < LINES; i++)
        if (shown[i])
            print_line(to, &lines[i], rows, count, width);
}

static int64_t left_out(const struct bf_trace_row *t)
{
    return t->rejected_fields + t->rejected_number + t->rejected_submit + t->rejected_run +
           t->rejected_procs + t->rejected_wide + t->skipped_partial + t->skipped_status +
           t->skipped_user + t->skipped_number + t->skipped_window;
}

static void print_trace(FILE *to, const struct bf_trace_row *t)
{
    fprintf(to, "trace     %s\n", t->name);
    fprintf(to, "jobs      %" PRId64 " simulated, %" PRId64 " %s left out%s\n", t->simulated,
            left_out(t), bf_text_plural(left_out(t), "line", "lines"),
            left_out(t) ? " ('bfsweep trace info' says why)" : "");
    fprintf(to, "machine   %" PRId32 " %s (from %s)\n", t->procs,
            bf_text_plural(t->procs, "processor", "processors"), t->procs_from);
    if (isnan(t->offered_load))
        fprintf(to, "arrivals  all at once\n");
    else
        fprintf(to, "arrivals  over %.2f days, offered load %.3f\n",
                (double)(t->last_submit - t->first_submit) / 86400, t->offered_load);
}

void cli_print_metrics(FILE *to, const struct bf_run_row *rows, int count)
{
    int width = COLUMN_WIDTH;
    bool shown[LINES];
    for (int i = 0; i < count; i++)
        if ((int)strlen(rows[i].policy) + 2 > width)
            width = (int)strlen(rows[i].policy) + 2;
    for (size_t i = 0; i < LINES; i++)
        shown[i] = any_has_line(&lines[i], rows, count);
    const int fit = (PAGE_WIDTH - LABEL_WIDTH) / width;
    if (count && rows[0].calendar[0])
        fprintf(to, "calendar  %s\n", rows[0].calendar);
    for (int i = 0; i < count; i += fit)
        print_block(to, rows + i, count - i < fit ? count - i : fit, width, shown);
}

void cli_print_text(FILE *to, const struct bf_trace_row *trace, const struct bf_run_row *rows,
                    int count)
{
    print_trace(to, trace);
    cli_print_metrics(to, rows, count);
}
