// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations for people. Consecutive passes in which a job waited for the same reason are one
// entry, with the ranges of its numbers.
#include <inttypes.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/explain.h"
#include "engine/cli/list.h"

enum { INDENT = 6, NAMED = 8, TEXT_SIZE = 1024 };

struct range {
    int64_t low, high;
    bool some; // anything is in it
};

static void include(struct range *r, int64_t value)
{
    if (!r->some || value < r->low)
        r->low = value;
    if (!r->some || value > r->high)
        r->high = value;
    r->some = true;
}

static void include_time(struct range *r, bf_time t)
{
    if (t != BF_NEVER)
        include(r, t);
}

static void add_range(struct bf_text *to, const struct range *r)
{
    bf_text_add(to, "%" PRId64, r->low);
    if (r->high > r->low)
        bf_text_add(to, " to %" PRId64, r->high);
}

struct entry {
    enum bf_why why;
    bool head; // the job is the head of the queue
    uint32_t passes;
    struct range time, free, ahead, shadow, extra, reserved, blocked, level, end, depth;
    struct range limit, taken, outage, outage_end;
    bf_job first_head, last_head;
    size_t overtakers;
    bf_job named[NAMED]; // the first of them
};

static bool is_head(const struct bf_look *look)
{
    return look->head == look->job;
}

static void include_look(struct entry *e, const struct cli_explanation *x, size_t i)
{
    const struct bf_look *look = &x->record->looks[i];
    const struct bf_reason *r = &look->reason;
    const bf_job *overtakers = cli_record_overtakers(x->record, i);
    if (e->passes++ == 0) {
        e->why = r->why;
        e->head = is_head(look);
        e->first_head = look->head;
    }
    e->last_head = look->head;
    include(&e->time, look->time);
    include(&e->free, r->free);
    include(&e->ahead, look->ahead);
    include(&e->end, look->time + x->outcome->plan[look->job]);
    include_time(&e->shadow, r->shadow);
    include_time(&e->reserved, r->reserved);
    include_time(&e->blocked, r->blocked);
    include(&e->level, r->level);
    if (r->extra >= 0)
        include(&e->extra, r->extra);
    include(&e->depth, r->depth);
    include(&e->limit, r->limit);
    include(&e->taken, r->taken);
    include_time(&e->outage, r->outage);
    include_time(&e->outage_end, r->outage_end);
    for (uint32_t k = 0; k < look->overtaker_count; k++, e->overtakers++)
        if (e->overtakers < NAMED)
            e->named[e->overtakers] = overtakers[k];
}

// ---- What an entry says -----------------------------------------------------

static void add_too_few(struct bf_text *to, const struct entry *e, bf_procs procs)
{
    bf_text_add(to, "needs %" PRId32 " %s, ", procs,
                bf_text_plural(procs, "processor", "processors"));
    add_range(to, &e->free);
    bf_text_add(to, " free");
}

static void add_outage(struct bf_text *to, const struct entry *e)
{
    bf_text_add(to, "may run to ");
    add_range(to, &e->limit);
    bf_text_add(to, ", and the calendar takes ");
    add_range(to, &e->taken);
    bf_text_add(to, " from ");
    add_range(to, &e->outage);
    bf_text_add(to, " to ");
    add_range(to, &e->outage_end);
    bf_text_add(to, ": only ");
    add_range(to, &e->level);
    bf_text_add(to, " left at ");
    add_range(to, &e->blocked);
}

static void add_delay(struct bf_text *to, const struct entry *e, bf_procs procs)
{
    bf_text_add(to, "would delay the head: ends at ");
    add_range(to, &e->end);
    bf_text_add(to, ", not by the shadow time ");
    add_range(to, &e->shadow);
    bf_text_add(to, ", and needs %" PRId32 " of ", procs);
    add_range(to, &e->extra);
    bf_text_add(to, " extra processors");
}

static void add_blocked(struct bf_text *to, const struct entry *e)
{
    bf_text_add(to, "reservations leave only ");
    add_range(to, &e->level);
    bf_text_add(to, " at ");
    add_range(to, &e->blocked);
    bf_text_add(to, ", before it would end (");
    add_range(to, &e->end);
    bf_text_add(to, ")");
}

static void add_start(struct bf_text *to, const struct entry *e)
{
    const int64_t ahead = e->ahead.low;
    if (ahead == 0)
        bf_text_add(to, "starts as the head of the queue");
    else
        bf_text_add(to, "starts, past %" PRId64 " %s ahead of it in the queue", ahead,
                    bf_text_plural(ahead, "job", "jobs"));
}

static void add_ahead(struct bf_text *to, const struct entry *e)
{
    bf_text_add(to, "ends at ");
    add_range(to, &e->end);
    bf_text_add(to, ", not before ");
    add_range(to, &e->shadow);
    bf_text_add(to, ", when a job ahead of it could start");
}

static void add_depth(struct bf_text *to, const struct entry *e)
{
    bf_text_add(to, "stands behind the ");
    add_range(to, &e->depth);
    bf_text_add(to, " %s that a pass examines",
                bf_text_plural(e->depth.high, "candidate", "candidates"));
}

// Why a job that fits was not started.
static void add_obstacle(struct bf_text *to, const struct entry *e, bf_procs procs)
{
    static const char *const plain[] = {
        [BF_WHY_BEHIND_HEAD] = "nothing overtakes the head of the queue",
        [BF_WHY_NOT_CHOSEN] = "is not in the set of candidates that fills them best",
        [BF_WHY_NO_REQUEST] = "has no request in the log, and overtakes nobody",
        [BF_WHY_WINDOW_UNKNOWN] = "a running job has no request in the log: nobody knows when the "
                                  "head can start, and nothing overtakes it",
        [BF_WHY_NOT_MOVED] = "keeps its reserved start: it is not moved up in this pass",
        [BF_WHY_POLICY] = "the policy did not start it",
    };
    switch (e->why) {
    case BF_WHY_OUTAGE:
        add_outage(to, e);
        break;
    case BF_WHY_DELAYS_HEAD:
        add_delay(to, e, procs);
        break;
    case BF_WHY_DELAYS_AHEAD:
        add_ahead(to, e);
        break;
    case BF_WHY_DEPTH:
        add_depth(to, e);
        break;
    case BF_WHY_RESERVATIONS:
        add_blocked(to, e);
        break;
    default:
        bf_text_add(to, "%s", plain[e->why]);
    }
}

static void add_reason(struct bf_text *to, const struct entry *e, bf_procs procs)
{
    if (e->why == BF_WHY_NONE) {
        add_start(to, e);
    } else if (e->why == BF_WHY_TOO_FEW) {
        add_too_few(to, e, procs);
    } else {
        bf_text_add(to, "fits (");
        add_range(to, &e->free);
        bf_text_add(to, " free), but ");
        add_obstacle(to, e, procs);
    }
}

static void add_head(struct bf_text *to, const struct entry *e, const int64_t *number)
{
    if (e->head) {
        bf_text_add(to, "it is the head of the queue");
        return;
    }
    add_range(to, &e->ahead);
    bf_text_add(to, " ahead; head %" PRId64, number[e->first_head]);
    if (e->last_head != e->first_head)
        bf_text_add(to, ", later %" PRId64, number[e->last_head]);
    if (e->shadow.some) {
        bf_text_add(to, ", shadow time ");
        add_range(to, &e->shadow);
    }
    if (e->extra.some) {
        bf_text_add(to, ", extra ");
        add_range(to, &e->extra);
    }
}

static void add_circumstances(struct bf_text *to, const struct entry *e, const int64_t *number)
{
    add_head(to, e, number);
    if (e->reserved.some) {
        bf_text_add(to, "; its own reserved start is ");
        add_range(to, &e->reserved);
    }
    if (e->overtakers)
        bf_text_add(to, "; overtaken by");
    for (size_t k = 0; k < e->overtakers && k < NAMED; k++)
        bf_text_add(to, "%s %" PRId64, k ? "," : "", number[e->named[k]]);
    if (e->overtakers > NAMED)
        bf_text_add(to, " and %zu more", e->overtakers - NAMED);
}

static void print_entry(FILE *to, const struct cli_explanation *x, const struct entry *e,
                        bf_procs procs)
{
    char buffer[TEXT_SIZE];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    add_range(&text, &e->time);
    if (e->passes > 1)
        bf_text_add(&text, ", %" PRIu32 " passes", e->passes);
    bf_text_add(&text, ": ");
    add_reason(&text, e, procs);
    fputs("  ", to);
    cli_print_wrapped(to, INDENT, INDENT, buffer);
    if (e->why == BF_WHY_NONE)
        return;
    text = bf_text_init(buffer, sizeof buffer);
    add_circumstances(&text, e, x->outcome->jobs->number);
    cli_print_wrapped(to, fprintf(to, "%*s", INDENT, ""), INDENT, buffer);
}

// ---- A job ------------------------------------------------------------------

struct totals {
    uint32_t passes, earlier, later; // passes, and how often its promise moved
    size_t overtakers;
    bf_time promise;
};

static struct totals add_up(const struct cli_explanation *x, bf_job job)
{
    struct totals t = {.promise = BF_NEVER};
    for (size_t i = 0; i < x->record->count; i++) {
        const struct bf_look *look = &x->record->looks[i];
        if (look->job != job)
            continue;
        const bf_time promise = look->reason.reserved;
        t.passes++;
        t.overtakers += look->overtaker_count;
        t.earlier += t.promise != BF_NEVER && promise < t.promise;
        t.later += t.promise != BF_NEVER && promise > t.promise;
        t.promise = promise;
    }
    return t;
}

static void print_promises(FILE *to, const struct cli_explanation *x, bf_job job,
                           const struct totals *t)
{
    const bf_time *first = x->outcome->first_promise;
    if (!first || first[job] == BF_NEVER)
        return;
    fprintf(to, "  first promise %" PRId64 ", last %" PRId64, first[job],
            x->outcome->last_promise[job]);
    if (t->earlier || t->later)
        fprintf(to, "; moved earlier in %" PRIu32 " %s, later in %" PRIu32, t->earlier,
                bf_text_plural(t->earlier, "pass", "passes"), t->later);
    fputc('\n', to);
}

static void print_job(FILE *to, const struct cli_explanation *x, bf_job job)
{
    const struct bf_outcome *o = x->outcome;
    const struct bf_jobs *jobs = o->jobs;
    const struct totals t = add_up(x, job);
    const bf_time wait = o->start[job] - jobs->submit[job];
    fprintf(to, "\njob %" PRId64 "\n", jobs->number[job]);
    fprintf(to, "  submitted at %" PRId64 ", %" PRId32 " %s, planned with %" PRId64 " s\n",
            jobs->submit[job], jobs->procs[job],
            bf_text_plural(jobs->procs[job], "processor", "processors"), o->plan[job]);
    fprintf(to, "  started at %" PRId64 " after %" PRId64 " s, in the last of %" PRIu32 " %s\n",
            o->start[job], wait, t.passes, bf_text_plural(t.passes, "pass", "passes"));
    print_promises(to, x, job, &t);
    if (t.overtakers)
        fprintf(to, "  overtaken by %zu %s while it waited\n\n", t.overtakers,
                bf_text_plural((int64_t)t.overtakers, "job", "jobs"));
    else
        fputs("  overtaken by nobody\n\n", to);
}

// Passes that name different outages are different entries.
static bool same_outage(const struct entry *e, const struct bf_reason *r)
{
    return r->why != BF_WHY_OUTAGE || e->outage.low == r->outage;
}

// Whether look `i` goes into the entry.
static bool belongs(const struct cli_explanation *x, const struct entry *e, size_t i)
{
    const struct bf_look *look = &x->record->looks[i];
    return !x->all && e->why == look->reason.why && e->head == is_head(look) &&
           same_outage(e, &look->reason);
}

static void print_entries(FILE *to, const struct cli_explanation *x, bf_job job)
{
    const bf_procs procs = x->outcome->jobs->procs[job];
    struct entry entry = {0};
    for (size_t i = 0; i < x->record->count; i++) {
        if (x->record->looks[i].job != job)
            continue;
        if (entry.passes && !belongs(x, &entry, i)) {
            print_entry(to, x, &entry, procs);
            entry = (struct entry){0};
        }
        include_look(&entry, x, i);
    }
    print_entry(to, x, &entry, procs);
}

void cli_explain_text(FILE *to, const struct cli_explanation *x)
{
    char buffer[TEXT_SIZE];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_config_text(x->config, &text);
    cli_print_wrapped(to, 0, 0, buffer);
    for (size_t j = 0; j < x->job_count; j++) {
        print_job(to, x, x->jobs[j]);
        print_entries(to, x, x->jobs[j]);
    }
}
