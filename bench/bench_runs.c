// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times simulations alone: a trace is loaded once, each policy runs on it N times in one context,
// and a line of tab-separated values says how long the fastest and the median run took beside what
// does not drift: the counters.
//
//     bench_runs TRACE PROCS|- POLICY,... [REPEATS]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/core/sim.h"
#include "policies/policies.h"
#include "workloads/estimates.h"
#include "workloads/trace.h"

enum { MOST_REPEATS = 1001 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int fail(const struct bf_error *e)
{
    fprintf(stderr, "bench_runs: %s\n", e->text);
    return 1;
}

static void print(const struct bf_trace *trace, const char *policy, const struct bf_outcome *o,
                  const double *seconds, unsigned repeats)
{
    const struct bf_counters *c = &o->counters;
    printf("%s\t%d\t%u\t%s\t%.6f\t%.6f\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%u\t%u\n",
           trace->row.name, (int)trace->procs, trace->jobs.count, policy, seconds[0],
           seconds[repeats / 2], (unsigned long long)c->passes,
           (unsigned long long)c->jobs_examined, (unsigned long long)c->profile_queries,
           (unsigned long long)c->profile_updates, (unsigned long long)c->steps_visited,
           (unsigned long long)c->moves, c->queue_max, c->profile_max);
    fflush(stdout);
}

static int bench(struct bf_sim *sim, const struct bf_trace *trace, const char *name,
                 unsigned repeats)
{
    struct bf_error e;
    struct bf_config config;
    struct bf_outcome outcome;
    struct bf_value arg;
    const struct bf_policy *policy;
    const struct bf_estimate *estimate;
    double seconds[MOST_REPEATS];
    if (bf_policy_find(name, &policy, &e) || bf_estimate_parse("request", &estimate, &arg, &e))
        return fail(&e);
    bf_config_default(&config, policy, estimate);
    for (unsigned i = 0; i < repeats; i++) {
        const double from = now();
        if (bf_sim_run(sim, &trace->jobs, trace->procs, &config, &outcome, &e))
            return fail(&e);
        seconds[i] = now() - from;
    }
    qsort(seconds, repeats, sizeof seconds[0], by_value);
    print(trace, name, &outcome, seconds, repeats);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: bench_runs TRACE PROCS|- POLICY,... [REPEATS]\n");
        return 2;
    }
    const int wanted = argc > 4 ? atoi(argv[4]) : 1;
    const unsigned repeats = wanted < 1              ? 1
                             : wanted > MOST_REPEATS ? MOST_REPEATS
                                                     : (unsigned)wanted;
    struct bf_error e;
    struct bf_trace *trace;
    struct bf_trace_options options;
    bf_trace_options_default(&options);
    options.source = argv[1];
    options.procs = strcmp(argv[2], "-") ? atoi(argv[2]) : 0;
    if (bf_trace_load(&options, &trace, &e))
        return fail(&e);
    struct bf_sim *sim = bf_sim_create();
    int status = sim ? 0 : 1;
    puts("trace\tprocs\tjobs\tpolicy\tfastest_s\tmedian_s\tpasses\tjobs_examined\tprofile_queries\t"
         "profile_updates\tsteps_visited\tmoves\tqueue_max\tprofile_max");
    for (char *name = strtok(argv[3], ","); name && !status; name = strtok(NULL, ","))
        status = bench(sim, trace, name, repeats);
    bf_sim_destroy(sim);
    bf_trace_destroy(trace);
    return status;
}
