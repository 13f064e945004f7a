// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the benchmarks share: a loop that is long enough to be timed, several samples of it, and a
// line of tab-separated values about them. Beside times stand counters: they do not drift.
#ifndef BF_BENCH_HARNESS_H
#define BF_BENCH_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

enum { BENCH_MOST_SAMPLES = 1001, BENCH_MOST_SIZES = 64 };

struct bench_options {
    unsigned samples; // timed samples of each case; option -n
    double least_ms;  // a sample takes at least this long; option -t
    size_t sizes[BENCH_MOST_SIZES];
    size_t size_count;    // option -s, comma-separated
    const char *argument; // what is left of the command line; NULL: nothing
};

// Nanoseconds of a clock that only goes forward.
uint64_t bench_now_ns(void);

// Ends the program with "PROGRAM: ..." on standard error and the given status (1: failed, 2: wrong
// use).
_Noreturn void bench_fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A whole number from `least` to `most` in all of `text`; otherwise the program ends with status 2
// and says what `what` was to be.
uint64_t bench_number(const char *what, const char *text, uint64_t least, uint64_t most);

// Prints `usage` and ends the program when the first argument asks for help.
void bench_help(int argc, char **argv, const char *usage);

// Reads the options above into `o`, which holds the defaults; at most one argument may be left when
// `takes_argument`. --help prints `usage` and ends the program; anything wrong ends it with status
// 2.
void bench_parse(int argc, char **argv, const char *usage, bool takes_argument,
                 struct bench_options *o);

// One thing to time.
struct bench_case {
    const char *bench, *name; // columns `bench` and `case`
    size_t size;              // column `size`
    const char *unit;         // column `unit`: what the times are per
    double units;             // in one call of `run` with n = 1
    void *self;
    void (*run)(void *self, uint64_t n);                // does it n times
    void (*counters)(void *self, struct bf_text *text); // `name=value` after the last sample, or
                                                        // NULL
};

struct bench_times {
    uint64_t n;                   // repetitions a sample
    double fastest_ns, median_ns; // per unit
};

// Finds how many repetitions take long enough (which warms up), times the samples.
struct bench_times bench_measure(const struct bench_options *o, const struct bench_case *c);

// Prints the names of the columns: bench case size n fastest_ns median_ns unit counters.
void bench_header(void);

// Measures and prints a line.
struct bench_times bench_line(const struct bench_options *o, const struct bench_case *c);

// Keeps the compiler from leaving out a result that nobody reads.
static inline void bench_keep(int64_t value)
{
    __asm__ volatile("" : : "r"(value) : "memory");
}

// Sorts numbers, smallest first.
void bench_sort(double *values, size_t count);

#endif
