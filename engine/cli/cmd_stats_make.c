// SPDX-License-Identifier: GPL-3.0-or-later
//
// Works out what `bfsweep stats` prints.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/cmd_stats_result.h"

static const char usual_metrics[] = "mean_wait,mean_bsld,utilization";

static enum bf_err no_memory(const struct stats_result *r, struct bf_error *e)
{
    return bf_error_no_memory(e, r->frame->runs * sizeof(struct bf_summary), "statistics");
}

// ---- Summaries --------------------------------------------------------------

static enum bf_err summarise(struct stats_result *r, struct bf_sampler *sampler, double *values,
                             struct bf_error *e)
{
    r->summaries = calloc(r->metric_count * r->groups.count, sizeof *r->summaries);
    if (!r->summaries)
        return no_memory(r, e);
    for (size_t m = 0; m < r->metric_count; m++)
        for (size_t g = 0; g < r->groups.count; g++) {
            const uint32_t *runs = r->groups.runs + r->groups.first[g];
            const size_t n = bf_group_size(&r->groups, g);
            for (size_t i = 0; i < n; i++)
                values[i] = r->frame->metrics[m].value[runs[i]];
            bf_summary_make(sampler, &r->ask->how, values, n,
                            &r->summaries[m * r->groups.count + g]);
        }
    return BF_OK;
}

// ---- Comparisons ------------------------------------------------------------

// Rows of /runs as text, those of `runs` for which `chosen` says so. NULL: no memory.
static char *list_rows(const struct bf_frame *f, const uint8_t *chosen)
{
    char *text = NULL;
    size_t size, count = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return NULL;
    for (size_t r = 0; r < f->runs; r++)
        if (chosen[r])
            fprintf(memory, "%s%" PRIu64, count++ ? " " : "", f->row[r]);
    if (fclose(memory) == 0)
        return text;
    free(text);
    return NULL;
}

// Which runs of a group have no partner, which runs of the baseline are none, which are often one.
static enum bf_err account(struct stats_result *r, struct stats_versus *v, const uint32_t *runs,
                           size_t count, uint8_t *mark, struct bf_error *e)
{
    size_t partners = 0, pairs = 0;
    memset(mark, 0, r->frame->runs);
    for (size_t i = 0; i < count; i++) {
        v->none += r->pairs.partner[runs[i]] == BF_NO_PAIR;
        v->many += r->pairs.partner[runs[i]] == BF_MANY_PAIRS;
        mark[runs[i]] = !bf_pairs_has(&r->pairs, runs[i]);
    }
    v->unpaired = list_rows(r->frame, mark);
    memset(mark, 0, r->frame->runs);
    for (size_t i = 0; i < count; i++)
        if (bf_pairs_has(&r->pairs, runs[i])) {
            pairs++;
            partners += !mark[r->pairs.partner[runs[i]]];
            mark[r->pairs.partner[runs[i]]] = 1;
        }
    v->shared = pairs - partners;
    v->left = bf_pairs_left(r->frame, &r->pairs, r->keys, r->key_count, runs, count, mark);
    v->unused = list_rows(r->frame, mark);
    return v->unpaired && v->unused ? BF_OK : no_memory(r, e);
}

// The runs of a group that are not the baseline itself, to the front of `to`.
static size_t compared_runs(const struct stats_result *r, size_t group, uint32_t *to)
{
    size_t count = 0;
    for (size_t i = r->groups.first[group]; i < r->groups.first[group + 1]; i++)
        if (!r->pairs.base[r->groups.runs[i]])
            to[count++] = r->groups.runs[i];
    return count;
}

static void find_compared(struct stats_result *r, uint32_t *runs)
{
    for (size_t g = 0; g < r->groups.count; g++)
        if (compared_runs(r, g, runs) > 0)
            r->compared[r->compared_count++].group = g;
}

static enum bf_err compare_groups(struct stats_result *r, struct bf_sampler *sampler,
                                  uint32_t *runs, uint8_t *mark, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; i < r->compared_count && !err; i++) {
        const size_t count = compared_runs(r, r->compared[i].group, runs);
        err = account(r, &r->compared[i], runs, count, mark, e);
        for (size_t m = 0; m < r->metric_count && !err; m++)
            err = bf_paired_make(sampler, &r->ask->how, &r->pairs, runs, count,
                                 r->frame->metrics[m].value, &r->paired[m * r->compared_count + i],
                                 e);
    }
    return err ? err : bf_paired_adjust(r->paired, r->metric_count * r->compared_count, e);
}

static enum bf_err compare(struct stats_result *r, struct bf_sampler *sampler, struct bf_error *e)
{
    uint32_t *runs = malloc(r->frame->runs * sizeof *runs);
    uint8_t *mark = malloc(r->frame->runs);
    r->compared = calloc(r->groups.count, sizeof *r->compared);
    enum bf_err err = runs && mark && r->compared ? BF_OK : no_memory(r, e);
    if (!err)
        err = bf_pairs_make(r->frame, r->ask->versus, &r->pairs, e);
    if (!err)
        find_compared(r, runs);
    if (!err && !r->compared_count)
        err =
            bf_error_set(e, BF_ERR_USAGE, "all runs have %s: there is nothing to compare them with",
                         r->ask->versus);
    if (!err) {
        r->paired = calloc(r->metric_count * r->compared_count, sizeof *r->paired);
        err = r->paired ? compare_groups(r, sampler, runs, mark, e) : no_memory(r, e);
    }
    free(runs);
    free(mark);
    return err;
}

// ---- Batch means ------------------------------------------------------------

// Every run is a group.
static void divide(struct stats_result *r)
{
    r->groups.count = r->frame->runs;
    for (uint32_t g = 0; g <= r->frame->runs; g++)
        r->groups.first[g] = g;
}

static enum bf_err batch_run(struct stats_result *r, struct bf_store_reader *reader, size_t group,
                             struct bf_error *e)
{
    const uint32_t run = r->groups.runs[group];
    const uint64_t first = (uint64_t)r->frame->metrics[0].value[run];
    const uint64_t count = (uint64_t)r->frame->metrics[1].value[run];
    struct bf_week_row *weeks = malloc((size_t)count * sizeof *weeks + 1);
    if (!weeks)
        return bf_error_no_memory(e, count * sizeof *weeks, "the weeks of a run");
    enum bf_err err = bf_store_read(reader, &bf_table_weeks, first, count, weeks, e);
    for (size_t m = 0; m < r->metric_count && !err; m++)
        err = bf_batches_make(weeks, (size_t)count, r->metrics[m], r->ask->weeks,
                              r->ask->how.confidence, &r->batches[m * r->groups.count + group], e);
    free(weeks);
    return err;
}

static enum bf_err batch_all(struct stats_result *r, struct bf_store_reader *reader,
                             struct bf_error *e)
{
    uint64_t rows;
    enum bf_err err = bf_store_rows(reader, &bf_table_weeks, &rows, e);
    if (!err && !rows)
        err = bf_error_set(e, BF_ERR_INPUT,
                           "%s: has no rows in /weeks: it was written by an older bfsweep; run "
                           "again",
                           r->ask->path);
    if (err)
        return err;
    divide(r);
    r->batches = calloc(r->metric_count * r->groups.count, sizeof *r->batches);
    if (!r->batches)
        return no_memory(r, e);
    for (size_t g = 0; g < r->groups.count && !err; g++)
        err = batch_run(r, reader, g, e);
    return err;
}

// Metrics of /weeks.
static enum bf_err take_batch_metrics(struct stats_result *r, struct bf_error *e)
{
    const char *list = r->ask->metrics ? r->ask->metrics : usual_metrics;
    for (const char *from = list; from;) {
        char name[64];
        size_t known = 0;
        const size_t n = strcspn(from, ",");
        bf_text_copy(name, n < sizeof name ? n + 1 : sizeof name, from);
        while (bf_batch_metrics[known] && strcmp(bf_batch_metrics[known], name) != 0)
            known++;
        if (!bf_batch_metrics[known] || r->metric_count == STATS_MOST_METRICS)
            return bf_error_set(e, BF_ERR_USAGE,
                                "--weeks knows the metrics mean_wait, mean_bsld, utilization and "
                                "offered_load, found '%s'",
                                name);
        r->metrics[r->metric_count++] = bf_table_column(&bf_table_weeks, name);
        from = from[n] ? from + n + 1 : NULL;
    }
    return BF_OK;
}

// ---- All of it --------------------------------------------------------------

static enum bf_err choose_keys(struct stats_result *r, struct bf_error *e)
{
    for (size_t k = 0; r->ask->by && k < r->frame->by_count; k++)
        r->keys[r->key_count++] = k;
    if (r->ask->by)
        return BF_OK;
    return bf_frame_axes(r->frame, r->keys, &r->key_count, e);
}

static enum bf_err read_frame(struct stats_result *r, struct bf_store_reader *reader,
                              struct bf_error *e)
{
    const struct stats_ask *ask = r->ask;
    const struct bf_frame_ask wanted = {.path = ask->path,
                                        .by = ask->by,
                                        .where = ask->where,
                                        .metrics = ask->weeks     ? "weeks_first,weeks_rows"
                                                   : ask->metrics ? ask->metrics
                                                                  : usual_metrics,
                                        .axes = true};
    enum bf_err err = bf_frame_read(reader, &wanted, &r->frame, e);
    if (!err && ask->weeks)
        err = take_batch_metrics(r, e);
    for (size_t m = 0; !err && !ask->weeks && m < r->frame->metric_count; m++)
        r->metrics[r->metric_count++] = r->frame->metrics[m].column;
    if (!err)
        err = choose_keys(r, e);
    return err ? err : bf_frame_group(r->frame, r->keys, r->key_count, &r->groups, e);
}

static enum bf_err work_out(struct stats_result *r, struct bf_store_reader *reader,
                            struct bf_error *e)
{
    if (r->ask->weeks)
        return batch_all(r, reader, e);
    enum bf_err err = BF_OK;
    struct bf_sampler *sampler = bf_sampler_create(r->frame->runs, r->ask->how.resamples);
    double *values = malloc(r->frame->runs * sizeof *values);
    if (!sampler || !values)
        err = no_memory(r, e);
    else
        err = r->ask->versus ? compare(r, sampler, e) : summarise(r, sampler, values, e);
    bf_sampler_destroy(sampler);
    free(values);
    return err;
}

enum bf_err cli_stats_make(const struct stats_ask *ask, struct stats_result *result,
                           struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    *result = (struct stats_result){.ask = ask};
    enum bf_err err = bf_store_open(ask->path, &reader, e);
    if (!err)
        err = read_frame(result, reader, e);
    if (!err)
        err = work_out(result, reader, e);
    bf_store_reader_close(reader);
    return err;
}

void cli_stats_fini(struct stats_result *result)
{
    for (size_t i = 0; i < result->compared_count; i++) {
        free(result->compared[i].unpaired);
        free(result->compared[i].unused);
    }
    free(result->compared);
    free(result->paired);
    free(result->summaries);
    free(result->batches);
    bf_pairs_fini(&result->pairs);
    bf_groups_fini(&result->groups);
    bf_frame_destroy(result->frame);
}
