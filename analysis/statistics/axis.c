// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/axis_internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/text.h"

const char *const bf_axis_columns[] = {
    "trace",    "procs",      "policy",  "order",  "backfill_order", "reservations", "depth",
    "estimate", "correction", "overrun", "events", "calendar",       "load",         "shake",
    "seed",     "tau",        NULL};

static const char *const loose[] = {"backfill_order", "reservations", "depth", "estimate",
                                    "correction",     "seed",         NULL};

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

void bf_axis_make(struct bf_axis *axis, const char *name)
{
    *axis = (struct bf_axis){.column = bf_table_column(&bf_table_runs, name)};
    bf_text_copy(axis->name, sizeof axis->name, name);
    if (is_one_of(name, loose))
        axis->kind = BF_KEY_LOOSE;
    else if (!axis->column || is_one_of(name, bf_axis_columns))
        axis->kind = BF_KEY_FIRM;
}

// Where the value of a word of config begins, and its length; NULL: there is no such word.
static const char *find_word(const char *config, const char *name, size_t *length)
{
    const size_t n = strlen(name);
    for (const char *at = config; *at; at += strspn(at, " ")) {
        const size_t word = strcspn(at, " ");
        if (word > n && strncmp(at, name, n) == 0 && at[n] == '=') {
            *length = word - n - 1;
            return at + n + 1;
        }
        at += word;
    }
    return NULL;
}

static void number_text(const struct bf_column *column, const void *cell, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    switch (column->kind) {
    case BF_I64:
        bf_text_add(to, "%" PRId64, *(const int64_t *)cell);
        break;
    case BF_U64:
        bf_text_add(to, "%" PRIu64, *(const uint64_t *)cell);
        break;
    case BF_I32:
        bf_text_add(to, "%" PRId32, *(const int32_t *)cell);
        break;
    case BF_U32:
        bf_text_add(to, "%" PRIu32, *(const uint32_t *)cell);
        break;
    case BF_U8:
        bf_text_add(to, "%u", (unsigned)*(const uint8_t *)cell);
        break;
    case BF_F64:
        if (!isnan(*(const double *)cell))
            bf_text_add(to, "%s", bf_text_double(number, *(const double *)cell));
        break;
    case BF_STR:
        bf_text_add(to, "%s", (const char *)cell);
        break;
    }
}

static void count_text(int64_t count, struct bf_text *to)
{
    if (count == -1)
        bf_text_add(to, "all");
    else if (count >= 0)
        bf_text_add(to, "%" PRId64, count);
}

static void estimate_text(const struct bf_run_row *row, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    bf_text_add(to, "%s", row->estimate);
    if (!isnan(row->estimate_arg))
        bf_text_add(to, ":%s", bf_text_double(number, row->estimate_arg));
}

// 0 stands in the column where nothing is drawn, too: then there is no seed.
static void seed_text(const struct bf_run_row *row, struct bf_text *to)
{
    size_t length;
    if (row->seed || find_word(row->config, "seed", &length))
        bf_text_add(to, "%" PRIu64, row->seed);
}

void bf_axis_text(const struct bf_axis *axis, const struct bf_run_row *row,
                  char text[BF_AXIS_TEXT_SIZE], char id[BF_AXIS_TEXT_SIZE])
{
    struct bf_text to = bf_text_init(text, BF_AXIS_TEXT_SIZE);
    size_t length;
    if (!axis->column) {
        const char *value = find_word(row->config, axis->name, &length);
        if (value)
            bf_text_add(&to, "%.*s", (int)length, value);
    } else if (strcmp(axis->name, "estimate") == 0) {
        estimate_text(row, &to);
    } else if (strcmp(axis->name, "seed") == 0) {
        seed_text(row, &to);
    } else if (strcmp(axis->name, "reservations") == 0) {
        count_text(row->reservations, &to);
    } else if (strcmp(axis->name, "depth") == 0) {
        count_text(row->depth, &to);
    } else {
        number_text(axis->column, (const char *)row + axis->column->offset, &to);
    }
    const char *told_apart = text;
    if (axis->column && strcmp(axis->name, "trace") == 0)
        told_apart = row->trace_hash;
    else if (axis->column && strcmp(axis->name, "calendar") == 0)
        told_apart = row->calendar_hash;
    bf_text_copy(id, BF_AXIS_TEXT_SIZE, told_apart);
}

bool bf_axis_next_word(struct bf_axis_word *word)
{
    for (;;) {
        const char *at = word->next + strspn(word->next, " ");
        const size_t n = strcspn(at, " "), name = strcspn(at, "= ");
        word->next = at + n;
        if (n == 0)
            return false;
        if (at[name] != '=' || name >= sizeof word->name)
            continue;
        bf_text_copy(word->name, name + 1, at);
        if (strcmp(word->name, "policy") == 0)
            word->parameter = true;
        else if (strcmp(word->name, "order") == 0)
            word->parameter = false;
        if (!bf_table_column(&bf_table_runs, word->name))
            return true;
    }
}

double bf_axis_number(const char *text)
{
    double number;
    if (strcmp(text, "all") == 0)
        return INFINITY;
    return bf_text_to_double(text, &number) ? number : NAN;
}
