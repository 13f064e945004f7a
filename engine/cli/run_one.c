// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/run_one.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/core/fair.h"

#define CANONICAL_SIZE 4096

enum bf_err cli_worker_init(struct cli_worker *w, struct bf_error *e)
{
    w->sim = bf_sim_create();
    w->arena = bf_arena_create();
    return w->sim && w->arena ? BF_OK : bf_error_no_memory(e, 0, "a simulation");
}

void cli_worker_fini(struct cli_worker *w)
{
    bf_sim_destroy(w->sim);
    bf_arena_destroy(w->arena);
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// The canonical text of all that decides the result but the content of the log, into row->config,
// and the key made from it.
static enum bf_err fill_key(struct bf_run_row *row, const struct bf_trace *trace,
                            const struct bf_trace_options *options, const struct bf_config *config,
                            struct bf_error *e)
{
    char canonical[CANONICAL_SIZE], keyed[CANONICAL_SIZE + 128];
    struct bf_text text = bf_text_init(canonical, sizeof canonical);
    struct bf_text all = bf_text_init(keyed, sizeof keyed);
    bf_trace_options_text(options, trace->procs, &text);
    if (text.used)
        bf_text_add(&text, " ");
    bf_config_text(config, &text);
    bf_text_add(&all, "semantics=%d trace=%s %s", BF_SEMANTICS_VERSION, trace->row.hash, canonical);
    if (text.cut || all.cut || text.used >= sizeof row->config)
        return bf_error_set(e, BF_ERR_USAGE, "the options of this run are too long to be stored");
    bf_hash_bytes(keyed, all.used, row->key);
    bf_text_copy(row->config, sizeof row->config, canonical);
    return BF_OK;
}

static void fill_names(struct bf_run_row *row, const struct bf_trace *trace,
                       const struct bf_trace_options *options)
{
    bf_text_copy(row->trace, sizeof row->trace, trace->row.name);
    bf_text_copy(row->trace_hash, sizeof row->trace_hash, trace->row.hash);
    bf_text_copy(row->status, sizeof row->status, "ok");
    row->procs = trace->procs;
    row->load = options->load;
    row->shake = options->shake;
    row->seed = options->shake ? options->seed : 0;
    if (gethostname(row->host, sizeof row->host) != 0)
        row->host[0] = '\0';
    row->host[sizeof row->host - 1] = '\0';
}

enum bf_err cli_run_one(struct cli_worker *w, const struct bf_trace *trace,
                        const struct bf_trace_options *options, const struct bf_config *config,
                        struct bf_run_row *row, struct bf_outcome *outcome, struct bf_error *e)
{
    memset(row, 0, sizeof *row);
    fill_names(row, trace, options);
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    enum bf_err code = fill_key(row, trace, options, config, e);
    if (code == BF_OK)
        code = bf_sim_run(w->sim, &trace->jobs, trace->procs, config, outcome, e);
    bf_arena_reset(w->arena);
    if (code == BF_OK)
        code = bf_metrics_fill(row, outcome, config, w->arena, e);
    if (code == BF_OK && config->fair_start)
        code = bf_fair_fill(row, w->sim, config, outcome, w->arena, e);
    row->wall_s = seconds(CLOCK_MONOTONIC) - wall;
    row->cpu_s = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return code;
}

static struct bf_job_row *job_rows(struct cli_worker *w, const struct bf_outcome *outcome)
{
    const bf_job count = outcome->jobs->count;
    struct bf_job_row *rows = bf_arena_zalloc(w->arena, count, sizeof *rows);
    for (bf_job j = 0; rows && j < count; j++)
        bf_metrics_job(&rows[j], outcome, j);
    return rows;
}

enum bf_err cli_put_result(struct cli_worker *w, const struct bf_sink *sink,
                           const struct bf_run_row *row, const struct bf_outcome *outcome,
                           const struct bf_config *config, bool with_jobs, struct bf_error *e)
{
    struct bf_class_row classes[BF_CLASS_MAX];
    struct bf_accuracy_row accuracy[BF_ACCURACY_MAX];
    struct bf_cost_row cost;
    struct bf_result result = {.run = row, .cost = &cost, .classes = classes, .accuracy = accuracy};
    memset(classes, 0, sizeof classes);
    memset(accuracy, 0, sizeof accuracy);
    memset(&cost, 0, sizeof cost);
    bf_arena_reset(w->arena);
    enum bf_err code =
        bf_metrics_classes(classes, &result.class_count, outcome, config, w->arena, e);
    if (code == BF_OK)
        code = bf_metrics_accuracy(accuracy, &result.accuracy_count, outcome, config, w->arena, e);
    if (code != BF_OK)
        return code;
    bf_metrics_cost(&cost, outcome);
    if (with_jobs) {
        result.job_count = outcome->jobs->count;
        result.jobs = job_rows(w, outcome);
        if (!result.jobs)
            return bf_error_no_memory(e, result.job_count * sizeof *result.jobs, "job rows");
    }
    return sink->put_result(sink->self, &result, e);
}
