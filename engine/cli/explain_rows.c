// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations for programs: one row for each job and pass.
#include <inttypes.h>
#include <string.h>

#include "engine/cli/explain.h"

enum { CELLS = 23 };

static const char *const names[CELLS] = {
    "job",     "submit",     "time",  "pass",    "reason", "procs",      "end",       "free_before",
    "free",    "free_after", "place", "waiting", "head",   "shadow",     "extra",     "reserved",
    "blocked", "level",      "depth", "taken",   "outage", "outage_end", "overtakers"};

#define REASON 4 // the cell that is a word

// The row's numbers; -1 where there is none (submit and time are never below 0).
static void fill(int64_t cells[CELLS], const struct cli_explanation *x, const struct bf_look *look)
{
    const struct bf_jobs *jobs = x->outcome->jobs;
    const struct bf_reason *r = &look->reason;
    const bool outage = r->why == BF_WHY_OUTAGE;
    const bool blocked = r->why == BF_WHY_RESERVATIONS || outage;
    const int64_t row[CELLS] = {
        jobs->number[look->job],
        jobs->submit[look->job],
        look->time,
        (int64_t)look->pass,
        r->why,
        jobs->procs[look->job],
        look->time + x->outcome->plan[look->job],
        look->free_before,
        r->free,
        look->free_after,
        (int64_t)look->ahead + 1,
        look->waiting,
        look->head == BF_NO_JOB ? -1 : jobs->number[look->head],
        r->shadow == BF_NEVER ? -1 : r->shadow,
        r->extra,
        r->reserved == BF_NEVER ? -1 : r->reserved,
        blocked ? r->blocked : -1,
        blocked ? r->level : -1,
        r->depth,
        outage ? r->taken : -1,
        outage ? r->outage : -1,
        outage ? r->outage_end : -1,
        look->overtaker_count,
    };
    memcpy(cells, row, sizeof row);
}

static void put_csv(FILE *to, const struct cli_explanation *x, size_t i)
{
    int64_t cells[CELLS];
    const struct bf_look *look = &x->record->looks[i];
    const bf_job *overtakers = cli_record_overtakers(x->record, i);
    fill(cells, x, look);
    for (int c = 0; c < CELLS; c++) {
        if (c == REASON)
            fputs(bf_why_names[cells[c]], to);
        else if (cells[c] != -1 || c == 0)
            fprintf(to, "%" PRId64, cells[c]);
        fputc(',', to);
    }
    for (uint32_t k = 0; k < look->overtaker_count; k++)
        fprintf(to, "%s%" PRId64, k ? " " : "", x->outcome->jobs->number[overtakers[k]]);
    fputc('\n', to);
}

static void put_json(FILE *to, const struct cli_explanation *x, size_t i)
{
    int64_t cells[CELLS];
    const struct bf_look *look = &x->record->looks[i];
    const bf_job *overtakers = cli_record_overtakers(x->record, i);
    fill(cells, x, look);
    for (int c = 0; c < CELLS; c++) {
        fprintf(to, "%s\"%s\":", c ? "," : "{", names[c]);
        if (c == REASON)
            fprintf(to, "\"%s\"", bf_why_names[cells[c]]);
        else if (cells[c] != -1 || c == 0)
            fprintf(to, "%" PRId64, cells[c]);
        else
            fputs("null", to);
    }
    fputs(",\"overtaken_by\":[", to);
    for (uint32_t k = 0; k < look->overtaker_count; k++)
        fprintf(to, "%s%" PRId64, k ? "," : "", x->outcome->jobs->number[overtakers[k]]);
    fputs("]}\n", to);
}

void cli_explain_rows(FILE *to, enum cli_format format, const struct cli_explanation *x)
{
    if (format == CLI_FORMAT_CSV) {
        for (int c = 0; c < CELLS; c++)
            fprintf(to, "%s,", names[c]);
        fputs("overtaken_by\n", to);
    }
    for (size_t j = 0; j < x->job_count; j++)
        for (size_t i = 0; i < x->record->count; i++) {
            if (x->record->looks[i].job != x->jobs[j])
                continue;
            if (format == CLI_FORMAT_CSV)
                put_csv(to, x, i);
            else
                put_json(to, x, i);
        }
}
