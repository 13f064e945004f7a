// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/metrics.h"

#include <math.h>
#include <string.h>

#include "engine/base/select.h"
#include "engine/base/sort.h"
#include "engine/core/measures.h"
#include "engine/core/overtaking.h"
#include "engine/core/weeks.h"

// ---- statistics of many ----------------------------------------------------

struct stats {
    double mean, median, p90, p95, p99, max, rms;
};

// Linear interpolation between order statistics: type 7 of Hyndman and Fan. The place is found in
// whole numbers, so that a percentile that falls on an order statistic is that number.
static double percentile(const double *placed, size_t n, unsigned percent)
{
    const size_t at = (n - 1) * percent;
    const size_t below = at / 100;
    const double share = (double)(at % 100) / 100;
    if (share == 0)
        return placed[below];
    return placed[below] + share * (placed[below + 1] - placed[below]);
}

// The order statistics that percentiles are made of, and the largest, are put in their places of
// `x`.
static void place_percentiles(double *x, double *scratch, size_t n)
{
    static const unsigned percents[] = {50, 90, 95, 99};
    size_t ranks[9], count = 0;
    for (size_t i = 0; i < sizeof percents / sizeof percents[0]; i++) {
        const size_t below = (n - 1) * percents[i] / 100;
        for (size_t rank = below; rank <= below + 1; rank++)
            if (rank < n && (!count || rank > ranks[count - 1]))
                ranks[count++] = rank;
    }
    if (ranks[count - 1] < n - 1)
        ranks[count++] = n - 1;
    bf_select_doubles(x, scratch, n, ranks, count);
}

// Leaves `x` in another order. NaN of everything when there is nothing.
static struct stats summarise(double *x, double *scratch, size_t n)
{
    if (n == 0)
        return (struct stats){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    struct bf_sum sum = {0}, squares = {0};
    for (size_t i = 0; i < n; i++) {
        bf_sum_add(&sum, x[i]);
        bf_sum_add(&squares, x[i] * x[i]);
    }
    place_percentiles(x, scratch, n);
    return (struct stats){
        .mean = bf_sum_value(&sum) / (double)n,
        .median = percentile(x, n, 50),
        .p90 = percentile(x, n, 90),
        .p95 = percentile(x, n, 95),
        .p99 = percentile(x, n, 99),
        .max = x[n - 1],
        .rms = sqrt(bf_sum_value(&squares) / (double)n),
    };
}

// ---- which jobs count ------------------------------------------------------

// Marks in `measured` the jobs that count in the statistics; returns how many.
static size_t select_jobs(uint8_t *measured, struct bf_keyed *ends, const struct bf_outcome *o,
                          const struct bf_config *c)
{
    const uint32_t n = o->jobs->count;
    memset(measured, 1, n);
    if (c->warmup > 0) {
        for (uint32_t j = 0; j < n; j++)
            ends[j] =
                (struct bf_keyed){.key = (double)(o->start[j] + bf_outcome_run(o, j)), .item = j};
        bf_sort_keyed(ends, ends + n, n);
        const uint32_t left_out = (uint32_t)(c->warmup * n / 100);
        for (uint32_t i = 0; i < left_out; i++)
            measured[ends[i].item] = 0;
    }
    size_t count = 0;
    for (uint32_t j = 0; j < n; j++) {
        if (c->cooldown && o->start[j] + bf_outcome_run(o, j) > o->jobs->submit[n - 1])
            measured[j] = 0;
        count += measured[j];
    }
    return count;
}

// ---- a run -----------------------------------------------------------------

void bf_metrics_fill_config(struct bf_run_row *row, const struct bf_config *c)
{
    bf_text_copy(row->policy, sizeof row->policy, c->policy->name);
    bf_text_copy(row->order, sizeof row->order, bf_order_names[c->order]);
    bf_text_copy(row->backfill_order, sizeof row->backfill_order,
                 c->policy->uses & BF_USES_BACKFILL_ORDER ? bf_order_names[c->backfill_order] : "");
    const bool plans = bf_config_uses_plans(c);
    bf_text_copy(row->estimate, sizeof row->estimate, plans ? c->estimate->name : "");
    bf_text_copy(row->correction, sizeof row->correction,
                 bf_config_uses_corrections(c) ? bf_correction_names[c->correction] : "");
    bf_text_copy(row->overrun, sizeof row->overrun, bf_overrun_names[c->overrun]);
    bf_text_copy(row->events, sizeof row->events, bf_events_names[c->events]);
    const struct bf_calendar *calendar = bf_config_calendar(c);
    bf_text_copy(row->calendar, sizeof row->calendar, calendar ? calendar->name : "");
    bf_text_copy(row->calendar_hash, sizeof row->calendar_hash, calendar ? calendar->hash : "");
    row->estimate_arg = NAN;
    if (plans && c->estimate->param)
        row->estimate_arg = c->estimate->param->type == BF_PARAM_REAL ? c->estimate_arg.r
                                                                      : (double)c->estimate_arg.i;
    if (plans && c->estimate->draws)
        row->seed = c->seed;
    row->tau = (double)c->tau;
    row->reservations = row->depth = -2;
    for (unsigned i = 0; i < c->policy->param_count; i++) {
        const int64_t n = c->args[i].i == BF_COUNT_ALL ? -1 : c->args[i].i;
        if (!strcmp(c->policy->params[i].name, "reservations"))
            row->reservations = n;
        if (!strcmp(c->policy->params[i].name, "depth"))
            row->depth = n;
    }
}

static void fill_counts(struct bf_run_row *row, const struct bf_outcome *o)
{
    const struct bf_counters *c = &o->counters;
    row->backfilled = row->killed = row->corrected = 0;
    for (uint32_t j = 0; j < o->jobs->count; j++) {
        row->backfilled += (o->flags[j] & BF_BACKFILLED) != 0;
        row->killed += (o->flags[j] & BF_KILLED) != 0;
        row->corrected += (o->flags[j] & BF_CORRECTED) != 0;
    }
    row->broken_promises = (int64_t)c->broken_promises;
    row->slip_total = c->slip_total;
    row->slip_max = c->slip_max;
    row->max_queue = c->queue_max;
    row->unfair = row->max_unfairness = -1; // fair.h
    row->mean_unfairness = NAN;
}

// By how much jobs started later (or earlier: below 0) than they were promised at first.
static void fill_drift(struct bf_run_row *row, const struct bf_outcome *o)
{
    struct bf_sum sum = {0};
    uint32_t n = 0;
    row->max_drift = NAN;
    for (uint32_t j = 0; o->first_promise && j < o->jobs->count; j++) {
        if (o->first_promise[j] == BF_NEVER)
            continue;
        const double drift = (double)(o->start[j] - o->first_promise[j]);
        bf_sum_add(&sum, drift);
        row->max_drift = fmax(row->max_drift, drift); // fmax(NaN, x) is x
        n++;
    }
    row->mean_drift = n ? bf_sum_value(&sum) / n : NAN;
}

static double overlap(bf_time from, bf_time to, bf_time first, bf_time last)
{
    if (from < first)
        from = first;
    if (to > last)
        to = last;
    return to > from ? (double)(to - from) : 0;
}

// What is said of the machine: over all jobs, whether measured or not.
static void fill_machine(struct bf_run_row *row, const struct bf_outcome *o)
{
    const struct bf_jobs *jobs = o->jobs;
    const uint32_t n = jobs->count;
    const bf_time first = n ? jobs->submit[0] : 0, last = n ? jobs->submit[n - 1] : 0;
    struct bf_sum area = {0}, early = {0};
    bf_time end = first;
    for (uint32_t j = 0; j < n; j++) {
        const bf_time run = bf_outcome_run(o, j), stop = o->start[j] + run;
        bf_sum_add(&area, (double)run * jobs->procs[j]);
        bf_sum_add(&early, overlap(o->start[j], stop, first, last) * jobs->procs[j]);
        end = stop > end ? stop : end;
    }
    const double makespan = (double)(end - first), arrivals = (double)(last - first);
    row->makespan = end - first;
    row->utilization = makespan > 0 ? bf_sum_value(&area) / (o->procs * makespan) : NAN;
    row->utilization_arrivals = arrivals > 0 ? bf_sum_value(&early) / (o->procs * arrivals) : NAN;
    row->loss_of_capacity = makespan > 0 ? o->lost_area / (o->procs * makespan) : NAN;
    row->mean_queue = makespan > 0 ? o->queue_area / makespan : NAN;
}

#define SET_STATS(row, name, s)                                                                    \
    ((row)->mean_##name = (s).mean, (row)->median_##name = (s).median,                             \
     (row)->p90_##name = (s).p90, (row)->p95_##name = (s).p95, (row)->p99_##name = (s).p99,        \
     (row)->max_##name = (s).max, (row)->rms_##name = (s).rms)

static void set_stats(struct bf_run_row *row, enum bf_measure m, struct stats s)
{
    switch (m) {
    case BF_WAIT:
        SET_STATS(row, wait, s);
        break;
    case BF_RESPONSE:
        SET_STATS(row, response, s);
        break;
    case BF_SLOWDOWN:
        SET_STATS(row, slowdown, s);
        break;
    case BF_BSLD:
        SET_STATS(row, bsld, s);
        break;
    case BF_PP_BSLD:
        SET_STATS(row, pp_bsld, s);
        break;
    case BF_WAIT_RATIO:
        SET_STATS(row, wait_ratio, s);
        break;
    default:
        row->mean_accuracy = s.mean;
        row->median_accuracy = s.median;
    }
}

struct scratch {
    uint8_t *measured;
    struct bf_keyed *ends;
    double *x, *sort;
};

static enum bf_err get_scratch(struct scratch *t, struct bf_arena *arena, size_t n,
                               struct bf_error *e)
{
    t->measured = bf_arena_alloc(arena, n, sizeof *t->measured);
    t->ends = bf_arena_alloc(arena, 2 * n, sizeof *t->ends);
    t->x = bf_arena_alloc(arena, n, sizeof *t->x);
    t->sort = bf_arena_alloc(arena, n, sizeof *t->sort);
    if (!t->measured || !t->ends || !t->x || !t->sort)
        return bf_error_no_memory(e, 49ull * n, "the metrics");
    return BF_OK;
}

enum bf_err bf_metrics_fill(struct bf_run_row *row, const struct bf_outcome *outcome,
                            const struct bf_config *config, struct bf_arena *arena,
                            struct bf_error *e)
{
    const uint32_t n = outcome->jobs->count;
    struct scratch t;
    const enum bf_err err = get_scratch(&t, arena, n, e);
    if (err)
        return err;
    bf_metrics_fill_config(row, config);
    fill_counts(row, outcome);
    fill_machine(row, outcome);
    fill_drift(row, outcome);
    if (!bf_overtaking_fill(row, outcome, config, arena))
        return bf_error_no_memory(e, 60ull * n, "the metrics");
    row->jobs = n;
    row->measured = (int64_t)select_jobs(t.measured, t.ends, outcome, config);
    bf_accuracy_fill(row, outcome, t.measured);
    for (enum bf_measure m = 0; m < BF_MEASURES; m++) {
        size_t k = 0;
        for (uint32_t j = 0; j < n; j++)
            if (t.measured[j])
                t.x[k++] = bf_measure_of(m, outcome, j, (double)config->tau);
        set_stats(row, m, summarise(t.x, t.sort, k));
    }
    return BF_OK;
}

// ---- classes ---------------------------------------------------------------

static const bf_procs widths[] = {1, 8, 64, 512, INT32_MAX}; // the widest of each class
static const bf_time lengths[] = {60, 600, 3600, 28800, 86400, BF_NEVER};
enum { WIDTHS = sizeof widths / sizeof widths[0], LENGTHS = sizeof lengths / sizeof lengths[0] };

static unsigned class_of(const struct bf_outcome *o, bf_job j)
{
    unsigned w = 0, l = 0;
    while (o->jobs->procs[j] > widths[w])
        w++;
    while (bf_outcome_run(o, j) > lengths[l])
        l++;
    return w * LENGTHS + l;
}

enum { NOT_MEASURED = BF_CLASS_MAX }; // stands in the place of a class

// The measured jobs, class by class, each class in the order of jobs.
struct by_class {
    bf_job *jobs;
    size_t from[BF_CLASS_MAX + 2]; // class c is [from[c], from[c + 1])
};

static enum bf_err group_jobs(struct by_class *g, uint8_t *measured, const struct bf_outcome *o,
                              struct bf_arena *arena, struct bf_error *e)
{
    const uint32_t n = o->jobs->count;
    size_t next[BF_CLASS_MAX + 1];
    g->jobs = bf_arena_alloc(arena, n, sizeof *g->jobs);
    if (!g->jobs)
        return bf_error_no_memory(e, n * sizeof *g->jobs, "the classes of jobs");
    memset(g->from, 0, sizeof g->from);
    for (bf_job j = 0; j < n; j++) {
        measured[j] = measured[j] ? (uint8_t)class_of(o, j) : NOT_MEASURED;
        g->from[measured[j] + 1]++;
    }
    for (unsigned c = 0; c <= BF_CLASS_MAX; c++) {
        next[c] = g->from[c];
        g->from[c + 1] += g->from[c];
    }
    for (bf_job j = 0; j < n; j++)
        g->jobs[next[measured[j]]++] = j;
    return BF_OK;
}

// Measure `m` of some jobs, into t->x, as a whole.
static struct stats stats_of(struct scratch *t, const struct bf_outcome *o, const bf_job *jobs,
                             size_t n, enum bf_measure m, double tau)
{
    for (size_t i = 0; i < n; i++)
        t->x[i] = bf_measure_of(m, o, jobs[i], tau);
    return summarise(t->x, t->sort, n);
}

static void fill_class(struct bf_class_row *row, unsigned number, const struct by_class *g,
                       const struct bf_outcome *o, double tau, struct scratch *t)
{
    const unsigned w = number / LENGTHS, l = number % LENGTHS;
    *row = (struct bf_class_row){
        .procs_min = w ? widths[w - 1] + 1 : 1,
        .procs_max = w + 1 < WIDTHS ? widths[w] : o->procs,
        .run_min = l ? lengths[l - 1] + 1 : 0,
        .run_max = l + 1 < LENGTHS ? lengths[l] : -1,
    };
    const bf_job *jobs = g->jobs + g->from[number];
    const size_t n = g->from[number + 1] - g->from[number];
    const struct stats wait = stats_of(t, o, jobs, n, BF_WAIT, tau);
    const struct stats bsld = stats_of(t, o, jobs, n, BF_BSLD, tau);
    struct bf_sum area = {0};
    for (size_t i = 0; i < n; i++)
        bf_sum_add(&area, (double)bf_outcome_run(o, jobs[i]) * o->jobs->procs[jobs[i]]);
    row->jobs = (int64_t)n;
    row->mean_wait = wait.mean;
    row->p95_wait = wait.p95;
    row->max_wait = wait.max;
    row->mean_bsld = bsld.mean;
    row->p95_bsld = bsld.p95;
    row->area = bf_sum_value(&area);
}

enum bf_err bf_metrics_classes(struct bf_class_row *rows, size_t *count,
                               const struct bf_outcome *outcome, const struct bf_config *config,
                               struct bf_arena *arena, struct bf_error *e)
{
    _Static_assert(WIDTHS * LENGTHS == BF_CLASS_MAX, "room for all classes");
    struct scratch t;
    const enum bf_err err = get_scratch(&t, arena, outcome->jobs->count, e);
    if (err)
        return err;
    struct by_class g;
    select_jobs(t.measured, t.ends, outcome, config);
    const enum bf_err grouped = group_jobs(&g, t.measured, outcome, arena, e);
    if (grouped)
        return grouped;
    *count = 0;
    for (unsigned number = 0; number < BF_CLASS_MAX; number++)
        if (g.from[number] < g.from[number + 1])
            fill_class(&rows[(*count)++], number, &g, outcome, (double)config->tau, &t);
    return BF_OK;
}

// ---- weeks, accuracy, cost and jobs ---------------------------------------------------------

enum bf_err bf_metrics_weeks(struct bf_week_row **rows, size_t *count,
                             const struct bf_outcome *outcome, const struct bf_config *config,
                             struct bf_arena *arena, struct bf_error *e)
{
    struct scratch t;
    const enum bf_err err = get_scratch(&t, arena, outcome->jobs->count, e);
    if (err)
        return err;
    select_jobs(t.measured, t.ends, outcome, config);
    return bf_weeks_fill(rows, count, outcome, t.measured, (double)config->tau, arena, e);
}

enum bf_err bf_metrics_accuracy(struct bf_accuracy_row *rows, size_t *count,
                                const struct bf_outcome *outcome, const struct bf_config *config,
                                struct bf_arena *arena, struct bf_error *e)
{
    struct scratch t;
    const enum bf_err err = get_scratch(&t, arena, outcome->jobs->count, e);
    if (err)
        return err;
    select_jobs(t.measured, t.ends, outcome, config);
    *count = bf_accuracy_histogram(rows, outcome, t.measured);
    return BF_OK;
}

void bf_metrics_cost(struct bf_cost_row *row, const struct bf_outcome *outcome)
{
    const struct bf_counters *c = &outcome->counters;
    *row = (struct bf_cost_row){
        .passes = (int64_t)c->passes,
        .starts = (int64_t)c->starts,
        .jobs_examined = (int64_t)c->jobs_examined,
        .profile_queries = (int64_t)c->profile_queries,
        .profile_updates = (int64_t)c->profile_updates,
        .steps_visited = (int64_t)c->steps_visited,
        .moves = (int64_t)c->moves,
        .corrections = (int64_t)c->corrections,
        .queue_max = c->queue_max,
        .profile_max = c->profile_max,
        .sched_ns = (int64_t)c->sched_ns,
        .sched_ns_max = (int64_t)c->sched_ns_max,
    };
}

size_t bf_metrics_cost_histogram(struct bf_cost_histogram_row *rows,
                                 const struct bf_outcome *outcome)
{
    const uint64_t *passes = outcome->counters.passes_of;
    size_t n = 0;
    for (int32_t b = 0; b < BF_COST_BUCKETS; b++)
        if (passes[b])
            rows[n++] = (struct bf_cost_histogram_row){.bucket = b, .count = (int64_t)passes[b]};
    return n;
}

static int64_t time_or_none(const bf_time *times, bf_job job)
{
    return times && times[job] != BF_NEVER ? times[job] : -1;
}

void bf_metrics_job(struct bf_job_row *row, const struct bf_outcome *outcome, bf_job job)
{
    const struct bf_jobs *jobs = outcome->jobs;
    *row = (struct bf_job_row){
        .job = jobs->number[job],
        .submit = jobs->submit[job],
        .start = outcome->start[job],
        .end = outcome->start[job] + bf_outcome_run(outcome, job),
        .procs = jobs->procs[job],
        .request = bf_outcome_request(outcome, job),
        .plan = outcome->plan[job],
        .first_promise = time_or_none(outcome->first_promise, job),
        .last_promise = time_or_none(outcome->last_promise, job),
        .corrections = outcome->corrections[job],
        .flags = outcome->flags[job],
    };
}
