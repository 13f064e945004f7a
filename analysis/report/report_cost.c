// SPDX-License-Identifier: GPL-3.0-or-later
//
// What scheduling passes cost, and how that grows with the queue.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { BATCH = 4096, BUCKETS = 64, MOST_DOTS = 600, MOST_ROWS = 60 };

// Of one run. Passes are 0 where it has no row in /cost.
struct cost {
    double passes, examined, steps, queue, ns, longest;
};

struct costs {
    struct cost *of; // each run of the frame
    double histogram[BF_REPORT_MOST_LEADERS][BUCKETS];
    uint8_t *leader; // of each run: leader + 1 whose histogram it is in, 0: none
    bool timed;
};

static bool find_run(const struct bf_report *r, int64_t row, size_t *at)
{
    // Rows come in the order of runs, mostly: go on from the one before.
    while (*at < r->frame->runs && r->frame->row[*at] < (uint64_t)row)
        ++*at;
    return *at < r->frame->runs && r->frame->row[*at] == (uint64_t)row;
}

static void take_cost(struct bf_report *r, const struct bf_cost_row *row, size_t *at,
                      struct costs *costs)
{
    if (!find_run(r, row->run, at))
        return;
    costs->of[*at] = (struct cost){.passes = (double)row->passes,
                                   .examined = (double)row->jobs_examined,
                                   .steps = (double)row->steps_visited,
                                   .queue = (double)row->queue_max,
                                   .ns = (double)row->sched_ns,
                                   .longest = (double)row->sched_ns_max};
    costs->timed |= row->sched_ns > 0;
}

static void take_bucket(struct bf_report *r, const struct bf_cost_histogram_row *row, size_t *at,
                        struct costs *costs)
{
    if (row->bucket >= 0 && row->bucket < BUCKETS && find_run(r, row->run, at) &&
        costs->leader[*at])
        costs->histogram[costs->leader[*at] - 1][row->bucket] += (double)row->count;
}

static enum bf_err read_table(struct bf_report *r, bool histogram, struct costs *costs,
                              struct bf_error *e)
{
    const struct bf_table *table = histogram ? &bf_table_cost_histogram : &bf_table_cost;
    uint64_t rows = 0;
    size_t at = 0;
    enum bf_err err = bf_store_rows(r->reader, table, &rows, e);
    char *batch = malloc(BATCH * table->row_size);
    if (!err && !batch)
        err = bf_report_no_memory(e);
    for (uint64_t first = 0; first < rows && !err; first += BATCH) {
        const uint64_t n = rows - first < BATCH ? rows - first : BATCH;
        err = bf_store_read(r->reader, table, first, n, batch, e);
        for (uint64_t i = 0; i < n && !err; i++) {
            const void *row = batch + (size_t)i * table->row_size;
            if (histogram)
                take_bucket(r, row, &at, costs);
            else
                take_cost(r, row, &at, costs);
        }
    }
    free(batch);
    return err;
}

// The runs whose passes are in the histogram of a leader: its cells like the baseline's.
static void mark_leaders(struct bf_report *r, struct costs *costs)
{
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count; w++)
        for (uint32_t i = 0; i < r->leader_count; i++) {
            const struct bf_cell *cell =
                bf_report_cell_like_base(r, w, bf_report_usual_load(r, w), r->leaders[i]);
            for (size_t n = 0; cell && n < cell->n; n++)
                costs->leader[cell->runs[n]] = (uint8_t)(i + 1);
        }
}

// ---- The table ------------------------------------------------------------------------------

static void put_row(struct bf_report *r, const struct costs *costs, const struct bf_cell *cell)
{
    struct cost sum = {.passes = 0};
    size_t n = 0;
    for (size_t i = 0; i < cell->n; i++) {
        const struct cost *c = &costs->of[cell->runs[i]];
        sum.passes += c->passes;
        sum.examined += c->examined;
        sum.steps += c->steps;
        sum.ns += c->ns;
        sum.queue = fmax(sum.queue, c->queue);
        sum.longest = fmax(sum.longest, c->longest);
        n++;
    }
    if (!(sum.passes > 0))
        return;
    bf_html_put(r->page, "<tr>");
    if (r->things[BF_WORKLOAD].count > 1)
        bf_html_put(r->page, "<td>%s</td>", bf_workload(r, cell->workload)->label);
    bf_html_put(r->page, "<td>%s</td><td class=\"l\">%s</td>", bf_load(r, cell->load)->label,
                bf_scheduler(r, cell->scheduler)->label);
    const double numbers[] = {sum.passes / (double)n,    sum.examined / sum.passes,
                              sum.steps / sum.passes,    sum.queue,
                              sum.ns / sum.passes / 1e3, sum.longest / 1e3};
    for (size_t i = 0; i < (costs->timed ? 6 : 4); i++)
        bf_html_cell(r->page, numbers[i], NAN, NAN, BF_NUMBER_PLAIN);
    bf_html_put(r->page, "</tr>\n");
}

static void put_table(struct bf_report *r, const struct costs *costs)
{
    size_t left = MOST_ROWS;
    bf_html_put(r->page, "<div class=\"scroll\"><table class=\"sortable\"><thead><tr>");
    if (r->things[BF_WORKLOAD].count > 1)
        bf_html_put(r->page, "<th>workload</th>");
    bf_html_put(r->page, "<th>load</th><th>scheduler</th><th class=\"n\">passes a run</th>"
                         "<th class=\"n\">jobs examined a pass</th><th class=\"n\">steps visited a "
                         "pass</th><th class=\"n\">longest queue (jobs)</th>");
    if (costs->timed)
        bf_html_put(r->page,
                    "<th class=\"n\">time a pass (\xc2\xb5s)</th><th class=\"n\">longest pass "
                    "(\xc2\xb5s)</th>");
    bf_html_put(r->page, "</tr></thead><tbody>\n");
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count; w++)
        for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
            for (uint32_t s = 0; s < r->things[BF_SCHEDULER].count && left; s++) {
                const struct bf_cell *cell = bf_report_cell_like_base(r, w, l, s);
                if (cell) {
                    put_row(r, costs, cell);
                    left--;
                }
            }
    bf_html_put(r->page, "</tbody></table></div>\n");
    if (!left)
        bf_html_put(r->page,
                    "<p class=\"note\">The first %d rows; table /cost of the file has all."
                    "</p>\n",
                    MOST_ROWS);
}

// ---- Pictures -------------------------------------------------------------------------------

static enum bf_err draw_growth(struct bf_report *r, const struct costs *costs, bool time,
                               struct bf_error *e)
{
    size_t of_leaders = 0, n = 0;
    const double *queue = r->frame->metrics[BF_M_QUEUE].value;
    struct bf_figure *f =
        bf_report_figure(r, time ? "cost-growth-time" : "cost-growth-steps", 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    const uint32_t *scheduler = r->things[BF_SCHEDULER].of;
    for (size_t i = 0; i < r->frame->runs; i++)
        of_leaders += bf_report_leads(r, scheduler[i]);
    const size_t every = of_leaders / MOST_DOTS + 1;
    bf_buffer_add(&f->data, "series\tname\tmean_queue\t%s\n", time ? "us_a_pass" : "steps_a_pass");
    for (uint32_t l = 0; l < r->leader_count; l++)
        for (size_t i = 0; i < r->frame->runs; i++) {
            const struct cost *c = &costs->of[i];
            const double y = (time ? c->ns / 1e3 : c->steps) / c->passes;
            if (scheduler[i] != r->leaders[l] || n++ % every || !(c->passes > 0) ||
                !(queue[i] > 0) || !(y > 0))
                continue;
            bf_buffer_add(&f->data, "%u\t", l);
            bf_buffer_cell(&f->data, bf_scheduler(r, r->leaders[l])->label);
            bf_buffer_add(&f->data, "\t%.6g\t%.6g\n", queue[i], y);
        }
    bf_buffer_add(&f->script,
                  "set logscale xy\nunset mxtics\nunset mytics\nset xlabel 'mean queue of the run "
                  "(jobs)'\nset ylabel '%s'\n",
                  time ? "mean time a pass (\xc2\xb5s)" : "steps visited a pass");
    for (uint32_t l = 0; l < r->leader_count; l++) {
        const struct bf_thing *s = bf_scheduler(r, r->leaders[l]);
        bf_figure_plot(f, s->label);
        bf_buffer_add(&f->script,
                      "data using ($1==%u?$3:NaN):4 with points pt %d ps 0.55 lc rgb '%s'", l,
                      bf_figure_point(s->colour), bf_colour_series(s->colour));
        bf_figure_plotted(f, s->label, true);
    }
    bf_text_copy(f->title, sizeof f->title,
                 time ? "Time a pass takes, by the length of the queue"
                      : "Work of a pass, by the length of the queue");
    struct bf_text text = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&text,
                "A point for %s run of each scheduler: %s against the mean length of its "
                "queue, both logarithmic.",
                every > 1 ? "a part of the" : "each",
                time ? "the mean time of its passes"
                     : "profile nodes and planned ends looked at a pass");
    return BF_OK;
}

static bool has_growth(const struct bf_report *r, const struct costs *costs)
{
    size_t n = 0;
    for (size_t i = 0; i < r->frame->runs && n < 2; i++)
        n += costs->of[i].passes > 0 && costs->of[i].steps > 0 &&
             r->frame->metrics[BF_M_QUEUE].value[i] > 0 &&
             bf_report_leads(r, r->things[BF_SCHEDULER].of[i]);
    return n > 1;
}

static enum bf_err draw_histogram(struct bf_report *r, const struct costs *costs,
                                  struct bf_error *e)
{
    struct bf_figure *f = bf_report_figure(r, "cost-histogram", 440, 320);
    if (!f)
        return bf_report_no_memory(e);
    bf_text_copy(f->title, sizeof f->title, "How long passes take");
    bf_text_copy(
        f->text, sizeof f->text,
        "Shares of scheduling passes that took longer than a time, both logarithmic, a curve "
        "for each scheduler, from counts in powers of two of a nanosecond.");
    bf_buffer_add(&f->data, "series\tname\tus\tshare_longer\n");
    bf_buffer_add(&f->script, "set logscale xy\nunset mxtics\nunset mytics\n"
                              "set xtics 100\nset xlabel 'time of a pass (\xc2\xb5s)'\n"
                              "set ylabel 'passes that took longer (%%)'\nset yrange [*:130]\n");
    for (uint32_t l = 0; l < r->leader_count; l++) {
        const struct bf_thing *s = bf_scheduler(r, r->leaders[l]);
        double total = 0, left;
        for (int b = 0; b < BUCKETS; b++)
            total += costs->histogram[l][b];
        left = total;
        for (int b = 0; b < BUCKETS && left > 0; b++) {
            if (left < total || costs->histogram[l][b] > 0) {
                bf_buffer_add(&f->data, "%u\t", l);
                bf_buffer_cell(&f->data, s->label);
                bf_buffer_add(&f->data, "\t%.6g\t%.9g\n", ldexp(1, b) / 1e3, left / total);
            }
            left -= costs->histogram[l][b];
        }
        bf_figure_plot(f, s->label);
        bf_buffer_add(&f->script,
                      "data using ($1==%u?$3:NaN):(100*$4) with linespoints lw 1.4 pt %d ps 0.5 "
                      "lc rgb '%s'",
                      l, bf_figure_point(s->colour), bf_colour_series(s->colour));
        bf_figure_plotted(f, s->label, true);
    }
    return BF_OK;
}

static enum bf_err draw(struct bf_report *r, const struct costs *costs, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    double passes = 0;
    if (r->ask->no_figures)
        return BF_OK;
    for (uint32_t l = 0; l < r->leader_count; l++)
        for (int b = 0; b < BUCKETS; b++)
            passes += costs->histogram[l][b];
    bf_report_legend(r, r->leaders, r->leader_count);
    bf_report_figures_begin(r);
    if (has_growth(r, costs))
        err = draw_growth(r, costs, false, e);
    if (!err && costs->timed && has_growth(r, costs))
        err = draw_growth(r, costs, true, e);
    if (!err && passes > 0)
        err = draw_histogram(r, costs, e);
    bf_report_figures_end(r);
    return err;
}

enum bf_err bf_report_cost(struct bf_report *r, struct bf_error *e)
{
    uint64_t rows;
    enum bf_err err = bf_store_rows(r->reader, &bf_table_cost, &rows, e);
    if (err || rows == 0)
        return err;
    struct costs *costs = calloc(1, sizeof *costs);
    if (!costs)
        return bf_report_no_memory(e);
    costs->of = calloc(r->frame->runs, sizeof *costs->of);
    costs->leader = calloc(r->frame->runs, sizeof *costs->leader);
    err = costs->of && costs->leader ? read_table(r, false, costs, e) : bf_report_no_memory(e);
    if (!err) {
        mark_leaders(r, costs);
        err = read_table(r, true, costs, e);
    }
    if (!err) {
        bf_report_section(r, "cost", "What scheduling costs");
        bf_html_put(r->page,
                    "<p>The work of the simulated scheduler itself. Counts are the same on every "
                    "machine; times are those of the machine that made the file.</p>\n");
        err = draw(r, costs, e);
        put_table(r, costs);
    }
    free(costs->of);
    free(costs->leader);
    free(costs);
    return err;
}
