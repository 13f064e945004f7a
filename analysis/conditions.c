// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/conditions_internal.h"

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
    return (strcmp(axis->name, "reservations") == 0 || strcmp(axis->name, "depth") == 0) &&
           strcmp(value, "all") == 0;
}

static enum bf_err add_spelt(struct bf_conditions *c, const struct bf_axis *axis, const char *sign,
                             const char *value, struct bf_error *e)
{
    struct bf_condition *spelt = &c->spelt[c->count++];
    *spelt = (struct bf_condition){.axis = *axis, .equal = sign[0] == '='};
    bf_text_copy(spelt->value, sizeof spelt->value, value);
    if (sign[0] == '=' || (sign[0] == '!' && sign[1] == '='))
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "'%s' is a text: compare it with = or !=", axis->name);
}

// Takes one condition of n characters; what row_filter.h can read goes to `rest`.
static enum bf_err take_condition(struct bf_conditions *c, const char *text, size_t n,
                                  struct bf_text *rest, struct bf_error *e)
{
    char name[sizeof c->spelt->axis.name], value[BF_ROW_LONGEST_VALUE] = "";
    const size_t at = strcspn(text, "!<>=,");
    struct bf_axis axis;
    if (at > 0 && at < n && at < sizeof name) {
        const char *sign = text + at;
        const size_t behind = at + strspn(sign, "!<>=");
        bf_text_copy(name, at + 1, text);
        if (n - behind < sizeof value)
            bf_text_copy(value, n - behind + 1, text + behind);
        bf_axis_make(&axis, name);
        if (is_spelt(&axis, value) && c->count < BF_ROW_MOST_CONDITIONS)
            return add_spelt(c, &axis, sign, value, e);
    }
    bf_text_add(rest, "%s%.*s", rest->used ? "," : "", (int)n, text);
    return BF_OK;
}

enum bf_err bf_conditions_parse(struct bf_conditions *c, const char *text, struct bf_error *e)
{
    char buffer[LONGEST];
    struct bf_text rest = bf_text_init(buffer, sizeof buffer);
    enum bf_err err = BF_OK;
    c->count = 0;
    for (const char *from = text; from && !err;) {
        const size_t n = strcspn(from, ",");
        err = take_condition(c, from, n, &rest, e);
        from = from[n] ? from + n + 1 : NULL;
    }
    if (err)
        return err;
    if (rest.cut)
        return bf_error_set(e, BF_ERR_USAGE, "'%.40s...' is too long for conditions", text);
    return bf_row_filter_parse(&c->filter, &bf_table_runs,
                               rest.used || (text && !c->count) ? buffer : NULL, e);
}

static bool holds(struct bf_condition *spelt, const struct bf_run_row *row)
{
    char text[BF_AXIS_TEXT_SIZE], id[BF_AXIS_TEXT_SIZE];
    bf_axis_text(&spelt->axis, row, text, id);
    spelt->met |= text[0] != '\0';
    return (strcmp(text, spelt->value) == 0) == spelt->equal;
}

bool bf_conditions_hold(struct bf_conditions *c, const struct bf_run_row *row)
{
    bool all = bf_row_filter_passes(&c->filter, row);
    for (size_t i = 0; i < c->count; i++)
        all &= holds(&c->spelt[i], row);
    return all;
}

enum bf_err bf_conditions_check(const struct bf_conditions *c, struct bf_error *e)
{
    for (size_t i = 0; i < c->count; i++)
        if (!c->spelt[i].axis.column && !c->spelt[i].met) {
            bf_row_column(&bf_table_runs, c->spelt[i].axis.name, e);
            return BF_ERR_USAGE;
        }
    return BF_OK;
}
