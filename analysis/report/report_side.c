// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedulers side by side: one workload and load at a time, a picture for the main metrics and a
// table with all.
#include "analysis/report/report_internal.h"

#include <string.h>

#include "engine/base/text.h"

enum { MOST_ROWS = 26, MOST_PICTURES = 12, MOST_CELLS = 300 };

// The schedulers of one workload and load, with the baseline's estimates, in one order everywhere.
static size_t fill_rows(struct bf_report *r, uint32_t workload, uint32_t load, size_t metric,
                        struct bf_draw_row *rows)
{
    const bool all = r->things[BF_SCHEDULER].count <= MOST_ROWS;
    size_t n = 0;
    for (size_t v = 0; v < r->variant_count && n < MOST_ROWS; v++) {
        const uint32_t s = r->variants[v].scheduler;
        const struct bf_cell *cell = bf_report_cell_like_base(r, workload, load, s);
        if (!cell || cell->estimates != r->variants[v].estimates || !(all || bf_report_leads(r, s)))
            continue;
        const struct bf_mean *m = bf_report_mean(r, cell, metric);
        struct bf_draw_row *row = &rows[n++];
        *row = (struct bf_draw_row){
            .value = m->mean, .low = m->low, .high = m->high, .colour = bf_scheduler(r, s)->colour};
        if (cell->estimates == r->base_estimates)
            bf_text_copy(row->label, sizeof row->label, bf_scheduler(r, s)->label);
        else
            bf_report_variant(r, s, cell->estimates, row->label);
    }
    return n;
}

static enum bf_err draw_metric(struct bf_report *r, uint32_t workload, uint32_t load, size_t metric,
                               struct bf_error *e)
{
    struct bf_draw_row rows[MOST_ROWS];
    char name[256];
    const size_t n = fill_rows(r, workload, load, metric, rows);
    const struct bf_draw_axis axis = bf_draw_metric(metric);
    size_t best = 0;
    if (n == 0)
        return BF_OK;
    struct bf_text to = bf_text_init(name, sizeof name);
    bf_text_add(&to, "schedulers %s load %s %.60s", bf_report_metrics[metric].name,
                bf_load(r, load)->label, bf_workload(r, workload)->label);
    struct bf_figure *f = bf_report_figure(r, name, 440, 300);
    if (!f)
        return bf_report_no_memory(e);
    for (size_t i = 1; i < n; i++)
        if (rows[i].value < rows[best].value)
            best = i;
    to = bf_text_init(f->title, sizeof f->title);
    bf_text_add(&to, "%c%s at load %s", bf_report_capital(axis.label), axis.label + 1,
                bf_load(r, load)->label);
    to = bf_text_init(f->text, sizeof f->text);
    bf_text_add(
        &to,
        "A row for each scheduler with its mean over runs and a 95 %% interval; workload %s. "
        "Lowest: %s, %.4g.",
        bf_workload(r, workload)->label, rows[best].label, rows[best].value / axis.unit);
    bf_draw_rows(f, rows, n, &axis);
    return BF_OK;
}

static enum bf_err draw_workload(struct bf_report *r, uint32_t workload, struct bf_error *e)
{
    static const size_t metrics[] = {BF_M_BSLD, BF_M_WAIT, BF_M_P95_WAIT, BF_M_UTILIZATION};
    size_t loads = 0;
    enum bf_err err = BF_OK;
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
        loads += bf_report_has_load(r, workload, l);
    const size_t each = loads > 1 ? 2 : sizeof metrics / sizeof *metrics;
    bf_report_figures_begin(r);
    for (uint32_t l = 0; l < r->things[BF_LOAD].count; l++)
        for (size_t m = 0; m < each && !err; m++)
            if (bf_report_has_load(r, workload, l) && bf_report_may_draw(r, MOST_PICTURES))
                err = draw_metric(r, workload, l, metrics[m], e);
    bf_report_figures_end(r);
    return err;
}

// ---- Tables ---------------------------------------------------------------------------------

static void put_table_head(struct bf_report *r, bool loads)
{
    bf_html_put(
        r->page,
        "<div class=\"scroll long\" tabindex=\"0\"><table class=\"sortable results\"><thead><tr>");
    if (loads)
        bf_html_put(r->page, "<th>load</th>");
    bf_html_put(r->page, "<th>scheduler</th><th>estimates</th><th class=\"n\">runs</th>"
                         "<th class=\"n\" data-column=\"change_mean_bsld\">change of bounded "
                         "slowdown (%%)</th>");
    for (size_t m = 0; m < BF_REPORT_METRICS; m++)
        bf_html_put(r->page, "<th class=\"n\" data-column=\"%s\">%s</th>",
                    bf_report_metrics[m].name, bf_report_metrics[m].title);
    bf_html_put(r->page, "</tr></thead><tbody>\n");
}

static void put_table_row(struct bf_report *r, const struct bf_cell *cell, bool loads)
{
    const bool base = cell->scheduler == r->base_scheduler && cell->estimates == r->base_estimates;
    const struct bf_thing *scheduler = bf_scheduler(r, cell->scheduler);
    struct bf_change change = bf_report_change(r, cell, BF_M_BSLD);
    const char *runs_key = bf_key_of(bf_frame_key(r->frame, "estimate"), cell->runs[0])->text;
    if (base)
        change.low = change.high = NAN; // nothing by definition
    bf_html_put(r->page, base ? "<tr class=\"base\" data-run=\"%llu\">" : "<tr data-run=\"%llu\">",
                (unsigned long long)r->frame->row[cell->runs[0]]);
    if (loads)
        bf_html_put(r->page, "<td>%s</td>", bf_load(r, cell->load)->label);
    bf_html_put(r->page,
                "<td class=\"l\"><span class=\"dot\" style=\"background:var(--s%d)\"></span>%s</td>"
                "<td>%s</td>",
                scheduler->colour, scheduler->label,
                runs_key[0] ? bf_estimates(r, cell->estimates)->label : "\xe2\x80\x93");
    bf_html_cell(r->page, (double)cell->n, NAN, NAN, BF_NUMBER_COUNT);
    bf_html_cell(r->page, change.mean, change.low, change.high, BF_NUMBER_CHANGE);
    for (size_t m = 0; m < BF_REPORT_METRICS; m++)
        bf_report_put_mean(r, cell, m);
    bf_html_put(r->page, "</tr>\n");
}

static void put_table(struct bf_report *r, uint32_t workload, size_t *left)
{
    const size_t first = r->cell_at[workload], last = r->cell_at[workload + 1];
    const bool loads = r->cells[first].load != r->cells[last - 1].load;
    if (!*left)
        return;
    put_table_head(r, loads);
    for (size_t i = first; i < last && *left; i++, --*left)
        put_table_row(r, &r->cells[i], loads);
    bf_html_put(r->page, "</tbody></table></div>\n");
}

static void explain(struct bf_report *r)
{
    char text[2 * BF_REPORT_LABEL_SIZE];
    bf_html_put(r->page,
                "<p>Means over runs that differ in the seed alone, with 95\xc2\xa0%% intervals; "
                "workloads and loads are kept apart.");
    if (r->things[BF_ESTIMATES].count > 1)
        bf_html_put(r->page,
                    " In the figures all schedulers have the baseline\xe2\x80\x99s estimates "
                    "(<em>%s</em>); the tables have the others, too.",
                    bf_estimates(r, r->base_estimates)->label);
    bf_html_put(r->page, " The baseline, <em>%s</em>, is in bold.</p>\n",
                bf_report_variant(r, r->base_scheduler, r->base_estimates, text));
    if (r->things[BF_SCHEDULER].count > MOST_ROWS)
        bf_report_note(r, "There are more schedulers than figures can show: they have one of each "
                          "policy.");
    if (!r->all_lead && !r->ask->no_figures)
        bf_html_put(r->page,
                    "<p class=\"note\">Figures of the sections below show %u of the %u schedulers: "
                    "the plainest of each policy.</p>\n",
                    (unsigned)r->leader_count, (unsigned)r->things[BF_SCHEDULER].count);
}

enum bf_err bf_report_side_by_side(struct bf_report *r, struct bf_error *e)
{
    size_t cells = MOST_CELLS;
    enum bf_err err = BF_OK;
    bf_report_section(r, "side-by-side", "Schedulers side by side");
    explain(r);
    for (uint32_t w = 0; w < r->things[BF_WORKLOAD].count && !err; w++) {
        if (r->things[BF_WORKLOAD].count > 1 && (r->drawn < MOST_PICTURES || cells))
            bf_report_heading(r, w, NULL);
        err = draw_workload(r, w, e);
        put_table(r, w, &cells);
    }
    bf_report_say_left(r, "--where picks the runs of others");
    if (!cells && r->cell_count > MOST_CELLS)
        bf_html_put(r->page,
                    "<p class=\"note\">These are the first %d of %zu combinations. "
                    "--where picks others; <code>bfsweep stats</code> and "
                    "<code>bfsweep export</code> have all.</p>\n",
                    MOST_CELLS, r->cell_count);
    return err;
}
