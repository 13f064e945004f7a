// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/row_filter.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_text.h"

enum { LONGEST_CONDITION = 400 };

static const struct {
    const char *sign;
    enum bf_row_relation relation;
} relations[] = {
    // the longer signs first
    {"!=", BF_ROW_NOT_EQUAL}, {"<=", BF_ROW_AT_MOST}, {">=", BF_ROW_AT_LEAST},
    {"=", BF_ROW_EQUAL},      {"<", BF_ROW_BELOW},    {">", BF_ROW_ABOVE},
};

static bool to_integer(const char *text, long double *number)
{
    int64_t value;
    if (bf_text_to_int(text, &value)) {
        *number = (long double)value;
        return true;
    }
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    const unsigned long long large = strtoull(text, &end, 10);
    *number = (long double)large;
    return !errno && !*end;
}

static enum bf_err read_value(struct bf_row_condition *c, const char *value, struct bf_error *e)
{
    double number;
    bool ok = false;
    if (c->column->kind == BF_STR) {
        if (c->relation != BF_ROW_EQUAL && c->relation != BF_ROW_NOT_EQUAL)
            return bf_error_set(e, BF_ERR_USAGE,
                                "column '%s' is a text: compare it with = or !=", c->column->name);
        ok = strlen(value) < sizeof c->text;
        bf_text_copy(c->text, sizeof c->text, value);
    } else if (c->column->kind == BF_F64) {
        ok = !value[0] || bf_text_to_double(value, &number);
        c->number = ok && value[0] ? (long double)number : (long double)NAN;
    } else {
        ok = to_integer(value, &c->number);
    }
    if (ok)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "column '%s' is compared with '%s'; expected %s",
                        c->column->name, value,
                        c->column->kind == BF_STR   ? "a shorter text"
                        : c->column->kind == BF_F64 ? "a number"
                                                    : "an integer");
}

// Reads one condition; `text` is cut in two at the sign.
static enum bf_err read_condition(struct bf_row_condition *c, const struct bf_table *table,
                                  char *text, struct bf_error *e)
{
    const size_t n = strcspn(text, "!<>=");
    for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        const size_t length = strlen(relations[i].sign);
        if (strncmp(text + n, relations[i].sign, length) != 0)
            continue;
        text[n] = '\0';
        c->relation = relations[i].relation;
        c->column = bf_row_column(table, text, e);
        return c->column ? read_value(c, text + n + length, e) : BF_ERR_USAGE;
    }
    return bf_error_set(
        e, BF_ERR_USAGE,
        "'%s' is no condition; expected a column, one of = != < <= > >=, and a value, "
        "as in 'run=3'",
        text);
}

enum bf_err bf_row_filter_parse(struct bf_row_filter *filter, const struct bf_table *table,
                                const char *conditions, struct bf_error *e)
{
    filter->count = 0;
    for (const char *from = conditions; from;) {
        char text[LONGEST_CONDITION];
        const size_t n = strcspn(from, ",");
        if (filter->count == BF_ROW_MOST_CONDITIONS || n >= sizeof text)
            return bf_error_set(e, BF_ERR_USAGE,
                                "'%.40s...' are too many or too long conditions; at most %d of %d "
                                "characters are read",
                                conditions, BF_ROW_MOST_CONDITIONS, LONGEST_CONDITION - 1);
        bf_text_copy(text, n + 1, from);
        const enum bf_err err =
            read_condition(&filter->conditions[filter->count++], table, text, e);
        if (err)
            return err;
        from = from[n] ? from + n + 1 : NULL;
    }
    return BF_OK;
}

static long double number_of(const struct bf_column *column, const void *cell)
{
    switch (column->kind) {
    case BF_I64:
        return (long double)*(const int64_t *)cell;
    case BF_U64:
        return (long double)*(const uint64_t *)cell;
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

static bool holds(const struct bf_row_condition *c, const void *row)
{
    const void *cell = (const char *)row + c->column->offset;
    if (c->column->kind == BF_STR)
        return (strcmp(cell, c->text) == 0) == (c->relation == BF_ROW_EQUAL);
    const long double a = number_of(c->column, cell), b = c->number;
    switch (c->relation) {
    case BF_ROW_EQUAL:
        return a == b || (isnan(a) && isnan(b));
    case BF_ROW_NOT_EQUAL:
        return a != b && !(isnan(a) && isnan(b));
    case BF_ROW_BELOW:
        return a < b;
    case BF_ROW_AT_MOST:
        return a <= b;
    case BF_ROW_ABOVE:
        return a > b;
    case BF_ROW_AT_LEAST:
        return a >= b;
    }
    return false;
}

bool bf_row_filter_passes(const struct bf_row_filter *filter, const void *row)
{
    for (size_t i = 0; i < filter->count; i++)
        if (!holds(&filter->conditions[i], row))
            return false;
    return true;
}
