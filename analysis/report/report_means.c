// SPDX-License-Identifier: GPL-3.0-or-later
//
// Means of cells and changes against the baseline, each with its interval.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

const struct bf_metric bf_report_metrics[BF_REPORT_METRICS] = {
    [BF_M_BSLD] = {"mean_bsld", "bounded slowdown, mean", "mean bounded slowdown", 1,
                   BF_NUMBER_PLAIN},
    [BF_M_WAIT] = {"mean_wait", "wait, mean (s)", "mean wait (h)", 3600, BF_NUMBER_PLAIN},
    [BF_M_P95_BSLD] = {"p95_bsld", "bounded slowdown, 95th percentile",
                       "95th percentile of bounded slowdown", 1, BF_NUMBER_PLAIN},
    [BF_M_P95_WAIT] = {"p95_wait", "wait, 95th percentile (s)", "95th percentile of wait (h)", 3600,
                       BF_NUMBER_PLAIN},
    [BF_M_MAX_WAIT] = {"max_wait", "wait, longest (s)", "longest wait (h)", 3600, BF_NUMBER_PLAIN},
    [BF_M_UTILIZATION] = {"utilization", "utilization (%)", "utilization (%)", 0.01,
                          BF_NUMBER_PERCENT},
    [BF_M_LOSS] = {"loss_of_capacity", "loss of capacity (%)", "loss of capacity (%)", 0.01,
                   BF_NUMBER_PERCENT},
    [BF_M_QUEUE] = {"mean_queue", "queue, mean (jobs)", "mean queue (jobs)", 1, BF_NUMBER_PLAIN},
    [BF_M_BACKFILLED] = {"backfilled", "backfilled (jobs)", "backfilled jobs", 1, BF_NUMBER_PLAIN},
    [BF_M_OVERTAKEN] = {"overtaken", "overtaken (jobs)", "overtaken jobs", 1, BF_NUMBER_PLAIN},
};

static const struct bf_summary_how how = {BF_INTERVAL_BCA, 95, BF_BOOTSTRAP_RESAMPLES, 1};

static struct bf_mean mean_of(struct bf_report *r, const double *values, size_t n)
{
    struct bf_summary_how student = how;
    struct bf_mean m = {NAN, NAN, NAN, n};
    student.kind = BF_INTERVAL_STUDENT;
    if (n)
        m.mean = gsl_stats_mean(values, 1, n);
    const struct bf_interval interval =
        bf_interval_of_mean(r->sampler, n < BF_REPORT_FEWEST ? &student : &how, values, n);
    m.low = interval.low;
    m.high = interval.high;
    return m;
}

const struct bf_mean *bf_report_mean(struct bf_report *r, const struct bf_cell *cell, size_t metric)
{
    struct bf_mean *m = &r->means[(size_t)(cell - r->cells) * BF_REPORT_METRICS + metric];
    const double *value = r->frame->metrics[metric].value;
    size_t n = 0;
    if (m->n != SIZE_MAX)
        return m;
    for (size_t i = 0; i < cell->n; i++)
        if (!isnan(value[cell->runs[i]]))
            r->values[n++] = value[cell->runs[i]];
    *m = mean_of(r, r->values, n);
    return m;
}

// A run that draws nothing has no seed.
static bool draws_nothing(const struct bf_report *r, uint32_t run)
{
    return !bf_key_of(bf_frame_key(r->frame, "seed"), run)->text[0];
}

// The run of the baseline's cell with the seed of `run`; where one of both draws nothing, the only
// run of that cell. -1: none.
static int64_t partner(const struct bf_report *r, const struct bf_cell *base, uint32_t run)
{
    const struct bf_key *seed = bf_frame_key(r->frame, "seed");
    for (size_t i = 0; i < base->n; i++)
        if (seed->code[base->runs[i]] == seed->code[run])
            return base->runs[i];
    if (base->n == 1 && (draws_nothing(r, run) || draws_nothing(r, base->runs[0])))
        return base->runs[0];
    return -1;
}

// Adds the logarithms of the cell's ratios to r->values from `n` on; returns how many there are
// then. `sum` takes the sum of the new ones, `better` counts those below 0.
static size_t add_ratios(struct bf_report *r, const struct bf_cell *cell, size_t metric, size_t n,
                         size_t *better)
{
    const double *value = r->frame->metrics[metric].value;
    const struct bf_cell *base =
        bf_report_cell(r, cell->workload, cell->load, r->base_scheduler, r->base_estimates);
    for (size_t i = 0; base && i < cell->n; i++) {
        const int64_t other = partner(r, base, cell->runs[i]);
        const double ratio = other < 0 ? NAN : value[cell->runs[i]] / value[other];
        if (!(ratio > 0) || isinf(ratio))
            continue;
        r->values[n++] = log(ratio);
        *better += ratio < 1;
    }
    return n;
}

static struct bf_change as_change(struct bf_mean logs, size_t better)
{
    return (struct bf_change){expm1(logs.mean), expm1(logs.low), expm1(logs.high), logs.n, better};
}

struct bf_change bf_report_change(struct bf_report *r, const struct bf_cell *cell, size_t metric)
{
    size_t better = 0;
    const size_t n = add_ratios(r, cell, metric, 0, &better);
    return as_change(mean_of(r, r->values, n), better);
}

static struct bf_change change_overall(struct bf_report *r, const struct bf_variant *v,
                                       size_t metric)
{
    size_t better = 0, n = 0;
    for (size_t i = 0; i < r->cell_count; i++)
        if (r->cells[i].scheduler == v->scheduler && r->cells[i].estimates == v->estimates)
            n = add_ratios(r, &r->cells[i], metric, n, &better);
    return as_change(mean_of(r, r->values, n), better);
}

// What has no change, for want of pairs, comes last.
static int by_change(const void *a, const void *b)
{
    const double x = ((const struct bf_variant *)a)->bsld.mean;
    const double y = ((const struct bf_variant *)b)->bsld.mean;
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

enum bf_err bf_report_variants(struct bf_report *r, struct bf_error *e)
{
    const size_t estimates = r->things[BF_ESTIMATES].count;
    const size_t most = r->things[BF_SCHEDULER].count * estimates;
    bool *seen = calloc(most, sizeof *seen);
    r->variants = calloc(r->cell_count, sizeof *r->variants);
    if (!seen || !r->variants) {
        free(seen);
        return bf_report_no_memory(e);
    }
    for (size_t i = 0; i < r->cell_count; i++) {
        const struct bf_cell *c = &r->cells[i];
        struct bf_variant *v = &r->variants[r->variant_count];
        if (seen[c->scheduler * estimates + c->estimates])
            continue;
        seen[c->scheduler * estimates + c->estimates] = true;
        *v = (struct bf_variant){.scheduler = c->scheduler, .estimates = c->estimates};
        v->bsld = change_overall(r, v, BF_M_BSLD);
        v->wait = change_overall(r, v, BF_M_WAIT);
        r->variant_count++;
    }
    free(seen);
    qsort(r->variants, r->variant_count, sizeof *r->variants, by_change);
    return BF_OK;
}
