// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was run and where from: all that is needed to make the file again.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

enum { BATCH = 64, MOST_FAILED = 50, MOST_SCHEDULERS = 60, LONGEST_PLAN = 65536 };

static void put_attribute(struct bf_report *r, const char *what, const char *name)
{
    char text[4096];
    if (bf_store_text(r->reader, name, text, sizeof text, NULL) || !text[0])
        return;
    bf_html_put(r->page, "<dt>%s</dt><dd>%s</dd>\n", what, text);
}

static void put_attributes(struct bf_report *r)
{
    static const char *const attributes[][2] = {{"command", "command_line"},
                                                {"program", "program_version"},
                                                {"semantics", "semantics_version"},
                                                {"compiler", "compiler"},
                                                {"host", "host"},
                                                {"started", "started"},
                                                {"ended", "ended"},
                                                {"plan hash", "plan_hash"},
                                                {"runs of the plan", "plan_runs"},
                                                {"share of the plan", "shard"}};
    bf_html_put(r->page, "<dl class=\"origin\">\n<dt>file</dt><dd>%s</dd>\n", r->ask->path);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        put_attribute(r, attributes[i][0], attributes[i][1]);
    bf_html_put(r->page, "</dl>\n");
}

// ---- Traces ---------------------------------------------------------------------------------

static double rejected(const struct bf_trace_row *t)
{
    return (double)(t->rejected_fields + t->rejected_number + t->rejected_submit + t->rejected_run +
                    t->rejected_procs + t->rejected_wide);
}

static double skipped(const struct bf_trace_row *t)
{
    return (double)(t->skipped_partial + t->skipped_status + t->skipped_user + t->skipped_number +
                    t->skipped_window);
}

static void put_trace(struct bf_report *r, const struct bf_trace_row *t)
{
    bf_html_put(r->page, "<tr><td class=\"l\">%s</td><td><code>%s</code></td>", t->name, t->hash);
    bf_html_cell(r->page, t->procs, NAN, NAN, BF_NUMBER_COUNT);
    bf_html_cell(r->page, (double)t->simulated, NAN, NAN, BF_NUMBER_COUNT);
    bf_html_cell(r->page, rejected(t), NAN, NAN, BF_NUMBER_COUNT);
    bf_html_cell(r->page, skipped(t), NAN, NAN, BF_NUMBER_COUNT);
    bf_html_cell(r->page, (double)(t->last_submit - t->first_submit) / 86400, NAN, NAN,
                 BF_NUMBER_PLAIN);
    bf_html_cell(r->page, t->offered_load, NAN, NAN, BF_NUMBER_PLAIN);
    bf_html_put(r->page, "</tr>\n");
}

static enum bf_err put_traces(struct bf_report *r, struct bf_error *e)
{
    uint64_t rows;
    struct bf_trace_row *trace = malloc(sizeof *trace);
    enum bf_err err =
        trace ? bf_store_rows(r->reader, &bf_table_traces, &rows, e) : bf_report_no_memory(e);
    if (err || rows == 0) {
        free(trace);
        return err;
    }
    bf_html_put(r->page,
                "<h3>Traces</h3>\n<div class=\"scroll\"><table class=\"sortable\"><thead><tr>"
                "<th>name</th><th>hash of its content</th><th class=\"n\">processors</th><th "
                "class=\"n\">jobs simulated</th><th class=\"n\">lines rejected</th><th "
                "class=\"n\">lines skipped</th><th class=\"n\">days</th><th class=\"n\">offered "
                "load</th></tr></thead><tbody>\n");
    for (uint64_t i = 0; i < rows && !err; i++) {
        err = bf_store_read(r->reader, &bf_table_traces, i, 1, trace, e);
        if (!err)
            put_trace(r, trace);
    }
    bf_html_put(r->page, "</tbody></table></div>\n");
    free(trace);
    return err;
}

// ---- Schedulers -------------------------------------------------------------------------------

// The words of a scheduler: `policy=easy strict=no depth=all order=fcfs`.
static void put_scheduler(struct bf_report *r, uint32_t n)
{
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    bf_html_put(r->page, "<tr><td class=\"l\">%s</td><td><code>", things->all[n].label);
    for (size_t k = 0, words = 0; k < things->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[things->keys[k]];
        const char *value = bf_key_of(key, things->all[n].run)->text;
        if (value[0])
            bf_html_put(r->page, "%s%s=%s", words++ ? " " : "", key->name, value);
    }
    bf_html_put(r->page, "</code></td></tr>\n");
}

static void put_schedulers(struct bf_report *r)
{
    const uint32_t count = r->things[BF_SCHEDULER].count;
    bf_html_put(r->page, "<h3>Schedulers</h3>\n<div class=\"scroll\"><table><thead><tr><th>called"
                         "</th><th>all of it</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < count && i < MOST_SCHEDULERS; i++)
        put_scheduler(r, i);
    bf_html_put(r->page, "</tbody></table></div>\n");
    if (count > MOST_SCHEDULERS)
        bf_html_put(r->page,
                    "<p class=\"note\">The first %d of %u; column config of table /runs has "
                    "all.</p>\n",
                    MOST_SCHEDULERS, count);
}

// ---- Runs that failed -----------------------------------------------------------------------

static void put_failed(struct bf_report *r, uint64_t at, const struct bf_run_row *row)
{
    bf_html_put(r->page, "<tr><td>%llu</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
                (unsigned long long)at, row->trace, row->config, row->message);
}

static enum bf_err put_failures(struct bf_report *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    uint64_t shown = 0;
    if (r->frame->failed == 0)
        return BF_OK;
    struct bf_run_row *rows = malloc(BATCH * sizeof *rows);
    if (!rows)
        return bf_report_no_memory(e);
    bf_html_put(r->page,
                "<h3>Runs that failed</h3>\n<div class=\"scroll\"><table id=\"failed\"><thead>"
                "<tr><th>run</th><th>trace</th><th>config</th><th>why</th></tr></thead>"
                "<tbody>\n");
    for (uint64_t at = 0; at < r->frame->in_file && shown < MOST_FAILED && !err; at += BATCH) {
        const uint64_t n = r->frame->in_file - at < BATCH ? r->frame->in_file - at : BATCH;
        err = bf_store_read(r->reader, &bf_table_runs, at, n, rows, e);
        for (uint64_t i = 0; i < n && shown < MOST_FAILED && !err; i++)
            if (strcmp(rows[i].status, "ok") != 0) {
                put_failed(r, at + i, &rows[i]);
                shown++;
            }
    }
    bf_html_put(r->page, "</tbody></table></div>\n");
    if (shown < r->frame->failed)
        bf_html_put(r->page, "<p class=\"note\">The first %llu of %llu.</p>\n",
                    (unsigned long long)shown, (unsigned long long)r->frame->failed);
    free(rows);
    return err;
}

static enum bf_err put_plan(struct bf_report *r, struct bf_error *e)
{
    char *plan = malloc(LONGEST_PLAN);
    if (!plan)
        return bf_report_no_memory(e);
    if (!bf_store_text(r->reader, "plan", plan, LONGEST_PLAN, NULL) && plan[0])
        bf_html_put(r->page, "<h3>Plan</h3>\n<pre>%s</pre>\n", plan);
    free(plan);
    return BF_OK;
}

enum bf_err bf_report_origin(struct bf_report *r, struct bf_error *e)
{
    bf_report_section(r, "origin", "What was run");
    put_attributes(r);
    enum bf_err err = put_traces(r, e);
    if (!err)
        put_schedulers(r);
    if (!err)
        err = put_failures(r, e);
    if (!err)
        err = put_plan(r, e);
    if (r->ask->where)
        bf_html_put(r->page,
                    "<p class=\"note\">This page is of the runs with <code>%s</code> alone."
                    "</p>\n",
                    r->ask->where);
    bf_html_put(
        r->page,
        "</main>\n<footer>Made by %s from %s. Numbers on this page have all their digits in "
        "their tooltips and in the attribute <code>value</code> of their elements; <code>bfsweep "
        "export</code> gives the same.</footer>\n",
        r->ask->program, r->ask->path);
    bf_buffer_add(r->page, "<script>\n%s</script>\n</body>\n</html>\n", bf_html_script);
    return err;
}
