// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a scheduling pass costs, pass by pass: time (median, 99th percentile, longest), waiting jobs
// examined, profile steps visited; over a whole run, and by the length of the queue.
//
// Passes of a run are the same each time it is repeated, so each is timed REPEATS times and its
// fastest time counts: what the machine did besides is left out, what the pass itself does is not.
// The time has the reading of a clock in it; a comment line says how long that takes.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/harness.h"
#include "engine/core/sim.h"
#include "policies/policies.h"
#include "workloads/estimates.h"
#include "workloads/trace.h"

#define USAGE                                                                                      \
    "usage: bench_cost TRACE PROCS|- POLICY,... LOAD|-,... [REPEATS [QUEUES.tsv]]\n"               \
    "Prints a line a load and policy; QUEUES.tsv gets a line for each length of the queue, in\n"   \
    "powers of two. LOAD is an offered load, to which the gaps between arrivals are scaled; - "    \
    "is\n"                                                                                         \
    "that of the trace."

enum { BUCKETS = 33 }; // bucket b: queues of [2^(b - 1), 2^b) jobs; 0: none

struct pass {
    uint32_t ns, queue, examined, visited;
};

// What the hooks know: they are called by the engine and are given no context of their own.
static struct {
    const struct bf_policy *policy; // the one that is measured
    struct pass *passes;
    size_t count, room, at; // at: of this repetition
    uint64_t from;
    bool inside;
} recorder;

static uint32_t cut(uint64_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

// The engine reads the clock before and after a pass.
static uint64_t clock_hook(void)
{
    const uint64_t now = bench_now_ns();
    recorder.inside = !recorder.inside;
    if (recorder.inside) {
        recorder.from = now;
        return now;
    }
    struct pass *p = &recorder.passes[recorder.at - 1];
    const uint32_t ns = cut(now - recorder.from);
    p->ns = ns < p->ns ? ns : p->ns;
    return now;
}

// In place of the policy's own pass: looks at the queue and the counters.
static void pass_hook(struct bf_sched *s, void *state)
{
    const uint64_t examined = s->counters.jobs_examined, visited = s->counters.steps_visited;
    const uint32_t queue = s->queue.waiting;
    recorder.policy->pass(s, state);
    if (recorder.at == recorder.room) {
        recorder.room = 2 * recorder.room + 1024;
        recorder.passes = realloc(recorder.passes, recorder.room * sizeof *recorder.passes);
        if (!recorder.passes)
            bench_fail(1, "no memory for %zu passes", recorder.room);
    }
    if (recorder.at == recorder.count)
        recorder.passes[recorder.count++].ns = UINT32_MAX;
    struct pass *p = &recorder.passes[recorder.at++];
    p->queue = queue;
    p->examined = cut(s->counters.jobs_examined - examined);
    p->visited = cut(s->counters.steps_visited - visited);
}

// ---- running ---------------------------------------------------------------

struct measured {
    struct bf_outcome outcome; // its arrays are gone
    double ns_per_job;         // of a run without hooks
    double mean_queue;         // over time
};

static double run_once(struct bf_sim *sim, const struct bf_trace *trace,
                       const struct bf_config *config, struct bf_outcome *outcome)
{
    struct bf_error e;
    const uint64_t from = bench_now_ns();
    if (bf_sim_run(sim, &trace->jobs, trace->procs, config, outcome, &e))
        bench_fail(1, "%s", e.text);
    return (double)(bench_now_ns() - from);
}

static double mean_queue(const struct bf_outcome *o)
{
    bf_time last = 0;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        const bf_time end = o->start[j] + bf_outcome_run(o, j);
        last = end > last ? end : last;
    }
    const bf_time span = last - o->jobs->submit[0];
    return span > 0 ? o->queue_area / (double)span : 0;
}

static struct measured measure(struct bf_sim *sim, const struct bf_trace *trace,
                               const struct bf_policy *policy, uint64_t repeats)
{
    struct bf_error e;
    struct bf_config config;
    struct bf_value arg;
    const struct bf_estimate *estimate;
    struct measured m = {.ns_per_job = INFINITY};
    if (bf_estimate_parse("request", &estimate, &arg, &e))
        bench_fail(1, "%s", e.text);
    bf_config_default(&config, policy, estimate);
    for (uint64_t i = 0; i < repeats; i++)
        m.ns_per_job = fmin(m.ns_per_job, run_once(sim, trace, &config, &m.outcome));
    m.ns_per_job /= trace->jobs.count;
    m.mean_queue = mean_queue(&m.outcome);
    struct bf_policy watched = *policy;
    watched.pass = pass_hook;
    config.policy = &watched;
    config.clock = clock_hook;
    recorder.policy = policy;
    recorder.count = 0;
    for (uint64_t i = 0; i < repeats; i++) {
        recorder.at = 0;
        run_once(sim, trace, &config, &m.outcome);
    }
    return m;
}

// ---- printing --------------------------------------------------------------

struct summary {
    double median, p99, longest, mean; // ns
    double examined, visited;          // a pass
    double most_examined, most_visited;
};

// The passes with a queue of bucket `bucket`; all when it is negative. `ns` is scratch. Returns how
// many.
static size_t summarise(int bucket, double *ns, struct summary *to)
{
    size_t n = 0;
    *to = (struct summary){.median = 0};
    for (size_t i = 0; i < recorder.count; i++) {
        const struct pass *p = &recorder.passes[i];
        if (bucket >= 0 && (p->queue ? 32 - __builtin_clz(p->queue) : 0) != bucket)
            continue;
        ns[n++] = p->ns;
        to->mean += p->ns;
        to->examined += p->examined;
        to->visited += p->visited;
        to->most_examined = fmax(to->most_examined, p->examined);
        to->most_visited = fmax(to->most_visited, p->visited);
    }
    if (!n)
        return 0;
    bench_sort(ns, n);
    to->median = ns[n / 2];
    to->p99 = ns[(size_t)((double)(n - 1) * 0.99)];
    to->longest = ns[n - 1];
    to->mean /= (double)n;
    to->examined /= (double)n;
    to->visited /= (double)n;
    return n;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void print_summary(FILE *to, const struct summary *s)
{
    fprintf(to, "\t%.0f\t%.0f\t%.0f\t%.0f\t%.4g\t%.0f\t%.4g\t%.0f", s->mean, s->median, s->p99,
            s->longest, s->examined, s->most_examined, s->visited, s->most_visited);
}

#define SUMMARY_COLUMNS                                                                            \
    "mean_ns\tmedian_ns\tp99_ns\tmax_ns\texamined\texamined_max\tvisited\tvisited_max"

static void print_run(const struct bf_trace *trace, const struct measured *m, double *ns)
{
    const struct bf_counters *c = &m->outcome.counters;
    struct summary s;
    summarise(-1, ns, &s);
    printf("%s\t%d\t%u\t%.3f\t%s\t%" PRIu64 "\t%.1f\t%u\t%u\t%.1f", base_name(trace->row.name),
           (int)trace->procs, trace->jobs.count, trace->row.offered_load, recorder.policy->name,
           c->passes, m->mean_queue, c->queue_max, c->profile_max, m->ns_per_job);
    print_summary(stdout, &s);
    printf("\t%.4g\t%.4g\t%.4g\n", (double)c->profile_queries / (double)c->passes,
           (double)c->profile_updates / (double)c->passes, (double)c->moves / (double)c->passes);
    fflush(stdout);
}

static void print_queues(FILE *to, const struct bf_trace *trace, double *ns)
{
    for (int b = 0; b < BUCKETS; b++) {
        struct summary s;
        const size_t n = summarise(b, ns, &s);
        if (!n)
            continue;
        fprintf(to, "%s\t%d\t%.3f\t%s\t%" PRIu64 "\t%zu", base_name(trace->row.name),
                (int)trace->procs, trace->row.offered_load, recorder.policy->name,
                b ? (uint64_t)1 << (b - 1) : 0, n);
        print_summary(to, &s);
        fputc('\n', to);
    }
}

static void bench_policy(struct bf_sim *sim, const struct bf_trace *trace, const char *name,
                         uint64_t repeats, FILE *queues)
{
    struct bf_error e;
    const struct bf_policy *policy;
    if (bf_policy_find(name, &policy, &e))
        bench_fail(2, "%s", e.text);
    const struct measured m = measure(sim, trace, policy, repeats);
    double *ns = malloc(recorder.count * sizeof *ns);
    if (!ns)
        bench_fail(1, "no memory for %zu passes", recorder.count);
    print_run(trace, &m, ns);
    if (queues)
        print_queues(queues, trace, ns);
    free(ns);
}

static struct bf_trace *load(const char *source, bf_procs procs, double load)
{
    struct bf_error e;
    struct bf_trace *trace;
    struct bf_trace_options options;
    bf_trace_options_default(&options);
    options.source = source;
    options.procs = procs;
    options.load = load;
    if (bf_trace_load(&options, &trace, &e))
        bench_fail(1, "%s", e.text);
    return trace;
}

// The trace at an offered load.
static struct bf_trace *load_at(const char *source, bf_procs procs, const char *text)
{
    double wanted;
    struct bf_trace *trace = load(source, procs, 1);
    if (!strcmp(text, "-"))
        return trace;
    if (!bf_text_to_double(text, &wanted) || !(wanted > 0 && wanted <= 100))
        bench_fail(2, "a load is a number above 0 and at most 100, or -, found '%s'", text);
    const double factor = wanted / trace->row.offered_load;
    if (!isfinite(factor))
        bench_fail(1, "%s: all jobs come at once, so that there is no load to scale", source);
    bf_trace_destroy(trace);
    return load(source, procs, factor);
}

// How long it takes to read the clock, ns: the fastest of many.
static double clock_cost(void)
{
    double fastest = INFINITY;
    for (int i = 0; i < 1000; i++) {
        const uint64_t from = bench_now_ns();
        for (int k = 0; k < 100; k++)
            bench_keep((int64_t)bench_now_ns());
        fastest = fmin(fastest, (double)(bench_now_ns() - from) / 101);
    }
    return fastest;
}

int main(int argc, char **argv)
{
    bench_help(argc, argv, USAGE);
    if (argc < 5 || argc > 7)
        bench_fail(2, "expected 4 to 6 arguments, found %d; see --help", argc - 1);
    const bf_procs procs =
        strcmp(argv[2], "-") ? (bf_procs)bench_number("PROCS", argv[2], 1, BF_MAX_PROCS) : 0;
    const uint64_t repeats = argc > 5 ? bench_number("REPEATS", argv[5], 1, 1000) : 3;
    FILE *queues = argc > 6 ? fopen(argv[6], "w") : NULL;
    if (argc > 6 && !queues)
        bench_fail(1, "%s: cannot be written", argv[6]);
    struct bf_sim *sim = bf_sim_create();
    if (!sim)
        bench_fail(1, "no memory");
    printf("# reading the clock takes %.0f ns\n", clock_cost());
    puts("trace\tprocs\tjobs\tload\tpolicy\tpasses\tmean_queue\tqueue_max\tprofile_max\t"
         "ns_per_job\t" SUMMARY_COLUMNS "\tqueries\tupdates\tmoves");
    if (queues)
        fputs("trace\tprocs\tload\tpolicy\tqueue\tpasses\t" SUMMARY_COLUMNS "\n", queues);
    char *next_load = NULL, *next_policy;
    for (char *at = strtok_r(argv[4], ",", &next_load); at; at = strtok_r(NULL, ",", &next_load)) {
        struct bf_trace *trace = load_at(argv[1], procs, at);
        char policies[1024];
        bf_text_copy(policies, sizeof policies, argv[3]);
        for (char *name = strtok_r(policies, ",", &next_policy); name;
             name = strtok_r(NULL, ",", &next_policy))
            bench_policy(sim, trace, name, repeats, queues);
        bf_trace_destroy(trace);
    }
    bf_sim_destroy(sim);
    free(recorder.passes);
    if (queues && fclose(queues))
        bench_fail(1, "%s: cannot be written", argv[6]);
    return 0;
}
