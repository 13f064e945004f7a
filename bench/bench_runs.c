// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times simulations alone: a trace is loaded once, each policy runs on it N times in one context,
// and a line of tab-separated values says how long the fastest and the median run took beside what
// does not drift: the counters.
#include <stdio.h>
#include <string.h>

#include "bench/harness.h"
#include "engine/core/sim.h"
#include "policies/policies.h"
#include "workloads/estimates.h"
#include "workloads/trace.h"

#define USAGE                                                                                      \
    "usage: bench_runs TRACE PROCS|- POLICY,... [REPEATS]\n"                                       \
    "TRACE is a log or a model "                                                                   \
    "(lublin:jobs=100000,procs=256,seed=1,load=0.9,estimates=tsafrir);\n"                          \
    "PROCS the size of the machine, - for the trace's own."

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

static void bench(struct bf_sim *sim, const struct bf_trace *trace, const char *name,
                  unsigned repeats)
{
    struct bf_error e;
    struct bf_config config;
    struct bf_outcome outcome;
    struct bf_value arg;
    const struct bf_policy *policy;
    const struct bf_estimate *estimate;
    double seconds[BENCH_MOST_SAMPLES];
    if (bf_policy_find(name, &policy, &e) || bf_estimate_parse("request", &estimate, &arg, &e))
        bench_fail(2, "%s", e.text);
    bf_config_default(&config, policy, estimate);
    for (unsigned i = 0; i < repeats; i++) {
        const uint64_t from = bench_now_ns();
        if (bf_sim_run(sim, &trace->jobs, trace->procs, &config, &outcome, &e))
            bench_fail(1, "%s", e.text);
        seconds[i] = (double)(bench_now_ns() - from) * 1e-9;
    }
    bench_sort(seconds, repeats);
    print(trace, name, &outcome, seconds, repeats);
}

int main(int argc, char **argv)
{
    bench_help(argc, argv, USAGE);
    if (argc < 4 || argc > 5)
        bench_fail(2, "expected 3 or 4 arguments, found %d; see --help", argc - 1);
    const unsigned repeats =
        argc > 4 ? (unsigned)bench_number("REPEATS", argv[4], 1, BENCH_MOST_SAMPLES) : 1;
    struct bf_error e;
    struct bf_trace *trace;
    struct bf_trace_options options;
    bf_trace_options_default(&options);
    options.source = argv[1];
    if (strcmp(argv[2], "-") != 0)
        options.procs = (bf_procs)bench_number("PROCS", argv[2], 1, BF_MAX_PROCS);
    if (bf_trace_load(&options, &trace, &e))
        bench_fail(1, "%s", e.text);
    struct bf_sim *sim = bf_sim_create();
    if (!sim)
        bench_fail(1, "no memory");
    puts("trace\tprocs\tjobs\tpolicy\tfastest_s\tmedian_s\tpasses\tjobs_examined\tprofile_queries\t"
         "profile_updates\tsteps_visited\tmoves\tqueue_max\tprofile_max");
    for (char *name = strtok(argv[3], ","); name; name = strtok(NULL, ","))
        bench(sim, trace, name, repeats);
    bf_sim_destroy(sim);
    bf_trace_destroy(trace);
    return 0;
}
