// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

// ---- Parts of the page ------------------------------------------------------------------------

void bf_report_section(struct bf_report *r, const char *id, const char *heading)
{
    bf_html_put(r->page, "<h2 id=\"%s\">%s</h2>\n", id, heading);
    bf_html_put(&r->sections, "<li><a href=\"#%s\">%s</a></li>", id, heading);
    r->drawn = r->wanted = 0;
}

void bf_report_heading(struct bf_report *r, uint32_t workload, const char *load)
{
    bf_html_put(r->page, "<h3>");
    bf_html_list(r->page, bf_workload(r, workload)->label);
    bf_html_put(r->page, load ? ", load %s</h3>\n" : "</h3>\n", load);
}

void bf_report_note(struct bf_report *r, const char *text)
{
    bf_html_put(r->page, "<p class=\"note\">%s</p>\n", text);
}

bool bf_report_may_draw(struct bf_report *r, size_t most)
{
    r->wanted++;
    if (r->drawn == most)
        return false;
    r->drawn++;
    return true;
}

void bf_report_say_left(struct bf_report *r, const char *rest)
{
    if (r->wanted > r->drawn && !r->ask->no_figures)
        bf_html_put(r->page, "<p class=\"note\">Drawn are the first %zu of %zu figures; %s.</p>\n",
                    r->drawn, r->wanted, rest);
}

// Figures are drawn, and sections listed, when all are known; until then a mark holds their place.
// It is a control character, which no text of a page has.
enum { FIGURE_MARK = 1, SECTIONS_MARK = 2 };

void bf_report_navigation(struct bf_report *r)
{
    bf_buffer_add(r->page, "%c", SECTIONS_MARK);
}

struct bf_figure *bf_report_figure(struct bf_report *r, const char *name, int width, int height)
{
    struct bf_figure *f = bf_figures_add(&r->figures, name, width, height);
    if (f && !r->ask->no_figures)
        bf_buffer_add(r->page, "%c%zu;", FIGURE_MARK, r->figures.count - 1);
    return f;
}

void bf_report_figures_begin(struct bf_report *r)
{
    if (!r->ask->no_figures)
        bf_buffer_add(r->page, "<div class=\"figs\">\n");
}

void bf_report_figures_end(struct bf_report *r)
{
    if (!r->ask->no_figures)
        bf_buffer_add(r->page, "</div>\n");
}

void bf_report_legend(struct bf_report *r, const uint32_t *schedulers, size_t n)
{
    static const char *const shapes[BF_SERIES_COLOURS] = {
        "\xe2\x97\x8f", "\xe2\x96\xa0", "\xe2\x96\xb2", "\xe2\x97\x86",
        "\xe2\x96\xbc", "\xe2\x97\x8b", "\xe2\x96\xa1", "\xe2\x96\xb3"};
    if (r->ask->no_figures)
        return;
    bf_html_put(r->page, "<ul class=\"legend\">");
    for (size_t i = 0; i < n; i++) {
        const struct bf_thing *s = bf_scheduler(r, schedulers[i]);
        bf_html_put(r->page,
                    "<li><span aria-hidden=\"true\" style=\"color:var(--s%d)\">%s</span>%s</li>",
                    s->colour, shapes[s->colour], s->label);
    }
    bf_html_put(r->page, "</ul>\n");
}

bool bf_report_leads(const struct bf_report *r, uint32_t scheduler)
{
    for (uint32_t i = 0; i < r->leader_count; i++)
        if (r->leaders[i] == scheduler)
            return true;
    return false;
}

bool bf_report_has_load(const struct bf_report *r, uint32_t workload, uint32_t load)
{
    for (size_t i = r->cell_at[workload]; i < r->cell_at[workload + 1]; i++)
        if (r->cells[i].load == load)
            return true;
    return false;
}

uint32_t bf_report_usual_load(const struct bf_report *r, uint32_t workload)
{
    const struct bf_key *key = bf_frame_key(r->frame, "load");
    uint32_t best = r->cells[r->cell_at[workload]].load;
    for (size_t i = r->cell_at[workload]; i < r->cell_at[workload + 1]; i++) {
        const double its = bf_key_of(key, bf_load(r, r->cells[i].load)->run)->number;
        if (fabs(its - 1) < fabs(bf_key_of(key, bf_load(r, best)->run)->number - 1))
            best = r->cells[i].load;
    }
    return best;
}

void bf_report_put_mean(struct bf_report *r, const struct bf_cell *cell, size_t metric)
{
    if (!cell) {
        bf_html_cell(r->page, NAN, NAN, NAN, BF_NUMBER_PLAIN);
        return;
    }
    const struct bf_mean *m = bf_report_mean(r, cell, metric);
    bf_html_cell(r->page, m->mean, m->low, m->high, bf_report_metrics[metric].kind);
}

static void put_figure(struct bf_buffer *page, const struct bf_figure *f)
{
    bf_html_put(page, "<figure id=\"figure-%s\" class=\"%s\">\n<figcaption>%s</figcaption>\n",
                f->name, f->width > 600 ? "wide" : "small", f->title);
    bf_buffer_bytes(page, f->svg.at ? f->svg.at : "", f->svg.used);
    bf_buffer_add(page, "</figure>\n");
}

// Copies the page with its figures in their places.
static void put_figures(const struct bf_report *r, const struct bf_buffer *from,
                        struct bf_buffer *page)
{
    static const char marks[] = {FIGURE_MARK, SECTIONS_MARK, '\0'};
    const char *at = from->at ? from->at : "";
    for (const char *mark; (mark = strpbrk(at, marks));) {
        bf_buffer_bytes(page, at, (size_t)(mark - at));
        if (*mark == FIGURE_MARK) {
            char *end;
            const struct bf_figure *f = r->figures.all[strtoul(mark + 1, &end, 10)];
            if (f->plotted)
                put_figure(page, f);
            at = end + 1;
        } else {
            bf_buffer_add(page, "<nav aria-label=\"Sections\"><ul>%s</ul></nav>\n",
                          r->sections.at ? r->sections.at : "");
            at = mark + 1;
        }
    }
    bf_buffer_bytes(page, at, strlen(at));
}

// ---- The whole -------------------------------------------------------------------------------

// Each part writes itself behind the ones before it, and says nothing where there is nothing to
// say.
static const struct {
    enum bf_err (*write)(struct bf_report *r, struct bf_error *e);
} parts[] = {{bf_report_head},       {bf_report_side_by_side}, {bf_report_estimates},
             {bf_report_parameters}, {bf_report_load},         {bf_report_weeks},
             {bf_report_waits},      {bf_report_classes},      {bf_report_cost},
             {bf_report_machine},    {bf_report_gantt},        {bf_report_origin}};

static enum bf_err read_frame(struct bf_report *r, struct bf_error *e)
{
    char metrics[512];
    struct bf_text list = bf_text_init(metrics, sizeof metrics);
    for (size_t m = 0; m < BF_REPORT_METRICS; m++)
        bf_text_add(&list, "%s%s", m ? "," : "", bf_report_metrics[m].name);
    const struct bf_frame_ask ask = {
        .path = r->ask->path, .metrics = metrics, .where = r->ask->where, .axes = true};
    return bf_frame_read(r->reader, &ask, &r->frame, e);
}

static enum bf_err prepare(struct bf_report *r, struct bf_error *e)
{
    enum bf_err err = read_frame(r, e);
    if (!err)
        err = bf_report_cells(r, e);
    if (!err)
        err = bf_report_baseline(r, e);
    if (!err)
        err = bf_report_leaders(r, e);
    if (err)
        return err;
    const size_t means = r->cell_count * BF_REPORT_METRICS;
    r->values = malloc((r->frame->runs + 1) * sizeof *r->values);
    r->means = malloc(means * sizeof *r->means);
    r->sampler = bf_sampler_create(r->frame->runs, BF_BOOTSTRAP_RESAMPLES);
    if (!r->values || !r->means || !r->sampler)
        return bf_report_no_memory(e);
    for (size_t i = 0; i < means; i++)
        r->means[i].n = SIZE_MAX;
    err = bf_report_variants(r, e);
    return err ? err : bf_report_pick(r, e);
}

static enum bf_err write_parts(struct bf_report *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < sizeof parts / sizeof *parts; i++)
        err = parts[i].write(r, e);
    if (!err && !r->ask->no_figures)
        err = bf_figures_draw(&r->figures, e);
    if (!err && r->ask->figures)
        err = bf_figures_write(&r->figures, r->ask->figures, e);
    return err;
}

static void finish(struct bf_report *r)
{
    bf_report_picks_fini(r);
    bf_figures_fini(&r->figures);
    bf_buffer_fini(&r->sections);
    bf_sampler_destroy(r->sampler);
    for (int role = 0; role < BF_ROLES; role++) {
        free(r->things[role].all);
        free(r->things[role].of);
    }
    free(r->values);
    free(r->variants);
    free(r->means);
    free(r->cells);
    free(r->cell_at);
    bf_groups_fini(&r->groups);
    bf_frame_destroy(r->frame);
}

enum bf_err bf_report_make(struct bf_store_reader *reader, const struct bf_report_ask *ask,
                           struct bf_buffer *page, struct bf_error *e)
{
    struct bf_buffer draft = {0};
    struct bf_report *r = calloc(1, sizeof *r);
    if (!r)
        return bf_report_no_memory(e);
    r->reader = reader;
    r->ask = ask;
    r->page = &draft;
    enum bf_err err = prepare(r, e);
    if (!err)
        err = write_parts(r, e);
    if (!err)
        err = bf_buffer_check(&draft, e);
    if (!err) {
        put_figures(r, &draft, page);
        err = bf_buffer_check(page, e);
    }
    finish(r);
    free(r);
    bf_buffer_fini(&draft);
    return err;
}
