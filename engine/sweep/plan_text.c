// SPDX-License-Identifier: GPL-3.0-or-later
//
// The canonical text of a plan: a plan file with every axis that was set, sorted.
#include <stdlib.h>
#include <string.h>

#include "engine/core/run_order.h"
#include "engine/sweep/list.h"
#include "engine/sweep/plan.h"

// A longer list is written in ranges where it can be: a million loads are one line.
enum { LONG_LIST = 1000 };

// An entry under construction: its values as texts, sorted.
struct texts {
    char **at;
    size_t count;
};

static int compare_texts(const void *a, const void *b)
{
    return bf_run_text_compare(*(char *const *)a, *(char *const *)b, NULL);
}

static void format(const struct bf_axis_entry *entry, const struct bf_axis_value *v,
                   struct bf_text *to)
{
    if (v->text)
        bf_text_add(to, "%s", v->text);
    else
        bf_param_format(&bf_axis_params[entry->axis], &v->value, to);
}

static bool all_integers(const struct bf_axis_entry *entry)
{
    return entry->axis < BF_AXES_FIXED && bf_axis_params[entry->axis].type == BF_PARAM_COUNT;
}

static bool is_of_files(const struct bf_axis_entry *entry)
{
    return entry->axis == BF_AXIS_TRACE || entry->axis == BF_AXIS_CALENDAR;
}

static int compare_values(const void *a, const void *b)
{
    const int64_t x = ((const struct bf_axis_value *)a)->value.i;
    const int64_t y = ((const struct bf_axis_value *)b)->value.i;
    return x < y ? -1 : x > y;
}

// Appends the sorted texts, each once.
static void add_texts(const struct bf_axis_entry *entry, struct texts *t, struct bf_text *to)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (kept && strcmp(t->at[kept - 1], t->at[i]) == 0)
            free(t->at[i]);
        else
            t->at[kept++] = t->at[i];
    }
    t->count = kept;
    bf_text_add(to, " = ");
    if (t->count > LONG_LIST && !is_of_files(entry)) {
        bf_list_fold(t->at, t->count, to);
        return;
    }
    for (size_t i = 0; i < t->count && !to->cut; i++)
        bf_text_add(to, "%s%s", i ? ", " : "", t->at[i]);
}

// The values as texts, in their order.
static bool collect(const struct bf_axis_entry *entry, const struct bf_axis_value *values,
                    struct texts *t)
{
    for (; t->count < entry->count; t->count++) {
        char buffer[4096];
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        format(entry, &values[t->count], &text);
        if (!(t->at[t->count] = strdup(buffer)))
            return false;
    }
    return true;
}

// A lack of memory shows as a cut text.
static void add_as_texts(const struct bf_axis_entry *entry, const struct bf_axis_value *values,
                         bool sorted, struct bf_text *to)
{
    struct texts t = {.at = malloc(entry->count * sizeof *t.at)};
    const bool whole = t.at && collect(entry, values, &t);
    if (whole && !sorted)
        qsort(t.at, t.count, sizeof *t.at, compare_texts);
    if (whole)
        add_texts(entry, &t, to);
    else
        to->cut = true;
    for (size_t i = 0; t.at && i < t.count; i++)
        free(t.at[i]);
    free(t.at);
}

// How many sorted values from the first on are neighbours, or the same.
static size_t count_neighbours(const struct bf_axis_value *sorted, size_t count)
{
    size_t n = 1;
    while (n < count &&
           sorted[n].value.i <= sorted[n - 1].value.i + (sorted[n - 1].value.i < INT64_MAX))
        n++;
    return n;
}

// Whole numbers: runs of neighbours as a range, of two, too. Only where many are left of it, other
// steps are looked for: that came later, and the texts of older files are to stay what they are.
static void add_integers(const struct bf_axis_entry *entry, const struct bf_axis_value *sorted,
                         struct bf_text *to)
{
    size_t groups = 0;
    for (size_t i = 0; i < entry->count; groups++)
        i += count_neighbours(sorted + i, entry->count - i);
    if (groups > LONG_LIST) {
        add_as_texts(entry, sorted, true, to);
        return;
    }
    for (size_t i = 0, n; i < entry->count && !to->cut; i += n) {
        n = count_neighbours(sorted + i, entry->count - i);
        const int64_t first = sorted[i].value.i, last = sorted[i + n - 1].value.i;
        bf_text_add(to, i ? ", " : " = ");
        bf_param_format(&bf_axis_params[entry->axis], &sorted[i].value, to);
        if (last > first)
            bf_text_add(to, "..%lld", (long long)last);
    }
}

static void add_entry(const struct bf_axis_entry *entry, struct bf_text *to)
{
    bf_text_add(to, "%s", entry->name);
    if (all_integers(entry)) {
        struct bf_axis_value *sorted = malloc(entry->count * sizeof *sorted);
        if (sorted) {
            memcpy(sorted, entry->values, entry->count * sizeof *sorted);
            qsort(sorted, entry->count, sizeof *sorted, compare_values);
            add_integers(entry, sorted, to);
        }
        to->cut |= !sorted;
        free(sorted);
    } else {
        add_as_texts(entry, entry->values, false, to);
    }
    bf_text_add(to, "\n");
}

static void add_section(const struct bf_axes *axes, const char *policy, struct bf_text *to)
{
    const char *names[BF_AXES_MOST];
    const size_t count = bf_axis_names(names);
    bool begun = false;
    for (size_t n = 0; n < count; n++) {
        const struct bf_axis_entry *entry = bf_axes_find(axes, names[n], policy);
        if (!entry || !entry->policy != !policy)
            continue;
        if (!begun)
            bf_text_add(to, "[axes%s%s]\n", policy ? " " : "", policy ? policy : "");
        begun = true;
        add_entry(entry, to);
    }
}

// Names of policies that have a section, each handled at its first entry in order of names.
static void add_policy_sections(const struct bf_axes *axes, struct bf_text *to)
{
    const char *last = "";
    for (;;) {
        const char *next = NULL;
        for (size_t i = 0; i < axes->count; i++) {
            const char *policy = axes->entries[i].policy;
            if (policy && strcmp(policy, last) > 0 && (!next || strcmp(policy, next) < 0))
                next = policy;
        }
        if (!next)
            return;
        add_section(axes, next, to);
        last = next;
    }
}

void bf_plan_text(const struct bf_axes *axes, struct bf_text *to)
{
    char number[BF_DOUBLE_TEXT_SIZE];
    add_section(axes, NULL, to);
    add_policy_sections(axes, to);
    bf_text_add(to, "[options]\njobs = %s\n", axes->jobs ? "yes" : "no");
    if (axes->max_bad != 1)
        bf_text_add(to, "max-bad = %s\n", bf_text_double(number, axes->max_bad));
    const char *lead = "status = ";
    for (int s = -1; s <= 30; s++) {
        if (!(axes->statuses >> (s + 1) & 1))
            continue;
        bf_text_add(to, "%s%d", lead, s);
        lead = ", ";
    }
    bf_text_add(to, axes->statuses ? "\n" : "");
}
