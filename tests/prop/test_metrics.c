// SPDX-License-Identifier: GPL-3.0-or-later
//
// The metrics of docs/semantics.md, worked out again from the schedule in the most direct way.
#include <math.h>

#include "engine/core/metrics.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

// One measure over the measured jobs.
struct values {
    double x[128];
    size_t count;
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Type 7 of Hyndman and Fan: position (n - 1) p between the sorted values, counted from 0.
static double quantile(struct values *v, double p)
{
    if (v->count == 0)
        return NAN;
    qsort(v->x, v->count, sizeof *v->x, compare_doubles);
    double position = (double)(v->count - 1) * p;
    size_t below = (size_t)position;
    size_t above = below + 1 < v->count ? below + 1 : below;
    return v->x[below] + (position - (double)below) * (v->x[above] - v->x[below]);
}

static double mean(const struct values *v, bool squares)
{
    double sum = 0;
    for (size_t i = 0; i < v->count; i++)
        sum += squares ? v->x[i] * v->x[i] : v->x[i];
    return v->count ? sum / (double)v->count : NAN;
}

static bool is(struct bf_text *why, const char *what, double value, double expected)
{
    bool both_nan = isnan(value) && isnan(expected);
    if (both_nan || fabs(value - expected) <= 1e-9 * (1 + fabs(expected)))
        return true;
    bf_text_add(why, "%s is %.17g, expected %.17g", what, value, expected);
    return false;
}

static bf_time larger(bf_time a, bf_time b)
{
    return a > b ? a : b;
}

static bf_time smaller(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

static bf_time end_of(const struct bf_outcome *o, bf_job j)
{
    return o->start[j] + bf_outcome_run(o, j);
}

// Whether j is among the first `share` % of jobs to end (equal ends: in the order of the job table)
// or, with cooldown, ends after the last arrival.
static bool left_out(const struct bf_outcome *o, const struct bf_config *c, bf_job j)
{
    uint32_t n = o->jobs->count, before = 0;
    for (bf_job k = 0; k < n; k++)
        before += end_of(o, k) < end_of(o, j) || (end_of(o, k) == end_of(o, j) && k < j);
    return (double)before < floor((double)n * c->warmup / 100) ||
           (c->cooldown && end_of(o, j) > o->jobs->submit[n - 1]);
}

enum measure { WAIT, RESPONSE, SLOWDOWN, BSLD, PP_BSLD, WAIT_RATIO, ACCURACY };

static double measure(const struct bf_outcome *o, const struct bf_config *c, enum measure m,
                      bf_job j)
{
    double wait = (double)(o->start[j] - o->jobs->submit[j]);
    double run = (double)bf_outcome_run(o, j);
    double run_1 = run > 1 ? run : 1;
    double bound = fmax(run, (double)c->tau);
    switch (m) {
    case WAIT:
        return wait;
    case RESPONSE:
        return wait + run;
    case SLOWDOWN:
        return (wait + run) / run_1;
    case BSLD:
        return fmax(1, (wait + run) / bound);
    case PP_BSLD:
        return fmax(1, (wait + run) / (o->jobs->procs[j] * bound));
    case WAIT_RATIO:
        return fmax(1, wait / run_1);
    case ACCURACY:
        return fmin(run_1 / (double)o->plan[j], (double)o->plan[j] / run_1);
    }
    return NAN;
}

static struct values collect(const struct bf_outcome *o, const struct bf_config *c, enum measure m)
{
    struct values v = {.count = 0};
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (!left_out(o, c, j))
            v.x[v.count++] = measure(o, c, m, j);
    return v;
}

static bool check_measure(const struct bf_outcome *o, const struct bf_config *c, enum measure m,
                          const double *seven, const char *name, struct bf_text *why)
{
    struct values v = collect(o, c, m);
    const double expected[7] = {mean(&v, false),     quantile(&v, 0.5),  quantile(&v, 0.9),
                                quantile(&v, 0.95),  quantile(&v, 0.99), quantile(&v, 1),
                                sqrt(mean(&v, true))};
    static const char *const statistic[7] = {"mean", "median", "p90", "p95", "p99", "max", "rms"};
    for (int i = 0; i < 7; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s of %s", statistic[i], name);
        if (!is(why, what, seven[i], expected[i]))
            return false;
    }
    return true;
}

// Seven columns of a row as an array.
#define SEVEN(row, name)                                                                           \
    (const double[7])                                                                              \
    {                                                                                              \
        (row)->mean_##name, (row)->median_##name, (row)->p90_##name, (row)->p95_##name,            \
            (row)->p99_##name, (row)->max_##name, (row)->rms_##name                                \
    }

static bool check_machine(const struct bf_run_row *row, const struct bf_outcome *o,
                          struct bf_text *why)
{
    uint32_t n = o->jobs->count, backfilled = 0, killed = 0, corrected = 0;
    bf_time first = o->jobs->submit[0], last = o->jobs->submit[n - 1], end = first;
    double area = 0, area_arrivals = 0;
    for (bf_job j = 0; j < n; j++) {
        end = larger(end, end_of(o, j));
        area += (double)bf_outcome_run(o, j) * o->jobs->procs[j];
        bf_time overlap = smaller(end_of(o, j), last) - larger(o->start[j], first);
        area_arrivals += (double)larger(overlap, 0) * o->jobs->procs[j];
        backfilled += (o->flags[j] & BF_BACKFILLED) != 0;
        killed += (o->flags[j] & BF_KILLED) != 0;
        corrected += (o->flags[j] & BF_CORRECTED) != 0;
    }
    double makespan = (double)(end - first), size = o->procs;
    double arrivals = (double)(last - first);
    return is(why, "makespan", (double)row->makespan, makespan) &&
           is(why, "utilization", row->utilization, makespan > 0 ? area / size / makespan : NAN) &&
           is(why, "utilization of the arrivals", row->utilization_arrivals,
              arrivals > 0 ? area_arrivals / size / arrivals : NAN) &&
           is(why, "loss of capacity", row->loss_of_capacity,
              makespan > 0 ? o->lost_area / size / makespan : NAN) &&
           is(why, "mean queue", row->mean_queue, makespan > 0 ? o->queue_area / makespan : NAN) &&
           is(why, "backfilled", (double)row->backfilled, backfilled) &&
           is(why, "killed", (double)row->killed, killed) &&
           is(why, "corrected", (double)row->corrected, corrected);
}

static bool check_drift(const struct bf_run_row *row, const struct bf_outcome *o,
                        struct bf_text *why)
{
    double sum = 0, most = NAN;
    uint32_t n = 0; // jobs that were promised a start: not all under selective
    for (bf_job j = 0; o->first_promise && j < o->jobs->count; j++) {
        if (o->first_promise[j] == BF_NEVER)
            continue;
        n++;
        const double drift = (double)(o->start[j] - o->first_promise[j]);
        sum += drift;
        most = drift <= most ? most : drift;
    }
    return is(why, "mean drift", row->mean_drift, n ? sum / n : NAN) &&
           is(why, "max drift", row->max_drift, most);
}

static bool check_accuracy(const struct bf_run_row *row, const struct bf_outcome *o,
                           const struct bf_config *c, struct bf_text *why)
{
    struct values all = collect(o, c, ACCURACY), over = {.count = 0}, under = {.count = 0};
    for (bf_job j = 0; j < o->jobs->count; j++) {
        double excess = (double)(o->plan[j] - larger(bf_outcome_run(o, j), 1));
        if (excess > 0 && !left_out(o, c, j))
            over.x[over.count++] = excess;
        if (excess < 0 && !left_out(o, c, j))
            under.x[under.count++] = -excess;
    }
    return is(why, "mean accuracy", row->mean_accuracy, mean(&all, false)) &&
           is(why, "median accuracy", row->median_accuracy, quantile(&all, 0.5)) &&
           is(why, "planned too long", (double)row->planned_long, (double)over.count) &&
           is(why, "planned too short", (double)row->planned_short, (double)under.count) &&
           is(why, "planned exactly", (double)row->planned_exact,
              (double)(all.count - over.count - under.count)) &&
           is(why, "mean overestimate", row->mean_overestimate, mean(&over, false)) &&
           is(why, "mean underestimate", row->mean_underestimate, mean(&under, false));
}

// Each measured job is in the one bucket whose bounds hold its ratio; buckets ascend.
static bool check_histogram(const struct bf_accuracy_row *rows, size_t count,
                            const struct bf_outcome *o, const struct bf_config *c,
                            struct bf_text *why)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        const double min = rows[i].ratio_min,
                     max = isnan(rows[i].ratio_max) ? INFINITY : rows[i].ratio_max;
        double jobs = 0;
        for (bf_job j = 0; j < o->jobs->count; j++) {
            double ratio = (double)larger(bf_outcome_run(o, j), 1) / (double)o->plan[j];
            bool in = max > 1    ? ratio > 1 && ratio >= min && ratio < max
                      : min == 1 ? ratio == 1
                                 : ratio >= min && ratio < max;
            jobs += in && !left_out(o, c, j);
        }
        total += jobs;
        if (!is(why, "jobs of a bucket", (double)rows[i].jobs, jobs) || jobs < 1 ||
            (i && min + max <= rows[i - 1].ratio_min + rows[i - 1].ratio_max))
            return false;
    }
    return is(why, "jobs in buckets", total, (double)collect(o, c, WAIT).count);
}

static bool check_row(const struct bf_run_row *row, const struct bf_outcome *o,
                      const struct bf_config *c, struct bf_text *why)
{
    struct values waits = collect(o, c, WAIT);
    return is(why, "jobs", (double)row->jobs, o->jobs->count) &&
           is(why, "measured", (double)row->measured, (double)waits.count) &&
           check_measure(o, c, WAIT, SEVEN(row, wait), "wait", why) &&
           check_measure(o, c, RESPONSE, SEVEN(row, response), "response", why) &&
           check_measure(o, c, SLOWDOWN, SEVEN(row, slowdown), "slowdown", why) &&
           check_measure(o, c, BSLD, SEVEN(row, bsld), "bounded slowdown", why) &&
           check_measure(o, c, PP_BSLD, SEVEN(row, pp_bsld), "per-processor slowdown", why) &&
           check_measure(o, c, WAIT_RATIO, SEVEN(row, wait_ratio), "wait ratio", why) &&
           check_accuracy(row, o, c, why) && check_machine(row, o, why) && check_drift(row, o, why);
}

static bool in_class(const struct bf_outcome *o, bf_job j, const struct bf_class_row *row)
{
    bf_time run = bf_outcome_run(o, j);
    return o->jobs->procs[j] >= row->procs_min && o->jobs->procs[j] <= row->procs_max &&
           run >= row->run_min && (row->run_max < 0 || run <= row->run_max);
}

// Each measured job is in one class, and a class is what its bounds say.
static bool check_classes(const struct bf_class_row *rows, size_t count, const struct bf_outcome *o,
                          const struct bf_config *c, struct bf_text *why)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        struct values waits = {.count = 0}, slowdowns = {.count = 0};
        double area = 0;
        for (bf_job j = 0; j < o->jobs->count; j++)
            if (in_class(o, j, &rows[i]) && !left_out(o, c, j)) {
                waits.x[waits.count++] = measure(o, c, WAIT, j);
                slowdowns.x[slowdowns.count++] = measure(o, c, BSLD, j);
                area += (double)bf_outcome_run(o, j) * o->jobs->procs[j];
            }
        total += (uint64_t)rows[i].jobs;
        if (!is(why, "jobs of a class", (double)rows[i].jobs, (double)waits.count) ||
            !is(why, "mean wait of a class", rows[i].mean_wait, mean(&waits, false)) ||
            !is(why, "p95 wait of a class", rows[i].p95_wait, quantile(&waits, 0.95)) ||
            !is(why, "max wait of a class", rows[i].max_wait, quantile(&waits, 1)) ||
            !is(why, "mean slowdown of a class", rows[i].mean_bsld, mean(&slowdowns, false)) ||
            !is(why, "p95 slowdown of a class", rows[i].p95_bsld, quantile(&slowdowns, 0.95)) ||
            !is(why, "area of a class", rows[i].area, area))
            return false;
    }
    return is(why, "jobs in classes", (double)total, (double)collect(o, c, WAIT).count);
}

// Busy processor-seconds from `from` to `to`.
static double busy(const struct bf_outcome *o, bf_time from, bf_time to)
{
    double sum = 0;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        bf_time start = larger(o->start[j], from), end = o->start[j] + bf_outcome_run(o, j);
        end = end < to ? end : to;
        sum += end > start ? (double)(end - start) * o->jobs->procs[j] : 0;
    }
    return sum;
}

// What a row says of the jobs that were submitted from `from` to before `to`.
static bool check_week(const struct bf_week_row *row, bf_time from, bf_time to,
                       const struct bf_outcome *o, const struct bf_config *c, struct bf_text *why)
{
    const double whole = (double)o->procs * (double)(to - from);
    const bf_time last = o->jobs->submit[o->jobs->count - 1];
    struct values waits = {.count = 0}, slowdowns = {.count = 0};
    double submitted = 0, area = 0;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        if (o->jobs->submit[j] < from || o->jobs->submit[j] >= to)
            continue;
        submitted++;
        area += (double)bf_outcome_run(o, j) * o->jobs->procs[j];
        if (left_out(o, c, j))
            continue;
        waits.x[waits.count++] = measure(o, c, WAIT, j);
        slowdowns.x[slowdowns.count++] = measure(o, c, BSLD, j);
    }
    return submitted > 0 && is(why, "submitted in a week", (double)row->submitted, submitted) &&
           is(why, "jobs of a week", (double)row->jobs, (double)waits.count) &&
           is(why, "span of a week", (double)row->span, (double)((last < to ? last : to) - from)) &&
           is(why, "mean wait of a week", row->mean_wait, mean(&waits, false)) &&
           is(why, "mean slowdown of a week", row->mean_bsld, mean(&slowdowns, false)) &&
           is(why, "utilization of a week", row->utilization, busy(o, from, to) / whole) &&
           is(why, "offered load of a week", row->offered_load, area / whole);
}

static bool check_weeks(const struct bf_week_row *rows, size_t count, const struct bf_outcome *o,
                        const struct bf_config *c, struct bf_text *why)
{
    const bf_time week = 7 * 24 * 3600;
    double submitted = 0;
    for (size_t i = 0; i < count; i++) {
        const bf_time from = o->jobs->submit[0] + rows[i].week * week;
        submitted += (double)rows[i].submitted;
        if ((i && rows[i].week <= rows[i - 1].week) ||
            !check_week(&rows[i], from, from + week, o, c, why))
            return false;
    }
    return is(why, "jobs in weeks", submitted, o->jobs->count);
}

// Warmup and cooldown are a function of the workload, so that shrinking keeps them in step.
static void choose_window(struct bf_config *c, const struct bf_test_workload *w)
{
    static const double warmups[] = {0, 0, 10, 33, 50};
    static const bf_time taus[] = {10, 1, 60};
    c->warmup = warmups[w->procs % 5];
    c->cooldown = w->jobs.users == 2;
    c->tau = taus[w->jobs.users % 3];
}

static bool metrics_are_right(const struct bf_test_workload *w, const char *spec,
                              struct bf_text *why)
{
    struct bf_config config = bf_test_config(spec);
    choose_window(&config, w);
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    struct bf_run_row row;
    struct bf_class_row classes[BF_CLASS_MAX];
    struct bf_accuracy_row buckets[BF_ACCURACY_MAX];
    struct bf_week_row *weeks;
    size_t count, bucket_count, week_count;
    struct bf_error e;
    memset(&row, 0, sizeof row);
    assert_ok(bf_metrics_fill(&row, &o, &config, arena, &e), e);
    assert_ok(bf_metrics_classes(classes, &count, &o, &config, arena, &e), e);
    assert_ok(bf_metrics_accuracy(buckets, &bucket_count, &o, &config, arena, &e), e);
    assert_ok(bf_metrics_weeks(&weeks, &week_count, &o, &config, arena, &e), e);
    bool result = check_row(&row, &o, &config, why) &&
                  check_classes(classes, count, &o, &config, why) &&
                  check_weeks(weeks, week_count, &o, &config, why) &&
                  check_histogram(buckets, bucket_count, &o, &config, why);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    return result;
}

// The same on jobs of hours, so that there are classes of length.
static void draw_corrected(uint64_t seed, struct bf_text *spec)
{
    static const char *const policies[] = {"easy", "conservative", NULL};
    bf_text_add(spec, "%s estimate=avg2", bf_test_pick(seed, 100, policies));
}

static void metrics_match_the_schedule(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, 50, bf_test_draw_anything, metrics_are_right});
    bf_test_property_check(
        &(struct bf_test_property){500, 400000, draw_corrected, metrics_are_right});
    bf_test_property_check( // jobs that last for weeks
        &(struct bf_test_property){500, 5000000, draw_corrected, metrics_are_right});
}

BF_TEST_MAIN(BF_TEST(metrics_match_the_schedule))
