// SPDX-License-Identifier: GPL-3.0-or-later
//
// Statistics as CSV and JSON Lines: rows of a table that is made up for the call (row_text.h prints
// any), so that numbers, texts and what does not exist are written as by `bfsweep export`.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/cmd_stats_result.h"

enum { MOST_COLUMNS = STATS_MOST_KEYS + 32 };

// A row under construction: cells are put in the order of the columns.
struct record {
    struct bf_column columns[MOST_COLUMNS];
    size_t count, size, at;
    char *row; // owned
};

static void add_column(struct record *r, const char *name, enum bf_column_kind kind, size_t size)
{
    const size_t aligned = (r->size + 7) / 8 * 8;
    r->columns[r->count++] =
        (struct bf_column){.name = name, .kind = kind, .offset = aligned, .size = size};
    r->size = aligned + size;
}

static void add_columns(struct record *r, enum bf_column_kind kind, const char *const *names)
{
    for (; *names; names++)
        add_column(r, *names, kind, 8);
}

static void put_text(struct record *r, const char *text)
{
    const struct bf_column *c = &r->columns[r->at++];
    bf_text_copy(r->row + c->offset, c->size, text);
}

static void put_count(struct record *r, size_t value)
{
    const int64_t number = (int64_t)value;
    memcpy(r->row + r->columns[r->at++].offset, &number, sizeof number);
}

static void put_number(struct record *r, double value)
{
    memcpy(r->row + r->columns[r->at++].offset, &value, sizeof value);
}

static void put_interval(struct record *r, struct bf_interval interval)
{
    put_number(r, interval.low);
    put_number(r, interval.high);
}

// ---- Keys and metrics -------------------------------------------------------

// Numbers are written as such where a double holds them all.
static bool is_number(const struct bf_key *key)
{
    for (uint32_t l = 0; l < key->levels; l++)
        if (key->level[l].text[0] && !(fabs(key->level[l].number) <= 0x1p53))
            return false;
    return key->levels > 1 || key->level[0].text[0];
}

static size_t longer(size_t length, const char *text)
{
    return strlen(text) > length ? strlen(text) : length;
}

static size_t longest_level(const struct bf_key *key)
{
    size_t longest = 0;
    for (uint32_t l = 0; l < key->levels; l++)
        longest = longer(longest, key->level[l].text);
    return longest;
}

static void add_key_columns(struct record *record, const struct stats_result *r)
{
    for (size_t k = 0; k < r->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[r->keys[k]];
        if (is_number(key))
            add_column(record, key->name, BF_F64, 8);
        else
            add_column(record, key->name, BF_STR, longest_level(key) + 1);
    }
}

static void put_keys(struct record *record, const struct stats_result *r, size_t group)
{
    const uint32_t run = r->groups.runs[r->groups.first[group]];
    for (size_t k = 0; k < r->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[r->keys[k]];
        if (is_number(key))
            put_number(record, bf_key_of(key, run)->number);
        else
            put_text(record, bf_key_of(key, run)->text);
    }
}

// ---- The three kinds --------------------------------------------------------

static void add_summary_columns(struct record *record)
{
    static const char *const counts[] = {"n", "missing", NULL};
    static const char *const numbers[] = {"mean", "low",        "high",        "sd",
                                          "min",  "q1",         "median",      "q3",
                                          "max",  "median_low", "median_high", NULL};
    add_columns(record, BF_I64, counts);
    add_columns(record, BF_F64, numbers);
}

static void put_summary(struct record *record, const struct bf_summary *s)
{
    put_count(record, s->n);
    put_count(record, s->missing);
    put_number(record, s->mean);
    put_interval(record, s->of_mean);
    put_number(record, s->sd);
    put_number(record, s->min);
    put_number(record, s->q1);
    put_number(record, s->median);
    put_number(record, s->q3);
    put_number(record, s->max);
    put_interval(record, s->of_median);
}

static void add_batch_columns(struct record *record)
{
    static const char *const counts[] = {"run", "batches", "weeks", "left_out", NULL};
    static const char *const numbers[] = {"mean", "low", "high", "lag1", NULL};
    add_columns(record, BF_I64, counts);
    add_columns(record, BF_F64, numbers);
}

static void put_batches(struct record *record, uint64_t run, const struct bf_batches *b)
{
    put_count(record, run);
    put_count(record, b->batches);
    put_count(record, b->weeks);
    put_count(record, b->left_out);
    put_number(record, b->mean);
    put_interval(record, b->of_mean);
    put_number(record, b->lag1);
}

static void add_paired_columns(struct record *record, const struct stats_result *r)
{
    static const char *const before[] = {"pairs", "unpaired", "unused", "missing", NULL};
    static const char *const numbers[] = {
        "mean", "base_mean", "difference", "difference_low", "difference_high",
        "sd",   "ratio",     "ratio_low",  "ratio_high",     NULL};
    static const char *const counts[] = {"lower", "higher", "equal", NULL};
    static const char *const tests[] = {"sign_p", "sign_holm", "rank_v",
                                        "rank_p", "rank_holm", NULL};
    size_t unpaired = 0, unused = 0;
    for (size_t i = 0; i < r->compared_count; i++) {
        unpaired = longer(unpaired, r->compared[i].unpaired);
        unused = longer(unused, r->compared[i].unused);
    }
    add_columns(record, BF_I64, before);
    add_columns(record, BF_F64, numbers);
    add_columns(record, BF_I64, counts);
    add_columns(record, BF_F64, tests);
    add_column(record, "rank_method", BF_STR, sizeof "normal");
    add_column(record, "unpaired_runs", BF_STR, unpaired + 1);
    add_column(record, "unused_runs", BF_STR, unused + 1);
}

static void put_paired(struct record *record, const struct stats_versus *v,
                       const struct bf_paired *p)
{
    put_count(record, p->pairs);
    put_count(record, v->none + v->many);
    put_count(record, v->left);
    put_count(record, p->missing);
    put_number(record, p->mean);
    put_number(record, p->base);
    put_number(record, p->difference);
    put_interval(record, p->of_difference);
    put_number(record, p->sd);
    put_number(record, p->ratio);
    put_interval(record, p->of_ratio);
    put_count(record, p->lower);
    put_count(record, p->higher);
    put_count(record, p->equal);
    put_number(record, p->sign_p);
    put_number(record, p->sign_holm);
    put_number(record, isnan(p->ranks.p) ? NAN : p->ranks.v);
    put_number(record, p->ranks.p);
    put_number(record, p->rank_holm);
    put_text(record, isnan(p->ranks.p) ? "" : p->ranks.exact ? "exact" : "normal");
    put_text(record, v->unpaired);
    put_text(record, v->unused);
}

// ---- Printing ---------------------------------------------------------------

static void fill_row(struct record *record, const struct stats_result *r, size_t metric, size_t i)
{
    const size_t group = r->ask->versus ? r->compared[i].group : i;
    record->at = 0;
    put_keys(record, r, group);
    put_text(record, r->metrics[metric]->name);
    if (r->ask->versus)
        put_paired(record, &r->compared[i], &r->paired[metric * r->compared_count + i]);
    else if (r->batches)
        put_batches(record, r->frame->row[r->groups.runs[i]],
                    &r->batches[metric * r->groups.count + i]);
    else
        put_summary(record, &r->summaries[metric * r->groups.count + i]);
}

static void add_all_columns(struct record *record, const struct stats_result *r)
{
    add_key_columns(record, r);
    add_column(record, "metric", BF_STR, 40);
    if (r->ask->versus)
        add_paired_columns(record, r);
    else if (r->batches)
        add_batch_columns(record);
    else
        add_summary_columns(record);
}

enum bf_err cli_stats_rows(FILE *to, enum bf_row_format format, const struct stats_result *result,
                           struct bf_error *e)
{
    struct record record = {0};
    struct bf_row_view view;
    add_all_columns(&record, result);
    const struct bf_table table = {"stats", "Statistics", record.size, record.columns,
                                   record.count};
    record.row = calloc(1, record.size);
    if (!record.row)
        return bf_error_no_memory(e, record.size, "a row of statistics");
    bf_row_view_all(&view, &table);
    const size_t rows = result->ask->versus ? result->compared_count : result->groups.count;
    enum bf_err err = bf_row_put_header(&view, format, to, e);
    for (size_t m = 0; m < result->metric_count; m++)
        for (size_t i = 0; i < rows && !err; i++) {
            fill_row(&record, result, m, i);
            err = bf_row_put(&view, format, record.row, to, e);
        }
    free(record.row);
    return err;
}
