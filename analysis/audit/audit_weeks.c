// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of /weeks, worked out anew. A week begins 604,800 s behind the one before, the first one
// at the first submit; what is used of the machine in a week is the difference of what was used up
// to its end and up to its beginning.
#include <math.h>

#include "analysis/audit/audit_internal.h"
#include "analysis/audit/schedule_stats.h"

#define WEEK ((bf_time)604800) // s

// Processor-seconds used up to a time that only goes on.
struct use {
    const struct bf_auditing *a;
    uint32_t starting, ending;
    bf_time last;
    int64_t busy;
    long double area;
};

static int64_t held_by(const struct bf_job_row *job)
{
    return job->end > job->start ? job->procs : 0;
}

static void pass_time(struct use *u, bf_time t)
{
    u->area += (long double)u->busy * (t - u->last);
    u->last = t;
}

static long double used_by(struct use *u, bf_time t)
{
    const struct bf_auditing *a = u->a;
    for (;;) {
        const struct bf_job_row *starts =
            u->starting < a->n ? &a->jobs[a->by_start[u->starting]] : NULL;
        const struct bf_job_row *ends = u->ending < a->n ? &a->jobs[a->by_end[u->ending]] : NULL;
        if (ends && ends->end <= t && !(starts && starts->start < ends->end)) {
            pass_time(u, ends->end);
            u->busy -= held_by(ends);
            u->ending++;
        } else if (starts && starts->start <= t) {
            pass_time(u, starts->start);
            u->busy += held_by(starts);
            u->starting++;
        } else {
            break;
        }
    }
    pass_time(u, t);
    return u->area;
}

// The row of the week of job `*next`, which is moved on to the first job of another week.
static struct bf_week_row week_row(struct use *u, uint32_t *next, const uint8_t *measured)
{
    const struct bf_auditing *a = u->a;
    const bf_time first = a->jobs[0].submit, last = a->jobs[a->n - 1].submit;
    struct bf_week_row row = {.week = (a->jobs[*next].submit - first) / WEEK};
    const bf_time begin = first + row.week * WEEK, end = begin + WEEK;
    const double whole = (double)a->in->procs * (double)WEEK;
    long double wait = 0, bsld = 0, area = 0;
    for (; *next < a->n && a->jobs[*next].submit < end; ++*next) {
        const struct bf_job_row *job = &a->jobs[*next];
        area += (long double)(job->end - job->start) * job->procs;
        row.submitted++;
        if (!measured[*next])
            continue;
        wait += bf_schedule_measure_of(BF_SCHEDULE_MEASURE_WAIT, job, a->rules.tau);
        bsld += bf_schedule_measure_of(BF_SCHEDULE_MEASURE_BSLD, job, a->rules.tau);
        row.jobs++;
    }
    row.span = last - begin < WEEK ? last - begin : WEEK;
    row.mean_wait = row.jobs ? (double)(wait / row.jobs) : NAN;
    row.mean_bsld = row.jobs ? (double)(bsld / row.jobs) : NAN;
    row.offered_load = (double)(area / whole);
    const long double before = used_by(u, begin);
    row.utilization = (double)((used_by(u, end) - before) / whole);
    return row;
}

static bool same_week(const struct bf_week_row *x, const struct bf_week_row *y)
{
    return x->week == y->week && x->span == y->span && x->submitted == y->submitted &&
           x->jobs == y->jobs && bf_audit_same(x->mean_wait, y->mean_wait) &&
           bf_audit_same(x->mean_bsld, y->mean_bsld) &&
           bf_audit_same(x->utilization, y->utilization) &&
           bf_audit_same(x->offered_load, y->offered_load);
}

static void check_week(struct bf_auditing *a, const struct bf_week_row *wanted, size_t place)
{
    const struct bf_week_row none = {0};
    const struct bf_week_row *found = place < a->in->week_count ? &a->in->weeks[place] : &none;
    bf_audit_of(a, BF_AUDIT_WEEKS)->looked_at++;
    if (!same_week(found, wanted))
        bf_audit_violate(a, BF_AUDIT_WEEKS, a->jobs[0].submit + wanted->week * WEEK,
                         "week %lld: the schedule gives %lld jobs, mean wait %.17g, mean bounded "
                         "slowdown %.17g, utilization %.17g, offered load %.17g; row %zu has week "
                         "%lld, %lld, %.17g, %.17g, %.17g, %.17g",
                         (long long)wanted->week, (long long)wanted->submitted, wanted->mean_wait,
                         wanted->mean_bsld, wanted->utilization, wanted->offered_load, place,
                         (long long)found->week, (long long)found->submitted, found->mean_wait,
                         found->mean_bsld, found->utilization, found->offered_load);
}

void bf_audit_weeks(struct bf_auditing *a, const uint8_t *measured)
{
    size_t place = 0;
    if (a->in->week_count == 0 && a->n > 0) {
        bf_audit_skip(a, BF_AUDIT_WEEKS, "the file has no rows of /weeks");
        return;
    }
    struct use use = {.a = a, .last = a->n ? a->jobs[0].submit : 0};
    for (uint32_t next = 0; next < a->n;) {
        const struct bf_week_row row = week_row(&use, &next, measured);
        check_week(a, &row, place++);
    }
    if (place != a->in->week_count)
        bf_audit_violate(a, BF_AUDIT_WEEKS, BF_NEVER, "/weeks has %zu rows, the schedule gives %zu",
                         a->in->week_count, place);
}
