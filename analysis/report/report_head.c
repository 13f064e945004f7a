// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was run, and what came out: the top of the page.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { MOST_CONDITIONS = 24, MOST_ROWS = 26, HIGHEST = 8 };

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_document_head(struct bf_report *r)
{
    struct bf_buffer *page = r->page;
    bf_html_put(page,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n"
                "<meta name=\"generator\" content=\"%s\">\n<title>%s \xe2\x80\x93 bfsweep report"
                "</title>\n<style>\n:root{",
                r->ask->program, file_name(r->ask->path));
    bf_palette_css(page, false);
    bf_buffer_add(page, "}\n@media (prefers-color-scheme:dark){@media screen{:root{");
    bf_palette_css(page, true);
    bf_buffer_add(page, "}}}\n%s</style>\n</head>\n<body>\n", bf_html_style);
}

// ---- Facts ------------------------------------------------------------------------------------

static void put_fact(struct bf_report *r, const char *what, double value, const char *more)
{
    bf_html_put(r->page, "<div><dt>%s</dt><dd>", what);
    bf_html_number(r->page, value, BF_NUMBER_COUNT);
    bf_html_put(r->page, "<small>");
    bf_html_list(r->page, more);
    bf_html_put(r->page, "</small></dd></div>\n");
}

static size_t count_models(const struct bf_report *r)
{
    const struct bf_key *key = bf_frame_key(r->frame, "estimate");
    size_t models = 0;
    for (uint32_t l = 0; l < key->levels; l++)
        models += key->level[l].text[0] != '\0';
    return models;
}

static void list_levels(const struct bf_key *key, struct bf_text *to)
{
    for (uint32_t l = 0, n = 0; l < key->levels && !to->cut; l++)
        if (key->level[l].text[0])
            bf_text_add(to, "%s%s", n++ ? ", " : "", key->level[l].text);
}

static void put_level_fact(struct bf_report *r, const char *what, const char *key, size_t count)
{
    char text[96];
    struct bf_text list = bf_text_init(text, sizeof text);
    list_levels(bf_frame_key(r->frame, key), &list);
    if (list.cut)
        bf_text_copy(text + sizeof text - 5, 5, "\xe2\x80\xa6");
    put_fact(r, what, (double)count, text);
}

static void put_runs_fact(struct bf_report *r)
{
    const struct bf_frame *f = r->frame;
    char text[96];
    struct bf_text more = bf_text_init(text, sizeof text);
    bf_text_add(&more, f->failed ? "%llu failed" : "none failed", (unsigned long long)f->failed);
    if (f->left_out)
        bf_text_add(&more, ", %llu left out", (unsigned long long)f->left_out);
    put_fact(r, "runs", (double)f->runs, text);
}

static void put_workloads_fact(struct bf_report *r)
{
    const uint32_t count = r->things[BF_WORKLOAD].count;
    char text[120];
    struct bf_text list = bf_text_init(text, sizeof text);
    for (uint32_t w = 0; w < count && !list.cut; w++)
        bf_text_add(&list, "%s%s", w ? ", " : "", bf_workload(r, w)->label);
    if (list.cut)
        bf_text_copy(text + sizeof text - 5, 5, "\xe2\x80\xa6");
    put_fact(r, count == 1 ? "workload" : "workloads", count, text);
}

static void put_facts(struct bf_report *r)
{
    size_t least = SIZE_MAX, most = 0;
    char text[96];
    for (size_t i = 0; i < r->cell_count; i++) {
        least = r->cells[i].n < least ? r->cells[i].n : least;
        most = r->cells[i].n > most ? r->cells[i].n : most;
    }
    const struct bf_key *shake = bf_frame_key(r->frame, "shake");
    struct bf_text more = bf_text_init(text, sizeof text);
    if (least < most)
        bf_text_add(&more, "of some %zu", least);
    else if (shake->levels == 1 && strcmp(shake->level[0].text, "0") != 0)
        bf_text_add(&more, "arrivals shaken by %s s", shake->level[0].text);
    else
        bf_text_add(&more, "%s", most > 1 ? "seeds" : "no averages");
    bf_html_put(r->page, "<dl class=\"facts\">\n");
    put_runs_fact(r);
    put_level_fact(r, "schedulers", "policy", r->things[BF_SCHEDULER].count);
    if (count_models(r))
        put_level_fact(r, "estimates", "estimate", count_models(r));
    put_workloads_fact(r);
    put_level_fact(r, r->things[BF_LOAD].count == 1 ? "load" : "loads", "load",
                   r->things[BF_LOAD].count);
    put_fact(r, "repetitions", (double)most, text);
    bf_html_put(r->page, "</dl>\n");
}

// ---- The outcome --------------------------------------------------------------------------------

static void put_change(struct bf_report *r, const struct bf_change *c)
{
    char a[BF_NUMBER_TEXT_SIZE], b[BF_NUMBER_TEXT_SIZE];
    bf_html_number(r->page, c->mean, BF_NUMBER_CHANGE);
    bf_html_put(r->page, "\xc2\xa0%%");
    if (!isnan(c->low))
        bf_html_put(r->page, " (95\xc2\xa0%%: %s to %s\xc2\xa0%%)",
                    bf_number_text(a, c->low, BF_NUMBER_CHANGE),
                    bf_number_text(b, c->high, BF_NUMBER_CHANGE));
}

static bool is_base(const struct bf_report *r, const struct bf_variant *v)
{
    return v->scheduler == r->base_scheduler && v->estimates == r->base_estimates;
}

static void put_extreme(struct bf_report *r, const char *word, const struct bf_variant *v)
{
    char text[2 * BF_REPORT_LABEL_SIZE];
    bf_html_put(r->page, " %s: <strong>%s</strong>", word,
                bf_report_variant(r, v->scheduler, v->estimates, text));
    if (is_base(r, v)) {
        bf_html_put(r->page, ", the baseline itself.");
        return;
    }
    bf_html_put(r->page, ", ");
    put_change(r, &v->bsld);
    bf_html_put(r->page, ", lower in %zu of %zu pairs.", v->bsld.better, v->bsld.n);
}

static void put_lead(struct bf_report *r)
{
    char base[2 * BF_REPORT_LABEL_SIZE];
    size_t known = 0;
    while (known < r->variant_count && !isnan(r->variants[known].bsld.mean))
        known++;
    bf_html_put(r->page, "<p class=\"lead\">");
    if (known < 2 && r->variant_count > 1) {
        bf_html_put(r->page,
                    "No run can be compared with one of the baseline <strong>%s</strong>, on the "
                    "same workload, load and seed.</p>\n",
                    bf_report_variant(r, r->base_scheduler, r->base_estimates, base));
        return;
    }
    if (known < 2) {
        bf_html_put(r->page, "All runs are of <strong>%s</strong>.</p>\n",
                    bf_report_variant(r, r->base_scheduler, r->base_estimates, base));
        return;
    }
    bf_html_put(r->page,
                "Mean bounded slowdown against the baseline <strong>%s</strong>, on the same "
                "workload, load and seed.",
                bf_report_variant(r, r->base_scheduler, r->base_estimates, base));
    put_extreme(r, "Lowest", &r->variants[0]);
    put_extreme(r, "Highest", &r->variants[known - 1]);
    bf_html_put(r->page, "</p>\n");
}

// The cell of the lowest mean bounded slowdown among cells [first, last).
static const struct bf_cell *lowest(struct bf_report *r, size_t first, size_t last)
{
    const struct bf_cell *best = &r->cells[first];
    for (size_t i = first; i < last; i++)
        if (bf_report_mean(r, &r->cells[i], BF_M_BSLD)->mean <
            bf_report_mean(r, best, BF_M_BSLD)->mean)
            best = &r->cells[i];
    return best;
}

static void put_condition(struct bf_report *r, size_t first, size_t last)
{
    char text[2 * BF_REPORT_LABEL_SIZE];
    const struct bf_cell *best = lowest(r, first, last);
    const struct bf_cell *base =
        bf_report_cell(r, best->workload, best->load, r->base_scheduler, r->base_estimates);
    const struct bf_change change = bf_report_change(r, best, BF_M_BSLD);
    bf_html_put(r->page, "<tr>");
    if (r->things[BF_WORKLOAD].count > 1)
        bf_html_put(r->page, "<td>%s</td>", bf_workload(r, best->workload)->label);
    bf_html_put(r->page, "<td>%s</td>", bf_load(r, best->load)->label);
    bf_report_put_mean(r, base, BF_M_BSLD);
    bf_html_put(r->page, "<td class=\"l\">%s</td>",
                bf_report_variant(r, best->scheduler, best->estimates, text));
    bf_report_put_mean(r, best, BF_M_BSLD);
    bf_html_cell(r->page, change.mean, change.low, change.high, BF_NUMBER_CHANGE);
    bf_html_put(r->page, "</tr>\n");
}

static void put_outcomes(struct bf_report *r)
{
    size_t rows = 0, i = 0;
    bf_html_put(r->page,
                "<div class=\"scroll\"><table class=\"sortable\" id=\"outcome\"><caption>Mean "
                "bounded slowdown, baseline and lowest</caption><thead><tr>");
    if (r->things[BF_WORKLOAD].count > 1)
        bf_html_put(r->page, "<th>workload</th>");
    bf_html_put(r->page,
                "<th>load</th><th class=\"n\">baseline</th><th>lowest</th><th class=\"n\">its "
                "mean</th><th class=\"n\">change (%%)</th></tr></thead><tbody>\n");
    while (i < r->cell_count && rows < MOST_CONDITIONS) {
        const size_t first = i;
        while (i < r->cell_count && r->cells[i].workload == r->cells[first].workload &&
               r->cells[i].load == r->cells[first].load)
            i++;
        put_condition(r, first, i);
        rows++;
    }
    bf_html_put(r->page, "</tbody></table></div>\n");
    if (i < r->cell_count)
        bf_html_put(r->page,
                    "<p class=\"note\">These are the first %zu pairs of workload and "
                    "load; the tables below have more.</p>\n",
                    rows);
}

// ---- The figure -----------------------------------------------------------------------------

// How many variants have a change.
static size_t known_changes(const struct bf_report *r, bool wait)
{
    size_t n = 0;
    for (size_t i = 0; i < r->variant_count; i++)
        if (!isnan(wait ? r->variants[i].wait.mean : r->variants[i].bsld.mean))
            n++;
    return n;
}

// All of them, or those of the lowest and the highest slowdowns, and the baseline.
static size_t change_rows(struct bf_report *r, bool wait, struct bf_draw_row *rows)
{
    size_t n = 0, at = 0;
    const size_t known = known_changes(r, wait);
    for (size_t i = 0; i < r->variant_count; i++) {
        const struct bf_variant *v = &r->variants[i];
        const struct bf_change *c = wait ? &v->wait : &v->bsld;
        if (isnan(c->mean))
            continue;
        at++;
        if (known > MOST_ROWS && at >= (size_t)(MOST_ROWS - HIGHEST) && at <= known - HIGHEST &&
            !is_base(r, v))
            continue;
        struct bf_draw_row *row = &rows[n++];
        bf_report_variant(r, v->scheduler, v->estimates, row->label);
        row->value = 1 + c->mean;
        row->low = 1 + c->low;
        row->high = 1 + c->high;
        row->colour = bf_scheduler(r, v->scheduler)->colour;
    }
    return n;
}

static enum bf_err draw_changes(struct bf_report *r, bool wait, struct bf_error *e)
{
    static const struct bf_draw_axis axis = {"ratio to the baseline", 1, 1, .may_log = true,
                                             .times = true};
    struct bf_draw_row rows[MOST_ROWS];
    char base[2 * BF_REPORT_LABEL_SIZE];
    const size_t n = change_rows(r, wait, rows);
    if (n < 2)
        return BF_OK;
    struct bf_figure *f =
        bf_report_figure(r, wait ? "change-mean-wait" : "change-mean-bsld", 440, 300);
    if (!f)
        return bf_report_no_memory(e);
    struct bf_text title = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&title, "%s, as a ratio to %s", wait ? "Mean wait" : "Mean bounded slowdown",
                bf_report_variant(r, r->base_scheduler, r->base_estimates, base));
    if (n < known_changes(r, wait))
        bf_text_add(&title, "; lowest and highest of %zu", known_changes(r, wait));
    struct bf_text text = bf_text_init(f->text, sizeof f->text);
    bf_text_add(&text,
                "A row for each scheduler with its estimates, lowest slowdown first: the geometric "
                "mean of the ratios of runs of equal workload, load and seed, with 95 %% "
                "intervals. Lowest: %s at %.3g. Highest: %s at %.3g.",
                rows[0].label, rows[0].value, rows[n - 1].label, rows[n - 1].value);
    bf_draw_rows(f, rows, n, &axis);
    return BF_OK;
}

// When, where and by which program the runs were made.
static void put_where_from(struct bf_report *r)
{
    static const char *const names[] = {"started", "host", "program_version", "semantics_version"};
    static const char *const before[] = {"Run ", " on ", " by bfsweep ", ", semantics "};
    char text[256];
    bf_html_put(r->page, "<p class=\"note\">");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!bf_store_text(r->reader, names[i], text, sizeof text, NULL) && text[0])
            bf_html_put(r->page, "%s%s", before[i], text);
    bf_html_put(r->page, ". <a href=\"#origin\">All of it</a>, to make it again.</p>\n");
}

enum bf_err bf_report_head(struct bf_report *r, struct bf_error *e)
{
    put_document_head(r);
    bf_html_put(r->page, "<header>\n<p class=\"kicker\">bfsweep report</p>\n<h1>%s</h1>\n",
                file_name(r->ask->path));
    put_lead(r);
    put_where_from(r);
    put_facts(r);
    bf_html_put(r->page, "</header>\n<main>\n");
    put_outcomes(r);
    bf_report_figures_begin(r);
    enum bf_err err = draw_changes(r, false, e);
    if (!err)
        err = draw_changes(r, true, e);
    bf_report_figures_end(r);
    bf_html_put(
        r->page,
        "<p class=\"note\">Each run is divided by the baseline\xe2\x80\x99s run on the same "
        "workload, at the same load, with the same seed; what is shown is the geometric mean "
        "of these ratios over all pairs. Intervals hold with 95\xc2\xa0%% confidence: BCa "
        "bootstrap with 10\xe2\x80\xaf"
        "000 resamples, Student\xe2\x80\x99s below %d "
        "values, none for one.</p>\n",
        BF_REPORT_FEWEST);
    bf_report_navigation(r);
    return err;
}
