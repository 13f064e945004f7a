// SPDX-License-Identifier: GPL-3.0-or-later
//
// The machine and its queue over time, in the schedules that are drawn.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { BINS = 320 };

// What a schedule is like over time: means over equal pieces of it.
struct course {
    double begin, width; // s
    double busy[BINS];   // processors
    double queue[BINS];  // jobs
};

// Adds `amount` from `from` to `to` to the pieces that this touches.
static void add_span(const struct course *c, double *pieces, int64_t from, int64_t to,
                     double amount)
{
    const double first = ((double)from - c->begin) / c->width;
    const double last = ((double)to - c->begin) / c->width;
    for (int i = (int)first; i < BINS && i < last; i++)
        pieces[i] += amount * (fmin(last, i + 1) - fmax(first, i));
}

// NULL: no memory. All pieces have the same length for all schedules, so that they compare.
static struct course *make_course(const struct bf_pick *p, double begin, double end)
{
    struct course *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->begin = begin;
    c->width = fmax(1, (end - begin) / BINS);
    for (size_t i = 0; i < p->job_count; i++) {
        add_span(c, c->busy, p->jobs[i].start, p->jobs[i].end, p->jobs[i].procs);
        add_span(c, c->queue, p->jobs[i].submit, p->jobs[i].start, 1);
    }
    return c;
}

static void put_course(struct bf_figure *f, int series, const char *name, const struct course *c,
                       const double *pieces, double divisor)
{
    for (int i = 0; i < BINS; i++) {
        bf_buffer_add(&f->data, "%d\t", series);
        bf_buffer_cell(&f->data, name);
        bf_buffer_add(&f->data, "\t%.9g\t%.6g\n", c->width * i, pieces[i] / divisor);
    }
}

// Time since the first submit, in hours or days.
static double set_time_axis(struct bf_figure *f, double length)
{
    const bool days = length > 4 * 86400;
    const double unit = days ? 86400 : 3600;
    bf_buffer_add(&f->script, "set xlabel '%s since the first submit'\nset xrange [0:%.6g]\n",
                  days ? "days" : "hours", length / unit);
    return unit;
}

static enum bf_err draw_queues(struct bf_report *r, struct course **courses, struct bf_error *e)
{
    char name[2 * BF_REPORT_LABEL_SIZE];
    struct bf_figure *f = bf_report_figure(r, "queue-over-time", 440, 280);
    if (!f)
        return bf_report_no_memory(e);
    double longest = 0;
    bf_text_copy(f->title, sizeof f->title, "Waiting jobs over time");
    bf_buffer_add(&f->data, "series\tname\ttime_s\twaiting_jobs\n");
    const double unit = set_time_axis(f, courses[0]->width * BINS);
    bf_buffer_add(&f->script, "set ylabel 'waiting jobs'\nset yrange [0:*]\n");
    for (size_t i = 0; i < r->pick_count; i++) {
        bf_report_pick_name(r, &r->picks[i], name);
        put_course(f, (int)i, name, courses[i], courses[i]->queue, 1);
        for (int b = 0; b < BINS; b++)
            longest = fmax(longest, courses[i]->queue[b]);
        bf_figure_plot(f, name);
        bf_buffer_add(&f->script, "data using ($1==%zu?$3/%g:NaN):4 with steps lw 1.3 lc rgb '%s'",
                      i, unit, bf_colour_series(bf_report_pick_colour(r, i)));
        bf_figure_plotted(f, name, true);
    }
    struct bf_text text = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&text,
                "The number of waiting jobs over time, a curve for each schedule, as means over "
                "pieces of %.3g h. At most %.4g jobs waited.",
                courses[0]->width / 3600, longest);
    return BF_OK;
}

static enum bf_err draw_busy(struct bf_report *r, size_t i, const struct course *c,
                             struct bf_error *e)
{
    char name[2 * BF_REPORT_LABEL_SIZE];
    const struct bf_pick *p = &r->picks[i];
    double sum = 0;
    struct bf_figure *f = bf_report_figure(r, "machine-over-time", 440, 200);
    if (!f)
        return bf_report_no_memory(e);
    bf_report_pick_name(r, p, name);
    struct bf_text to = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&to, "Busy processors, %s (run %llu)", name, (unsigned long long)p->row);
    bf_buffer_add(&f->data, "series\tname\ttime_s\tbusy_share\n");
    put_course(f, 0, name, c, c->busy, p->procs);
    for (int b = 0; b < BINS; b++)
        sum += c->busy[b] / p->procs / BINS;
    const double unit = set_time_axis(f, c->width * BINS);
    bf_buffer_add(&f->script, "set ylabel 'busy (%%)'\nset yrange [0:100]\nset ytics 25\n");
    bf_figure_plot(f, name);
    bf_buffer_add(&f->script,
                  "data using ($3/%g):(100*$4) with fillsteps fs solid 0.35 lc rgb '%s'", unit,
                  bf_colour_series(bf_report_pick_colour(r, i)));
    bf_figure_plotted(f, name, false);
    bf_figure_plot(f, name);
    bf_buffer_add(&f->script, "data using ($3/%g):(100*$4) with steps lw 1 lc rgb '%s'", unit,
                  bf_colour_series(bf_report_pick_colour(r, i)));
    bf_figure_plotted(f, name, true);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "The share of %d processors that is busy over time, as means over pieces of "
                "%.3g h; %.1f %% on average.",
                p->procs, c->width / 3600, 100 * sum);
    return BF_OK;
}

static enum bf_err draw(struct bf_report *r, struct course **courses, struct bf_error *e)
{
    bf_report_pick_legend(r);
    bf_report_figures_begin(r);
    enum bf_err err = draw_queues(r, courses, e);
    for (size_t i = 0; i < r->pick_count && !err; i++)
        err = draw_busy(r, i, courses[i], e);
    bf_report_figures_end(r);
    return err;
}

static enum bf_err draw_machine(struct bf_report *r, struct bf_error *e)
{
    struct course *courses[BF_REPORT_MOST_PICKS] = {NULL};
    double begin = INFINITY, end = -INFINITY;
    enum bf_err err = BF_OK;
    for (size_t i = 0; i < r->pick_count; i++)
        for (size_t j = 0; j < r->picks[i].job_count; j++) {
            begin = fmin(begin, (double)r->picks[i].jobs[j].submit);
            end = fmax(end, (double)r->picks[i].jobs[j].end);
        }
    for (size_t i = 0; i < r->pick_count && !err; i++) {
        courses[i] = make_course(&r->picks[i], begin, end);
        err = courses[i] ? BF_OK : bf_report_no_memory(e);
    }
    if (!err)
        err = draw(r, courses, e);
    for (size_t i = 0; i < r->pick_count; i++)
        free(courses[i]);
    return err;
}

enum bf_err bf_report_machine(struct bf_report *r, struct bf_error *e)
{
    bf_report_section(r, "machine", "Machine and queue over time");
    if (r->pick_count == 0) {
        bf_report_note(r,
                       "This file holds no schedules, which waits, machine and queue over time are "
                       "drawn from: a sweep stores them with jobs = yes in the [options] of its "
                       "plan, bfsweep run -o FILE.h5 always.");
        return BF_OK;
    }
    if (r->ask->no_figures) {
        bf_report_note(r, "Left out, as figures are.");
        return BF_OK;
    }
    bf_report_list_picks(r);
    return draw_machine(r, e);
}
