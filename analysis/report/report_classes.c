// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who waits: classes of jobs by width and length. Runs of a cell are pooled: each class has the
// mean over all its jobs in all of them.
#include "analysis/report/report_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { MOST_SIDES = 12, MOST_PICTURES = 8, MOST_ROWS = 1024 };

struct class
{
    double jobs, wait, bsld, longest; // sums, but for the longest wait
};

// Widths and lengths, by their lower ends, and what the classes of one scheduler are like.
struct grid {
    int64_t widths[MOST_SIDES], width_ends[MOST_SIDES];
    int64_t lengths[MOST_SIDES], length_ends[MOST_SIDES];
    size_t width_count, length_count;
    struct class at[BF_REPORT_MOST_LEADERS][MOST_SIDES][MOST_SIDES];
    double least, most; // logarithm of the mean bounded slowdown
    uint64_t no_room;   // rows of /classes for which there was no room
};

// The place of a value in an ascending list, where it is put if it is new, which `is_new` tells;
// -1: there is no room.
static int place_of(int64_t *from, int64_t *to, size_t *n, int64_t low, int64_t high, bool *is_new)
{
    size_t i = 0;
    while (i < *n && from[i] < low)
        i++;
    *is_new = i == *n || from[i] != low;
    if (!*is_new)
        return (int)i;
    if (*n == MOST_SIDES)
        return -1;
    memmove(from + i + 1, from + i, (*n - i) * sizeof *from);
    memmove(to + i + 1, to + i, (*n - i) * sizeof *to);
    from[i] = low;
    to[i] = high;
    ++*n;
    return (int)i;
}

// Places for new classes: those behind move on by one.
static void insert_width(struct grid *g, int w)
{
    for (size_t i = 0; i < BF_REPORT_MOST_LEADERS; i++) {
        for (int to = MOST_SIDES - 1; to > w; to--)
            memcpy(g->at[i][to], g->at[i][to - 1], sizeof g->at[i][to]);
        memset(g->at[i][w], 0, sizeof g->at[i][w]);
    }
}

static void insert_length(struct grid *g, int l)
{
    for (size_t i = 0; i < BF_REPORT_MOST_LEADERS; i++)
        for (size_t w = 0; w < MOST_SIDES; w++) {
            for (int to = MOST_SIDES - 1; to > l; to--)
                g->at[i][w][to] = g->at[i][w][to - 1];
            g->at[i][w][l] = (struct class){.jobs = 0};
        }
}

static void add_class(struct grid *g, size_t leader, const struct bf_class_row *row)
{
    bool new_width, new_length;
    const int w = place_of(g->widths, g->width_ends, &g->width_count, row->procs_min,
                           row->procs_max, &new_width);
    const int l = place_of(g->lengths, g->length_ends, &g->length_count, row->run_min, row->run_max,
                           &new_length);
    if (w >= 0 && new_width)
        insert_width(g, w);
    if (l >= 0 && new_length)
        insert_length(g, l);
    g->no_room += w < 0 || l < 0;
    if (w < 0 || l < 0 || row->jobs <= 0)
        return;
    struct class *c = &g->at[leader][w][l];
    const double jobs = (double)row->jobs;
    c->jobs += jobs;
    c->wait += jobs * row->mean_wait;
    c->bsld += jobs * row->mean_bsld;
    c->longest = fmax(c->longest, row->max_wait);
}

static enum bf_err add_run(struct bf_report *r, struct grid *g, size_t leader, uint32_t run,
                           struct bf_class_row *rows, struct bf_error *e)
{
    struct bf_run_row *row = malloc(sizeof *row);
    if (!row)
        return bf_report_no_memory(e);
    enum bf_err err = bf_store_read(r->reader, &bf_table_runs, r->frame->row[run], 1, row, e);
    const uint64_t n = row->classes_rows < 0           ? 0
                       : row->classes_rows > MOST_ROWS ? MOST_ROWS
                                                       : (uint64_t)row->classes_rows;
    if (!err && n)
        err = bf_store_read(r->reader, &bf_table_classes, (uint64_t)row->classes_first, n, rows, e);
    for (uint64_t i = 0; i < n && !err; i++)
        add_class(g, leader, &rows[i]);
    if (!err && row->classes_rows > MOST_ROWS)
        g->no_room += (uint64_t)row->classes_rows - MOST_ROWS;
    free(row);
    return err;
}

static enum bf_err fill_grid(struct bf_report *r, uint32_t workload, struct grid *g,
                             struct bf_error *e)
{
    const uint32_t load = bf_report_usual_load(r, workload);
    struct bf_class_row *rows = malloc(MOST_ROWS * sizeof *rows);
    enum bf_err err = rows ? BF_OK : bf_report_no_memory(e);
    *g = (struct grid){.least = INFINITY, .most = -INFINITY};
    for (uint32_t i = 0; i < r->leader_count && !err; i++) {
        const struct bf_cell *cell = bf_report_cell_like_base(r, workload, load, r->leaders[i]);
        for (size_t n = 0; cell && n < cell->n && !err; n++)
            err = add_run(r, g, i, cell->runs[n], rows, e);
        for (size_t w = 0; w < MOST_SIDES; w++)
            for (size_t l = 0; l < MOST_SIDES; l++)
                if (g->at[i][w][l].jobs > 0) {
                    const double v = log(g->at[i][w][l].bsld / g->at[i][w][l].jobs);
                    g->least = fmin(g->least, v);
                    g->most = fmax(g->most, v);
                }
    }
    free(rows);
    return err;
}

// ---- Labels ---------------------------------------------------------------------------------

static void length_text(int64_t seconds, struct bf_text *to)
{
    if (seconds >= 86400 && seconds % 86400 == 0)
        bf_text_add(to, "%lld d", (long long)(seconds / 86400));
    else if (seconds >= 3600 && seconds % 3600 == 0)
        bf_text_add(to, "%lld h", (long long)(seconds / 3600));
    else if (seconds >= 60 && seconds % 60 == 0)
        bf_text_add(to, "%lld min", (long long)(seconds / 60));
    else
        bf_text_add(to, "%lld s", (long long)seconds);
}

static void width_label(const struct grid *g, size_t i, char text[48])
{
    struct bf_text to = bf_text_init(text, 48);
    bf_text_add(&to, "%lld", (long long)g->widths[i]);
    if (g->width_ends[i] > g->widths[i])
        bf_text_add(&to, "\xe2\x80\x93%lld", (long long)g->width_ends[i]);
}

// Lengths are whole seconds: what begins at 61 s is above a minute.
static void length_label(const struct grid *g, size_t i, char text[48])
{
    struct bf_text to = bf_text_init(text, 48);
    if (g->length_ends[i] >= 0) {
        bf_text_add(&to, "\xe2\x89\xa4 ");
        length_text(g->length_ends[i], &to);
    } else {
        bf_text_add(&to, "> ");
        length_text(g->lengths[i] > 0 ? g->lengths[i] - 1 : 0, &to);
    }
}

// ---- Pictures and the table ---------------------------------------------------------------------

struct labels {
    char width[MOST_SIDES][48], length[MOST_SIDES][48];
    const char *widths[MOST_SIDES], *lengths[MOST_SIDES];
};

static void make_labels(const struct grid *g, struct labels *l)
{
    for (size_t i = 0; i < g->width_count; i++) {
        width_label(g, i, l->width[i]);
        l->widths[i] = l->width[i];
    }
    for (size_t i = 0; i < g->length_count; i++) {
        length_label(g, i, l->length[i]);
        l->lengths[i] = l->length[i];
    }
}

static enum bf_err draw(struct bf_report *r, const struct grid *g, const struct labels *labels,
                        uint32_t leader, uint32_t workload, struct bf_error *e)
{
    const struct bf_heat_axis x = {"processors", labels->widths, g->width_count, false};
    const struct bf_heat_axis y = {"run time", labels->lengths, g->length_count, false};
    const struct bf_thing *s = bf_scheduler(r, r->leaders[leader]);
    char name[2 * BF_REPORT_LABEL_SIZE], worst[128] = "";
    double highest = 0;
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "classes %.24s %.80s", s->label, bf_workload(r, workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 84 + 38 * (int)g->length_count);
    if (!f)
        return bf_report_no_memory(e);
    bf_heat_begin(f, "mean_bsld");
    for (size_t w = 0; w < g->width_count; w++)
        for (size_t l = 0; l < g->length_count; l++) {
            const struct class *c = &g->at[leader][w][l];
            char shown[BF_NUMBER_TEXT_SIZE];
            if (!(c->jobs > 0))
                continue;
            const double bsld = c->bsld / c->jobs;
            snprintf(shown, sizeof shown, bsld >= 100 ? "%.0f" : "%.3g", bsld);
            bf_heat_field(f, (int)w, (int)l, bsld, bf_heat_class(log(bsld), g->least, g->most),
                          shown);
            if (bsld > highest) {
                highest = bsld;
                snprintf(worst, sizeof worst, "%s processors, %s", labels->widths[w],
                         labels->lengths[l]);
            }
        }
    bf_heat_end(f, &x, &y);
    bf_text_copy(f->title, sizeof f->title, s->label);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "Mean bounded slowdown of job classes under %s, by processors and run time. The "
                "highest, %.4g, is that of jobs with %s.",
                s->label, highest, worst);
    return BF_OK;
}

static void put_table(struct bf_report *r, const struct grid *g, const struct labels *labels)
{
    bf_html_put(r->page,
                "<details><summary>The same as a table, with waits</summary><div class=\"scroll\">"
                "<table class=\"sortable\"><thead><tr><th>scheduler</th><th>processors</th>"
                "<th>run time</th><th class=\"n\">jobs</th><th class=\"n\">wait, mean (s)</th>"
                "<th class=\"n\">wait, longest (s)</th><th class=\"n\">bounded slowdown, mean</th>"
                "</tr></thead><tbody>\n");
    for (uint32_t i = 0; i < r->leader_count; i++)
        for (size_t w = 0; w < g->width_count; w++)
            for (size_t l = 0; l < g->length_count; l++) {
                const struct class *c = &g->at[i][w][l];
                if (!(c->jobs > 0))
                    continue;
                bf_html_put(r->page, "<tr><td class=\"l\">%s</td><td>%s</td><td>%s</td>",
                            bf_scheduler(r, r->leaders[i])->label, labels->widths[w],
                            labels->lengths[l]);
                bf_html_cell(r->page, c->jobs, NAN, NAN, BF_NUMBER_COUNT);
                bf_html_cell(r->page, c->wait / c->jobs, NAN, NAN, BF_NUMBER_PLAIN);
                bf_html_cell(r->page, c->longest, NAN, NAN, BF_NUMBER_PLAIN);
                bf_html_cell(r->page, c->bsld / c->jobs, NAN, NAN, BF_NUMBER_PLAIN);
                bf_html_put(r->page, "</tr>\n");
            }
    bf_html_put(r->page, "</tbody></table></div></details>\n");
}

// A workload without a picture is left out as a whole: its figures are counted.
static void count_figures(struct bf_report *r, uint32_t workload)
{
    const uint32_t load = bf_report_usual_load(r, workload);
    for (uint32_t i = 0; i < r->leader_count; i++)
        if (bf_report_cell_like_base(r, workload, load, r->leaders[i]))
            bf_report_may_draw(r, MOST_PICTURES);
}

static void tell_no_room(struct bf_report *r, const struct grid *g)
{
    if (g->no_room)
        bf_html_put(
            r->page,
            "<p class=\"note\">%llu rows of table /classes are not shown: there is room for "
            "%d widths and %d lengths.</p>\n",
            (unsigned long long)g->no_room, MOST_SIDES, MOST_SIDES);
}

static enum bf_err put_workload(struct bf_report *r, uint32_t workload, struct bf_error *e)
{
    struct labels labels;
    struct grid *g = malloc(sizeof *g);
    if (!g)
        return bf_report_no_memory(e);
    enum bf_err err = fill_grid(r, workload, g, e);
    if (!err && g->width_count) {
        make_labels(g, &labels);
        bf_report_heading(r, workload, bf_load(r, bf_report_usual_load(r, workload))->label);
        bf_report_figures_begin(r);
        for (uint32_t i = 0; i < r->leader_count && !r->ask->no_figures && !err; i++)
            if (bf_report_may_draw(r, MOST_PICTURES))
                err = draw(r, g, &labels, i, workload, e);
        bf_report_figures_end(r);
        tell_no_room(r, g);
        if (!err)
            put_table(r, g, &labels);
    }
    free(g);
    return err;
}

enum bf_err bf_report_classes(struct bf_report *r, struct bf_error *e)
{
    uint64_t rows;
    enum bf_err err = bf_store_rows(r->reader, &bf_table_classes, &rows, e);
    if (err || rows == 0)
        return err;
    bf_report_section(r, "classes", "Who waits");
    bf_html_put(r->page, "<p>Mean bounded slowdown of job classes by width and length, with the "
                         "baseline\xe2\x80\x99s estimates, over all jobs of all arrival orders. "
                         "Colours are logarithmic and the same for all schedulers of a "
                         "workload.</p>\n");
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++)
        if (r->drawn < MOST_PICTURES)
            err = put_workload(r, w, e);
        else
            count_figures(r, w);
    bf_report_say_left(r, "--where picks the runs of others, and table /classes has "
                          "all");
    return err;
}
