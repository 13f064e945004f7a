// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/axis_internal.h"
#include "analysis/statistics/conditions_internal.h"
#include "analysis/statistics/levels_internal.h"
#include "engine/base/text.h"
#include "engine/store/row_text.h"

enum { BATCH_BYTES = 256 * 1024, MOST_KEYS = 96, MOST_METRICS = 128, MOST_WORDS = 64 };

// A key while it is read.
struct column {
    struct bf_axis axis;
    struct bf_levels levels;
    uint32_t *code;             // owned, for all rows of the file
    char id[BF_AXIS_TEXT_SIZE]; // of the row before, and its level: axes change seldom
    uint32_t last;
};

// A word of config that some run has and that is no column of /runs.
struct word {
    char name[32];
    bool parameter; // of a policy
};

struct reading {
    const struct bf_frame_ask *ask;
    struct bf_frame *frame;
    struct bf_conditions conditions;
    struct column *columns; // MOST_KEYS of them, of which key_count are in use
    size_t count, by_count;
    struct word *words; // MOST_WORDS of them
    size_t word_count;
    uint64_t rows; // of the file
};

static enum bf_err no_memory(const struct reading *r, struct bf_error *e)
{
    return bf_error_no_memory(e, r->rows * (4 * r->count + 8 * r->frame->metric_count + 8),
                              "the runs of a result file");
}

static bool is_word(const struct reading *r, const char *name)
{
    for (size_t i = 0; i < r->word_count; i++)
        if (strcmp(r->words[i].name, name) == 0)
            return true;
    return false;
}

// Names that are neither columns nor words of any run of the file.
static enum bf_err unknown_name(const struct reading *r, const char *name, struct bf_error *e)
{
    const char *names[BF_ROW_MOST_COLUMNS + MOST_WORDS + 1];
    size_t count = 0;
    for (; count < bf_table_runs.column_count && count < BF_ROW_MOST_COLUMNS; count++)
        names[count] = bf_table_runs.columns[count].name;
    for (size_t i = 0; i < r->word_count; i++)
        names[count++] = r->words[i].name;
    names[count] = NULL;
    char near[160];
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    bf_text_suggest(&suggestion, name, names, "docs/results-schema.md lists the columns of /runs");
    return bf_error_set(e, BF_ERR_USAGE, "runs have no column or parameter '%s'%s", name, near);
}

// ---- What is asked for ------------------------------------------------------

static enum bf_err add_key(struct reading *r, const char *name, struct bf_error *e)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->columns[i].axis.name, name) == 0)
            return bf_error_set(e, BF_ERR_USAGE, "column '%s' is there twice", name);
    if (r->count == MOST_KEYS)
        return bf_error_set(e, BF_ERR_USAGE, "more than %d columns to group by", MOST_KEYS);
    struct column *c = &r->columns[r->count];
    bf_axis_make(&c->axis, name);
    c->code = malloc((size_t)r->rows * sizeof *c->code + 1);
    if (!c->code)
        return no_memory(r, e);
    r->count++;
    return BF_OK;
}

static enum bf_err add_metric(struct reading *r, const char *name, struct bf_error *e)
{
    struct bf_frame *f = r->frame;
    const struct bf_column *column = bf_table_column(&bf_table_runs, name);
    if (!column)
        return unknown_name(r, name, e);
    if (column->kind == BF_STR)
        return bf_error_set(e, BF_ERR_USAGE, "column '%s' is a text, and no metric", name);
    for (size_t i = 0; i < f->metric_count; i++)
        if (f->metrics[i].column == column)
            return bf_error_set(e, BF_ERR_USAGE, "column '%s' is there twice", name);
    if (f->metric_count == MOST_METRICS)
        return bf_error_set(e, BF_ERR_USAGE, "more than %d metrics", MOST_METRICS);
    double *value = malloc((size_t)r->rows * sizeof *value + 1);
    if (!value)
        return no_memory(r, e);
    f->metrics[f->metric_count++] = (struct bf_measure){column, value};
    return BF_OK;
}

// Calls `add` for each name of a list.
static enum bf_err add_list(struct reading *r, const char *list,
                            enum bf_err (*add)(struct reading *, const char *, struct bf_error *),
                            struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (const char *from = list; from && *list && !err;) {
        char name[64];
        const size_t n = strcspn(from, ",");
        size_t begin = strspn(from, " \t"), end = n;
        while (end > begin && (from[end - 1] == ' ' || from[end - 1] == '\t'))
            end--;
        if (begin >= end)
            return bf_error_set(e, BF_ERR_USAGE, "the list of columns '%s' has an empty name",
                                list);
        bf_text_copy(name, end - begin < sizeof name ? end - begin + 1 : sizeof name, from + begin);
        err = add(r, name, e);
        from = from[n] ? from + n + 1 : NULL;
    }
    return err;
}

static enum bf_err add_axes(struct reading *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (size_t a = 0; bf_axis_columns[a] && !err; a++) {
        bool known = false;
        for (size_t i = 0; i < r->by_count; i++)
            known |= strcmp(r->columns[i].axis.name, bf_axis_columns[a]) == 0;
        if (!known)
            err = add_key(r, bf_axis_columns[a], e);
    }
    return err;
}

// ---- Rows -------------------------------------------------------------------

static bool put_code(struct column *c, const struct bf_run_row *row, size_t run)
{
    char text[BF_AXIS_TEXT_SIZE], id[BF_AXIS_TEXT_SIZE];
    bf_axis_text(&c->axis, row, text, id);
    if (run == 0 || strcmp(id, c->id) != 0) {
        if (!bf_levels_code(&c->levels, id, text, &c->last))
            return false;
        bf_text_copy(c->id, sizeof c->id, id);
    }
    c->code[run] = c->last;
    return true;
}

// A word that no row had before becomes a key where all axes are wanted.
static enum bf_err key_of_word(struct reading *r, const struct word *word, struct bf_error *e)
{
    uint32_t none;
    size_t i = 0;
    while (i < r->count && strcmp(r->columns[i].axis.name, word->name) != 0)
        i++;
    struct column *c = &r->columns[i];
    if (i == r->count && !r->ask->axes)
        return BF_OK;
    if (i == r->count) {
        const enum bf_err err = add_key(r, word->name, e);
        if (err)
            return err;
        if (r->frame->runs && !bf_levels_code(&c->levels, "", "", &none))
            return no_memory(r, e);
        memset(c->code, 0, r->frame->runs * sizeof *c->code);
    }
    c->axis.kind = word->parameter ? BF_KEY_LOOSE : BF_KEY_FIRM;
    return BF_OK;
}

static enum bf_err take_words(struct reading *r, const struct bf_run_row *row, struct bf_error *e)
{
    struct bf_axis_word found = {.next = row->config};
    while (bf_axis_next_word(&found)) {
        size_t i = 0;
        while (i < r->word_count && strcmp(r->words[i].name, found.name) != 0)
            i++;
        if (i < r->word_count || i == MOST_WORDS)
            continue;
        struct word *new = &r->words[r->word_count++];
        new->parameter = found.parameter;
        bf_text_copy(new->name, sizeof new->name, found.name);
        const enum bf_err err = key_of_word(r, new, e);
        if (err)
            return err;
    }
    return BF_OK;
}

static double value_of(const struct bf_column *column, const struct bf_run_row *row)
{
    const void *cell = (const char *)row + column->offset;
    switch (column->kind) {
    case BF_I64:
        return (double)*(const int64_t *)cell;
    case BF_U64:
        return (double)*(const uint64_t *)cell;
    case BF_I32:
        return *(const int32_t *)cell;
    case BF_U32:
        return *(const uint32_t *)cell;
    case BF_U8:
        return *(const uint8_t *)cell;
    default:
        return *(const double *)cell;
    }
}

static enum bf_err take_row(struct reading *r, uint64_t at, const struct bf_run_row *row,
                            struct bf_error *e)
{
    struct bf_frame *f = r->frame;
    const enum bf_err err = take_words(r, row, e);
    if (err)
        return err;
    if (!bf_conditions_hold(&r->conditions, row)) {
        f->left_out++;
        return BF_OK;
    }
    if (strcmp(row->status, "ok") != 0) {
        f->failed++;
        return BF_OK;
    }
    for (size_t i = 0; i < r->count; i++)
        if (!put_code(&r->columns[i], row, f->runs))
            return no_memory(r, e);
    for (size_t i = 0; i < f->metric_count; i++)
        f->metrics[i].value[f->runs] = value_of(f->metrics[i].column, row);
    f->row[f->runs++] = at;
    return BF_OK;
}

static enum bf_err read_rows(struct reading *r, struct bf_store_reader *reader, struct bf_error *e)
{
    const uint64_t most = BATCH_BYTES / sizeof(struct bf_run_row) + 1;
    enum bf_err err = BF_OK;
    struct bf_run_row *batch = malloc((size_t)most * sizeof *batch);
    if (!batch)
        return bf_error_no_memory(e, most * sizeof *batch, "a batch of result rows");
    for (uint64_t at = 0; !err && at < r->rows; at += most) {
        const uint64_t count = r->rows - at < most ? r->rows - at : most;
        err = bf_store_read(reader, &bf_table_runs, at, count, batch, e);
        for (uint64_t i = 0; !err && i < count; i++)
            err = take_row(r, at + i, &batch[i], e);
    }
    free(batch);
    return err;
}

// ---- The result -------------------------------------------------------------

static enum bf_err check_names(const struct reading *r, struct bf_error *e)
{
    for (size_t i = 0; i < r->by_count; i++)
        if (!r->columns[i].axis.column && !is_word(r, r->columns[i].axis.name))
            return unknown_name(r, r->columns[i].axis.name, e);
    for (size_t i = 0; i < r->conditions.count; i++)
        if (!r->conditions.spelt[i].axis.column && !is_word(r, r->conditions.spelt[i].axis.name))
            return unknown_name(r, r->conditions.spelt[i].axis.name, e);
    return BF_OK;
}

static enum bf_err need_runs(const struct reading *r, struct bf_error *e)
{
    const struct bf_frame *f = r->frame;
    const unsigned long long in_file = f->in_file, failed = f->failed, met = in_file - f->left_out;
    if (f->runs)
        return BF_OK;
    if (!in_file)
        return bf_error_set(e, BF_ERR_INPUT, "%s: holds no runs", r->ask->path);
    if (!met)
        return bf_error_set(e, BF_ERR_INPUT, "%s: none of its %llu runs meets the conditions '%s'",
                            r->ask->path, in_file, r->ask->where);
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: %s %llu runs %sfailed; 'bfsweep export %s runs --columns key,message' "
                        "says why",
                        r->ask->path, met == in_file ? "all" : "the", failed,
                        met == in_file ? "" : "that meet the conditions ", r->ask->path);
}

static enum bf_err hand_over(struct reading *r, struct bf_error *e)
{
    struct bf_frame *f = r->frame;
    f->keys = calloc(r->count + 1, sizeof *f->keys);
    if (!f->keys)
        return no_memory(r, e);
    for (size_t i = 0; i < r->count; i++) {
        struct column *c = &r->columns[i];
        if (!bf_levels_sort(&c->levels, c->code, f->runs))
            return no_memory(r, e);
        struct bf_key *key = &f->keys[f->key_count++];
        *key = (struct bf_key){.column = c->axis.column,
                               .kind = c->axis.kind,
                               .code = c->code,
                               .levels = c->levels.count,
                               .level = c->levels.level};
        bf_text_copy(key->name, sizeof key->name, c->axis.name);
        c->code = NULL;
        c->levels.level = NULL;
        c->levels.count = 0;
    }
    f->by_count = r->by_count;
    return BF_OK;
}

static enum bf_err begin(struct reading *r, struct bf_store_reader *reader, struct bf_error *e)
{
    struct bf_frame *f = r->frame;
    enum bf_err err = bf_conditions_read(&r->conditions, reader, r->ask->path, r->ask->where, e);
    if (!err)
        err = bf_store_rows(reader, &bf_table_runs, &r->rows, e);
    if (err)
        return err;
    f->in_file = r->rows;
    f->row = malloc((size_t)r->rows * sizeof *f->row + 1);
    f->metrics = calloc(MOST_METRICS, sizeof *f->metrics);
    r->columns = calloc(MOST_KEYS, sizeof *r->columns);
    r->words = calloc(MOST_WORDS, sizeof *r->words);
    if (!f->row || !f->metrics || !r->columns || !r->words || r->rows >= UINT32_MAX)
        return no_memory(r, e);
    err = add_list(r, r->ask->by, add_key, e);
    r->by_count = r->count;
    if (!err && r->ask->axes)
        err = add_axes(r, e);
    return err ? err : add_list(r, r->ask->metrics, add_metric, e);
}

static void end(struct reading *r)
{
    for (size_t i = 0; r->columns && i < r->count; i++) {
        bf_levels_fini(&r->columns[i].levels);
        free(r->columns[i].code);
    }
    free(r->columns);
    free(r->words);
}

enum bf_err bf_frame_read(struct bf_store_reader *reader, const struct bf_frame_ask *ask,
                          struct bf_frame **frame, struct bf_error *e)
{
    struct reading r = {.ask = ask, .frame = calloc(1, sizeof(struct bf_frame))};
    *frame = NULL;
    if (!r.frame)
        return bf_error_no_memory(e, sizeof *r.frame, "the runs of a result file");
    enum bf_err err = begin(&r, reader, e);
    if (!err)
        err = read_rows(&r, reader, e);
    if (!err && r.rows)
        err = check_names(&r, e);
    if (!err)
        err = need_runs(&r, e);
    if (!err)
        err = hand_over(&r, e);
    end(&r);
    if (err)
        bf_frame_destroy(r.frame);
    else
        *frame = r.frame;
    return err;
}

void bf_frame_destroy(struct bf_frame *frame)
{
    if (!frame)
        return;
    for (size_t i = 0; i < frame->key_count; i++) {
        bf_level_free(frame->keys[i].level, frame->keys[i].levels);
        free(frame->keys[i].level);
        free(frame->keys[i].code);
    }
    for (size_t i = 0; i < frame->metric_count; i++)
        free(frame->metrics[i].value);
    free(frame->keys);
    free(frame->metrics);
    free(frame->row);
    free(frame);
}

const struct bf_key *bf_frame_key(const struct bf_frame *frame, const char *name)
{
    for (size_t i = 0; i < frame->key_count; i++)
        if (strcmp(frame->keys[i].name, name) == 0)
            return &frame->keys[i];
    return NULL;
}
