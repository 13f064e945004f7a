// SPDX-License-Identifier: GPL-3.0-or-later
//
// The model of user run time estimates of Tsafrir, Etsion and Feitelson (JSSPP 2005): few distinct
// values, twenty of which make up most of the jobs, the largest one most of all.
//
//     popularity rank ->  share of the jobs          time rank ->  value of the estimate
//     1 (the largest) |############                  1 .. K        (a-1) y / (a-y) of the largest,
//     2               |######                                      y = rank / K
//     ...             |###
//     21 .. K         |#
#include <math.h>
#include <stdlib.h>

#include "engine/base/seed.h"
#include "engine/base/sort.h"
#include "workloads/estimates/models_internal.h"
#include "workloads/model_internal.h"

enum { MINUTE = 60, HOUR = 3600, HEAD = 20 };
#define HEAD_PERCENT 89.0
#define TAIL_PERCENT 11.0

// What people ask for, from the largest estimate down to where none is needed any more.
static const bf_time habits[] = {5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE,
                                 1 * HOUR,   2 * HOUR,    3 * HOUR,    4 * HOUR,    5 * HOUR,
                                 6 * HOUR,   8 * HOUR,    10 * HOUR,   12 * HOUR,   18 * HOUR};
static const bf_time fillers[] = {200 * HOUR, 100 * HOUR, 50 * HOUR,   10 * HOUR,   5 * HOUR,
                                  2 * HOUR,   1 * HOUR,   20 * MINUTE, 10 * MINUTE, 5 * MINUTE};
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

// All that one deal needs.
struct deal {
    bf_time max;            // the largest estimate
    int bins;               // K: distinct estimates
    int head;               // of them popular
    bf_time *value;         // [bins]: by popularity rank
    uint32_t *jobs;         // [bins]: jobs of that rank
    bool *minute_taken;     // [max / 60 + 1]
    bool *rank_taken;       // [bins]
    bf_time *estimates;     // [count]
    bf_time *pool;          // [count]
    struct bf_keyed *order; // [2 count]: jobs by run time, and scratch
    uint64_t seed, draws;   // the next draw
};

int bf_tsafrir_bins(uint32_t count)
{
    const double bins = floor(0.653566 * pow(count, 0.547761) + 0.5);
    return bins < 1 ? 1 : (int)bins;
}

static bool contains(const bf_time *values, int n, bf_time value)
{
    for (int i = 0; i < n; i++)
        if (values[i] == value)
            return true;
    return false;
}

int bf_tsafrir_popular(bf_time max, bf_time popular[HEAD])
{
    int n = 1;
    popular[0] = max;
    for (int i = 0; i < COUNT_OF(habits); i++)
        if (habits[i] < max)
            popular[n++] = habits[i];
    for (int i = 0; i < COUNT_OF(fillers); i++)
        for (bf_time v = max / fillers[i] * fillers[i]; v > 0 && n < HEAD; v -= fillers[i])
            if (!contains(popular, n, v))
                popular[n++] = v;
    return n;
}

// The least limit that a site would set above the longest run time.
static bf_time largest_estimate(const struct bf_model_job *jobs, uint32_t count)
{
    bf_time longest = 1;
    for (uint32_t j = 0; j < count; j++)
        longest = jobs[j].run > longest ? jobs[j].run : longest;
    return bf_usual_time(longest);
}

static enum bf_err begin(struct deal *d, const struct bf_model_job *jobs, uint32_t count,
                         uint64_t seed, struct bf_error *e)
{
    bf_time popular[HEAD];
    *d = (struct deal){.max = largest_estimate(jobs, count), .seed = seed};
    const bf_time minutes = d->max / MINUTE;
    d->bins = bf_tsafrir_bins(count);
    d->bins = d->bins < minutes ? d->bins : (int)minutes;
    d->head = bf_tsafrir_popular(d->max, popular);
    d->head = d->head < d->bins ? d->head : d->bins;
    const size_t bins = (size_t)d->bins;
    d->value = calloc(bins, sizeof *d->value);
    d->jobs = calloc(bins, sizeof *d->jobs);
    d->rank_taken = calloc(bins, sizeof *d->rank_taken);
    d->minute_taken = calloc((size_t)minutes + 1, sizeof *d->minute_taken);
    d->estimates = malloc(count * sizeof *d->estimates);
    d->pool = malloc(count * sizeof *d->pool);
    d->order = malloc(2 * (size_t)count * sizeof *d->order);
    if (!d->value || !d->jobs || !d->rank_taken || !d->minute_taken || !d->estimates || !d->pool ||
        !d->order)
        return bf_error_no_memory(e, count * 48ull, "the estimates of a model");
    for (int i = 0; i < d->head; i++)
        d->value[i] = popular[i];
    return BF_OK;
}

static void end(struct deal *d)
{
    free(d->value);
    free(d->jobs);
    free(d->rank_taken);
    free(d->minute_taken);
    free(d->estimates);
    free(d->pool);
    free(d->order);
}

static uint64_t draw_below(struct deal *d, uint64_t n)
{
    return (uint64_t)(bf_seed_unit(d->seed, BF_STREAM_TSAFRIR, d->draws++) * (double)n);
}

static void shuffle(struct deal *d, bf_time *values, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const uint64_t k = draw_below(d, (uint64_t)i + 1);
        const bf_time swap = values[i];
        values[i] = values[k];
        values[k] = swap;
    }
}

// The index in [first, n) nearest to `wanted` that is free; it is taken. One has to be.
static int take_nearest(bool *taken, int first, int n, int wanted)
{
    for (int distance = 0;; distance++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const int at = wanted + sign * distance;
            if (at >= first && at < n && !taken[at]) {
                taken[at] = true;
                return at;
            }
        }
    }
}

// Values of the tail: the time ranks that no popular value takes, as whole minutes, each once.
static void set_tail_values(struct deal *d)
{
    const double k = d->bins, a = 1 + 12.1039 * pow(k, -0.6026);
    const int minutes = (int)(d->max / MINUTE);
    int n = d->head;
    for (int i = 0; i < d->head; i++) {
        const double e = (double)d->value[i] / (double)d->max, y = e * a / (a - 1 + e);
        take_nearest(d->rank_taken, 0, d->bins, (int)(y * k + 0.5) - 1);
        d->minute_taken[d->value[i] / MINUTE] = true;
    }
    for (int rank = 0; rank < d->bins && n < d->bins; rank++) {
        if (d->rank_taken[rank])
            continue;
        const double y = (rank + 1) / k, e = (a - 1) * y / (a - y);
        const int minute = take_nearest(d->minute_taken, 1, minutes + 1, (int)(e * minutes + 0.5));
        d->value[n++] = (bf_time)minute * MINUTE;
    }
}

// The share (%) of each popularity rank.
static void set_shares(const struct deal *d, double *share)
{
    double head = 0, tail = 0;
    for (int i = 1; i < d->head; i++) {
        share[i] = 14.0491 * exp(-0.177531 * (i + 1)) + 0.462513;
        head += share[i];
    }
    share[0] = HEAD_PERCENT - head;
    for (int i = d->head; i < d->bins; i++) {
        share[i] = 795.6 * pow(HEAD + 1 + i - d->head, -2.267);
        tail += share[i];
    }
    for (int i = d->head; i < d->bins; i++)
        share[i] *= TAIL_PERCENT / tail;
    for (int i = 0; i < d->bins && d->bins == d->head; i++)
        share[i] *= 100 / HEAD_PERCENT; // no tail: the head is all
}

// Shares to whole jobs by largest remainders: the sum is `count`.
static enum bf_err set_jobs(struct deal *d, uint32_t count, struct bf_error *e)
{
    const size_t bins = (size_t)d->bins;
    double *share = malloc(bins * sizeof *share);
    struct bf_keyed *rest = malloc(2 * bins * sizeof *rest);
    uint32_t left = count;
    if (share && rest) {
        set_shares(d, share);
        for (uint32_t i = 0; i < bins; i++) {
            const double exact = share[i] / 100 * count;
            d->jobs[i] = (uint32_t)exact < left ? (uint32_t)exact : left;
            left -= d->jobs[i];
            rest[i] = (struct bf_keyed){(double)d->jobs[i] - exact, i, 0};
        }
        bf_sort_keyed(rest, rest + bins, bins);
        for (size_t i = 0; left; i = (i + 1) % bins, left--)
            d->jobs[rest[i].item]++;
    }
    free(share);
    free(rest);
    return share && rest ? BF_OK : bf_error_no_memory(e, bins * 40, "the estimates of a model");
}

static int descending(const void *a, const void *b)
{
    const bf_time x = *(const bf_time *)a, y = *(const bf_time *)b;
    return x > y ? -1 : x < y;
}

static bf_time least_value_not_below(const struct deal *d, bf_time run)
{
    bf_time best = d->max;
    for (int i = 0; i < d->bins; i++)
        if (d->value[i] >= run && d->value[i] < best)
            best = d->value[i];
    return best;
}

// One estimate a job, descending, beside the jobs by run time, descending. Where too few estimates
// are large enough for the longest jobs, the ones that stand beside them are raised, each to the
// least value that will do: then the i-th largest estimate covers the i-th longest job, for all i.
static void lay_out(struct deal *d, const struct bf_model_job *jobs, uint32_t count)
{
    uint32_t n = 0;
    for (int i = 0; i < d->bins; i++)
        for (uint32_t k = 0; k < d->jobs[i]; k++)
            d->estimates[n++] = d->value[i];
    qsort(d->estimates, count, sizeof *d->estimates, descending);
    for (uint32_t j = 0; j < count; j++)
        d->order[j] = (struct bf_keyed){-(double)jobs[j].run, j, 0};
    bf_sort_keyed(d->order, d->order + count, count);
    for (uint32_t i = 0; i < count; i++) {
        const bf_time run = jobs[d->order[i].item].run;
        if (d->estimates[i] < run)
            d->estimates[i] = least_value_not_below(d, run);
    }
}

// Longest job first, each draws from the estimates left that are not below its run time.
static void hand_out(struct deal *d, struct bf_model_job *jobs, uint32_t count)
{
    uint32_t next = 0, pool = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct bf_model_job *job = &jobs[d->order[i].item];
        while (next < count && d->estimates[next] >= job->run)
            d->pool[pool++] = d->estimates[next++];
        const uint64_t k = draw_below(d, pool);
        job->request = d->pool[k];
        d->pool[k] = d->pool[--pool];
    }
}

enum bf_err bf_tsafrir_deal(struct bf_model_job *jobs, uint32_t count, uint64_t seed,
                            struct bf_error *e)
{
    struct deal d;
    enum bf_err code = begin(&d, jobs, count, seed, e);
    if (code == BF_OK) {
        set_tail_values(&d);
        shuffle(&d, d.value + 1, d.head - 1);
        shuffle(&d, d.value + d.head, d.bins - d.head);
        code = set_jobs(&d, count, e);
    }
    if (code == BF_OK) {
        lay_out(&d, jobs, count);
        hand_out(&d, jobs, count);
    }
    end(&d);
    return code;
}
