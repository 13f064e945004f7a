// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/run_one.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/core/fair.h"
#include "engine/core/run_params.h"

#define CANONICAL_SIZE 4096

enum bf_err bf_worker_init(struct bf_worker *w, struct bf_error *e)
{
    w->sim = bf_sim_create();
    w->arena = bf_arena_create();
    return w->sim && w->arena ? BF_OK : bf_error_no_memory(e, 0, "a simulation");
}

void bf_worker_fini(struct bf_worker *w)
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

enum bf_err bf_run_key(const struct bf_run_identity *id, struct bf_run_row *row, struct bf_error *e)
{
    char canonical[CANONICAL_SIZE], keyed[CANONICAL_SIZE + 256];
    struct bf_text text = bf_text_init(canonical, sizeof canonical);
    struct bf_text all = bf_text_init(keyed, sizeof keyed);
    bf_trace_options_text(id->options, id->procs, &text);
    if (text.used)
        bf_text_add(&text, " ");
    bf_config_text(id->config, &text);
    bf_text_add(&all, "semantics=%d trace=%s %s", BF_SEMANTICS_VERSION, id->trace_hash, canonical);
    if (text.cut || all.cut || text.used >= sizeof row->config)
        return bf_error_set(e, BF_ERR_USAGE, "the options of this run are too long to be stored");
    bf_hash_bytes(keyed, all.used, row->key);
    bf_text_copy(row->config, sizeof row->config, canonical);
    return BF_OK;
}

static void fill_names(struct bf_run_row *row, const struct bf_run_identity *id)
{
    bf_text_copy(row->trace, sizeof row->trace, id->trace_name);
    bf_text_copy(row->trace_hash, sizeof row->trace_hash, id->trace_hash);
    bf_text_copy(row->status, sizeof row->status, "ok");
    row->procs = id->procs;
    row->load = id->options->load;
    row->shake = id->options->shake;
    row->seed = id->options->shake ? id->options->seed : 0;
    if (gethostname(row->host, sizeof row->host) != 0)
        row->host[0] = '\0';
    row->host[sizeof row->host - 1] = '\0';
}

enum bf_err bf_run_one(struct bf_worker *w, const struct bf_trace *trace,
                       const struct bf_trace_options *options, const struct bf_config *config,
                       struct bf_run_row *row, struct bf_outcome *outcome, struct bf_error *e)
{
    const struct bf_run_identity id = {.trace_name = trace->row.name,
                                       .trace_hash = trace->row.hash,
                                       .procs = trace->procs,
                                       .options = options,
                                       .config = config};
    memset(row, 0, sizeof *row);
    fill_names(row, &id);
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    enum bf_err code = bf_run_key(&id, row, e);
    if (code == BF_OK)
        code = bf_sim_run(w->sim, &trace->jobs, trace->procs, config, outcome, e);
    bf_arena_reset(w->arena);
    if (code == BF_OK)
        code = bf_metrics_fill(row, outcome, config, w->arena, e);
    if (code == BF_OK && config->fair_start)
        code = bf_fair_fill(row, w->sim, config, outcome, w->arena, e);
    row->wall_s = seconds(CLOCK_MONOTONIC) - wall;
    row->cpu_s = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    return code;
}

// Everything that was not worked out does not exist: NaN.
static void clear_numbers(struct bf_run_row *row)
{
    const double none = NAN;
    for (size_t i = 0; i < bf_table_runs.column_count; i++)
        if (bf_table_runs.columns[i].kind == BF_F64 && !bf_table_runs.columns[i].varies)
            memcpy((char *)row + bf_table_runs.columns[i].offset, &none, sizeof none);
}

enum bf_err bf_run_failed(const struct bf_run_identity *id, const char *message,
                          struct bf_run_row *row, struct bf_error *e)
{
    memset(row, 0, sizeof *row);
    clear_numbers(row);
    fill_names(row, id);
    bf_metrics_fill_config(row, id->config);
    bf_text_copy(row->status, sizeof row->status, "failed");
    bf_text_copy(row->message, sizeof row->message, message);
    row->wall_s = row->cpu_s = 0;
    if (id->trace_hash[0] == '?') // of a trace that cannot be read nothing is known but its name
        bf_text_copy(row->trace_hash, sizeof row->trace_hash, "");
    return bf_run_key(id, row, e);
}

// Rows of fixed size that a run has in all its tables but /weeks and /jobs.
struct small_rows {
    struct bf_param_row params[BF_RUN_PARAMS_MAX];
    struct bf_class_row classes[BF_CLASS_MAX];
    struct bf_accuracy_row accuracy[BF_ACCURACY_MAX];
    struct bf_cost_row cost;
    struct bf_cost_histogram_row histogram[BF_COST_BUCKETS];
};

static enum bf_err add_small_rows(struct bf_result *result, struct small_rows *rows,
                                  struct bf_worker *w, const struct bf_outcome *outcome,
                                  const struct bf_config *config, struct bf_error *e)
{
    size_t classes, accuracy;
    enum bf_err code = bf_metrics_classes(rows->classes, &classes, outcome, config, w->arena, e);
    if (code == BF_OK)
        code = bf_metrics_accuracy(rows->accuracy, &accuracy, outcome, config, w->arena, e);
    if (code != BF_OK)
        return code;
    bf_metrics_cost(&rows->cost, outcome);
    bf_result_add(result, &bf_table_params, rows->params,
                  bf_run_params(rows->params, result->run->config));
    bf_result_add(result, &bf_table_classes, rows->classes, classes);
    bf_result_add(result, &bf_table_accuracy, rows->accuracy, accuracy);
    bf_result_add(result, &bf_table_cost, &rows->cost, 1);
    bf_result_add(result, &bf_table_cost_histogram, rows->histogram,
                  bf_metrics_cost_histogram(rows->histogram, outcome));
    return BF_OK;
}

static enum bf_err add_weeks(struct bf_result *result, struct bf_worker *w,
                             const struct bf_outcome *outcome, const struct bf_config *config,
                             struct bf_error *e)
{
    struct bf_week_row *rows;
    size_t count;
    const enum bf_err code = bf_metrics_weeks(&rows, &count, outcome, config, w->arena, e);
    if (code == BF_OK)
        bf_result_add(result, &bf_table_weeks, rows, count);
    return code;
}

static enum bf_err add_jobs(struct bf_result *result, struct bf_worker *w,
                            const struct bf_outcome *outcome, struct bf_error *e)
{
    const bf_job count = outcome->jobs->count;
    struct bf_job_row *rows = bf_arena_zalloc(w->arena, count, sizeof *rows);
    if (!rows)
        return bf_error_no_memory(e, count * sizeof *rows, "job rows");
    for (bf_job j = 0; j < count; j++)
        bf_metrics_job(&rows[j], outcome, j);
    bf_result_add(result, &bf_table_jobs, rows, count);
    return BF_OK;
}

enum bf_err bf_run_put(struct bf_worker *w, const struct bf_sink *sink,
                       const struct bf_run_row *row, const struct bf_outcome *outcome,
                       const struct bf_config *config, bool with_jobs, struct bf_error *e)
{
    struct bf_result result = {.run = row};
    struct small_rows small;
    memset(&small, 0, sizeof small); // bytes between members are part of what is stored
    bf_arena_reset(w->arena);
    enum bf_err code = add_small_rows(&result, &small, w, outcome, config, e);
    if (code == BF_OK)
        code = add_weeks(&result, w, outcome, config, e);
    if (code == BF_OK && with_jobs)
        code = add_jobs(&result, w, outcome, e);
    return code == BF_OK ? sink->put_result(sink->self, &result, e) : code;
}
