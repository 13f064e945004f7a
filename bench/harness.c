// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/harness.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t bench_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void bench_fail(int status, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

uint64_t bench_number(const char *what, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    errno = 0;
    const uint64_t value = strtoull(text, &end, 10);
    if (!*text || strchr(text, '-') || *end || errno || value < least || value > most)
        bench_fail(2, "%s is a whole number from %llu to %llu, found '%s'", what,
                   (unsigned long long)least, (unsigned long long)most, text);
    return value;
}

static void parse_sizes(char *list, struct bench_options *o)
{
    o->size_count = 0;
    for (char *at = list, *next; at; at = next) {
        next = strchr(at, ',');
        if (next)
            *next++ = '\0';
        if (o->size_count == BENCH_MOST_SIZES)
            bench_fail(2, "-s takes at most %d sizes", BENCH_MOST_SIZES);
        o->sizes[o->size_count++] = bench_number("a size in -s", at, 1, 100000000);
    }
}

void bench_help(int argc, char **argv, const char *usage)
{
    if (argc < 2 || (strcmp(argv[1], "--help") != 0 && strcmp(argv[1], "-h") != 0))
        return;
    puts(usage);
    exit(0);
}

void bench_parse(int argc, char **argv, const char *usage, bool takes_argument,
                 struct bench_options *o)
{
    bench_help(argc, argv, usage);
    opterr = 0;
    for (int option; (option = getopt(argc, argv, "n:t:s:")) != -1;)
        if (option == 'n')
            o->samples = (unsigned)bench_number("-n", optarg, 1, BENCH_MOST_SAMPLES);
        else if (option == 't')
            o->least_ms = (double)bench_number("-t", optarg, 0, 60000);
        else if (option == 's')
            parse_sizes(optarg, o);
        else
            bench_fail(2, "'%s' is no option, or wants a value; see --help", argv[optind - 1]);
    const int left = argc - optind;
    if (left > (takes_argument ? 1 : 0))
        bench_fail(2, "'%s' is too much; see --help", argv[argc - 1]);
    o->argument = left ? argv[optind] : NULL;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *values, size_t count)
{
    qsort(values, count, sizeof values[0], by_value);
}

static double time_once(const struct bench_case *c, uint64_t n)
{
    const uint64_t from = bench_now_ns();
    c->run(c->self, n);
    return (double)(bench_now_ns() - from);
}

// How many repetitions take least_ms. Doubled until they do: the last try is the warm-up.
static uint64_t calibrate(const struct bench_options *o, const struct bench_case *c)
{
    uint64_t n = 1;
    while (time_once(c, n) < o->least_ms * 1e6 && n < (uint64_t)1 << 40)
        n *= 2;
    return n;
}

struct bench_times bench_measure(const struct bench_options *o, const struct bench_case *c)
{
    double ns[BENCH_MOST_SAMPLES];
    struct bench_times t = {.n = calibrate(o, c)};
    for (unsigned i = 0; i < o->samples; i++)
        ns[i] = time_once(c, t.n) / ((double)t.n * c->units);
    bench_sort(ns, o->samples);
    t.fastest_ns = ns[0];
    t.median_ns = ns[o->samples / 2];
    return t;
}

void bench_header(void)
{
    puts("bench\tcase\tsize\tn\tfastest_ns\tmedian_ns\tunit\tcounters");
}

struct bench_times bench_line(const struct bench_options *o, const struct bench_case *c)
{
    char counters[512] = "-";
    struct bf_text text = bf_text_init(counters, sizeof counters);
    const struct bench_times t = bench_measure(o, c);
    if (c->counters) {
        counters[0] = '\0';
        c->counters(c->self, &text);
    }
    printf("%s\t%s\t%zu\t%llu\t%.4g\t%.4g\t%s\t%s\n", c->bench, c->name, c->size,
           (unsigned long long)t.n, t.fastest_ns, t.median_ns, c->unit, counters);
    fflush(stdout);
    return t;
}
