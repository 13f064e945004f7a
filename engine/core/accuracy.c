// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/accuracy.h"

#include <math.h>

static bf_time run_of(const struct bf_outcome *o, bf_job j)
{
    const bf_time run = bf_outcome_run(o, j);
    return run < 1 ? 1 : run;
}

double bf_accuracy_of(const struct bf_outcome *o, bf_job j)
{
    const bf_time run = run_of(o, j), plan = o->plan[j];
    return run < plan ? (double)run / (double)plan : (double)plan / (double)run;
}

void bf_accuracy_fill(struct bf_run_row *row, const struct bf_outcome *o, const uint8_t *measured)
{
    bf_time over = 0, under = 0; // plans of all jobs add up to BF_MAX_TOTAL at most, runs as well
    row->planned_long = row->planned_exact = row->planned_short = 0;
    for (uint32_t j = 0; j < o->jobs->count; j++) {
        const bf_time excess = o->plan[j] - run_of(o, j);
        if (!measured[j])
            continue;
        row->planned_long += excess > 0;
        row->planned_exact += excess == 0;
        row->planned_short += excess < 0;
        *(excess > 0 ? &over : &under) += excess;
    }
    row->mean_overestimate = row->planned_long ? (double)over / (double)row->planned_long : NAN;
    row->mean_underestimate =
        row->planned_short ? (double)-under / (double)row->planned_short : NAN;
}

// Of run / plan: from `min` up to, but not at, `max`; EXACT holds 1 alone and the next one the
// rest.
static const struct {
    double min, max; // NaN: no bound
} buckets[BF_ACCURACY_MAX] = {
    {0, 0.1},   {0.1, 0.2}, {0.2, 0.3}, {0.3, 0.4}, {0.4, 0.5}, {0.5, 0.6}, {0.6, 0.7}, {0.7, 0.8},
    {0.8, 0.9}, {0.9, 1},   {1, 1},     {1, 2},     {2, 5},     {5, 10},    {10, 100},  {100, NAN},
};
enum { EXACT = 10 };

// By whole numbers: a ratio on a bound is never taken for its neighbour.
static unsigned bucket_of(const struct bf_outcome *o, bf_job j)
{
    const uint64_t run = (uint64_t)run_of(o, j), plan = (uint64_t)o->plan[j];
    if (run < plan)
        return (unsigned)(10 * run / plan);
    if (run == plan)
        return EXACT;
    unsigned b = EXACT + 1;
    while (b + 1 < BF_ACCURACY_MAX && run / plan >= (uint64_t)buckets[b].max)
        b++;
    return b;
}

size_t bf_accuracy_histogram(struct bf_accuracy_row *rows, const struct bf_outcome *o,
                             const uint8_t *measured)
{
    int64_t jobs[BF_ACCURACY_MAX] = {0};
    size_t count = 0;
    for (uint32_t j = 0; j < o->jobs->count; j++)
        if (measured[j])
            jobs[bucket_of(o, j)]++;
    for (unsigned b = 0; b < BF_ACCURACY_MAX; b++)
        if (jobs[b])
            rows[count++] = (struct bf_accuracy_row){
                .ratio_min = buckets[b].min, .ratio_max = buckets[b].max, .jobs = jobs[b]};
    return count;
}
