// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of /classes, worked out anew: classes by width and length.
#include <math.h>

#include "analysis/audit/audit_internal.h"
#include "analysis/audit/schedule_stats.h"

static const bf_procs widest[] = {1, 8, 64, 512, INT32_MAX};
static const bf_time longest[] = {60, 600, 3600, 28800, 86400, INT64_MAX};
enum { WIDTHS = sizeof widest / sizeof *widest, LENGTHS = sizeof longest / sizeof *longest };

struct class
{
    int w, l;
    const uint8_t *measured;
    double *x; // room for two entries a job
};

static bool is_in(const struct bf_auditing *a, const struct class *c, uint32_t j)
{
    const struct bf_job_row *job = &a->jobs[j];
    const bf_time length = job->end - job->start;
    return c->measured[j] && job->procs <= widest[c->w] &&
           (c->w == 0 || job->procs > widest[c->w - 1]) && length <= longest[c->l] &&
           (c->l == 0 || length > longest[c->l - 1]);
}

static size_t statistics_of(const struct bf_auditing *a, const struct class *c,
                            enum bf_schedule_measure m, double stats[BF_SCHEDULE_STATISTICS])
{
    size_t n = 0;
    for (uint32_t j = 0; j < a->n; j++)
        if (is_in(a, c, j))
            c->x[n++] = bf_schedule_measure_of(m, &a->jobs[j], a->rules.tau);
    bf_schedule_statistics_of(c->x, c->x + a->n, n, stats);
    return n;
}

// The row that the class must have; false: it has no jobs, and no row.
static bool class_row(const struct bf_auditing *a, const struct class *c, struct bf_class_row *row)
{
    double stats[BF_SCHEDULE_STATISTICS];
    long double area = 0;
    const size_t n = statistics_of(a, c, BF_SCHEDULE_MEASURE_WAIT, stats);
    if (n == 0)
        return false;
    *row = (struct bf_class_row){
        .procs_min = c->w ? widest[c->w - 1] + 1 : 1,
        .procs_max = c->w + 1 < WIDTHS ? widest[c->w] : a->in->procs,
        .run_min = c->l ? longest[c->l - 1] + 1 : 0,
        .run_max = c->l + 1 < LENGTHS ? longest[c->l] : -1,
        .jobs = (int64_t)n,
        .mean_wait = stats[BF_SCHEDULE_STATISTIC_MEAN],
        .p95_wait = stats[BF_SCHEDULE_STATISTIC_P95],
        .max_wait = stats[BF_SCHEDULE_STATISTIC_MAX],
    };
    statistics_of(a, c, BF_SCHEDULE_MEASURE_BSLD, stats);
    row->mean_bsld = stats[BF_SCHEDULE_STATISTIC_MEAN];
    row->p95_bsld = stats[BF_SCHEDULE_STATISTIC_P95];
    for (uint32_t j = 0; j < a->n; j++)
        if (is_in(a, c, j))
            area += (long double)(a->jobs[j].end - a->jobs[j].start) * a->jobs[j].procs;
    row->area = (double)area;
    return true;
}

static bool same_class(const struct bf_class_row *x, const struct bf_class_row *y)
{
    return x->procs_min == y->procs_min && x->procs_max == y->procs_max &&
           x->run_min == y->run_min && x->run_max == y->run_max && x->jobs == y->jobs &&
           bf_audit_same(x->mean_wait, y->mean_wait) && bf_audit_same(x->p95_wait, y->p95_wait) &&
           bf_audit_same(x->max_wait, y->max_wait) && bf_audit_same(x->mean_bsld, y->mean_bsld) &&
           bf_audit_same(x->p95_bsld, y->p95_bsld) && bf_audit_same(x->area, y->area);
}

static void check_row(struct bf_auditing *a, const struct bf_class_row *wanted, size_t place)
{
    const struct bf_class_row *found = place < a->in->class_count ? &a->in->classes[place] : NULL;
    bf_audit_of(a, BF_AUDIT_CLASSES)->looked_at++;
    if (!found || !same_class(found, wanted))
        bf_audit_violate(
            a, BF_AUDIT_CLASSES, BF_NEVER,
            "class of %d to %d processors, %lld to %lld s: the schedule gives %lld jobs, "
            "mean wait %.17g, mean bounded slowdown %.17g; row %zu has %lld, %.17g, %.17g",
            (int)wanted->procs_min, (int)wanted->procs_max, (long long)wanted->run_min,
            (long long)wanted->run_max, (long long)wanted->jobs, wanted->mean_wait,
            wanted->mean_bsld, place, (long long)(found ? found->jobs : 0),
            found ? found->mean_wait : NAN, found ? found->mean_bsld : NAN);
}

enum bf_err bf_audit_classes(struct bf_auditing *a, const uint8_t *measured, struct bf_error *e)
{
    struct class c = {.measured = measured};
    struct bf_class_row row;
    size_t place = 0;
    c.x = bf_arena_alloc(a->arena, 2 * (size_t)a->n, sizeof *c.x);
    if (!c.x)
        return bf_audit_out_of_memory(a, e);
    for (c.w = 0; c.w < WIDTHS; c.w++)
        for (c.l = 0; c.l < LENGTHS; c.l++)
            if (class_row(a, &c, &row))
                check_row(a, &row, place++);
    if (place != a->in->class_count)
        bf_audit_violate(a, BF_AUDIT_CLASSES, BF_NEVER,
                         "/classes has %zu rows, the schedule gives %zu", a->in->class_count,
                         place);
    return BF_OK;
}
