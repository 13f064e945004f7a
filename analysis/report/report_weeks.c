// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weeks by the load they offered and the slowdown they had: how a scheduler bears a crowded week.
#include "analysis/report/report_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { LOADS = 9, SLOWDOWNS = 10, MOST_PICTURES = 8, FEWEST_WEEKS = 4 };

// Lower ends of fields.
static const char *const load_labels[LOADS] = {"0", "0.2", "0.4", "0.6", "0.8",
                                               "1", "1.2", "1.4", "1.6"};
static const double slowdowns[SLOWDOWNS] = {1, 1.5, 2, 5, 10, 20, 50, 100, 500, 1000};
static const char *const slowdown_labels[SLOWDOWNS] = {"1",  "1.5", "2",   "5",   "10",
                                                       "20", "50",  "100", "500", "1000"};

struct weeks {
    double count[LOADS][SLOWDOWNS], total;
    size_t longest; // weeks of a run
};

static void add_week(struct weeks *w, const struct bf_week_row *row)
{
    int slowdown = 0;
    if (row->jobs <= 0 || isnan(row->mean_bsld) || isnan(row->offered_load))
        return;
    const int load = (int)fmin(fmax(row->offered_load, 0) / 0.2, LOADS - 1);
    while (slowdown < SLOWDOWNS - 1 && row->mean_bsld >= slowdowns[slowdown + 1])
        slowdown++;
    w->count[load][slowdown]++;
    w->total++;
}

static enum bf_err add_run(struct bf_report *r, uint32_t run, struct weeks *w, struct bf_error *e)
{
    struct bf_run_row *row = malloc(sizeof *row);
    struct bf_week_row *rows = NULL;
    enum bf_err err = row ? bf_store_read(r->reader, &bf_table_runs, r->frame->row[run], 1, row, e)
                          : bf_report_no_memory(e);
    const size_t n = !err && row->weeks_rows > 0 ? (size_t)row->weeks_rows : 0;
    if (n) {
        rows = malloc(n * sizeof *rows);
        err =
            rows ? bf_store_read(r->reader, &bf_table_weeks, (uint64_t)row->weeks_first, n, rows, e)
                 : bf_report_no_memory(e);
    }
    w->longest = n > w->longest ? n : w->longest;
    for (size_t i = 0; i < n && !err; i++)
        add_week(w, &rows[i]);
    free(rows);
    free(row);
    return err;
}

static enum bf_err add_cell(struct bf_report *r, const struct bf_cell *cell, struct weeks *w,
                            struct bf_error *e)
{
    enum bf_err err = BF_OK;
    *w = (struct weeks){.total = 0};
    for (size_t i = 0; cell && i < cell->n && !err; i++)
        err = add_run(r, cell->runs[i], w, e);
    return err;
}

static enum bf_err draw(struct bf_report *r, const struct weeks *w, double most,
                        const struct bf_cell *cell, struct bf_error *e)
{
    static const struct bf_heat_axis x = {"offered load of the week", load_labels, LOADS, true};
    static const struct bf_heat_axis y = {"mean bounded slowdown", slowdown_labels, SLOWDOWNS,
                                          true};
    const struct bf_thing *s = bf_scheduler(r, cell->scheduler);
    char name[256], shown[32];
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "weeks %.24s %.80s", s->label, bf_workload(r, cell->workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 380);
    if (!f)
        return bf_report_no_memory(e);
    bf_heat_begin(f, "weeks");
    for (int l = 0; l < LOADS; l++)
        for (int b = 0; b < SLOWDOWNS; b++)
            if (w->count[l][b] > 0) {
                snprintf(shown, sizeof shown, "%.0f", w->count[l][b]);
                bf_heat_field(f, l, b, w->count[l][b],
                              bf_heat_class(log(w->count[l][b]), 0, log(most)), shown);
            }
    bf_heat_end(f, &x, &y);
    to = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&to, "%s, %.0f weeks", s->label, w->total);
    if (r->things[BF_WORKLOAD].count > 1)
        bf_text_add(&to, ", %.80s", bf_workload(r, cell->workload)->label);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "Numbers of weeks under %s by their offered load and their mean bounded "
                "slowdown, at load %s; workload %s.",
                s->label, bf_load(r, cell->load)->label, bf_workload(r, cell->workload)->label);
    return BF_OK;
}

static enum bf_err draw_workload(struct bf_report *r, uint32_t workload, struct weeks *all,
                                 struct bf_error *e)
{
    const uint32_t load = bf_report_usual_load(r, workload);
    double most = 1;
    enum bf_err err = BF_OK;
    for (uint32_t i = 0; i < r->leader_count && !err; i++) {
        const struct bf_cell *cell = bf_report_cell_like_base(r, workload, load, r->leaders[i]);
        err = add_cell(r, cell, &all[i], e);
        for (int l = 0; l < LOADS; l++)
            for (int b = 0; b < SLOWDOWNS; b++)
                most = fmax(most, all[i].count[l][b]);
    }
    for (uint32_t i = 0; i < r->leader_count && !err; i++) {
        if (all[i].longest < FEWEST_WEEKS || !(all[i].total > 0) ||
            !bf_report_may_draw(r, MOST_PICTURES))
            continue;
        err = draw(r, &all[i], most, bf_report_cell_like_base(r, workload, load, r->leaders[i]), e);
    }
    return err;
}

enum bf_err bf_report_weeks(struct bf_report *r, struct bf_error *e)
{
    uint64_t rows;
    const size_t before = r->figures.count;
    enum bf_err err = bf_store_rows(r->reader, &bf_table_weeks, &rows, e);
    if (err || r->ask->no_figures)
        return err;
    bf_report_section(r, "weeks", "Weeks by load and slowdown");
    if (rows < FEWEST_WEEKS) {
        bf_report_note(r,
                       "This file tells too little of single weeks (table /weeks) to draw them: it "
                       "is of an older version, or its traces are shorter.");
        return BF_OK;
    }
    struct weeks *all = calloc(BF_REPORT_MOST_LEADERS, sizeof *all);
    if (!all)
        return bf_report_no_memory(e);
    bf_html_put(r->page,
                "<p>Each week of each run, by the load its jobs offered and the mean bounded "
                "slowdown they had; with the baseline\xe2\x80\x99s estimates, at the load "
                "nearest to 1.</p>\n");
    bf_report_figures_begin(r);
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++)
        err = draw_workload(r, w, all, e);
    bf_report_figures_end(r);
    bf_report_say_left(r, "--where picks the runs of others, and table /weeks has all");
    if (r->figures.count == before)
        bf_report_note(r, "No run is longer than three weeks: too few to draw.");
    free(all);
    return err;
}
