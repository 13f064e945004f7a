// SPDX-License-Identifier: GPL-3.0-or-later
//
// Processors in use, by a sweep over all starts, ends and steps of the calendar. A job holds its
// processors over [start, end).
#include "analysis/audit/audit_internal.h"

enum { NAMED = 8 }; // jobs named in a violation

bf_procs bf_audit_taken(const struct bf_auditing *a, bf_time t, size_t *next)
{
    const struct bf_audit_input *in = a->in;
    while (*next < in->step_count && in->steps[*next].at <= t)
        (*next)++;
    const bf_procs taken = *next ? in->steps[*next - 1].procs : 0;
    return taken < in->procs ? taken : in->procs;
}

// The jobs that run at t: `4 (256), 8 (8)`.
static void name_running(const struct bf_auditing *a, bf_time t, struct bf_text *to)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        if (job->start > t || job->end <= t)
            continue;
        if (found++ < NAMED)
            bf_text_add(to, "%s%lld (%d)", found > 1 ? ", " : "", (long long)job->job,
                        (int)job->procs);
    }
    if (found > NAMED)
        bf_text_add(to, " and %u more", found - NAMED);
}

static void too_many(struct bf_auditing *a, bf_time t, int64_t used, bf_procs taken)
{
    char names[320];
    struct bf_text jobs = bf_text_init(names, sizeof names);
    if (bf_audit_of(a, BF_AUDIT_CAPACITY)->violations == 0)
        name_running(a, t, &jobs);
    if (taken)
        bf_audit_violate(
            a, BF_AUDIT_CAPACITY, t,
            "at %lld: %lld processors in use, the machine has %d and the calendar takes "
            "%d; jobs (processors): %s",
            (long long)t, (long long)used, (int)a->in->procs, (int)taken, names);
    else
        bf_audit_violate(
            a, BF_AUDIT_CAPACITY, t,
            "at %lld: %lld processors in use, the machine has %d; jobs (processors): %s",
            (long long)t, (long long)used, (int)a->in->procs, names);
}

static bool can_check(struct bf_auditing *a)
{
    if (!bf_audit_need(a, BF_AUDIT_CAPACITY, BF_SCHEDULE_END | BF_SCHEDULE_PROCS))
        return false;
    if (a->in->procs == 0) {
        bf_audit_skip(a, BF_AUDIT_CAPACITY, "the size of the machine is not known (--procs)");
        return false;
    }
    if (a->rules.calendar && !a->in->steps)
        bf_audit_limit(a, BF_AUDIT_CAPACITY,
                       "the calendar was not given (--calendar): its outages are left out");
    else if (a->in->steps)
        bf_audit_limit(a, BF_AUDIT_CAPACITY,
                       "that a job could have run to its request before an outage is left out");
    return true;
}

// The next instant at which something changes, or BF_NEVER.
static bf_time next_instant(const struct bf_auditing *a, uint32_t starting, uint32_t ending,
                            size_t step)
{
    bf_time t = BF_NEVER;
    if (starting < a->n)
        t = a->jobs[a->by_start[starting]].start;
    if (ending < a->n && a->jobs[a->by_end[ending]].end < t)
        t = a->jobs[a->by_end[ending]].end;
    if (step < a->in->step_count && a->in->steps[step].at < t)
        t = a->in->steps[step].at;
    return t;
}

static int64_t held_by(const struct bf_job_row *job)
{
    return job->end > job->start ? job->procs : 0;
}

// A job of no length holds its processors for the pass that starts it: it must fit beside the jobs
// that run on.
static void check_empty_job(struct bf_auditing *a, const struct bf_job_row *job, int64_t used,
                            bf_procs taken)
{
    if (job->end > job->start || used + job->procs <= a->in->procs - taken)
        return;
    bf_audit_violate(a, BF_AUDIT_CAPACITY, job->start,
                     "at %lld: job %lld, which has no length, starts on %d processors; %lld are in "
                     "use, the machine has %d",
                     (long long)job->start, (long long)job->job, (int)job->procs, (long long)used,
                     (int)(a->in->procs - taken));
}

void bf_audit_capacity(struct bf_auditing *a)
{
    uint32_t starting = 0, ending = 0;
    size_t step = 0;
    int64_t used = 0;
    if (!can_check(a))
        return;
    for (bf_time t; (t = next_instant(a, starting, ending, step)) != BF_NEVER;) {
        const bf_procs taken = bf_audit_taken(a, t, &step);
        for (; ending < a->n && a->jobs[a->by_end[ending]].end <= t; ending++)
            used -= held_by(&a->jobs[a->by_end[ending]]);
        const int64_t running = used;
        for (; starting < a->n && a->jobs[a->by_start[starting]].start <= t; starting++) {
            const struct bf_job_row *job = &a->jobs[a->by_start[starting]];
            check_empty_job(a, job, running, taken);
            used += held_by(job);
        }
        bf_audit_of(a, BF_AUDIT_CAPACITY)->looked_at++;
        if (used > a->in->procs - taken)
            too_many(a, t, used, taken);
    }
}
