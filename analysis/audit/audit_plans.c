// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a schedule says of plans, corrections, flags and promises, job by job.
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_internal.h"

enum flag {
    BACKFILLED = 1,
    KILLED = 2,
    NO_REQUEST = 4,
    CORRECTED = 8,
    BROKEN = 16,
    ALL_FLAGS = 31
};

static bf_time length_of(const struct bf_job_row *job)
{
    return job->end - job->start;
}

// ---- plans -------------------------------------------------------------------

// How often a plan expired and could be corrected before the job ended.
static uint32_t corrections_of(const struct bf_auditing *a, const struct bf_job_row *job)
{
    bf_time plan = job->plan;
    uint32_t n = 0;
    while (plan < length_of(job)) {
        const bf_time next = bf_audit_next_plan(a, job, plan, n + 1);
        if (next <= plan)
            break;
        plan = next;
        n++;
    }
    return n;
}

static bf_time rounded(double x, bf_time most)
{
    return x < (double)most ? (bf_time)floor(x + 0.5) : most;
}

bf_time bf_audit_plan_by_model(const struct bf_auditing *a, const struct bf_job_row *job)
{
    const bf_time most = ((bf_time)1 << 60) / ((bf_time)a->n + 1);
    const char *model = a->rules.estimate, *colon = strchr(model, ':');
    double x = 0;
    bf_time plan = 0;
    if (colon && !bf_text_to_double(colon + 1, &x))
        return 0;
    if (*model == '\0' || strcmp(model, "request") == 0)
        plan = job->request;
    else if (strcmp(model, "exact") == 0)
        plan = length_of(job);
    else if (strncmp(model, "factor:", 7) == 0)
        plan = rounded((double)length_of(job) * x, most);
    else if (strncmp(model, "pad:", 4) == 0)
        plan = rounded((double)job->request * x, most);
    else if (strncmp(model, "cap:", 4) == 0)
        plan = (double)job->request > x ? (bf_time)x : job->request;
    else
        return 0;
    return plan < 1 ? 1 : plan < most ? plan : most;
}

static void check_plan(struct bf_auditing *a, const struct bf_job_row *job)
{
    const bf_time wanted = bf_audit_plan_by_model(a, job);
    if (job->plan < 1)
        bf_audit_violate(a, BF_AUDIT_PLANS, job->submit,
                         "job %lld, submitted at %lld: a plan of %lld s", (long long)job->job,
                         (long long)job->submit, (long long)job->plan);
    else if (wanted && job->plan != wanted)
        bf_audit_violate(a, BF_AUDIT_PLANS, job->submit,
                         "job %lld, submitted at %lld, is planned with %lld s; by estimate %s with "
                         "%lld s",
                         (long long)job->job, (long long)job->submit, (long long)job->plan,
                         a->rules.estimate[0] ? a->rules.estimate : "request", (long long)wanted);
}

void bf_audit_plans(struct bf_auditing *a)
{
    const bool corrections = a->known & BF_SCHEDULE_CORRECTIONS;
    if (!(a->in->schedule.known & BF_SCHEDULE_PLAN)) {
        bf_audit_skip(a, BF_AUDIT_PLANS, "the schedule does not say plan%s",
                      a->known & BF_SCHEDULE_PLAN ? "; what the model says is taken" : "");
        return;
    }
    if (!bf_audit_need(a, BF_AUDIT_PLANS,
                       BF_SCHEDULE_PLAN | BF_SCHEDULE_REQUEST | BF_SCHEDULE_END |
                           BF_SCHEDULE_SUBMIT))
        return;
    if (!a->rules.policy[0]) {
        bf_audit_skip(a, BF_AUDIT_PLANS, "the rules of the run are not known (--policy)");
        return;
    }
    bf_audit_of(a, BF_AUDIT_PLANS)->looked_at = a->n;
    if (a->n && !bf_audit_plan_by_model(a, &a->jobs[0]))
        bf_audit_limit(a, BF_AUDIT_PLANS,
                       "estimate %s looks at other jobs or draws: its plans are taken as they are",
                       a->rules.estimate);
    if (!corrections)
        bf_audit_limit(a, BF_AUDIT_PLANS,
                       "the schedule does not say how often plans were corrected");
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        check_plan(a, job);
        if (corrections && job->corrections != corrections_of(a, job))
            bf_audit_violate(
                a, BF_AUDIT_PLANS, job->start,
                "job %lld, started at %lld: its plan of %lld s was corrected %u times; "
                "its length of %lld s asks for %u",
                (long long)job->job, (long long)job->start, (long long)job->plan, job->corrections,
                (long long)length_of(job), corrections_of(a, job));
    }
}

// ---- flags -------------------------------------------------------------------

static void expect_flag(struct bf_auditing *a, const struct bf_job_row *job, enum flag flag,
                        const char *name, bool wanted)
{
    bf_audit_of(a, BF_AUDIT_FLAGS)->looked_at++;
    if (((job->flags & flag) != 0) != wanted)
        bf_audit_violate(a, BF_AUDIT_FLAGS, job->start,
                         "job %lld, started at %lld, is%s flagged %s (%d)", (long long)job->job,
                         (long long)job->start, wanted ? " not" : "", name, (int)flag);
}

static void check_flags_by_log(struct bf_auditing *a, const struct bf_job_row *job, uint32_t j)
{
    const struct bf_schedule_log *log = a->in->log;
    if (a->rules.overrun != BF_SCHEDULE_UNKNOWN)
        expect_flag(a, job, KILLED, "killed",
                    a->rules.overrun == BF_SCHEDULE_KILL && log->run[j] > log->request[j]);
    if (log->no_request)
        expect_flag(a, job, NO_REQUEST, "no request", log->no_request[j]);
}

void bf_audit_flags(struct bf_auditing *a)
{
    if (!bf_audit_need(a, BF_AUDIT_FLAGS, BF_SCHEDULE_FLAGS | BF_SCHEDULE_END))
        return;
    const bool plans =
        a->rules.policy[0] && a->known & BF_SCHEDULE_PLAN && a->known & BF_SCHEDULE_REQUEST;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        if (job->flags & ~(uint32_t)ALL_FLAGS)
            bf_audit_violate(a, BF_AUDIT_FLAGS, job->start, "job %lld has the flags %u",
                             (long long)job->job, job->flags);
        if (job->flags & KILLED && a->known & BF_SCHEDULE_REQUEST && length_of(job) != job->request)
            bf_audit_violate(a, BF_AUDIT_FLAGS, job->start,
                             "job %lld, started at %lld, is flagged killed after %lld s of %lld",
                             (long long)job->job, (long long)job->start, (long long)length_of(job),
                             (long long)job->request);
        if (plans)
            expect_flag(a, job, CORRECTED, "corrected", corrections_of(a, job) > 0);
        if (a->in->log && a->log_of[i] != BF_NO_MATCH)
            check_flags_by_log(a, job, a->log_of[i]);
    }
    if (!a->in->log)
        bf_audit_limit(a, BF_AUDIT_FLAGS,
                       "the log was not given: 'killed' and 'no request' are taken "
                       "as they are");
}

// ---- promises ----------------------------------------------------------------

static const char *const promising[] = {"conservative", "selective", NULL};

static void check_promise(struct bf_auditing *a, const struct bf_job_row *job, bool may_break)
{
    const bool flagged = job->flags & BROKEN;
    const long long number = job->job, start = job->start;
    const long long first = job->first_promise, last = job->last_promise;
    if ((first < 0) != (last < 0))
        bf_audit_violate(a, BF_AUDIT_PROMISES, job->start,
                         "job %lld: first promise %lld, last promise %lld: one is missing", number,
                         first, last);
    else if (first < 0 && flagged)
        bf_audit_violate(a, BF_AUDIT_PROMISES, job->start,
                         "job %lld is flagged for a broken promise, and has none", number);
    else if (first >= 0 && job->start != job->last_promise)
        bf_audit_violate(a, BF_AUDIT_PROMISES, job->start,
                         "job %lld starts at %lld, its last promise is %lld", number, start, last);
    else if (first >= 0 && !flagged && last > first)
        bf_audit_violate(
            a, BF_AUDIT_PROMISES, job->start,
            "job %lld starts at %lld, was promised %lld, and no promise to it is flagged "
            "as broken",
            number, start, first);
    else if (flagged && !may_break)
        bf_audit_violate(
            a, BF_AUDIT_PROMISES, job->start,
            "job %lld, started at %lld, is flagged for a broken promise, but no plan was "
            "too short",
            number, start);
    else if (first < 0 && strcmp(a->rules.policy, "conservative") == 0)
        bf_audit_violate(a, BF_AUDIT_PROMISES, job->start,
                         "job %lld, started at %lld, was promised no start", number, start);
}

struct broken {
    int64_t jobs;
    bf_time slip, worst; // by first and last promises, s
};

// The counts of the run: the schedule shows the first and the last promise of a job, not those
// between, so it bounds them.
static void check_counts(struct bf_auditing *a, const struct broken *b)
{
    const struct bf_run_row *run = a->in->run;
    const bool sums =
        run->slip_max <= run->slip_total &&
        (double)run->slip_total <= (double)run->slip_max * (double)run->broken_promises;
    bf_audit_limit(
        a, BF_AUDIT_PROMISES,
        "broken promises and slips of /runs are held against bounds: the schedule has the "
        "first and last promise of each job");
    if (run->broken_promises < b->jobs || (run->broken_promises > 0) != (b->jobs > 0))
        bf_audit_violate(a, BF_AUDIT_PROMISES, BF_NEVER,
                         "/runs counts %lld broken promises, %lld jobs are flagged",
                         (long long)run->broken_promises, (long long)b->jobs);
    else if (!sums || run->slip_total < b->slip || run->slip_total < b->worst)
        bf_audit_violate(
            a, BF_AUDIT_PROMISES, BF_NEVER,
            "/runs counts slips of %lld s, %lld s at worst, in %lld broken promises; the "
            "jobs show %lld s",
            (long long)run->slip_total, (long long)run->slip_max, (long long)run->broken_promises,
            (long long)b->slip);
}

// Whether all plans were as long as the jobs ran: then no promise can have been broken.
static bool plans_held(const struct bf_auditing *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->jobs[i].plan < length_of(&a->jobs[i]))
            return false;
    return a->known & BF_SCHEDULE_PLAN;
}

static void check_no_promises(struct bf_auditing *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->jobs[i].first_promise >= 0 || a->jobs[i].last_promise >= 0 ||
            a->jobs[i].flags & BROKEN)
            bf_audit_violate(a, BF_AUDIT_PROMISES, a->jobs[i].start,
                             "job %lld has a promise, but policy %s makes none",
                             (long long)a->jobs[i].job, a->rules.policy);
    if (bf_audit_of(a, BF_AUDIT_PROMISES)->violations == 0)
        bf_audit_skip(a, BF_AUDIT_PROMISES, "policy %s makes none", a->rules.policy);
}

void bf_audit_promises(struct bf_auditing *a)
{
    struct broken b = {0};
    if (!a->rules.policy[0]) {
        bf_audit_skip(a, BF_AUDIT_PROMISES, "the rules of the run are not known (--policy)");
        return;
    }
    if (!bf_audit_policy_is(a, promising)) {
        check_no_promises(a);
        return;
    }
    if (!bf_audit_need(a, BF_AUDIT_PROMISES,
                       BF_SCHEDULE_PROMISES | BF_SCHEDULE_FLAGS | BF_SCHEDULE_END))
        return;
    const bool may_break = !plans_held(a);
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bf_job_row *job = &a->jobs[i];
        bf_audit_of(a, BF_AUDIT_PROMISES)->looked_at += job->first_promise >= 0;
        check_promise(a, job, may_break);
        b.jobs += (job->flags & BROKEN) != 0;
        if (job->last_promise <= job->first_promise)
            continue;
        b.slip += job->last_promise - job->first_promise;
        if (job->last_promise - job->first_promise > b.worst)
            b.worst = job->last_promise - job->first_promise;
    }
    if (a->in->run)
        check_counts(a, &b);
    else if (b.jobs)
        bf_audit_limit(a, BF_AUDIT_PROMISES, "to %lld jobs a promise is flagged as broken",
                       (long long)b.jobs);
}
