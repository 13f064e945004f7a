// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/conditions_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/store/row_text.h"

enum { LONGEST = 4096 };

static bool is_spelt(const struct bf_axis *axis, const char *value)
{
    if (!axis->column)
        return true;
    if (strcmp(axis->name, "estimate") == 0)
        return strchr(value, ':');
    if (strcmp(axis->name, "trace") == 0) // row_filter.h's values end at a comma
        return strchr(value, ',');
    return (strcmp(axis->name, "reservations") == 0 || strcmp(axis->name, "depth") == 0) &&
           strcmp(value, "all") == 0;
}

static void add_spelt(struct bf_conditions *c, const struct bf_axis *axis, bool equal,
                      const char *value)
{
    struct bf_condition *spelt = &c->spelt[c->count++];
    *spelt = (struct bf_condition){.axis = *axis, .equal = equal};
    bf_text_copy(spelt->value, sizeof spelt->value, value);
}

// Takes one condition of n characters, if it is one of ours.
static bool take_spelt(struct bf_conditions *c, const char *text, size_t n)
{
    char name[sizeof c->spelt->axis.name], value[BF_ROW_LONGEST_VALUE];
    const size_t at = strcspn(text, "!<>=,");
    const bool unequal = text[at] == '!' && text[at + 1] == '=';
    const size_t behind = at + (unequal ? 2 : 1);
    struct bf_axis axis;
    if (at == 0 || at >= n || at >= sizeof name || (text[at] != '=' && !unequal) ||
        n - behind >= sizeof value || c->count == BF_ROW_MOST_CONDITIONS)
        return false;
    bf_text_copy(name, at + 1, text);
    bf_text_copy(value, n - behind + 1, text + behind);
    bf_axis_make(&axis, name);
    if (is_spelt(&axis, value))
        add_spelt(c, &axis, !unequal, value);
    return is_spelt(&axis, value);
}

// ---- Where a condition ends -------------------------------------------------

size_t bf_condition_value(const char *text, bf_value_known *known, const void *set)
{
    const size_t first = strcspn(text, ",");
    size_t longest = 0;
    for (size_t n = first;; n += 1 + strcspn(text + n + 1, ",")) {
        if (known(set, text, n))
            longest = n;
        if (!text[n])
            break;
    }
    return longest ? longest : first;
}

struct traces {
    struct bf_trace_row *rows; // owned
    uint64_t count;
};

static bool is_trace(const void *set, const char *text, size_t n)
{
    const struct traces *t = set;
    for (uint64_t i = 0; i < t->count; i++)
        if (strlen(t->rows[i].name) == n && strncmp(t->rows[i].name, text, n) == 0)
            return true;
    return false;
}

static enum bf_err no_such_model(const struct traces *t, const char *path, const char *value,
                                 struct bf_error *e)
{
    char near[600], listed[240];
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    struct bf_text list = bf_text_init(listed, sizeof listed);
    const char **names = malloc((size_t)(t->count + 1) * sizeof *names);
    if (!names)
        return bf_error_no_memory(e, (t->count + 1) * sizeof *names, "the names of traces");
    for (uint64_t i = 0; i < t->count; i++) {
        names[i] = t->rows[i].name;
        bf_text_add(&list, "%s%s", i ? " and " : "it has ", names[i]);
    }
    names[t->count] = NULL;
    if (list.cut)
        memcpy(listed + sizeof listed - 4, "...", 4);
    bf_text_suggest(&suggestion, value, names, t->count ? listed : NULL);
    free(names);
    return bf_error_set(e, BF_ERR_INPUT, "%s: has no trace '%s'%s", path, value, near);
}

// Where the first condition of `from` ends. A model that the file does not have is told here:
// divided at its commas it would be taken for conditions on other columns.
static enum bf_err find_end(const struct traces *t, const char *path, const char *from, size_t *n,
                            struct bf_error *e)
{
    const size_t name = strcspn(from, "!<>=,"), sign = strspn(from + name, "!=");
    const char *value = from + name + sign;
    *n = strcspn(from, ",");
    if (!sign || name != strlen("trace") || strncmp(from, "trace", name) != 0)
        return BF_OK;
    const size_t length = bf_condition_value(value, is_trace, t);
    if (memchr(value, ':', length) && !is_trace(t, value, length))
        return no_such_model(t, path, value, e);
    *n = name + sign + length;
    return BF_OK;
}

static enum bf_err read_traces(struct traces *t, struct bf_store_reader *reader, struct bf_error *e)
{
    const enum bf_err err = bf_store_rows(reader, &bf_table_traces, &t->count, e);
    if (err)
        return err;
    t->rows = malloc((size_t)t->count * sizeof *t->rows + 1);
    if (!t->rows)
        return bf_error_no_memory(e, t->count * sizeof *t->rows, "the traces of a result file");
    return bf_store_read(reader, &bf_table_traces, 0, t->count, t->rows, e);
}

// ---- All of them ------------------------------------------------------------

static enum bf_err parse(struct bf_conditions *c, const struct traces *t, const char *path,
                         const char *text, struct bf_error *e)
{
    char buffer[LONGEST];
    struct bf_text rest = bf_text_init(buffer, sizeof buffer);
    for (const char *from = text; from;) {
        size_t n;
        const enum bf_err err = find_end(t, path, from, &n, e);
        if (err)
            return err;
        if (!take_spelt(c, from, n)) // row_filter.h's
            bf_text_add(&rest, "%s%.*s", rest.used ? "," : "", (int)n, from);
        from = from[n] ? from + n + 1 : NULL;
    }
    if (rest.cut)
        return bf_error_set(e, BF_ERR_USAGE, "'%.40s...' is too long for conditions", text);
    return bf_row_filter_parse(&c->filter, &bf_table_runs,
                               rest.used || (text && !c->count) ? buffer : NULL, e);
}

enum bf_err bf_conditions_read(struct bf_conditions *c, struct bf_store_reader *reader,
                               const char *path, const char *text, struct bf_error *e)
{
    struct traces t = {0};
    enum bf_err err = BF_OK;
    c->count = 0;
    if (text && strstr(text, "trace"))
        err = read_traces(&t, reader, e);
    if (!err)
        err = parse(c, &t, path, text, e);
    free(t.rows);
    return err;
}

static bool holds(const struct bf_condition *spelt, const struct bf_run_row *row)
{
    char text[BF_AXIS_TEXT_SIZE], id[BF_AXIS_TEXT_SIZE];
    bf_axis_text(&spelt->axis, row, text, id);
    return (strcmp(text, spelt->value) == 0) == spelt->equal;
}

bool bf_conditions_hold(const struct bf_conditions *c, const struct bf_run_row *row)
{
    bool all = bf_row_filter_passes(&c->filter, row);
    for (size_t i = 0; i < c->count; i++)
        all &= holds(&c->spelt[i], row);
    return all;
}
