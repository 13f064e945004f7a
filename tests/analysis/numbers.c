// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints samples, and what the statistics make of them, for programs in other languages to do the
// same: lines of a word, the number of the sample, and numbers in full.
//
//     x 3 0.1 0.7 ...          values of the runs
//     y 3 ...                  values of their partners
//     summary 3 mean sd min q1 median q3 max
//     student 3 low high
//     median 3 low high
//     bca 3 resamples seed low high
//     paired 3 difference sd ratio t_low t_high ratio_low ratio_high
//     sign 3 p holm
//     rank 3 v p holm exact
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/paired.h"
#include "engine/base/seed.h"
#include "engine/base/text.h"

enum { MOST = 400, RESAMPLES = 2000 };

enum form { SMOOTH, SKEWED, TIED, WITH_ZEROS };

static const struct {
    size_t n;
    enum form form;
} samples[] = {{2, SMOOTH},   {3, SKEWED},  {5, SMOOTH},     {6, SKEWED},      {8, TIED},
               {9, SMOOTH},   {17, SKEWED}, {30, SMOOTH},    {30, TIED},       {30, WITH_ZEROS},
               {49, SMOOTH},  {50, SMOOTH}, {51, SKEWED},    {12, WITH_ZEROS}, {200, SKEWED},
               {400, SMOOTH}, {20, SKEWED}, {7, WITH_ZEROS}, {48, SKEWED}};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

// Runs i of the sample, and behind them their partners.
static void fill(double *values, size_t sample)
{
    const size_t n = samples[sample].n;
    for (size_t i = 0; i < n; i++) {
        const double u = bf_seed_unit(sample, BF_STREAM_TEST, 4 * i),
                     v = bf_seed_unit(sample, BF_STREAM_TEST, 4 * i + 1),
                     w = bf_seed_unit(sample, BF_STREAM_TEST, 4 * i + 2);
        double x = 1 + u + v + w, y = 1.1 + 0.5 * u + v;
        if (samples[sample].form == SKEWED) {
            x = 1 - log(1 - u) * (1 + v);
            y = 1 - log(1 - u);
        } else if (samples[sample].form == TIED) {
            x = floor(8 * x) / 8;
            y = floor(8 * y) / 8;
        } else if (samples[sample].form == WITH_ZEROS && i % 3 == 0) {
            y = x;
        }
        values[i] = x;
        values[n + i] = y;
    }
}

static void print(const char *word, size_t sample, const double *numbers, size_t count)
{
    char text[BF_DOUBLE_TEXT_SIZE];
    printf("%s %zu", word, sample);
    for (size_t i = 0; i < count; i++)
        printf(" %s", bf_text_double(text, numbers[i]));
    putchar('\n');
}

#define PRINT(word, sample, ...)                                                                   \
    print(word, sample, (const double[]){__VA_ARGS__},                                             \
          sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void print_summary(struct bf_sampler *sampler, size_t sample, const double *values)
{
    const size_t n = samples[sample].n;
    struct bf_summary s;
    struct bf_summary_how how = {BF_INTERVAL_BCA, 95, RESAMPLES, 1000 + sample};
    bf_summary_make(sampler, &how, values, n, &s);
    PRINT("summary", sample, s.mean, s.sd, s.min, s.q1, s.median, s.q3, s.max);
    PRINT("bca", sample, RESAMPLES, (double)how.seed, s.of_mean.low, s.of_mean.high);
    PRINT("median", sample, s.of_median.low, s.of_median.high);
    how.kind = BF_INTERVAL_STUDENT;
    how.confidence = 90;
    bf_summary_make(sampler, &how, values, n, &s);
    PRINT("student", sample, s.of_mean.low, s.of_mean.high);
}

static void compare(struct bf_sampler *sampler, size_t sample, const double *values,
                    struct bf_paired *result)
{
    const struct bf_summary_how how = {BF_INTERVAL_STUDENT, 90, RESAMPLES, 0};
    struct bf_error e;
    uint32_t runs[MOST], partner[2 * MOST];
    struct bf_pairs pairs = {.partner = partner};
    for (uint32_t i = 0; i < samples[sample].n; i++) {
        runs[i] = i;
        partner[i] = (uint32_t)samples[sample].n + i;
    }
    if (bf_paired_make(sampler, &how, &pairs, runs, samples[sample].n, values, result, &e))
        exit(1);
}

int main(void)
{
    static double values[SAMPLES][2 * MOST];
    static struct bf_paired paired[SAMPLES];
    struct bf_error e;
    struct bf_sampler *sampler = bf_sampler_create(MOST, RESAMPLES);
    for (size_t s = 0; s < SAMPLES; s++) {
        fill(values[s], s);
        print("x", s, values[s], samples[s].n);
        print("y", s, values[s] + samples[s].n, samples[s].n);
        print_summary(sampler, s, values[s]);
        compare(sampler, s, values[s], &paired[s]);
    }
    if (bf_paired_adjust(paired, SAMPLES, &e))
        return 1;
    for (size_t s = 0; s < SAMPLES; s++) {
        const struct bf_paired *p = &paired[s];
        PRINT("paired", s, p->difference, p->sd, p->ratio, p->of_difference.low,
              p->of_difference.high, p->of_ratio.low, p->of_ratio.high);
        PRINT("sign", s, p->sign_p, p->sign_holm);
        PRINT("rank", s, p->ranks.v, p->ranks.p, p->rank_holm, p->ranks.exact);
    }
    bf_sampler_destroy(sampler);
    return 0;
}
