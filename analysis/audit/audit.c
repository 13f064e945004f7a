// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/audit/audit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/audit/audit_internal.h"
#include "engine/base/sort.h"

const char *const bf_audit_verdict_names[] = {"held", "violated", "not checked"};

static const struct {
    const char *name, *unit, *rule;
} kinds[BF_AUDIT_KINDS] = {
    [BF_AUDIT_JOBS] = {"jobs", "jobs", "every job of the log is there once, and no other"},
    [BF_AUDIT_FIELDS] = {"fields", "jobs", "submit, processors and request are those of the log"},
    [BF_AUDIT_SUBMITS] = {"submits", "jobs", "no job starts before it is submitted"},
    [BF_AUDIT_LENGTHS] = {"lengths", "jobs", "every job runs as long as it must"},
    [BF_AUDIT_CAPACITY] = {"capacity", "instants",
                           "never are more processors in use than there are"},
    [BF_AUDIT_PLANS] = {"plans", "jobs", "plans and corrections are those of the model"},
    [BF_AUDIT_FLAGS] = {"flags", "flags", "flags say what the schedule shows"},
    [BF_AUDIT_ORDER] = {"order", "starts", "no job starts past a waiting one that comes before it"},
    [BF_AUDIT_IDLE] =
        {"idle", "instants",
         "the head of the queue starts when it fits, and jobs when something happens"},
    [BF_AUDIT_HEAD] = {"head", "instants", "backfilled jobs do not delay the head of the queue"},
    [BF_AUDIT_PROMISES] = {"promises", "jobs", "promises are kept, or counted as broken"},
    [BF_AUDIT_METRICS] = {"metrics", "metrics", "the metrics of /runs follow from the schedule"},
    [BF_AUDIT_CLASSES] = {"classes", "classes", "the rows of /classes follow from the schedule"},
    [BF_AUDIT_WEEKS] = {"weeks", "weeks", "the rows of /weeks follow from the schedule"},
    [BF_AUDIT_CONFIG] = {"config", "columns", "the columns of /runs say what the config says"},
    [BF_AUDIT_KEY] = {"key", "keys", "the key is the hash of trace, config and semantics"},
};

// ---- reporting ---------------------------------------------------------------

struct bf_audit_check *bf_audit_of(struct bf_auditing *a, enum bf_audit_kind kind)
{
    return &a->report->checks[kind];
}

void bf_audit_skip(struct bf_auditing *a, enum bf_audit_kind kind, const char *format, ...)
{
    struct bf_audit_check *c = bf_audit_of(a, kind);
    va_list args;
    c->verdict = BF_AUDIT_SKIPPED;
    va_start(args, format);
    vsnprintf(c->limits, sizeof c->limits, format, args);
    va_end(args);
}

void bf_audit_limit(struct bf_auditing *a, enum bf_audit_kind kind, const char *format, ...)
{
    struct bf_audit_check *c = bf_audit_of(a, kind);
    struct bf_text limits = {c->limits, sizeof c->limits, strlen(c->limits), false};
    char text[sizeof c->limits];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bf_text_add(&limits, "%s%s", limits.used ? "; " : "", text);
}

void bf_audit_violate(struct bf_auditing *a, enum bf_audit_kind kind, bf_time at,
                      const char *format, ...)
{
    struct bf_audit_check *c = bf_audit_of(a, kind);
    c->verdict = BF_AUDIT_VIOLATED;
    if (c->violations++ > 0 && at >= c->at)
        return;
    va_list args;
    c->at = at;
    va_start(args, format);
    vsnprintf(c->first, sizeof c->first, format, args);
    va_end(args);
}

bool bf_audit_need(struct bf_auditing *a, enum bf_audit_kind kind, unsigned columns)
{
    static const char *const names[] = {"submit", "end",      "procs", "request",
                                        "plan",   "promises", "flags", "corrections"};
    const unsigned lacks = columns & ~a->known;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (lacks >> i & 1) {
            bf_audit_skip(a, kind, "the schedule does not say %s", names[i]);
            return false;
        }
    return true;
}

enum bf_err bf_audit_out_of_memory(const struct bf_auditing *a, struct bf_error *e)
{
    return bf_error_no_memory(e, 300ull * a->n, "the audit");
}

const struct bf_audit_check *bf_audit_first(const struct bf_audit_report *report)
{
    for (size_t i = 0; i < BF_AUDIT_KINDS; i++)
        if (report->checks[i].verdict == BF_AUDIT_VIOLATED)
            return &report->checks[i];
    return NULL;
}

// ---- the jobs in order -------------------------------------------------------

static bool get_memory(struct bf_auditing *a)
{
    const size_t n = a->in->schedule.count;
    a->jobs = bf_arena_alloc(a->arena, n, sizeof *a->jobs);
    a->by_start = bf_arena_alloc(a->arena, n, sizeof *a->by_start);
    a->by_end = bf_arena_alloc(a->arena, n, sizeof *a->by_end);
    a->key = bf_arena_alloc(a->arena, n, sizeof *a->key);
    a->log_of = a->in->log ? bf_arena_alloc(a->arena, n, sizeof *a->log_of) : NULL;
    return a->jobs && a->by_start && a->by_end && a->key && (a->log_of || !a->in->log);
}

// Where the jobs stand in the log, by their numbers; and what the schedule does not say of them.
static enum bf_err match_log(struct bf_auditing *a, struct bf_schedule *s, struct bf_error *e)
{
    const struct bf_schedule_log *log = a->in->log;
    if (!log)
        return BF_OK;
    int64_t *numbers = bf_schedule_numbers(s, a->arena);
    if (!numbers)
        return bf_audit_out_of_memory(a, e);
    const enum bf_err code =
        bf_schedule_match(numbers, s->count, log->number, log->count, a->log_of, a->arena, e);
    if (code == BF_OK)
        bf_schedule_complete(s, log, a->log_of, a->rules.overrun);
    return code;
}

static uint32_t place_of(const struct bf_auditing *a, uint32_t i)
{
    return a->log_of ? a->log_of[i] : i;
}

// Sorts the jobs by place, then by submit: both sorts are stable.
static bool sort_jobs(struct bf_auditing *a, const struct bf_schedule *s)
{
    const uint32_t n = s->count;
    struct bf_keyed *keyed = bf_arena_alloc(a->arena, 2 * (size_t)n, sizeof *keyed);
    uint32_t *log_of = bf_arena_alloc(a->arena, n, sizeof *log_of);
    if (!keyed || !log_of)
        return false;
    for (uint32_t i = 0; i < n; i++)
        keyed[i] = (struct bf_keyed){.key = place_of(a, i), .item = i};
    bf_sort_keyed(keyed, keyed + n, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t from = keyed[i].item;
        const double key = s->known & BF_SCHEDULE_SUBMIT ? (double)s->jobs[from].submit : 0;
        keyed[i] = (struct bf_keyed){.key = key, .item = i, .extra = from};
    }
    bf_sort_keyed(keyed, keyed + n, n);
    for (uint32_t i = 0; i < n; i++) {
        a->jobs[i] = s->jobs[keyed[i].extra];
        log_of[i] = place_of(a, keyed[i].extra);
    }
    if (a->log_of)
        a->log_of = log_of;
    return true;
}

static bool sort_times(struct bf_auditing *a)
{
    struct bf_keyed *keyed = bf_arena_alloc(a->arena, 2 * (size_t)a->n, sizeof *keyed);
    if (!keyed)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        keyed[i] = (struct bf_keyed){.key = (double)a->jobs[i].start, .item = i};
    bf_sort_keyed(keyed, keyed + a->n, a->n);
    for (uint32_t i = 0; i < a->n; i++)
        a->by_start[i] = keyed[i].item;
    for (uint32_t i = 0; i < a->n; i++)
        keyed[i] = (struct bf_keyed){.key = (double)a->jobs[i].end, .item = i};
    bf_sort_keyed(keyed, keyed + a->n, a->n);
    for (uint32_t i = 0; i < a->n; i++)
        a->by_end[i] = keyed[i].item;
    return true;
}

// Plans that the schedule does not say, where they follow from the model of the run.
static void work_out_plans(struct bf_auditing *a)
{
    const unsigned needed = BF_SCHEDULE_REQUEST | BF_SCHEDULE_END;
    if (a->known & BF_SCHEDULE_PLAN || (a->known & needed) != needed || !a->rules.policy[0])
        return;
    for (uint32_t i = 0; i < a->n; i++) {
        a->jobs[i].plan = bf_audit_plan_by_model(a, &a->jobs[i]);
        if (a->jobs[i].plan == 0)
            return;
    }
    a->known |= BF_SCHEDULE_PLAN;
}

static enum bf_err prepare(struct bf_auditing *a, struct bf_error *e)
{
    struct bf_schedule s = a->in->schedule;
    if (!get_memory(a))
        return bf_audit_out_of_memory(a, e);
    s.jobs = bf_arena_alloc(a->arena, s.count, sizeof *s.jobs); // completed, not the caller's
    if (!s.jobs)
        return bf_audit_out_of_memory(a, e);
    if (s.count)
        memcpy(s.jobs, a->in->schedule.jobs, s.count * sizeof *s.jobs);
    const enum bf_err code = match_log(a, &s, e);
    if (code)
        return code;
    a->n = s.count;
    a->known = s.known;
    if (!sort_jobs(a, &s) || !sort_times(a))
        return bf_audit_out_of_memory(a, e);
    work_out_plans(a);
    for (uint32_t i = 0; i < a->n && bf_audit_order_known(a) && !bf_audit_order_moves(a); i++)
        a->key[i] = bf_audit_order_key(a, i, 0);
    return BF_OK;
}

static void clear(struct bf_audit_report *report)
{
    *report = (struct bf_audit_report){0};
    for (size_t i = 0; i < BF_AUDIT_KINDS; i++)
        report->checks[i] = (struct bf_audit_check){
            .name = kinds[i].name, .rule = kinds[i].rule, .unit = kinds[i].unit, .at = BF_NEVER};
}

bool bf_audit_same(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

enum bf_err bf_audit(const struct bf_audit_input *input, struct bf_audit_report *report,
                     struct bf_arena *arena, struct bf_error *e)
{
    struct bf_auditing a = {
        .in = input, .report = report, .arena = arena, .rules = bf_audit_rules_read(input->rules)};
    clear(report);
    enum bf_err code = prepare(&a, e);
    if (code)
        return code;
    bf_audit_jobs(&a);
    bf_audit_fields(&a);
    bf_audit_submits(&a);
    bf_audit_lengths(&a);
    bf_audit_capacity(&a);
    bf_audit_plans(&a);
    bf_audit_flags(&a);
    bf_audit_promises(&a);
    bf_audit_config(&a);
    bf_audit_key_of_run(&a);
    code = bf_audit_replay(&a, e);
    if (code == BF_OK)
        code = bf_audit_metrics(&a, e);
    struct bf_audit_check *flags = &report->checks[BF_AUDIT_FLAGS];
    if (flags->looked_at == 0 && flags->verdict == BF_AUDIT_HELD)
        flags->verdict = BF_AUDIT_SKIPPED;
    for (size_t i = 0; i < BF_AUDIT_KINDS; i++) {
        report->violated += report->checks[i].verdict == BF_AUDIT_VIOLATED;
        report->skipped += report->checks[i].verdict == BF_AUDIT_SKIPPED;
    }
    return code;
}
