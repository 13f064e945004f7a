// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/conditions_internal.h"

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

enum bf_err bf_conditions_parse(struct bf_conditions *c, const char *text, struct bf_error *e)
{
    char buffer[LONGEST];
    struct bf_text rest = bf_text_init(buffer, sizeof buffer);
    c->count = 0;
    for (const char *from = text; from;) {
        const size_t n = strcspn(from, ",");
        if (!take_spelt(c, from, n)) // row_filter.h's
            bf_text_add(&rest, "%s%.*s", rest.used ? "," : "", (int)n, from);
        from = from[n] ? from + n + 1 : NULL;
    }
    if (rest.cut)
        return bf_error_set(e, BF_ERR_USAGE, "'%.40s...' is too long for conditions", text);
    return bf_row_filter_parse(&c->filter, &bf_table_runs,
                               rest.used || (text && !c->count) ? buffer : NULL, e);
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
