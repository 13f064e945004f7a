// SPDX-License-Identifier: GPL-3.0-or-later
//
// Jobs one by one, against the log and against themselves.
#include "analysis/audit/audit_internal.h"

void bf_audit_jobs(struct bf_auditing *a)
{
    const struct bf_schedule_log *log = a->in->log;
    if (!log) {
        bf_audit_skip(a, BF_AUDIT_JOBS, "the log was not given");
        return;
    }
    bf_audit_of(a, BF_AUDIT_JOBS)->looked_at = log->count;
    uint8_t *seen = bf_arena_zalloc(a->arena, log->count, sizeof *seen);
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        if (a->log_of[i] == BF_NO_MATCH)
            bf_audit_violate(a, BF_AUDIT_JOBS, job->start,
                             "job %lld, started at %lld: the log has no such job, or not as often",
                             (long long)job->job, (long long)job->start);
        else if (seen)
            seen[a->log_of[i]] = 1;
    }
    for (uint32_t j = 0; seen && j < log->count; j++)
        if (!seen[j])
            bf_audit_violate(a, BF_AUDIT_JOBS, log->submit[j],
                             "job %lld of the log, submitted at %lld, is not in the schedule",
                             (long long)log->number[j], (long long)log->submit[j]);
    if (!seen)
        bf_audit_limit(a, BF_AUDIT_JOBS, "no memory to look for missing jobs");
}

static void expect(struct bf_auditing *a, const struct bf_job_row *job, const char *what,
                   int64_t found, int64_t wanted)
{
    if (found != wanted)
        bf_audit_violate(a, BF_AUDIT_FIELDS, job->start,
                         "job %lld, started at %lld: %s is %lld, by the log %lld",
                         (long long)job->job, (long long)job->start, what, (long long)found,
                         (long long)wanted);
}

void bf_audit_fields(struct bf_auditing *a)
{
    const struct bf_schedule_log *log = a->in->log;
    const unsigned given = a->in->schedule.known;
    if (!log || !(given & (BF_SCHEDULE_SUBMIT | BF_SCHEDULE_PROCS | BF_SCHEDULE_REQUEST))) {
        bf_audit_skip(a, BF_AUDIT_FIELDS,
                      log ? "the schedule says none of them" : "the log was not given");
        return;
    }
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        const uint32_t j = a->log_of[i];
        if (j == BF_NO_MATCH)
            continue;
        bf_audit_of(a, BF_AUDIT_FIELDS)->looked_at++;
        if (given & BF_SCHEDULE_SUBMIT)
            expect(a, job, "submit", job->submit, log->submit[j]);
        if (given & BF_SCHEDULE_PROCS)
            expect(a, job, "processors", job->procs, log->procs[j]);
        if (given & BF_SCHEDULE_REQUEST && a->rules.overrun != BF_SCHEDULE_UNKNOWN)
            expect(a, job, "request", job->request,
                   bf_schedule_log_request(log, j, a->rules.overrun));
    }
    if (given & BF_SCHEDULE_REQUEST && a->rules.overrun == BF_SCHEDULE_UNKNOWN)
        bf_audit_limit(a, BF_AUDIT_FIELDS, "requests are left out: the overrun rule is not known");
}

void bf_audit_submits(struct bf_auditing *a)
{
    if (!bf_audit_need(a, BF_AUDIT_SUBMITS, BF_SCHEDULE_SUBMIT))
        return;
    bf_audit_of(a, BF_AUDIT_SUBMITS)->looked_at = a->n;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        if (job->start < job->submit)
            bf_audit_violate(a, BF_AUDIT_SUBMITS, job->start,
                             "job %lld starts at %lld, submitted at %lld", (long long)job->job,
                             (long long)job->start, (long long)job->submit);
    }
}

// Against the log: exactly as long as it runs. Without a known rule both readings are right.
static void check_length(struct bf_auditing *a, const struct bf_job_row *job, uint32_t j)
{
    const struct bf_schedule_log *log = a->in->log;
    const enum bf_schedule_overrun rule = a->rules.overrun;
    const bf_time length = job->end - job->start, wanted = bf_schedule_log_run(log, j, rule);
    if (length == wanted || (rule == BF_SCHEDULE_UNKNOWN && length == log->run[j]))
        return;
    bf_audit_violate(a, BF_AUDIT_LENGTHS, job->start,
                     "job %lld, started at %lld, runs %lld s to %lld; by the log it runs %lld s%s",
                     (long long)job->job, (long long)job->start, (long long)length,
                     (long long)job->end, (long long)wanted,
                     wanted < log->run[j] ? ", cut at its request" : "");
}

// Whether requests are limits.
static bool is_bound(const struct bf_auditing *a)
{
    return a->known & BF_SCHEDULE_REQUEST &&
           (a->rules.overrun == BF_SCHEDULE_KILL || a->rules.overrun == BF_SCHEDULE_EXTEND);
}

// Without the log: not below 0, nor beyond a limit that holds.
static void check_limit(struct bf_auditing *a, const struct bf_job_row *job)
{
    const bf_time length = job->end - job->start;
    if (length < 0)
        bf_audit_violate(a, BF_AUDIT_LENGTHS, job->start,
                         "job %lld starts at %lld and ends at %lld", (long long)job->job,
                         (long long)job->start, (long long)job->end);
    else if (is_bound(a) && length > job->request)
        bf_audit_violate(a, BF_AUDIT_LENGTHS, job->start,
                         "job %lld, started at %lld, runs %lld s past its request of %lld s",
                         (long long)job->job, (long long)job->start,
                         (long long)(length - job->request), (long long)job->request);
}

void bf_audit_lengths(struct bf_auditing *a)
{
    if (!bf_audit_need(a, BF_AUDIT_LENGTHS, BF_SCHEDULE_END))
        return;
    const bool given = a->in->schedule.known & BF_SCHEDULE_END;
    bf_audit_of(a, BF_AUDIT_LENGTHS)->looked_at = a->n;
    if (!given) {
        bf_audit_skip(a, BF_AUDIT_LENGTHS,
                      "the schedule does not say ends; those of the log are taken");
        return;
    }
    if (!a->in->log)
        bf_audit_limit(a, BF_AUDIT_LENGTHS,
                       is_bound(a) ? "the log was not given: only that none runs past its request"
                                   : "the log was not given: only that none ends before it starts");
    for (uint32_t i = 0; i < a->n; i++) {
        check_limit(a, &a->jobs[i]);
        if (a->in->log && a->log_of[i] != BF_NO_MATCH)
            check_length(a, &a->jobs[i], a->log_of[i]);
    }
}
