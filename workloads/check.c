// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/check.h"

#include <string.h>

#include "workloads/trace_internal.h"

#define YEAR        ((bf_time)366 * 86400)
#define THIRTY_DAYS ((bf_time)30 * 86400)

const struct bf_finding_kind bf_finding_kinds[BF_FINDINGS] = {
    [BF_FOUND_FIELDS] = {"few-fields", "fewer than 18 fields; the line is rejected", NULL},
    [BF_FOUND_NUMBER] = {"no-number", "a field is no number, or too large; the line is rejected",
                         NULL},
    [BF_FOUND_SUBMIT] = {"bad-submit", "submit is negative or not given; the line is rejected",
                         NULL},
    [BF_FOUND_PARTIAL] = {"partial", "status 2, 3 or 4: part of a job; the line is skipped", NULL},
    [BF_FOUND_RUN_UNKNOWN] = {"no-run", "run time is not given; the line is rejected", NULL},
    [BF_FOUND_PROCS_UNKNOWN] = {"no-procs", "no processors are given; the line is rejected", NULL},
    [BF_FOUND_WIDE] = {"wide", "asks for more processors than the machine has", "the widest"},
    [BF_FOUND_EXTRA] = {"extra-fields", "more than 18 fields; the rest is ignored", NULL},
    [BF_FOUND_ROUNDED] = {"fraction", "a time has a fraction; rounded half up", NULL},
    [BF_FOUND_UNSORTED] = {"unsorted", "submitted before the job above it", NULL},
    [BF_FOUND_SAME_SECOND] = {"same-second", "submitted in the same second as the job above it",
                              NULL},
    [BF_FOUND_DUPLICATE] = {"duplicate", "a job number that was there before", NULL},
    [BF_FOUND_OVERRUN] = {"overrun", "ran past its request", "the most, s"},
    [BF_FOUND_NO_REQUEST] = {"no-request", "no requested time; the run time stands for it", NULL},
    [BF_FOUND_HUGE_REQUEST] = {"huge-request", "requests more than a year", "the largest, s"},
    [BF_FOUND_RUN_ZERO] = {"run-0", "ran 0 s", NULL},
    [BF_FOUND_COMPLETED_ZERO] = {"completed-0", "ran 0 s and is said to have completed", NULL},
    [BF_FOUND_CANCELLED_RAN] = {"cancelled-ran", "is said to be cancelled (status 5), but ran",
                                NULL},
    [BF_FOUND_STATUS] = {"status", "a status that SWF does not have", NULL},
    [BF_FOUND_ALLOCATED_MORE] = {"allocated-more", "got more processors than it asked for", NULL},
    [BF_FOUND_ALLOCATED_LESS] = {"allocated-less", "got fewer processors than it asked for", NULL},
    [BF_FOUND_NO_WAIT] = {"no-wait", "wait is not given (in all jobs: submits may be starts)",
                          NULL},
    [BF_FOUND_LONG_WAIT] = {"long-wait", "waited more than 30 days", "the longest, s"},
    [BF_FOUND_NO_USER] = {"no-user", "user is not given", NULL},
    [BF_FOUND_FIRST_SUBMIT] = {"first-submit", "the first submit is not 0", "the first, s"},
    [BF_FOUND_MAX_JOBS] = {"max-jobs", "MaxJobs is not the number of job lines", "MaxJobs"},
    [BF_FOUND_MAX_RECORDS] = {"max-records", "MaxRecords is not the number of job lines",
                              "MaxRecords"},
    [BF_FOUND_MAX_RUNTIME] = {"max-runtime", "ran longer than the header's MaxRuntime",
                              "the longest, s"},
    [BF_FOUND_NODES] = {"max-nodes", "MaxNodes is larger than MaxProcs", "MaxNodes"},
    [BF_FOUND_PEAK] = {"peak", "by its own waits the log uses more processors than there are",
                       "at once"}};

struct checker {
    struct bf_check *check;
    struct bf_labels numbers;
    enum bf_err code; // of the first failure
    struct bf_error *error;
    bool any;       // a job was seen
    bf_time submit; // of the job above
};

static void found(struct checker *c, enum bf_finding what, uint64_t line, int64_t value)
{
    struct bf_check *k = c->check;
    if (k->count[what] < BF_CHECK_LINES)
        k->line[what][k->count[what]] = line;
    if (k->count[what] == 0 || value > k->value[what])
        k->value[what] = value;
    k->count[what]++;
}

static void found_if(bool condition, struct checker *c, enum bf_finding what, uint64_t line,
                     int64_t value)
{
    if (condition)
        found(c, what, line, value);
}

static void look_at_number(struct checker *c, uint64_t line, int64_t number)
{
    uint32_t index;
    const uint32_t before = c->numbers.count;
    if (c->code == BF_OK)
        c->code = bf_labels_index(&c->numbers, number, &index, c->error);
    found_if(c->code == BF_OK && index < before, c, BF_FOUND_DUPLICATE, line, 0);
}

static void look_at_times(struct checker *c, uint64_t line, const struct bf_swf_fields *f)
{
    const bool has_request = f->requested_time > 0;
    found_if(c->any && f->submit < c->submit, c, BF_FOUND_UNSORTED, line, 0);
    found_if(c->any && f->submit == c->submit, c, BF_FOUND_SAME_SECOND, line, 0);
    found_if(!c->any && f->submit != 0, c, BF_FOUND_FIRST_SUBMIT, line, f->submit);
    found_if(!has_request, c, BF_FOUND_NO_REQUEST, line, 0);
    found_if(has_request && f->run > f->requested_time, c, BF_FOUND_OVERRUN, line,
             f->run - f->requested_time);
    found_if(f->requested_time > YEAR, c, BF_FOUND_HUGE_REQUEST, line, f->requested_time);
    found_if(f->wait < 0, c, BF_FOUND_NO_WAIT, line, 0);
    found_if(f->wait > THIRTY_DAYS, c, BF_FOUND_LONG_WAIT, line, f->wait);
    found_if(f->run == 0, c, BF_FOUND_RUN_ZERO, line, 0);
    c->any = true;
    c->submit = f->submit;
}

static void count_missing(struct bf_check *check, const struct bf_swf_fields *f)
{
    const bool missing[BF_SWF_FIELDS] = {
        f->number < 0,         f->submit < 0,           f->wait < 0,   f->run < 0,
        f->allocated < 1,      f->cpu_time < 0,         f->memory < 0, f->requested_procs < 1,
        f->requested_time < 1, f->requested_memory < 0, f->status < 0, f->user < 0,
        f->group < 0,          f->executable < 0,       f->queue < 0,  f->partition < 0,
        f->preceding < 0,      f->think_time < 0};
    check->jobs++;
    for (int i = 0; i < BF_SWF_FIELDS; i++)
        check->missing[i] += missing[i];
}

static void look_at_rest(struct checker *c, const struct bf_loading *l, uint64_t line,
                         const struct bf_swf_fields *f)
{
    const char *from;
    const bf_procs machine = bf_loading_procs(l, &from);
    const int64_t asked = f->requested_procs, got = f->allocated;
    const int64_t procs = asked > 0 ? asked : got;
    const int64_t max_runtime = l->header.value[BF_SWF_MAX_RUNTIME];
    found_if(machine && procs > machine, c, BF_FOUND_WIDE, line, procs);
    found_if(asked > 0 && got > asked, c, BF_FOUND_ALLOCATED_MORE, line, 0);
    found_if(asked > 0 && got > 0 && got < asked, c, BF_FOUND_ALLOCATED_LESS, line, 0);
    found_if(f->status == 1 && f->run == 0, c, BF_FOUND_COMPLETED_ZERO, line, 0);
    found_if(f->status == 5 && f->run > 0, c, BF_FOUND_CANCELLED_RAN, line, 0);
    found_if(f->status < -1 || f->status > 5, c, BF_FOUND_STATUS, line, f->status);
    found_if(f->user < 0, c, BF_FOUND_NO_USER, line, 0);
    found_if(max_runtime > 0 && f->run > max_runtime, c, BF_FOUND_MAX_RUNTIME, line, f->run);
}

static void look_at_line(void *self, const struct bf_loading *l, uint64_t number,
                         const struct bf_swf_line *line, enum bf_verdict verdict)
{
    static const enum bf_finding by_verdict[BF_LINE_VERDICTS] = {
        [BF_LINE_KEPT] = BF_FINDINGS,         [BF_LINE_STATUS] = BF_FINDINGS,
        [BF_LINE_USER] = BF_FINDINGS,         [BF_LINE_JOB_NUMBER] = BF_FINDINGS,
        [BF_LINE_FIELDS] = BF_FOUND_FIELDS,   [BF_LINE_NUMBER] = BF_FOUND_NUMBER,
        [BF_LINE_SUBMIT] = BF_FOUND_SUBMIT,   [BF_LINE_PARTIAL] = BF_FOUND_PARTIAL,
        [BF_LINE_RUN] = BF_FOUND_RUN_UNKNOWN, [BF_LINE_PROCS] = BF_FOUND_PROCS_UNKNOWN};
    struct checker *c = self;
    found_if(by_verdict[verdict] != BF_FINDINGS, c, by_verdict[verdict], number, 0);
    if (line->flaw != BF_SWF_FINE)
        return;
    found_if(line->extra, c, BF_FOUND_EXTRA, number, 0);
    found_if(line->rounded, c, BF_FOUND_ROUNDED, number, 0);
    if (verdict != BF_LINE_KEPT)
        return;
    count_missing(c->check, &line->fields);
    look_at_number(c, number, line->fields.number);
    look_at_times(c, number, &line->fields);
    look_at_rest(c, l, number, &line->fields);
}

static void look_at_header(void *self, const struct bf_loading *l)
{
    struct checker *c = self;
    const struct bf_swf_header *h = &l->header;
    const int64_t lines = (int64_t)l->job_lines;
    const int64_t jobs = h->value[BF_SWF_MAX_JOBS], records = h->value[BF_SWF_MAX_RECORDS];
    const int64_t nodes = h->value[BF_SWF_MAX_NODES], procs = h->value[BF_SWF_MAX_PROCS];
    found_if(jobs >= 0 && jobs != lines, c, BF_FOUND_MAX_JOBS, h->line[BF_SWF_MAX_JOBS], jobs);
    found_if(records >= 0 && records != lines, c, BF_FOUND_MAX_RECORDS, h->line[BF_SWF_MAX_RECORDS],
             records);
    found_if(procs >= 0 && nodes > procs, c, BF_FOUND_NODES, h->line[BF_SWF_MAX_NODES], nodes);
    c->check->complete = true;
}

enum bf_err bf_trace_check(const struct bf_trace_options *options, struct bf_check *check,
                           struct bf_error *e)
{
    struct checker c = {.check = check, .error = e};
    const struct bf_trace_watch watch = {&c, look_at_line, look_at_header};
    struct bf_trace_options o = *options;
    memset(check, 0, sizeof *check);
    o.find_peak = true;
    enum bf_err code = bf_trace_load_watched(&o, &watch, &check->trace, e);
    bf_labels_fini(&c.numbers);
    if (code == BF_OK && c.code) {
        bf_trace_destroy(check->trace);
        check->trace = NULL;
        return c.code;
    }
    if (code == BF_OK)
        found_if(check->trace->peak_recorded > check->trace->procs, &c, BF_FOUND_PEAK, 0,
                 check->trace->peak_recorded);
    return code;
}
