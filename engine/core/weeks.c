// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/weeks.h"

#include "engine/core/measures.h"

// Busy processor-seconds by week, gathered so that a job costs the same however many weeks it
// lasts: the weeks at its borders get their parts at once; `full` changes by its processors where
// the weeks between begin and end.
struct busy {
    bf_time part; // processor-seconds of jobs that begin or end in the week
    bf_time full; // processors that are busy all week long: change against the row before
};

static bf_time week_of(const struct bf_jobs *jobs, bf_time t)
{
    return (t - jobs->submit[0]) / BF_WEEK;
}

static size_t count_weeks(const struct bf_jobs *jobs)
{
    size_t count = 0;
    bf_time last = -1;
    for (bf_job j = 0; j < jobs->count; j++) {
        const bf_time week = week_of(jobs, jobs->submit[j]);
        count += week != last;
        last = week;
    }
    return count;
}

static bf_time span_of(const struct bf_jobs *jobs, bf_time week)
{
    const bf_time left = jobs->submit[jobs->count - 1] - jobs->submit[0] - week * BF_WEEK;
    return left < BF_WEEK ? left : BF_WEEK;
}

// The jobs that were submitted in a week lie side by side: from `*next` on, which is moved on.
static void fill_week(struct bf_week_row *row, bf_job *next, const struct bf_outcome *o,
                      const uint8_t *measured, double tau)
{
    const struct bf_jobs *jobs = o->jobs;
    struct bf_sum wait = {0}, bsld = {0}, area = {0};
    bf_job j = *next;
    *row = (struct bf_week_row){.week = week_of(jobs, jobs->submit[j])};
    row->span = span_of(jobs, row->week);
    for (; j < jobs->count && week_of(jobs, jobs->submit[j]) == row->week; j++) {
        bf_sum_add(&area, (double)bf_outcome_run(o, j) * jobs->procs[j]);
        row->submitted++;
        if (!measured[j])
            continue;
        bf_sum_add(&wait, bf_measure_of(BF_WAIT, o, j, tau));
        bf_sum_add(&bsld, bf_measure_of(BF_BSLD, o, j, tau));
        row->jobs++;
    }
    *next = j;
    row->mean_wait = row->jobs ? bf_sum_value(&wait) / (double)row->jobs : NAN;
    row->mean_bsld = row->jobs ? bf_sum_value(&bsld) / (double)row->jobs : NAN;
    row->offered_load = bf_sum_value(&area) / ((double)o->procs * BF_WEEK);
}

// The first row of `week` or a later one.
static size_t row_from(const struct bf_week_row *rows, size_t count, bf_time week)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (rows[middle].week < week)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_busy(struct busy *busy, const struct bf_week_row *rows, size_t count,
                     const struct bf_outcome *o, bf_job j)
{
    const bf_time origin = o->jobs->submit[0], procs = o->jobs->procs[j];
    const bf_time start = o->start[j] - origin, end = start + bf_outcome_run(o, j);
    const bf_time first = start / BF_WEEK, last = end / BF_WEEK;
    const size_t a = row_from(rows, count, first), b = row_from(rows + a, count - a, last) + a;
    if (first == last) {
        if (a < count && rows[a].week == first)
            busy[a].part += procs * (end - start);
        return;
    }
    size_t inner = a;
    if (a < count && rows[a].week == first) {
        busy[a].part += procs * ((first + 1) * BF_WEEK - start);
        inner++;
    }
    busy[inner].full += procs;
    busy[b].full -= procs;
    if (b < count && rows[b].week == last)
        busy[b].part += procs * (end - last * BF_WEEK);
}

enum bf_err bf_weeks_fill(struct bf_week_row **rows, size_t *count, const struct bf_outcome *o,
                          const uint8_t *measured, double tau, struct bf_arena *arena,
                          struct bf_error *e)
{
    const size_t n = count_weeks(o->jobs);
    struct bf_week_row *row = bf_arena_zalloc(arena, n, sizeof *row);
    struct busy *busy = bf_arena_zalloc(arena, n + 1, sizeof *busy);
    if (!row || !busy)
        return bf_error_no_memory(e, n * (sizeof *row + sizeof *busy), "the weeks of a run");
    bf_job next = 0;
    for (size_t i = 0; i < n; i++)
        fill_week(&row[i], &next, o, measured, tau);
    for (bf_job j = 0; j < o->jobs->count; j++)
        add_busy(busy, row, n, o, j);
    bf_time full = 0;
    for (size_t i = 0; i < n; i++) {
        full += busy[i].full;
        row[i].utilization = (double)(busy[i].part + full * BF_WEEK) / ((double)o->procs * BF_WEEK);
    }
    *rows = row;
    *count = n;
    return BF_OK;
}
