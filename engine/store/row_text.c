// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/row_text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "engine/base/text.h"

const char *const bf_row_format_names[] = {"csv", "json", NULL};

enum { LONGEST_COLUMN_NAME = 64 };

void bf_row_view_all(struct bf_row_view *view, const struct bf_table *table)
{
    assert(table->column_count <= BF_ROW_MOST_COLUMNS);
    view->table = table;
    view->count = table->column_count;
    for (size_t i = 0; i < table->column_count; i++)
        view->columns[i] = &table->columns[i];
}

const struct bf_column *bf_row_column(const struct bf_table *table, const char *name,
                                      struct bf_error *e)
{
    const char *names[BF_ROW_MOST_COLUMNS + 1];
    const struct bf_column *column = bf_table_column(table, name);
    if (column)
        return column;
    assert(table->column_count <= BF_ROW_MOST_COLUMNS);
    for (size_t i = 0; i < table->column_count; i++)
        names[i] = table->columns[i].name;
    names[table->column_count] = NULL;
    const char *nearest = bf_text_nearest(name, names);
    if (nearest)
        bf_error_set(e, BF_ERR_USAGE, "table %s has no column '%s'; did you mean '%s'?",
                     table->name, name, nearest);
    else
        bf_error_set(e, BF_ERR_USAGE,
                     "table %s has no column '%s'; docs/results-schema.md lists its columns",
                     table->name, name);
    return NULL;
}

// Adds the column named by the n characters at `name`, blanks around it aside.
static enum bf_err pick_one(struct bf_row_view *view, const char *name, size_t n,
                            struct bf_error *e)
{
    char word[LONGEST_COLUMN_NAME];
    for (; n && *name == ' '; n--)
        name++;
    while (n && name[n - 1] == ' ')
        n--;
    if (n == 0)
        return bf_error_set(e, BF_ERR_USAGE,
                            "an empty name in a list of columns; write it as in 'jobs,mean_wait'");
    bf_text_copy(word, n < sizeof word ? n + 1 : sizeof word, name);
    const struct bf_column *column = bf_row_column(view->table, word, e);
    if (!column)
        return BF_ERR_USAGE;
    for (size_t i = 0; i < view->count; i++)
        if (view->columns[i] == column)
            return bf_error_set(e, BF_ERR_USAGE, "column '%s' is listed twice; name it once", word);
    view->columns[view->count++] = column;
    return BF_OK;
}

enum bf_err bf_row_view_pick(struct bf_row_view *view, const struct bf_table *table,
                             const char *list, struct bf_error *e)
{
    if (!list) {
        bf_row_view_all(view, table);
        return BF_OK;
    }
    view->table = table;
    view->count = 0;
    for (const char *from = list;;) {
        const size_t n = strcspn(from, ",");
        const enum bf_err err = pick_one(view, from, n, e);
        if (err || !from[n])
            return err;
        from += n + 1;
    }
}

// Bytes of the UTF-8 character at `text`, 0 when there is none. (RFC 3629: no surrogates, nothing
// overlong, nothing above U+10FFFF.)
static size_t utf8_length(const unsigned char *text)
{
    const unsigned char first = text[0];
    size_t n = 0;
    unsigned char low = 0x80, high = 0xbf; // bounds of the second byte
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        n = 2;
    else if (first >= 0xe0 && first <= 0xef)
        n = 3;
    else if (first >= 0xf0 && first <= 0xf4)
        n = 4;
    if (first == 0xe0)
        low = 0xa0;
    else if (first == 0xed)
        high = 0x9f;
    else if (first == 0xf0)
        low = 0x90;
    else if (first == 0xf4)
        high = 0x8f;
    for (size_t i = 1; i < n; i++, low = 0x80, high = 0xbf)
        if (text[i] < low || text[i] > high)
            return 0;
    return n;
}

static void put_json_text(const char *text, FILE *to)
{
    putc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        const size_t n = utf8_length(c);
        if (n == 0)
            fputs("\\ufffd", to);
        else if (*c == '"' || *c == '\\')
            fprintf(to, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7f)
            fprintf(to, "\\u%04x", *c);
        else
            fwrite(c, 1, n, to);
        c += n ? n : 1;
    }
    putc('"', to);
}

static void put_csv_text(const char *text, FILE *to)
{
    const size_t n = strlen(text);
    if (!strpbrk(text, ",\"\r\n") && (n == 0 || (text[0] != ' ' && text[n - 1] != ' '))) {
        fputs(text, to);
        return;
    }
    putc('"', to);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', to);
        putc(*text, to);
    }
    putc('"', to);
}

static void put_double(enum bf_row_format format, double value, FILE *to)
{
    char text[BF_DOUBLE_TEXT_SIZE];
    const int reason = errno; // of a failed write, which a conversion must not overwrite
    if (isnan(value))
        bf_text_copy(text, sizeof text, format == BF_ROW_JSON ? "null" : "");
    else if (isinf(value) && format == BF_ROW_JSON)
        bf_text_copy(text, sizeof text, value < 0 ? "-1e999" : "1e999");
    else if (value == 0 && signbit(value))
        bf_text_copy(text, sizeof text, "-0.0"); // `-0` would be read as an integer
    else
        bf_text_double(text, value);
    errno = reason;
    fputs(text, to);
}

static void put_cell(enum bf_row_format format, const struct bf_column *column, const void *cell,
                     FILE *to)
{
    switch (column->kind) {
    case BF_I64:
        fprintf(to, "%" PRId64, *(const int64_t *)cell);
        break;
    case BF_U64:
        fprintf(to, "%" PRIu64, *(const uint64_t *)cell);
        break;
    case BF_I32:
        fprintf(to, "%" PRId32, *(const int32_t *)cell);
        break;
    case BF_U32:
        fprintf(to, "%" PRIu32, *(const uint32_t *)cell);
        break;
    case BF_U8:
        fprintf(to, "%u", (unsigned)*(const uint8_t *)cell);
        break;
    case BF_F64:
        put_double(format, *(const double *)cell, to);
        break;
    case BF_STR:
        if (format == BF_ROW_JSON)
            put_json_text(cell, to);
        else
            put_csv_text(cell, to);
        break;
    }
}

// The reason is that of the write that has just failed.
static enum bf_err check(FILE *to, struct bf_error *e)
{
    if (!ferror(to))
        return BF_OK;
    return bf_error_write(e, errno, "the output", "write");
}

enum bf_err bf_row_put_header(const struct bf_row_view *view, enum bf_row_format format, FILE *to,
                              struct bf_error *e)
{
    if (format != BF_ROW_CSV)
        return BF_OK;
    for (size_t i = 0; i < view->count; i++)
        fprintf(to, "%s%s", i ? "," : "", view->columns[i]->name);
    putc('\n', to);
    return check(to, e);
}

enum bf_err bf_row_put(const struct bf_row_view *view, enum bf_row_format format, const void *row,
                       FILE *to, struct bf_error *e)
{
    const bool json = format == BF_ROW_JSON;
    errno = 0;
    for (size_t i = 0; i < view->count; i++) {
        const struct bf_column *column = view->columns[i];
        if (json)
            fprintf(to, "%s\"%s\":", i ? "," : "{", column->name);
        else if (i)
            putc(',', to);
        put_cell(format, column, (const char *)row + column->offset, to);
    }
    fputs(json ? "}\n" : "\n", to);
    return check(to, e);
}

enum bf_err bf_row_flush(FILE *to, struct bf_error *e)
{
    fflush(to);
    return check(to, e);
}
