// SPDX-License-Identifier: GPL-3.0-or-later
//
// How waits are distributed, in the schedules that are drawn.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { POINTS = 240 };

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The sorted waits of a schedule; owned. NULL: no memory.
static double *sorted_waits(const struct bf_pick *pick)
{
    double *waits = malloc(pick->job_count * sizeof *waits);
    if (!waits)
        return NULL;
    for (size_t i = 0; i < pick->job_count; i++)
        waits[i] = (double)(pick->jobs[i].start - pick->jobs[i].submit);
    qsort(waits, pick->job_count, sizeof *waits, by_value);
    return waits;
}

// Rows of the share of jobs that waited at most x, at x from 1 s to `most`, evenly on a logarithmic
// scale.
static void put_shares(struct bf_figure *f, int series, const char *name, const double *waits,
                       size_t n, double most)
{
    size_t below = 0;
    for (int i = 0; i <= POINTS; i++) {
        const double x = pow(most, (double)i / POINTS);
        while (below < n && waits[below] <= x * (1 + 1e-12))
            below++;
        bf_buffer_add(&f->data, "%d\t", series);
        bf_buffer_cell(&f->data, name);
        bf_buffer_add(&f->data, "\t%.6g\t", x);
        bf_buffer_double(&f->data, (double)below / (double)n);
        bf_buffer_add(&f->data, "\n");
    }
}

// Where curves begin to rise: nobody waited longer than 0 and less than this. 1 if nobody waited.
static double least_wait(const struct bf_report *r, double **waits)
{
    static const double begins[] = {3600, 600, 60, 10, 1};
    double least = INFINITY;
    size_t b = 0;
    for (size_t i = 0; i < r->pick_count; i++)
        for (size_t n = 0; n < r->picks[i].job_count; n++)
            if (waits[i][n] > 0) {
                least = fmin(least, waits[i][n]);
                break;
            }
    if (isinf(least))
        return 1;
    while (b + 1 < sizeof begins / sizeof *begins && begins[b] > least)
        b++;
    return begins[b];
}

static void put_axes(struct bf_figure *f, double least, double most)
{
    bf_buffer_add(
        &f->script,
        "set logscale x\nset xrange [%g:%.6g]\nset yrange [0:100]\n"
        "set xtics ('1 s' 1, '10 s' 10, '1 min' 60, '10 min' 600, '1 h' 3600, '6 h' 21600, "
        "'1 d' 86400, '1 wk' 604800)\nunset mxtics\n"
        "set xlabel 'wait'\nset ylabel 'jobs that waited at most this (%%)'\n",
        least, most);
}

static enum bf_err draw(struct bf_report *r, double **waits, double most, struct bf_error *e)
{
    char name[2 * BF_REPORT_LABEL_SIZE];
    struct bf_figure *f = bf_report_figure(r, "waits", 440, 340);
    if (!f)
        return bf_report_no_memory(e);
    bf_text_copy(f->title, sizeof f->title, "Distribution of waits");
    struct bf_text text = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&text,
                "Cumulative shares of jobs against their wait on a logarithmic axis, a curve "
                "for each schedule. Jobs that started within a second: ");
    bf_buffer_add(&f->data, "series\tname\twait_s\tshare\n");
    const double least = least_wait(r, waits);
    most = fmax(most, 2 * least);
    put_axes(f, least, most);
    for (size_t i = 0; i < r->pick_count; i++) {
        const struct bf_pick *p = &r->picks[i];
        size_t at_once = 0;
        bf_report_pick_name(r, p, name);
        put_shares(f, (int)i, name, waits[i], p->job_count, most);
        while (at_once < p->job_count && waits[i][at_once] <= 1)
            at_once++;
        bf_text_add(&text, "%s%s %.0f %%", i ? ", " : "", name,
                    100.0 * (double)at_once / (double)p->job_count);
        bf_figure_plot(f, name);
        bf_buffer_add(&f->script,
                      "data using ($1==%zu?$3:NaN):(100*$4) with lines lw 1.8 lc rgb '%s'", i,
                      bf_colour_series(bf_report_pick_colour(r, i)));
        bf_figure_plotted(f, name, true);
    }
    return BF_OK;
}

static void put_table(struct bf_report *r, double **waits)
{
    static const double shares[] = {0.5, 0.75, 0.9, 0.95, 0.99, 1};
    char name[2 * BF_REPORT_LABEL_SIZE];
    bf_html_put(r->page,
                "<div class=\"scroll\"><table class=\"sortable\"><caption>Waits (s) of "
                "the same schedules</caption><thead><tr><th>run</th><th>scheduler</th>"
                "<th class=\"n\">at once (%%)</th><th class=\"n\">median</th>"
                "<th class=\"n\">75 %%</th><th class=\"n\">90 %%</th><th class=\"n\">95 "
                "%%</th><th class=\"n\">99 %%</th><th class=\"n\">longest</th></tr></thead>"
                "<tbody>\n");
    for (size_t i = 0; i < r->pick_count; i++) {
        const size_t n = r->picks[i].job_count;
        size_t none = 0;
        while (none < n && waits[i][none] <= 0)
            none++;
        bf_html_put(r->page, "<tr><td>%llu</td><td class=\"l\">%s</td>",
                    (unsigned long long)r->picks[i].row,
                    bf_report_pick_name(r, &r->picks[i], name));
        bf_html_cell(r->page, (double)none / (double)n, NAN, NAN, BF_NUMBER_PERCENT);
        for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
            // Type 7, as in /runs.
            const double at = shares[s] * (double)(n - 1);
            const size_t below = (size_t)at;
            const double next = below + 1 < n ? waits[i][below + 1] : waits[i][below];
            const double wait = waits[i][below] + (at - (double)below) * (next - waits[i][below]);
            bf_html_cell(r->page, wait, NAN, NAN, BF_NUMBER_PLAIN);
        }
        bf_html_put(r->page, "</tr>\n");
    }
    bf_html_put(r->page, "</tbody></table></div>\n");
}

enum bf_err bf_report_waits(struct bf_report *r, struct bf_error *e)
{
    double *waits[BF_REPORT_MOST_PICKS] = {NULL}, most = 3600;
    enum bf_err err = BF_OK;
    if (r->pick_count == 0)
        return BF_OK;
    for (size_t i = 0; i < r->pick_count && !err; i++) {
        waits[i] = sorted_waits(&r->picks[i]);
        err = waits[i] ? BF_OK : bf_report_no_memory(e);
        if (waits[i])
            most = fmax(most, waits[i][r->picks[i].job_count - 1]);
    }
    if (!err) {
        bf_report_section(r, "waits", "Distribution of waits");
        bf_report_list_picks(r);
        bf_report_pick_legend(r);
        bf_report_figures_begin(r);
        err = r->ask->no_figures ? BF_OK : draw(r, waits, most, e);
        bf_report_figures_end(r);
        put_table(r, waits);
    }
    for (size_t i = 0; i < r->pick_count; i++)
        free(waits[i]);
    return err;
}
