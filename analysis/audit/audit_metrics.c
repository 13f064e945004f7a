// SPDX-License-Identifier: GPL-3.0-or-later
//
// The metrics of /runs and the rows of /classes, worked out anew from the schedule.
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_internal.h"
#include "analysis/audit/schedule_stats.h"
#include "engine/base/sort.h"

static bf_time length_of(const struct bf_job_row *job)
{
    return job->end - job->start;
}

// ---- which jobs count --------------------------------------------------------

// Without the first warmup % of jobs to end, and without those that end after the last arrival.
static int64_t mark_measured(const struct bf_auditing *a, uint8_t *measured)
{
    const uint32_t skipped = (uint32_t)(a->rules.warmup * a->n / 100);
    int64_t count = 0;
    memset(measured, 1, a->n);
    for (uint32_t i = 0; i < skipped && i < a->n; i++)
        measured[a->by_end[i]] = 0;
    for (uint32_t j = 0; j < a->n; j++) {
        if (a->rules.cooldown && a->jobs[j].end > a->jobs[a->n - 1].submit)
            measured[j] = 0;
        count += measured[j];
    }
    return count;
}

// ---- comparing ---------------------------------------------------------------

static double value_of(const struct bf_table *table, const struct bf_column *c, const void *row)
{
    const char *at = (const char *)row + c->offset;
    (void)table;
    if (c->kind == BF_F64)
        return *(const double *)(const void *)at;
    if (c->kind == BF_I32)
        return *(const int32_t *)(const void *)at;
    return (double)*(const int64_t *)(const void *)at;
}

static void compare_metric(struct bf_auditing *a, const char *name, const struct bf_run_row *mine)
{
    const struct bf_column *c = bf_table_column(&bf_table_runs, name);
    char x[BF_DOUBLE_TEXT_SIZE], y[BF_DOUBLE_TEXT_SIZE];
    const double found = value_of(&bf_table_runs, c, a->in->run);
    const double wanted = value_of(&bf_table_runs, c, mine);
    bf_audit_of(a, BF_AUDIT_METRICS)->looked_at++;
    if (!bf_audit_same(found, wanted))
        bf_audit_violate(a, BF_AUDIT_METRICS, BF_NEVER, "%s is %s, the schedule gives %s", name,
                         bf_text_double(x, found), bf_text_double(y, wanted));
}

static void set_metric(struct bf_run_row *row, const char *name, double value)
{
    const struct bf_column *c = bf_table_column(&bf_table_runs, name);
    memcpy((char *)row + c->offset, &value, sizeof value);
}

// ---- one by one --------------------------------------------------------------

// A measure over the jobs that count: seven columns.
static void check_measure(struct bf_auditing *a, enum bf_schedule_measure m,
                          const uint8_t *measured, double *x)
{
    struct bf_run_row mine;
    double stats[BF_SCHEDULE_STATISTICS];
    size_t n = 0;
    for (uint32_t j = 0; j < a->n; j++)
        if (measured[j])
            x[n++] = bf_schedule_measure_of(m, &a->jobs[j], a->rules.tau);
    bf_schedule_statistics_of(x, x + a->n, n, stats);
    for (int s = 0; s < BF_SCHEDULE_STATISTICS; s++) {
        char name[32];
        struct bf_text text = bf_text_init(name, sizeof name);
        bf_text_add(&text, "%s_%s", bf_schedule_statistic_names[s], bf_schedule_measure_names[m]);
        set_metric(&mine, name, stats[s]);
        compare_metric(a, name, &mine);
    }
}

static void count_flags(struct bf_auditing *a, struct bf_run_row *mine)
{
    for (uint32_t j = 0; j < a->n; j++) {
        mine->backfilled += (a->jobs[j].flags & 1) != 0;
        mine->killed += (a->jobs[j].flags & 2) != 0;
        mine->corrected += (a->jobs[j].flags & 8) != 0;
    }
    compare_metric(a, "backfilled", mine);
    compare_metric(a, "killed", mine);
    compare_metric(a, "corrected", mine);
}

// Run times count as at least 1 s.
static void check_accuracy(struct bf_auditing *a, const uint8_t *measured, double *x)
{
    static const char *const names[] = {"planned_long",      "planned_exact",      "planned_short",
                                        "mean_overestimate", "mean_underestimate", "mean_accuracy",
                                        "median_accuracy"};
    struct bf_run_row mine = {0};
    double stats[BF_SCHEDULE_STATISTICS];
    int64_t over = 0, under = 0;
    size_t n = 0;
    for (uint32_t j = 0; j < a->n; j++) {
        const bf_time run = length_of(&a->jobs[j]) < 1 ? 1 : length_of(&a->jobs[j]);
        const bf_time plan = a->jobs[j].plan;
        if (!measured[j])
            continue;
        x[n++] = plan > run ? (double)run / (double)plan : (double)plan / (double)run;
        mine.planned_long += plan > run;
        mine.planned_exact += plan == run;
        mine.planned_short += plan < run;
        over += plan > run ? plan - run : 0;
        under += plan < run ? run - plan : 0;
    }
    bf_schedule_statistics_of(x, x + a->n, n, stats);
    mine.mean_accuracy = stats[BF_SCHEDULE_STATISTIC_MEAN];
    mine.median_accuracy = stats[BF_SCHEDULE_STATISTIC_MEDIAN];
    mine.mean_overestimate = mine.planned_long ? (double)over / (double)mine.planned_long : NAN;
    mine.mean_underestimate = mine.planned_short ? (double)under / (double)mine.planned_short : NAN;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare_metric(a, names[i], &mine);
}

static void check_drift(struct bf_auditing *a)
{
    struct bf_run_row mine = {.mean_drift = NAN, .max_drift = NAN};
    long double sum = 0;
    uint32_t n = 0;
    for (uint32_t j = 0; j < a->n; j++) {
        if (a->jobs[j].first_promise < 0)
            continue;
        const double drift = (double)(a->jobs[j].start - a->jobs[j].first_promise);
        mine.max_drift = n++ ? fmax(mine.max_drift, drift) : drift;
        sum += drift;
    }
    if (n)
        mine.mean_drift = (double)(sum / n);
    compare_metric(a, "mean_drift", &mine);
    compare_metric(a, "max_drift", &mine);
}

static void check_queue(struct bf_auditing *a, const struct bf_run_row *mine, bool exact,
                        int64_t most)
{
    const int64_t found = a->in->run->max_queue;
    if (exact) {
        compare_metric(a, "max_queue", mine);
        return;
    }
    bf_audit_of(a, BF_AUDIT_METRICS)->looked_at++;
    bf_audit_limit(a, BF_AUDIT_METRICS, "max_queue only within bounds");
    if (found < mine->max_queue || found > most)
        bf_audit_violate(a, BF_AUDIT_METRICS, BF_NEVER,
                         "max_queue is %lld, the schedule gives %lld to %lld", (long long)found,
                         (long long)mine->max_queue, (long long)most);
}

static enum bf_err check_machine(struct bf_auditing *a, struct bf_error *e)
{
    static const char *const names[] = {"makespan", "utilization", "utilization_arrivals",
                                        "mean_queue"};
    struct bf_run_row mine = {0};
    bool exact = true;
    int64_t most = 0;
    const enum bf_err code = bf_audit_machine(a, &mine, &exact, &most, e);
    for (size_t i = 0; code == BF_OK && i < sizeof names / sizeof *names; i++)
        compare_metric(a, names[i], &mine);
    if (code != BF_OK)
        return code;
    check_queue(a, &mine, exact, most);
    if (a->rules.calendar && !a->in->steps)
        bf_audit_limit(a, BF_AUDIT_METRICS, "loss_of_capacity takes the calendar (--calendar)");
    else
        compare_metric(a, "loss_of_capacity", &mine);
    return code;
}

static enum bf_err check_overtaking(struct bf_auditing *a, struct bf_error *e)
{
    struct bf_run_row mine = {0};
    if (!bf_audit_order_known(a)) {
        bf_audit_limit(a, BF_AUDIT_METRICS, "overtakers: the primary order is not known");
        return BF_OK;
    }
    const enum bf_err code = bf_audit_overtaking(a, &mine, e);
    if (code != BF_OK)
        return code;
    compare_metric(a, "overtaken", &mine);
    compare_metric(a, "mean_overtakers", &mine);
    compare_metric(a, "max_overtakers", &mine);
    return code;
}

static void check_unfairness(struct bf_auditing *a)
{
    const struct bf_run_row mine = {.unfair = -1, .mean_unfairness = NAN, .max_unfairness = -1};
    if (a->rules.fair_start) {
        bf_audit_limit(a, BF_AUDIT_METRICS, "unfairness takes other runs and is left out");
        return;
    }
    compare_metric(a, "unfair", &mine);
    compare_metric(a, "mean_unfairness", &mine);
    compare_metric(a, "max_unfairness", &mine);
}

// ---- all ---------------------------------------------------------------------

static bool can_check(struct bf_auditing *a, enum bf_audit_kind kind)
{
    if (!a->in->run)
        bf_audit_skip(a, kind, "there is no row of /runs");
    else if (a->rules.tau < 1)
        bf_audit_skip(a, kind, "the config does not say tau");
    else
        return bf_audit_need(a, kind,
                             BF_SCHEDULE_TIMES | BF_SCHEDULE_PLAN | BF_SCHEDULE_FLAGS |
                                 BF_SCHEDULE_PROMISES);
    return false;
}

enum bf_err bf_audit_metrics(struct bf_auditing *a, struct bf_error *e)
{
    struct bf_run_row mine = {.jobs = a->n, .jobs_rows = a->n};
    if (!can_check(a, BF_AUDIT_METRICS)) {
        can_check(a, BF_AUDIT_CLASSES);
        can_check(a, BF_AUDIT_WEEKS);
        return BF_OK;
    }
    uint8_t *measured = bf_arena_alloc(a->arena, a->n, sizeof *measured);
    double *x = bf_arena_alloc(a->arena, 2 * (size_t)a->n, sizeof *x);
    if (!measured || !x)
        return bf_audit_out_of_memory(a, e);
    mine.measured = mark_measured(a, measured);
    compare_metric(a, "jobs", &mine);
    compare_metric(a, "measured", &mine);
    for (int m = 0; m < BF_SCHEDULE_MEASURES; m++)
        check_measure(a, (enum bf_schedule_measure)m, measured, x);
    count_flags(a, &mine);
    check_accuracy(a, measured, x);
    check_drift(a);
    check_unfairness(a);
    bf_audit_weeks(a, measured);
    enum bf_err code = check_machine(a, e);
    if (code == BF_OK)
        code = check_overtaking(a, e);
    return code == BF_OK ? bf_audit_classes(a, measured, e) : code;
}
