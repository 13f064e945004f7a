// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_show_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/cmd_stats_grid.h"
#include "engine/cli/list.h"
#include "engine/cli/run_text.h"

enum { LABEL_WIDTH = 10, BAR = 40, MOST_WEEKS = 60, SHOWN_WEEKS = 52 };

static void print_labelled(FILE *to, const char *label, const char *text)
{
    cli_print_wrapped(to, fprintf(to, "%-*s", LABEL_WIDTH, label), LABEL_WIDTH, text);
}

static void print_head(FILE *to, const char *path, const struct bf_one_run *one)
{
    fprintf(to, "run       %" PRIu64 " of %" PRIu64 " in %s\n", one->row, one->runs, path);
    print_labelled(to, "key", one->run.key);
    print_labelled(to, "config", one->run.config);
}

// ---- Bars -------------------------------------------------------------------

// A bar as long as its share of the largest; what is not 0 has at least a dot.
static void print_bar(FILE *to, int64_t count, int64_t largest)
{
    const int length = largest > 0 ? (int)lround((double)count / (double)largest * BAR) : 0;
    fprintf(to, "%10" PRId64 "%s", count, count > 0 ? "  " : "");
    for (int i = 0; i < length; i++)
        fputc('#', to);
    if (count > 0 && length == 0)
        fputc('.', to);
    fputc('\n', to);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void print_accuracy(FILE *to, const struct bf_run_part *part)
{
    const struct bf_accuracy_row *rows = part->rows;
    int64_t largest = 0;
    for (size_t i = 0; i < part->count; i++)
        largest = larger(largest, rows[i].jobs);
    if (part->count)
        fprintf(to, "\n%-17s%10s\n", "run time / plan", "jobs");
    for (size_t i = 0; i < part->count; i++) {
        char low[BF_DOUBLE_TEXT_SIZE], high[BF_DOUBLE_TEXT_SIZE], range[2 * BF_DOUBLE_TEXT_SIZE];
        struct bf_text text = bf_text_init(range, sizeof range);
        bf_text_double(low, rows[i].ratio_min);
        if (isnan(rows[i].ratio_max))
            bf_text_add(&text, "%s or more", low);
        else if (rows[i].ratio_max > rows[i].ratio_min)
            bf_text_add(&text, "%s to %s", low, bf_text_double(high, rows[i].ratio_max));
        else
            bf_text_add(&text, "exactly %s", low);
        fprintf(to, "%-17s", range);
        print_bar(to, rows[i].jobs, largest);
    }
}

// A length of time of 2^bucket ns: `32 ns`, `1 us` (1,024 ns), `2 ms`.
static void add_time(struct bf_text *to, int bucket)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    const int unit = bucket / 10 < 3 ? bucket / 10 : 3;
    bf_text_add(to, "%lld %s", 1LL << (bucket - 10 * unit), units[unit]);
}

static int64_t passes_of(const struct bf_cost_histogram_row *rows, size_t count, int bucket)
{
    int64_t passes = 0;
    for (size_t i = 0; i < count; i++)
        passes += rows[i].bucket == bucket ? rows[i].count : 0;
    return passes;
}

static void print_cost_histogram(FILE *to, const struct bf_run_part *part)
{
    const struct bf_cost_histogram_row *rows = part->rows;
    int64_t largest = 0;
    if (part->count == 0)
        return;
    for (size_t i = 0; i < part->count; i++)
        largest = larger(largest, rows[i].count);
    fprintf(to, "\n%-17s%10s\n", "length of a pass", "passes");
    for (int b = rows[0].bucket; b <= rows[part->count - 1].bucket && b < 63; b++) {
        char range[64];
        struct bf_text text = bf_text_init(range, sizeof range);
        add_time(&text, b);
        bf_text_add(&text, " to ");
        add_time(&text, b + 1);
        fprintf(to, "%-17s", range);
        print_bar(to, passes_of(rows, part->count, b), largest);
    }
}

// ---- Classes ----------------------------------------------------------------

static void add_length(struct bf_text *to, const struct bf_class_row *class)
{
    static const struct {
        int64_t seconds;
        const char *unit;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    if (class->run_max < 0) {
        bf_text_add(to, "longer");
        return;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (class->run_max % units[i].seconds == 0) {
            bf_text_add(to, "to %" PRId64 " %s", class->run_max / units[i].seconds, units[i].unit);
            return;
        }
}

// The first class of each width, or of each length; classes are in the order of width, then length,
// those without jobs being left out.
static size_t find_edges(const struct bf_class_row *rows, size_t count, bool width,
                         const struct bf_class_row **edges, size_t most)
{
    size_t found = 0;
    for (size_t i = 0; i < count && found < most; i++) {
        size_t at = 0;
        while (at < found && (width ? edges[at]->procs_min < rows[i].procs_min
                                    : edges[at]->run_min < rows[i].run_min))
            at++;
        if (at < found && (width ? edges[at]->procs_min == rows[i].procs_min
                                 : edges[at]->run_min == rows[i].run_min))
            continue;
        memmove(edges + at + 1, edges + at, (found - at) * sizeof edges[0]);
        edges[at] = &rows[i];
        found++;
    }
    return found;
}

static const struct bf_class_row *find_class(const struct bf_run_part *part,
                                             const struct bf_class_row *width,
                                             const struct bf_class_row *length)
{
    const struct bf_class_row *rows = part->rows;
    for (size_t i = 0; i < part->count; i++)
        if (rows[i].procs_min == width->procs_min && rows[i].run_min == length->run_min)
            return &rows[i];
    return NULL;
}

enum { MOST_EDGES = 16 };

enum what { JOBS, WAIT, BSLD };

static void add_class(struct cli_grid *grid, const struct bf_class_row *class, enum what what)
{
    if (!class)
        cli_grid_add(grid, "-");
    else if (what == JOBS)
        cli_grid_addf(grid, "%" PRId64, class->jobs);
    else
        cli_grid_number(grid, what == WAIT ? class->mean_wait : class->mean_bsld,
                        what == WAIT ? 0 : 2);
}

static void add_width(struct cli_grid *grid, const struct bf_class_row *class)
{
    if (class->procs_min == class->procs_max)
        cli_grid_addf(grid, "%" PRId32, class->procs_min);
    else
        cli_grid_addf(grid, "%" PRId32 " to %" PRId32, class->procs_min, class->procs_max);
}

static enum bf_err print_class_table(FILE *to, const struct bf_run_part *part, enum what what,
                                     struct bf_error *e)
{
    static const char *const titles[] = {"jobs", "mean wait (s)", "mean bounded slowdown"};
    const struct bf_class_row *widths[MOST_EDGES + 1], *lengths[MOST_EDGES + 1];
    const size_t rows = find_edges(part->rows, part->count, true, widths, MOST_EDGES);
    const size_t columns = find_edges(part->rows, part->count, false, lengths, MOST_EDGES);
    struct cli_grid grid = {.keys = 1, .columns = columns + 1};
    fprintf(to, "\n%s, by processors and run time\n", titles[what]);
    cli_grid_add(&grid, "");
    for (size_t c = 0; c < columns; c++) {
        char heading[40];
        struct bf_text text = bf_text_init(heading, sizeof heading);
        add_length(&text, lengths[c]);
        cli_grid_add(&grid, heading);
    }
    for (size_t r = 0; r < rows; r++) {
        add_width(&grid, widths[r]);
        for (size_t c = 0; c < columns; c++)
            add_class(&grid, find_class(part, widths[r], lengths[c]), what);
    }
    return cli_grid_print(&grid, to, e);
}

// ---- Weeks and cost ---------------------------------------------------------

static enum bf_err print_weeks(FILE *to, const char *path, const struct bf_one_run *one,
                               struct bf_error *e)
{
    static const char *const headings[] = {"week",          "submitted", "measured",
                                           "mean wait (s)", "mean bsld", "utilization",
                                           "offered load",  NULL};
    const struct bf_run_part *part = &one->parts[BF_PART_WEEKS];
    const struct bf_week_row *rows = part->rows;
    const size_t shown = part->count > MOST_WEEKS ? SHOWN_WEEKS : part->count;
    struct cli_grid grid = {0};
    if (part->count == 0)
        return BF_OK;
    for (; headings[grid.columns]; grid.columns++)
        cli_grid_add(&grid, headings[grid.columns]);
    for (size_t i = 0; i < shown; i++) {
        cli_grid_addf(&grid, "%" PRId64, rows[i].week);
        cli_grid_addf(&grid, "%" PRId64, rows[i].submitted);
        cli_grid_addf(&grid, "%" PRId64, rows[i].jobs);
        cli_grid_number(&grid, rows[i].mean_wait, 0);
        cli_grid_number(&grid, rows[i].mean_bsld, 2);
        cli_grid_number(&grid, rows[i].utilization, 4);
        cli_grid_number(&grid, rows[i].offered_load, 4);
    }
    fputc('\n', to);
    const enum bf_err err = cli_grid_print(&grid, to, e);
    if (!err && shown < part->count)
        fprintf(to, "and %zu more: bfsweep export %s weeks --where run=%" PRIu64 "\n",
                part->count - shown, path, one->row);
    return err;
}

static void print_cost(FILE *to, const struct bf_run_part *part)
{
    const struct bf_cost_row *cost = part->rows;
    if (part->count == 0)
        return;
    fprintf(to, "\ncost\n");
    for (size_t i = 0; i < bf_table_cost.column_count; i++) {
        const struct bf_column *column = &bf_table_cost.columns[i];
        int64_t value;
        if (strcmp(column->name, "run") == 0)
            continue;
        memcpy(&value, (const char *)cost + column->offset, sizeof value);
        const char *aside = strstr(column->meaning, " (not part of the digest)");
        fprintf(to, "%-17s%14" PRId64 "  %.*s%s%s\n", column->name, value,
                aside ? (int)(aside - column->meaning) : 200, column->meaning,
                column->unit[0] ? ", " : "", column->unit);
    }
}

static void print_metrics(FILE *to, const struct bf_one_run *one)
{
    static const struct bf_trace_row unknown = {.offered_load = NAN};
    struct bf_trace_row trace = unknown;
    if (one->parts[BF_PART_TRACE].count)
        memcpy(&trace, one->parts[BF_PART_TRACE].rows, sizeof trace);
    fputc('\n', to);
    if (one->parts[BF_PART_TRACE].count) {
        cli_print_text(to, &trace, &one->run, 1);
        return;
    }
    print_labelled(to, "trace", one->run.trace);
    cli_print_metrics(to, &one->run, 1);
}

enum bf_err cli_show_text(FILE *to, const char *path, const struct bf_one_run *one,
                          struct bf_error *e)
{
    enum bf_err err = BF_OK;
    print_head(to, path, one);
    if (strcmp(one->run.status, "ok") != 0) {
        print_labelled(to, "trace", one->run.trace);
        print_labelled(to, one->run.status, one->run.message);
        return BF_OK;
    }
    print_metrics(to, one);
    for (int what = JOBS; what <= BSLD && one->parts[BF_PART_CLASSES].count && !err; what++)
        err = print_class_table(to, &one->parts[BF_PART_CLASSES], (enum what)what, e);
    if (!err)
        err = print_weeks(to, path, one, e);
    print_accuracy(to, &one->parts[BF_PART_ACCURACY]);
    print_cost(to, &one->parts[BF_PART_COST]);
    print_cost_histogram(to, &one->parts[BF_PART_COST_HISTOGRAM]);
    return err;
}
