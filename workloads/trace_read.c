// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the lines of a log to a job table, with an account of each line.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "workloads/lines_internal.h"
#include "workloads/trace_internal.h"

static bool status_is_partial(int64_t status)
{
    return status >= 2 && status <= 4;
}

static bool status_is_selected(uint32_t selection, int64_t status)
{
    if (selection == 0)
        return true;
    return status >= -1 && status <= 30 && (selection >> (status + 1) & 1);
}

static int64_t procs_of(const struct bf_swf_fields *f)
{
    return f->requested_procs > 0 ? f->requested_procs : f->allocated;
}

static enum bf_verdict judge(const struct bf_loading *l, const struct bf_swf_line *line)
{
    const struct bf_swf_fields *f = &line->fields;
    if (line->flaw != BF_SWF_FINE)
        return line->flaw == BF_SWF_TOO_FEW ? BF_LINE_FIELDS : BF_LINE_NUMBER;
    if (f->submit < 0)
        return BF_LINE_SUBMIT;
    if (status_is_partial(f->status))
        return BF_LINE_PARTIAL;
    if (!status_is_selected(l->o->statuses, f->status))
        return BF_LINE_STATUS;
    if (!bf_selection_has(l->o->users, f->user))
        return BF_LINE_USER;
    if (!bf_selection_has(l->o->numbers, f->number))
        return BF_LINE_JOB_NUMBER;
    if (f->run < 0)
        return BF_LINE_RUN;
    return procs_of(f) > 0 ? BF_LINE_KEPT : BF_LINE_PROCS;
}

static void count_verdict(struct bf_trace_row *row, enum bf_verdict verdict)
{
    switch (verdict) {
    case BF_LINE_FIELDS:
        row->rejected_fields++;
        break;
    case BF_LINE_NUMBER:
        row->rejected_number++;
        break;
    case BF_LINE_SUBMIT:
        row->rejected_submit++;
        break;
    case BF_LINE_PARTIAL:
        row->skipped_partial++;
        break;
    case BF_LINE_STATUS:
        row->skipped_status++;
        break;
    case BF_LINE_USER:
        row->skipped_user++;
        break;
    case BF_LINE_JOB_NUMBER:
        row->skipped_number++;
        break;
    case BF_LINE_RUN:
        row->rejected_run++;
        break;
    case BF_LINE_PROCS:
        row->rejected_procs++;
        break;
    case BF_LINE_KEPT: // counted as simulated when the table is settled
    case BF_LINE_VERDICTS:
        break;
    }
}

static void note_malformed(struct bf_loading *l, const struct bf_line *line,
                           const struct bf_swf_line *parsed)
{
    l->malformed++;
    if (l->first_bad)
        return;
    l->first_bad = line->number;
    if (parsed->flaw == BF_SWF_FINE)
        snprintf(l->first_bad_why, sizeof l->first_bad_why, "field 2 (submit) is %lld, negative",
                 (long long)parsed->fields.submit);
    else
        bf_swf_explain(parsed, l->first_bad_why, sizeof l->first_bad_why);
}

static enum bf_err keep_job(struct bf_loading *l, uint64_t number, const struct bf_swf_fields *f,
                            struct bf_error *e)
{
    const struct bf_jobs *jobs = &l->build.jobs;
    const bool no_request = f->requested_time <= 0;
    struct bf_build_job job = {.submit = f->submit,
                               .run = f->run,
                               .request =
                                   no_request ? (f->run > 1 ? f->run : 1) : f->requested_time,
                               .wait = f->wait < 0 ? -1 : f->wait,
                               .procs = (bf_procs)procs_of(f),
                               .user = f->user,
                               .number = f->number,
                               .bits = no_request ? BF_JOB_NO_REQUEST : 0,
                               .fields = f};
    if (jobs->count && f->submit < jobs->submit[jobs->count - 1])
        l->row.unsorted++;
    if (job.procs > l->widest) {
        l->widest = job.procs;
        l->widest_line = number;
    }
    return bf_build_push(&l->build, &job, e);
}

static enum bf_err read_job_line(struct bf_loading *l, const struct bf_line *line,
                                 struct bf_error *e)
{
    struct bf_swf_line parsed;
    l->job_lines++;
    if (bf_swf_parse(line->text, line->length, &parsed)) {
        l->row.rounded += parsed.rounded;
        l->row.extra_fields += parsed.extra;
    }
    const enum bf_verdict verdict = judge(l, &parsed);
    count_verdict(&l->row, verdict);
    if (verdict == BF_LINE_FIELDS || verdict == BF_LINE_NUMBER || verdict == BF_LINE_SUBMIT)
        note_malformed(l, line, &parsed);
    if (l->watch && l->watch->line)
        l->watch->line(l->watch->self, l, line->number, &parsed, verdict);
    return verdict == BF_LINE_KEPT ? keep_job(l, line->number, &parsed.fields, e) : BF_OK;
}

static enum bf_err read_line(struct bf_loading *l, const struct bf_line *line, struct bf_error *e)
{
    const char *at = bf_swf_skip_blanks(line->text);
    l->row.lines++;
    if (at == line->text + line->length) {
        l->row.blank++;
        return BF_OK;
    }
    if (*at != ';')
        return read_job_line(l, line, e);
    l->row.comments++;
    return bf_swf_header_add(&l->header, l->name, line->number, line->text, line->length,
                             l->job_lines == 0, &l->notes, e);
}

static enum bf_err read_lines(struct bf_loading *l, struct bf_lines *lines, struct bf_error *e)
{
    struct bf_line line;
    size_t n;
    bool whole;
    const char *block = bf_lines_first_block(lines, &n, &whole);
    if (n == 0)
        return bf_error_set(e, BF_ERR_INPUT, "%s: is empty; a log in SWF was expected", l->name);
    enum bf_err code = bf_swf_sniff(l->name, block, n, whole, e);
    while (code == BF_OK) {
        code = bf_lines_next(lines, &line, e);
        if (code || !line.text)
            break;
        code = read_line(l, &line, e);
    }
    if (code == BF_OK)
        bf_lines_hash(lines, l->row.hash);
    return code;
}

// A file that is not there may be a model that is misspelt.
static enum bf_err explain_model(const struct bf_loading *l, enum bf_err code, struct bf_error *e)
{
    static const char *const models[] = {"lublin", NULL};
    char name[32];
    const size_t n = strcspn(l->o->source, ":");
    const bool is_path = !l->o->source[n] && strpbrk(l->o->source, "./");
    if (code != BF_ERR_INPUT || is_path || n >= sizeof name || access(l->o->source, F_OK) == 0)
        return code;
    memcpy(name, l->o->source, n);
    name[n] = '\0';
    if (!bf_text_nearest(name, models))
        return code;
    return bf_error_set(e, code,
                        "%s: there is no such file; a model is written like "
                        "'lublin:jobs=10000,procs=256,seed=1'",
                        l->o->source);
}

enum bf_err bf_trace_read(struct bf_loading *l, struct bf_error *e)
{
    struct bf_lines *lines = NULL;
    enum bf_err code = bf_lines_open(l->o->source, &lines, e);
    if (code)
        return explain_model(l, code, e);
    l->name = l->o->source[0] == '-' && !l->o->source[1] ? "standard input" : l->o->source;
    code = read_lines(l, lines, e);
    bf_lines_close(lines);
    return code;
}
