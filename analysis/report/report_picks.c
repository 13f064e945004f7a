// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs whose schedules are drawn: those asked for, or one of each scheduler that leads, on the
// same workload at the same load.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_JOBS = 4000000 }; // of all schedules that nobody asked for by number

static bool find_run(const struct bf_report *r, uint64_t row, uint32_t *run)
{
    size_t low = 0, high = r->frame->runs;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (r->frame->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    *run = (uint32_t)low;
    return low < r->frame->runs && r->frame->row[low] == row;
}

// Reads the schedule of a run; `found` says whether the file has it.
static enum bf_err read_pick(struct bf_report *r, uint32_t run, uint64_t most, bool *found,
                             struct bf_error *e)
{
    struct bf_pick *pick = &r->picks[r->pick_count];
    struct bf_run_row *row = malloc(sizeof *row);
    *found = false;
    if (!row)
        return bf_report_no_memory(e);
    enum bf_err err = bf_store_read(r->reader, &bf_table_runs, r->frame->row[run], 1, row, e);
    if (!err && row->jobs_rows > 0 && (uint64_t)row->jobs_rows <= most) {
        *pick = (struct bf_pick){.row = r->frame->row[run],
                                 .run = run,
                                 .scheduler = r->things[BF_SCHEDULER].of[run],
                                 .job_count = (size_t)row->jobs_rows,
                                 .procs = row->procs};
        pick->jobs = malloc(pick->job_count * sizeof *pick->jobs);
        *found = true;
        r->pick_count++;
        err = pick->jobs ? bf_store_read(r->reader, &bf_table_jobs, (uint64_t)row->jobs_first,
                                         (uint64_t)row->jobs_rows, pick->jobs, e)
                         : bf_report_no_memory(e);
    }
    free(row);
    return err;
}

static enum bf_err pick_asked(struct bf_report *r, struct bf_error *e)
{
    if (r->ask->run_count > BF_REPORT_MOST_PICKS)
        return bf_error_set(e, BF_ERR_USAGE, "--run takes at most %d runs", BF_REPORT_MOST_PICKS);
    for (size_t i = 0; i < r->ask->run_count; i++) {
        const unsigned long long row = r->ask->runs[i];
        uint32_t run;
        bool found;
        if (row >= r->frame->in_file)
            return bf_error_set(e, BF_ERR_USAGE, "--run %llu: %s has runs 0 to %llu", row,
                                r->ask->path, (unsigned long long)r->frame->in_file - 1);
        if (!find_run(r, row, &run))
            return bf_error_set(e, BF_ERR_USAGE,
                                "--run %llu: that run failed, or --where leaves it out", row);
        const enum bf_err err = read_pick(r, run, UINT64_MAX, &found, e);
        if (err)
            return err;
        if (!found)
            return bf_error_set(e, BF_ERR_USAGE,
                                "--run %llu: %s holds no schedule of that run; a sweep stores them "
                                "with jobs = yes in its [options]",
                                row, r->ask->path);
    }
    return BF_OK;
}

static enum bf_err pick_leaders(struct bf_report *r, struct bf_error *e)
{
    uint64_t left = MOST_JOBS;
    const uint32_t load = bf_report_usual_load(r, 0);
    for (uint32_t i = 0; i < r->leader_count && r->pick_count < BF_REPORT_MOST_PICKS; i++) {
        const struct bf_cell *cell = bf_report_cell_like_base(r, 0, load, r->leaders[i]);
        bool found = false;
        for (size_t n = 0; cell && !found && n < cell->n && n < 4; n++) {
            const enum bf_err err = read_pick(r, cell->runs[n], left, &found, e);
            if (err)
                return err;
        }
        if (found)
            left -= r->picks[r->pick_count - 1].job_count;
    }
    return BF_OK;
}

enum bf_err bf_report_pick(struct bf_report *r, struct bf_error *e)
{
    uint64_t jobs;
    if (r->ask->run_count)
        return pick_asked(r, e);
    const enum bf_err err = bf_store_rows(r->reader, &bf_table_jobs, &jobs, e);
    return err || jobs == 0 ? err : pick_leaders(r, e);
}

void bf_report_picks_fini(struct bf_report *r)
{
    for (size_t i = 0; i < r->pick_count; i++)
        free(r->picks[i].jobs);
    r->pick_count = 0;
}

const char *bf_report_pick_name(const struct bf_report *r, const struct bf_pick *pick,
                                char text[2 * BF_REPORT_LABEL_SIZE])
{
    return bf_report_variant(r, pick->scheduler, r->things[BF_ESTIMATES].of[pick->run], text);
}

void bf_report_list_picks(struct bf_report *r)
{
    const struct bf_key *seed = bf_frame_key(r->frame, "seed");
    char text[2 * BF_REPORT_LABEL_SIZE];
    bf_html_put(r->page, "<p class=\"note\">Schedules drawn:");
    for (size_t i = 0; i < r->pick_count; i++) {
        const struct bf_pick *p = &r->picks[i];
        const char *drawn_by = bf_key_of(seed, p->run)->text; // "": nothing is drawn at random
        bf_html_put(r->page, "%s run\xc2\xa0%llu (%s, load %s%s%s)", i ? "," : "",
                    (unsigned long long)p->row, bf_report_pick_name(r, p, text),
                    bf_load(r, r->things[BF_LOAD].of[p->run])->label, drawn_by[0] ? ", seed " : "",
                    drawn_by);
    }
    bf_html_put(r->page, "; workload ");
    bf_html_list(r->page, bf_workload(r, r->things[BF_WORKLOAD].of[r->picks[0].run])->label);
    bf_html_put(r->page, ". Each is one arrival order, and no average. <code>--run</code> picks "
                         "others.</p>\n");
}

int bf_report_pick_colour(const struct bf_report *r, size_t pick)
{
    const int colour = bf_scheduler(r, r->picks[pick].scheduler)->colour;
    for (size_t i = 0; i < pick; i++) // two of a kind: told apart by number
        if (bf_scheduler(r, r->picks[i].scheduler)->colour == colour)
            return (int)(BF_SERIES_COLOURS - 1 - pick % BF_SERIES_COLOURS);
    return colour;
}

void bf_report_pick_legend(struct bf_report *r)
{
    char text[2 * BF_REPORT_LABEL_SIZE];
    if (r->ask->no_figures)
        return;
    bf_html_put(r->page, "<ul class=\"legend\">");
    for (size_t i = 0; i < r->pick_count; i++)
        bf_html_put(r->page, "<li><i style=\"background:var(--s%d)\"></i>%s</li>",
                    bf_report_pick_colour(r, i), bf_report_pick_name(r, &r->picks[i], text));
    bf_html_put(r->page, "</ul>\n");
}
