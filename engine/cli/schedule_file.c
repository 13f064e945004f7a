// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/schedule_file.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "engine/base/text.h"
#include "workloads/schedule_csv.h"

// ---- Comma-separated values ---------------------------------------------------

static int64_t cell(const struct bf_schedule_csv *csv, enum bf_csv_field field, uint32_t i,
                    int64_t fallback)
{
    return csv->values[field] ? csv->values[field][i] : fallback;
}

// An end follows from a run time, too.
static void take_csv(struct bf_schedule *s, const struct bf_schedule_csv *csv)
{
    static const struct {
        enum bf_csv_field field;
        unsigned known;
    } columns[] = {{BF_CSV_SUBMIT, BF_SCHEDULE_SUBMIT},   {BF_CSV_END, BF_SCHEDULE_END},
                   {BF_CSV_RUN, BF_SCHEDULE_END},         {BF_CSV_PROCS, BF_SCHEDULE_PROCS},
                   {BF_CSV_REQUEST, BF_SCHEDULE_REQUEST}, {BF_CSV_PLAN, BF_SCHEDULE_PLAN},
                   {BF_CSV_FLAGS, BF_SCHEDULE_FLAGS}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        s->known |= csv->values[columns[i].field] ? columns[i].known : 0;
    if (csv->values[BF_CSV_FIRST_PROMISE] && csv->values[BF_CSV_LAST_PROMISE])
        s->known |= BF_SCHEDULE_PROMISES;
    for (uint32_t i = 0; i < csv->count; i++) {
        struct bf_job_row *job = &s->jobs[i];
        job->job = csv->values[BF_CSV_JOB][i];
        job->start = csv->values[BF_CSV_START][i];
        job->submit = cell(csv, BF_CSV_SUBMIT, i, job->start);
        job->end = cell(csv, BF_CSV_END, i, job->start + cell(csv, BF_CSV_RUN, i, 0));
        job->procs = (bf_procs)cell(csv, BF_CSV_PROCS, i, 0);
        job->request = cell(csv, BF_CSV_REQUEST, i, 1);
        job->plan = cell(csv, BF_CSV_PLAN, i, 1);
        job->first_promise = cell(csv, BF_CSV_FIRST_PROMISE, i, -1);
        job->last_promise = cell(csv, BF_CSV_LAST_PROMISE, i, -1);
        job->flags = (uint32_t)cell(csv, BF_CSV_FLAGS, i, 0);
    }
}

static enum bf_err open_csv(struct cli_schedule_file *f, const char *column, struct bf_error *e)
{
    struct bf_schedule_csv csv;
    enum bf_err code = bf_schedule_csv_read(f->path, column, f->memory, &csv, e);
    if (code != BF_OK)
        return code;
    f->single.count = csv.count;
    f->single.jobs = bf_arena_zalloc(f->memory, csv.count, sizeof *f->single.jobs);
    if (!f->single.jobs)
        return bf_error_no_memory(e, csv.count * sizeof *f->single.jobs, "a schedule");
    take_csv(&f->single, &csv);
    return BF_OK;
}

// ---- Simulated logs -------------------------------------------------------------

// The last note in the header that is the canonical text of a run.
static void find_rules(struct cli_schedule_file *f, const char *header)
{
    static const char note[] = "; Note: ";
    while (*header) {
        const size_t length = strcspn(header, "\n");
        char line[sizeof f->rules], policy[32];
        bf_text_copy(line, length + 1 < sizeof line ? length + 1 : sizeof line, header);
        if (strncmp(line, note, strlen(note)) == 0 && length < sizeof line &&
            bf_audit_word(line + strlen(note), "policy", policy, sizeof policy) &&
            bf_audit_word(line + strlen(note), "events", policy, sizeof policy))
            bf_text_copy(f->rules, sizeof f->rules, line + strlen(note));
        header += length + (header[length] == '\n');
    }
}

static enum bf_err take_trace(struct cli_schedule_file *f, const struct bf_trace *t,
                              struct bf_error *e)
{
    struct bf_schedule *s = &f->single;
    s->count = t->jobs.count;
    s->jobs = bf_arena_zalloc(f->memory, s->count, sizeof *s->jobs);
    if (!s->jobs)
        return bf_error_no_memory(e, s->count * sizeof *s->jobs, "a schedule");
    f->procs = t->procs;
    find_rules(f, t->header);
    s->known = BF_SCHEDULE_TIMES | BF_SCHEDULE_REQUEST;
    for (uint32_t j = 0; j < s->count; j++) {
        const struct bf_swf_fields *field = &t->fields[j];
        if (field->wait < 0)
            return bf_error_set(e, BF_ERR_INPUT,
                                "%s: job %lld has no wait (field 3); a schedule as SWF has the "
                                "simulated wait of every job there",
                                f->path, (long long)field->number);
        s->jobs[j] = (struct bf_job_row){.job = t->jobs.number[j],
                                         .submit = t->jobs.submit[j],
                                         .start = t->jobs.submit[j] + field->wait,
                                         .end = t->jobs.submit[j] + field->wait + t->jobs.run[j],
                                         .procs = t->jobs.procs[j],
                                         .request = t->jobs.request[j],
                                         .first_promise = -1,
                                         .last_promise = -1};
    }
    return BF_OK;
}

static enum bf_err open_swf(struct cli_schedule_file *f, bf_procs procs, struct bf_error *e)
{
    struct bf_trace_options o;
    struct bf_trace *trace = NULL;
    bf_trace_options_default(&o);
    o.source = f->path;
    o.procs = procs;
    o.keep_fields = true;
    enum bf_err code = bf_trace_load(&o, &trace, e);
    if (code == BF_OK)
        code = take_trace(f, trace, e);
    bf_trace_destroy(trace);
    return code;
}

// ---- Result files -----------------------------------------------------------------

static enum bf_err open_results(struct cli_schedule_file *f, struct bf_error *e)
{
    char semantics[32] = "";
    uint64_t rows = 0;
    enum bf_err code = bf_store_open(f->path, &f->reader, e);
    if (code == BF_OK)
        code = bf_store_text(f->reader, "semantics_version", semantics, sizeof semantics, e);
    if (code == BF_OK)
        code = bf_store_rows(f->reader, &bf_table_runs, &rows, e);
    if (code != BF_OK)
        return code;
    if (rows == 0 || rows > UINT32_MAX)
        return bf_error_set(e, BF_ERR_INPUT, "%s: there is no run in it", f->path);
    f->semantics = atoi(semantics);
    f->run_count = (uint32_t)rows;
    f->runs = bf_arena_zalloc(f->memory, rows, sizeof *f->runs);
    if (!f->runs)
        return bf_error_no_memory(e, rows * sizeof *f->runs, "the runs");
    return bf_store_read(f->reader, &bf_table_runs, 0, rows, f->runs, e);
}

bool cli_schedule_is_results(const char *path)
{
    return bf_text_ends_with(path, ".h5") || bf_text_ends_with(path, ".hdf5");
}

enum bf_err cli_schedule_open(struct cli_schedule_file *f, const char *path, const char *column,
                              bf_procs procs, struct bf_error *e)
{
    enum bf_err code;
    *f = (struct cli_schedule_file){.path = path, .procs = procs, .memory = bf_arena_create()};
    if (!f->memory)
        return bf_error_no_memory(e, 0, "a schedule");
    if (cli_schedule_is_results(path))
        code = open_results(f, e);
    else if (bf_text_ends_with(path, ".swf") || bf_text_ends_with(path, ".swf.gz"))
        code = open_swf(f, procs, e);
    else
        code = open_csv(f, column, e);
    return code;
}

void cli_schedule_close(struct cli_schedule_file *f)
{
    bf_store_reader_close(f->reader);
    bf_arena_destroy(f->memory);
}

enum bf_err cli_schedule_jobs(const struct cli_schedule_file *f, uint32_t run,
                              struct bf_arena *arena, struct bf_schedule *s, struct bf_error *e)
{
    struct bf_error wrong;
    if (!f->reader) {
        *s = f->single;
        return BF_OK;
    }
    const struct bf_run_row *row = &f->runs[run];
    if (row->jobs_rows == 0)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: run %u has no jobs; they are there with 'bfsweep run -o', and "
                            "with 'jobs = yes' in a sweep",
                            f->path, run);
    if (row->jobs_rows < 0 || row->jobs_rows > UINT32_MAX)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: run %u has %lld jobs; at most %u can be looked at", f->path, run,
                            (long long)row->jobs_rows, UINT32_MAX);
    *s = (struct bf_schedule){.count = (uint32_t)row->jobs_rows, .known = BF_SCHEDULE_ALL};
    s->jobs = bf_arena_alloc(arena, s->count, sizeof *s->jobs);
    if (!s->jobs)
        return bf_error_no_memory(e, s->count * sizeof *s->jobs, "the jobs");
    enum bf_err code =
        bf_store_read(f->reader, &bf_table_jobs, (uint64_t)row->jobs_first, s->count, s->jobs, e);
    if (code == BF_OK && (code = bf_schedule_check(s, &wrong)) != BF_OK)
        bf_error_set(e, code, "%s: run %u: %s", f->path, run, wrong.text);
    return code;
}

// ---- Logs --------------------------------------------------------------------

enum bf_err cli_schedule_log(const struct bf_trace *trace, struct bf_arena *arena,
                             struct bf_schedule_log *log, struct bf_error *e)
{
    const struct bf_jobs *jobs = &trace->jobs;
    uint8_t *no_request = bf_arena_alloc(arena, jobs->count, sizeof *no_request);
    if (!no_request)
        return bf_error_no_memory(e, jobs->count, "the log");
    for (uint32_t j = 0; j < jobs->count; j++)
        no_request[j] = (jobs->bits[j] & BF_JOB_NO_REQUEST) != 0;
    *log = (struct bf_schedule_log){.count = jobs->count,
                                    .number = jobs->number,
                                    .submit = jobs->submit,
                                    .run = jobs->run,
                                    .request = jobs->request,
                                    .procs = jobs->procs,
                                    .no_request = no_request};
    return BF_OK;
}
