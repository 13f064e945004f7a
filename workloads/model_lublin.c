// SPDX-License-Identifier: GPL-3.0-or-later
//
// The workload model of Lublin and Feitelson (JPDC 63(11), 2003): sizes in log2 from a two-stage
// uniform distribution that favours serial jobs and powers of two, run times from a hyper-gamma
// distribution whose mixture depends on the size, arrivals from a gamma distribution modulated by
// the time of day. Batch and interactive jobs have parameters and arrival processes of their own.
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "engine/base/seed.h"
#include "workloads/model_internal.h"

enum { BUCKETS = 48, BUCKET = 1800 }; // half hours of the day
enum { FIRST_WEIGHT = 11, REFERENCE_PROCS = 128 };
#define LONGEST_RUN_LOG 12.0 // draws of log run time above it are drawn again
#define LONGEST_GAP_LOG 13.0

struct parameters {
    double serial, power_of_two;         // probabilities
    double low, median, high, first;     // two-stage uniform: [low, median] with probability first
    double a1, b1, a2, b2, pa, pb;       // run times
    double aarr, barr, anum, bnum, arar; // arrivals
};

enum { BATCH, INTERACTIVE, ONE_TYPE };

static const struct parameters table[] = {
    [BATCH] = {0.2927, 0.6686, 1.2, 5, 7, 0.875, 6.57, 0.823, 639.1, 0.0156, -0.003, 0.6986, 6.0415,
               0.8531, 6.1271, 5.2740, 1.0519},
    [INTERACTIVE] = {0.1541, 0.625, 1, 3, 5.5, 0.705, 3.8351, 0.6605, 7.073, 0.6856, -0.0118,
                     0.9156, 6.5510, 0.6621, 8.9186, 3.6680, 0.9797},
    [ONE_TYPE] = {0.244, 0.576, 0.8, 4.5, 7, 0.86, 4.2, 0.94, 312, 0.03, -0.0054, 0.78, 10.2303,
                  0.4871, 8.1737, 3.9631, 1.0225}};

// The arrivals of one type.
struct arrivals {
    double weight[BUCKETS]; // mean 1
    int bucket;
    double points, remainder;
    double clock; // the next arrival, s; jobs get its whole seconds, the clock keeps the rest, or
                  // it would fall behind its bucket by half a second a job
};

// ---- Random numbers: GSL's distributions on a counter (engine/base/seed.h) ---

struct counter {
    uint64_t seed, next;
};

static void set_counter(void *state, unsigned long seed)
{
    *(struct counter *)state = (struct counter){.seed = seed};
}

static unsigned long counter_bits(void *state)
{
    struct counter *c = state;
    return (unsigned long)(bf_seed_bits(c->seed, BF_STREAM_LUBLIN, c->next++) >> 32);
}

static double counter_unit(void *state)
{
    struct counter *c = state;
    return bf_seed_unit(c->seed, BF_STREAM_LUBLIN, c->next++);
}

static const gsl_rng_type counter_type = {.name = "counter",
                                          .max = 0xffffffffUL,
                                          .min = 0,
                                          .size = sizeof(struct counter),
                                          .set = set_counter,
                                          .get = counter_bits,
                                          .get_double = counter_unit};

// ---- The model -------------------------------------------------------------

// The sizes of the table are those of 128 processors; another machine stretches them.
static struct parameters fit_to_machine(const struct parameters *from, bf_procs procs)
{
    struct parameters p = *from;
    if (procs == REFERENCE_PROCS)
        return p;
    p.high = log2(procs);
    p.median = fmax(p.high - 2.5, fmin(p.low, p.high));
    p.low = fmin(p.low, p.median);
    return p;
}

static bf_procs draw_size(const gsl_rng *rng, const struct parameters *p, bf_procs machine)
{
    const double u = gsl_rng_uniform(rng);
    if (u <= p->serial)
        return 1;
    const bool small = gsl_rng_uniform(rng) < p->first;
    double x = small ? gsl_ran_flat(rng, p->low, p->median) : gsl_ran_flat(rng, p->median, p->high);
    if (u <= p->serial + p->power_of_two)
        x = fmin(floor(x + 0.5), floor(log2(machine))); // a power of two that the machine has
    const double size = floor(exp2(x) + 0.5);
    return size < machine ? (bf_procs)size : machine;
}

static bf_time draw_run(const gsl_rng *rng, const struct parameters *p, bf_procs size)
{
    const double short_share = fmin(1, fmax(0, p->pa * size + p->pb));
    double draw;
    do
        draw = gsl_rng_uniform(rng) <= short_share ? gsl_ran_gamma(rng, p->a1, p->b1)
                                                   : gsl_ran_gamma(rng, p->a2, p->b2);
    while (draw > LONGEST_RUN_LOG);
    return (bf_time)floor(exp(draw));
}

// How many jobs come in each half hour, from the density of arrivals over a day.
static void set_weights(struct arrivals *a, const struct parameters *p)
{
    double sum = 0;
    for (int i = FIRST_WEIGHT; i < FIRST_WEIGHT + BUCKETS; i++) {
        const double weight =
            gsl_cdf_gamma_P(i + 0.5, p->anum, p->bnum) - gsl_cdf_gamma_P(i - 0.5, p->anum, p->bnum);
        a->weight[(i - 1) % BUCKETS] = weight;
        sum += weight;
    }
    for (int b = 0; b < BUCKETS; b++)
        a->weight[b] *= BUCKETS / sum;
}

// Moves the clock to the next arrival: a draw buys time, which is cheap where few jobs come.
static void next_arrival(const gsl_rng *rng, const struct parameters *p, struct arrivals *a)
{
    double draw, gap = 0;
    do
        draw = gsl_ran_gamma(rng, p->aarr * p->arar, p->barr);
    while (draw > LONGEST_GAP_LOG);
    a->points += exp(draw) / BUCKET;
    while (a->points > a->weight[a->bucket]) {
        a->points -= a->weight[a->bucket];
        a->bucket = (a->bucket + 1) % BUCKETS;
        gap += BUCKET;
    }
    const double remainder = a->points / a->weight[a->bucket];
    gap += BUCKET * (remainder - a->remainder);
    a->remainder = remainder;
    a->clock += gap;
}

static bf_time arrival(const struct arrivals *a)
{
    return (bf_time)floor(a->clock);
}

static void start_arrivals(const gsl_rng *rng, const struct parameters *p, struct arrivals *a)
{
    *a = (struct arrivals){0};
    set_weights(a, p);
    next_arrival(rng, p, a);
}

static struct bf_model_job draw_job(const gsl_rng *rng, const struct parameters *p,
                                    struct arrivals *a, bf_procs machine)
{
    struct bf_model_job job = {.submit = arrival(a)};
    job.procs = draw_size(rng, p, machine);
    job.run = draw_run(rng, p, job.procs);
    next_arrival(rng, p, a);
    return job;
}

void bf_lublin_generate(const struct bf_model *model, struct bf_model_job *jobs)
{
    struct counter counter = {.seed = model->seed};
    const gsl_rng rng = {.type = &counter_type, .state = &counter};
    const int types = model->types;
    const int first = types == 1 ? ONE_TYPE : BATCH;
    struct parameters p[2];
    struct arrivals arrivals[2];
    for (int t = 0; t < types; t++) {
        p[t] = fit_to_machine(&table[first + t], model->procs);
        start_arrivals(&rng, &p[t], &arrivals[t]);
    }
    for (uint32_t j = 0; j < model->jobs; j++) {
        const int t = types == 2 && arrival(&arrivals[INTERACTIVE]) <= arrival(&arrivals[BATCH]);
        jobs[j] = draw_job(&rng, &p[t], &arrivals[t], model->procs);
    }
}
