// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/audit/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/sort.h"

struct comparing {
    struct bf_schedule a, b; // completed copies
    uint32_t *b_of_a;
    uint8_t *found; // by job of b: it is in a
    double *x;      // room for two entries a job
    struct bf_compare *c;
    struct bf_arena *arena;
};

// ---- getting ready -----------------------------------------------------------

static bool copy(struct bf_schedule *to, const struct bf_schedule *from, struct bf_arena *arena)
{
    *to = *from;
    to->jobs = bf_arena_alloc(arena, from->count, sizeof *to->jobs);
    if (to->jobs && from->count)
        memcpy(to->jobs, from->jobs, from->count * sizeof *to->jobs);
    return to->jobs != NULL;
}

static enum bf_err complete(struct bf_schedule *s, const struct bf_schedule_log *log,
                            struct bf_arena *arena, struct bf_error *e)
{
    int64_t *numbers = bf_schedule_numbers(s, arena);
    uint32_t *log_of = bf_arena_alloc(arena, s->count, sizeof *log_of);
    if (!numbers || !log_of)
        return bf_error_no_memory(e, 12ull * s->count, "the comparison");
    const enum bf_err code =
        bf_schedule_match(numbers, s->count, log->number, log->count, log_of, arena, e);
    if (code == BF_OK)
        bf_schedule_complete(s, log, log_of, BF_SCHEDULE_KILL);
    return code;
}

static enum bf_err complete_from(struct bf_schedule *s, const struct bf_schedule *other,
                                 struct bf_arena *arena, struct bf_error *e)
{
    struct bf_schedule_log log;
    if (!(other->known & ~s->known))
        return BF_OK;
    if (!bf_schedule_log_of(other, &log, arena))
        return bf_error_no_memory(e, 36ull * other->count, "the comparison");
    return complete(s, &log, arena, e);
}

static enum bf_err match(struct comparing *x, struct bf_error *e)
{
    int64_t *a = bf_schedule_numbers(&x->a, x->arena), *b = bf_schedule_numbers(&x->b, x->arena);
    x->b_of_a = bf_arena_alloc(x->arena, x->a.count, sizeof *x->b_of_a);
    x->found = bf_arena_zalloc(x->arena, x->b.count, sizeof *x->found);
    x->x = bf_arena_alloc(x->arena, 2 * (size_t)x->a.count, sizeof *x->x);
    if (!a || !b || !x->b_of_a || !x->found || !x->x)
        return bf_error_no_memory(e, 40ull * x->a.count, "the comparison");
    return bf_schedule_match(a, x->a.count, b, x->b.count, x->b_of_a, x->arena, e);
}

// ---- differences -------------------------------------------------------------

static void add_only(struct bf_compare_only *only, int64_t number)
{
    if (only->count < BF_COMPARE_NAMED)
        only->first[only->count] = number;
    only->count++;
}

static void find_only(struct comparing *x)
{
    for (uint32_t i = 0; i < x->a.count; i++) {
        if (x->b_of_a[i] == BF_NO_MATCH) {
            add_only(&x->c->only_a, x->a.jobs[i].job);
            continue;
        }
        x->found[x->b_of_a[i]] = 1;
        x->c->jobs++;
    }
    for (uint32_t i = 0; i < x->b.count; i++)
        if (!x->found[i])
            add_only(&x->c->only_b, x->b.jobs[i].job);
}

static bf_time earlier(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

static void see_start(struct bf_compare *c, const struct bf_job_row *a, const struct bf_job_row *b)
{
    const bf_time at = earlier(a->start, b->start), first = earlier(c->first_a, c->first_b);
    if (c->differ++ == 0 || at < first || (at == first && a->job < c->first_job)) {
        c->first_job = a->job;
        c->first_a = a->start;
        c->first_b = b->start;
    }
    c->earlier += b->start < a->start;
    c->later += b->start > a->start;
}

static void compare_fields(struct comparing *x, const struct bf_job_row *a,
                           const struct bf_job_row *b)
{
    const unsigned known = x->a.known & x->b.known;
    x->c->submit_differ += known & BF_SCHEDULE_SUBMIT && a->submit != b->submit;
    x->c->procs_differ += known & BF_SCHEDULE_PROCS && a->procs != b->procs;
    x->c->length_differ += known & BF_SCHEDULE_END && a->end - a->start != b->end - b->start;
}

static void compare_jobs(struct comparing *x)
{
    struct bf_compare *c = x->c;
    long double sum = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < x->a.count; i++) {
        if (x->b_of_a[i] == BF_NO_MATCH)
            continue;
        const struct bf_job_row *a = &x->a.jobs[i], *b = &x->b.jobs[x->b_of_a[i]];
        compare_fields(x, a, b);
        if (a->start == b->start)
            continue;
        see_start(c, a, b);
        x->x[n] = (double)(b->start - a->start);
        sum += x->x[n++];
    }
    c->min = c->p25 = c->median = c->p75 = c->mean = c->max = NAN;
    if (n == 0)
        return;
    bf_sort_doubles(x->x, x->x + x->a.count, n);
    c->min = x->x[0];
    c->p25 = bf_schedule_percentile(x->x, n, 25);
    c->median = bf_schedule_percentile(x->x, n, 50);
    c->p75 = bf_schedule_percentile(x->x, n, 75);
    c->max = x->x[n - 1];
    c->mean = (double)(sum / n);
}

// ---- metrics -----------------------------------------------------------------

static const struct bf_job_row *row_of(const struct comparing *x, bool of_b, uint32_t i)
{
    return of_b ? &x->b.jobs[x->b_of_a[i]] : &x->a.jobs[i];
}

static bool can_measure(const struct bf_schedule *s, enum bf_schedule_measure m)
{
    const unsigned needed = BF_SCHEDULE_SUBMIT |
                            (m == BF_SCHEDULE_MEASURE_WAIT ? 0u : BF_SCHEDULE_END) |
                            (m == BF_SCHEDULE_MEASURE_PP_BSLD ? BF_SCHEDULE_PROCS : 0u);
    return (s->known & needed) == needed;
}

static void measure(struct comparing *x, enum bf_schedule_measure m, double tau, bool of_b,
                    double stats[BF_SCHEDULE_STATISTICS])
{
    size_t n = 0;
    for (uint32_t i = 0; can_measure(of_b ? &x->b : &x->a, m) && i < x->a.count; i++)
        if (x->b_of_a[i] != BF_NO_MATCH)
            x->x[n++] = bf_schedule_measure_of(m, row_of(x, of_b, i), tau);
    bf_schedule_statistics_of(x->x, x->x + x->a.count, n, stats);
}

static void measure_machine(const struct comparing *x, bool of_b, bf_procs procs, double *makespan,
                            double *utilization)
{
    const unsigned known = of_b ? x->b.known : x->a.known;
    bf_time first = BF_NEVER, last = INT64_MIN;
    long double area = 0;
    *makespan = *utilization = NAN;
    if (x->c->jobs == 0 || (known & BF_SCHEDULE_TIMES) != BF_SCHEDULE_TIMES)
        return;
    for (uint32_t i = 0; i < x->a.count; i++) {
        if (x->b_of_a[i] == BF_NO_MATCH)
            continue;
        const struct bf_job_row *job = row_of(x, of_b, i);
        first = earlier(first, job->submit);
        last = job->end > last ? job->end : last;
        area += (long double)(job->end - job->start) * job->procs;
    }
    *makespan = (double)(last - first);
    if (procs > 0 && last > first)
        *utilization = (double)(area / ((long double)procs * (last - first)));
}

static void compare_metrics(struct comparing *x, double tau, bf_procs procs)
{
    double a[BF_SCHEDULE_STATISTICS], b[BF_SCHEDULE_STATISTICS];
    for (int m = 0; m < BF_SCHEDULE_MEASURES; m++) {
        measure(x, (enum bf_schedule_measure)m, tau, false, a);
        measure(x, (enum bf_schedule_measure)m, tau, true, b);
        for (int s = 0; s < BF_SCHEDULE_STATISTICS; s++)
            x->c->metrics[m][s] = (struct bf_compare_pair){a[s], b[s]};
    }
    measure_machine(x, false, procs, &x->c->makespan.a, &x->c->utilization.a);
    measure_machine(x, true, procs, &x->c->makespan.b, &x->c->utilization.b);
}

// ---- all ---------------------------------------------------------------------

enum bf_err bf_compare_schedules(const struct bf_schedule *a, const struct bf_schedule *b,
                                 const struct bf_schedule_log *log, double tau, bf_procs procs,
                                 struct bf_compare *c, struct bf_arena *arena, struct bf_error *e)
{
    struct comparing x = {.c = c, .arena = arena};
    *c = (struct bf_compare){0};
    if (!copy(&x.a, a, arena) || !copy(&x.b, b, arena))
        return bf_error_no_memory(e, ((uint64_t)a->count + b->count) * sizeof *a->jobs,
                                  "the comparison");
    enum bf_err code = log ? complete(&x.a, log, arena, e) : BF_OK;
    if (code == BF_OK && log)
        code = complete(&x.b, log, arena, e);
    if (code == BF_OK)
        code = complete_from(&x.a, &x.b, arena, e);
    if (code == BF_OK)
        code = complete_from(&x.b, &x.a, arena, e);
    if (code == BF_OK)
        code = match(&x, e);
    if (code != BF_OK)
        return code;
    find_only(&x);
    compare_jobs(&x);
    compare_metrics(&x, tau, procs);
    return BF_OK;
}

bool bf_compare_equal(const struct bf_compare *c)
{
    return c->differ == 0 && c->only_a.count == 0 && c->only_b.count == 0 &&
           c->submit_differ == 0 && c->procs_differ == 0 && c->length_differ == 0;
}

// ---- rows --------------------------------------------------------------------

static bool tells_of_a_file(const struct bf_column *c)
{
    static const char *const names[] = {
        "key",           "trace",       "trace_hash",    "calendar",     "config",
        "jobs_first",    "jobs_rows",   "classes_first", "classes_rows", "accuracy_first",
        "accuracy_rows", "weeks_first", "weeks_rows",    "params_first", "params_rows"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(c->name, names[i]) == 0)
            return true;
    return c->varies;
}

static bool same_cell(const struct bf_column *c, const void *a, const void *b)
{
    const char *x = (const char *)a + c->offset, *y = (const char *)b + c->offset;
    if (c->kind == BF_STR)
        return strncmp(x, y, c->size) == 0;
    if (c->kind != BF_F64)
        return memcmp(x, y, c->size) == 0;
    double u, v;
    memcpy(&u, x, sizeof u);
    memcpy(&v, y, sizeof v);
    return u == v || (isnan(u) && isnan(v));
}

const struct bf_column *bf_compare_rows(const struct bf_run_row *a, const struct bf_run_row *b,
                                        const struct bf_column *from)
{
    const struct bf_column *end = bf_table_runs.columns + bf_table_runs.column_count;
    for (const struct bf_column *c = from ? from : bf_table_runs.columns; c < end; c++)
        if (!tells_of_a_file(c) && !same_cell(c, a, b))
            return c;
    return NULL;
}
