// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of whole schedules, of small ones: time to the right, processors upwards. The simulation
// counts processors and gives them no identity; for the picture each job takes the lowest ones that
// are free when it starts, in one piece or several.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { MOST_JOBS = 200, MOST_PICTURES = 4, MOST_PROCS = 65536, BACKFILLED = 1 };

static int by_start(const void *a, const void *b)
{
    const struct bf_job_row *x = *(const struct bf_job_row *const *)a;
    const struct bf_job_row *y = *(const struct bf_job_row *const *)b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x > y) - (x < y);
}

static void put_box(struct bf_figure *f, const struct bf_job_row *job, int64_t begin, int low,
                    int high)
{
    bf_buffer_add(&f->data, "%d\t%lld\t%lld\t%lld\t%d\t%d\n", (job->flags & BACKFILLED) != 0,
                  (long long)job->job, (long long)(job->start - begin),
                  (long long)(job->end - begin), low, high);
}

// Gives a job the lowest processors that are free at its start; until[p] is when p is free again.
static void place(struct bf_figure *f, const struct bf_job_row *job, int64_t begin, int64_t *until,
                  int procs)
{
    int left = job->procs, low = -1;
    for (int p = 0; p < procs && left > 0; p++) {
        const bool free_now = until[p] <= job->start;
        if (free_now) {
            until[p] = job->end;
            left--;
            low = low < 0 ? p : low;
        }
        if (low >= 0 && (!free_now || left == 0 || p + 1 == procs)) {
            put_box(f, job, begin, low, free_now ? p + 1 : p);
            low = -1;
        }
    }
}

static enum bf_err put_boxes(struct bf_figure *f, const struct bf_pick *p, int64_t begin,
                             struct bf_error *e)
{
    const struct bf_job_row *jobs[MOST_JOBS];
    int64_t *until = malloc((size_t)p->procs * sizeof *until);
    if (!until)
        return bf_report_no_memory(e);
    for (int i = 0; i < p->procs; i++)
        until[i] = INT64_MIN;
    for (size_t i = 0; i < p->job_count; i++)
        jobs[i] = &p->jobs[i];
    qsort(jobs, p->job_count, sizeof *jobs, by_start);
    bf_buffer_add(&f->data, "backfilled\tjob\tstart_s\tend_s\tlowest\thighest\n");
    for (size_t i = 0; i < p->job_count; i++)
        place(f, jobs[i], begin, until, p->procs);
    free(until);
    return BF_OK;
}

static void plot_boxes(struct bf_figure *f, int backfilled, double unit)
{
    const char *name = backfilled ? "backfilled" : "in order";
    bf_figure_plot(f, name);
    bf_buffer_add(&f->script,
                  "data using ($1==%d?$3/%g:NaN):5:($3/%g):($4/%g):5:6 with boxxyerror "
                  "lc rgb '%s' fs solid 1 border rgb '%s'",
                  backfilled, unit, unit, unit, backfilled ? bf_colour_heat(4) : bf_colour_muted,
                  bf_colour_paper);
    bf_figure_plotted(f, name, true);
}

static enum bf_err draw(struct bf_report *r, const struct bf_pick *p, struct bf_error *e)
{
    int64_t begin = INT64_MAX, end = INT64_MIN;
    size_t backfilled = 0;
    char name[2 * BF_REPORT_LABEL_SIZE];
    struct bf_figure *f = bf_report_figure(r, "schedule", 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    for (size_t i = 0; i < p->job_count; i++) {
        begin = p->jobs[i].submit < begin ? p->jobs[i].submit : begin;
        end = p->jobs[i].end > end ? p->jobs[i].end : end;
        backfilled += (p->jobs[i].flags & BACKFILLED) != 0;
    }
    const double length = (double)(end - begin), unit = length > 4 * 86400 ? 86400 : 3600;
    struct bf_text to = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&to, "Schedule of %s (run %llu)", bf_report_pick_name(r, p, name),
                (unsigned long long)p->row);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&to,
                "Each of %zu jobs is one or several boxes from its start to its end, as high as "
                "it has processors; %zu are backfilled. It takes %.4g h in all.",
                p->job_count, backfilled, length / 3600);
    bf_buffer_add(&f->script,
                  "set xlabel '%s since the first submit'\nset ylabel 'processor'\n"
                  "set xrange [0:%.6g]\nset yrange [0:%d]\nunset grid\n",
                  unit > 3600 ? "days" : "hours", fmax(length, 1) / unit, p->procs);
    const enum bf_err err = put_boxes(f, p, begin, e);
    plot_boxes(f, 0, unit);
    plot_boxes(f, 1, unit);
    return err;
}

static void tell_left(struct bf_report *r, size_t too_large)
{
    bf_report_figures_end(r);
    bf_report_say_left(r, "--run picks others");
    if (too_large)
        bf_html_put(
            r->page,
            "<p class=\"note\">Not drawn: %zu with more than %d jobs or %d processors.</p>\n",
            too_large, MOST_JOBS, MOST_PROCS);
}

enum bf_err bf_report_gantt(struct bf_report *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    bool begun = false;
    size_t too_large = 0;
    for (size_t i = 0; i < r->pick_count && !r->ask->no_figures && !err; i++) {
        const struct bf_pick *p = &r->picks[i];
        if (p->job_count > MOST_JOBS || p->procs > MOST_PROCS) {
            too_large++;
            continue;
        }
        if (!begun) {
            bf_report_section(r, "schedules", "Schedules");
            bf_html_put(
                r->page,
                "<p>Time to the right, processors upwards. Which processors a job has is made "
                "up for the picture: the lowest that are free at its start.</p>\n"
                "<ul class=\"legend\"><li><i style=\"background:var(--muted)\"></i>in order</li>"
                "<li><i style=\"background:var(--h4)\"></i>backfilled</li></ul>\n");
            bf_report_figures_begin(r);
        }
        begun = true;
        if (bf_report_may_draw(r, MOST_PICTURES))
            err = draw(r, p, e);
    }
    if (begun)
        tell_left(r, too_large);
    return err;
}
