// SPDX-License-Identifier: GPL-3.0-or-later
//
// The canonical text of a run taken apart, and held against the columns and the key of its row.
#include <math.h>
#include <string.h>

#include "analysis/audit/audit_internal.h"
#include "engine/base/hash.h"

// The text behind `name=` in a word of `rules`; the last one, as seeds may be there twice. NULL:
// there is none.
static const char *find_word(const char *rules, const char *name, size_t *length)
{
    const size_t n = strlen(name);
    const char *found = NULL;
    for (const char *at = rules; *at;) {
        const size_t word = strcspn(at, " ");
        if (word > n && at[n] == '=' && strncmp(at, name, n) == 0) {
            found = at + n + 1;
            *length = word - n - 1;
        }
        at += word;
        at += *at == ' ';
    }
    return found;
}

bool bf_audit_word(const char *rules, const char *name, char *value, size_t size)
{
    size_t length = 0;
    const char *found = find_word(rules, name, &length);
    bf_text_copy(value, found && length + 1 < size ? length + 1 : size, found ? found : "");
    return found != NULL;
}

enum bf_schedule_overrun bf_audit_overrun(const char *rules)
{
    static const char *const names[] = {"", "kill", "extend", "allow"};
    char value[16];
    bf_audit_word(rules, "overrun", value, sizeof value);
    for (int i = BF_SCHEDULE_KILL; i <= BF_SCHEDULE_ALLOW; i++)
        if (strcmp(value, names[i]) == 0)
            return (enum bf_schedule_overrun)i;
    return BF_SCHEDULE_UNKNOWN;
}

static enum bf_audit_order order_of(const char *name)
{
    static const char *const names[BF_AUDIT_NO_ORDER] = {"fcfs",   "sjf",  "ljf",  "saf",   "laf",
                                                         "narrow", "wide", "f1",   "f2",    "f3",
                                                         "f4",     "lxf",  "wfp3", "unicef"};
    for (int i = 0; i < BF_AUDIT_NO_ORDER; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum bf_audit_order)i;
    return BF_AUDIT_NO_ORDER;
}

static enum bf_audit_correction correction_of(const char *name)
{
    if (strcmp(name, "increments") == 0)
        return BF_AUDIT_INCREMENTS;
    if (strcmp(name, "double") == 0)
        return BF_AUDIT_DOUBLE;
    // Without the word no plan of the model expires; where one was cut to the longest plan that
    // there is, the default holds.
    return strcmp(name, "request") == 0 ? BF_AUDIT_REQUEST
           : *name == '\0'              ? BF_AUDIT_INCREMENTS
                                        : BF_AUDIT_NONE;
}

static double number_of(const char *rules, const char *name)
{
    char value[64];
    double number = 0;
    bf_audit_word(rules, name, value, sizeof value);
    return bf_text_to_double(value, &number) ? number : 0;
}

struct bf_audit_rules bf_audit_rules_read(const char *text)
{
    struct bf_audit_rules r = {.overrun = bf_audit_overrun(text)};
    char value[64];
    bf_audit_word(text, "policy", r.policy, sizeof r.policy);
    bf_audit_word(text, "estimate", r.estimate, sizeof r.estimate);
    bf_audit_word(text, "order", value, sizeof value);
    r.order = order_of(value);
    bf_audit_word(text, "correction", value, sizeof value);
    r.correction = correction_of(value);
    r.corrects = value[0] != '\0';
    r.has_events = bf_audit_word(text, "events", value, sizeof value);
    r.single = strcmp(value, "single") == 0;
    r.calendar = bf_audit_word(text, "calendar", value, sizeof value);
    r.cooldown = bf_audit_word(text, "cooldown", value, sizeof value);
    r.fair_start = bf_audit_word(text, "fair_start", value, sizeof value);
    r.tau = number_of(text, "tau");
    r.warmup = number_of(text, "warmup");
    return r;
}

bool bf_audit_policy_is(const struct bf_auditing *a, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(a->rules.policy, *names) == 0)
            return true;
    return false;
}

bf_time bf_audit_next_plan(const struct bf_auditing *a, const struct bf_job_row *job, bf_time plan,
                           unsigned nth)
{
    static const bf_time minutes[] = {1, 5, 15, 30, 60, 120, 300, 600, 1200, 3000, 6000};
    bf_time next = job->request;
    if (a->rules.correction == BF_AUDIT_NONE)
        return plan;
    if (a->rules.correction == BF_AUDIT_DOUBLE)
        next = 2 * plan;
    if (a->rules.correction == BF_AUDIT_INCREMENTS && nth <= sizeof minutes / sizeof *minutes)
        next = job->plan + 60 * minutes[nth - 1];
    return next < job->request ? next : job->request;
}

// ---- columns of the row ------------------------------------------------------

static void expect_text(struct bf_auditing *a, const char *column, const char *found,
                        const char *wanted)
{
    bf_audit_of(a, BF_AUDIT_CONFIG)->looked_at++;
    if (strcmp(found, wanted) != 0)
        bf_audit_violate(a, BF_AUDIT_CONFIG, BF_NEVER, "column %s is '%s', the config says '%s'",
                         column, found, wanted);
}

static void expect_word(struct bf_auditing *a, const char *column, const char *found)
{
    char value[128];
    bf_audit_word(a->in->run->config, column, value, sizeof value);
    expect_text(a, column, found, value);
}

static void expect_number(struct bf_auditing *a, const char *column, double found, double fallback)
{
    char value[64], text[BF_DOUBLE_TEXT_SIZE];
    double wanted = fallback;
    bf_audit_of(a, BF_AUDIT_CONFIG)->looked_at++;
    if (bf_audit_word(a->in->run->config, column, value, sizeof value) &&
        !bf_text_to_double(value, &wanted))
        wanted = strcmp(value, "all") == 0 ? -1 : NAN;
    if (found != wanted)
        bf_audit_violate(a, BF_AUDIT_CONFIG, BF_NEVER, "column %s is %s, the config says '%s'",
                         column, bf_text_double(text, found), value);
}

// `name:argument`.
static void expect_estimate(struct bf_auditing *a)
{
    const struct bf_run_row *run = a->in->run;
    char value[64];
    double wanted = NAN;
    bf_audit_word(run->config, "estimate", value, sizeof value);
    char *colon = strchr(value, ':');
    if (colon) {
        *colon = '\0';
        bf_text_to_double(colon + 1, &wanted);
    }
    expect_text(a, "estimate", run->estimate, value);
    bf_audit_of(a, BF_AUDIT_CONFIG)->looked_at++;
    if (!bf_audit_same(run->estimate_arg, wanted))
        bf_audit_violate(a, BF_AUDIT_CONFIG, BF_NEVER,
                         "column estimate_arg is %.17g, the config says %.17g", run->estimate_arg,
                         wanted);
}

// In full: a double would lose digits. Without the word nothing is drawn.
static void expect_seed(struct bf_auditing *a)
{
    char value[64], found[32];
    struct bf_text text = bf_text_init(found, sizeof found);
    bf_text_add(&text, "%llu", (unsigned long long)a->in->run->seed);
    const bool there = bf_audit_word(a->in->run->config, "seed", value, sizeof value);
    expect_text(a, "seed", found, there ? value : "0");
}

void bf_audit_config(struct bf_auditing *a)
{
    const struct bf_run_row *run = a->in->run;
    if (!run) {
        bf_audit_skip(a, BF_AUDIT_CONFIG, "there is no row of /runs");
        return;
    }
    expect_number(a, "procs", run->procs, -1);
    expect_word(a, "policy", run->policy);
    expect_word(a, "order", run->order);
    expect_word(a, "backfill_order", run->backfill_order);
    expect_number(a, "reservations", (double)run->reservations, -2);
    expect_number(a, "depth", (double)run->depth, -2);
    expect_estimate(a);
    expect_word(a, "correction", run->correction);
    expect_word(a, "overrun", run->overrun);
    expect_word(a, "events", run->events);
    char value[64];
    bf_audit_word(run->config, "calendar", value, sizeof value);
    expect_text(a, "calendar_hash", run->calendar_hash, value);
    expect_number(a, "load", run->load, 1);
    expect_number(a, "shake", (double)run->shake, 0);
    expect_seed(a);
    expect_number(a, "tau", run->tau, NAN);
}

void bf_audit_key_of_run(struct bf_auditing *a)
{
    const struct bf_run_row *run = a->in->run;
    char keyed[2048], key[BF_HASH_TEXT_SIZE];
    if (!run) {
        bf_audit_skip(a, BF_AUDIT_KEY, "there is no row of /runs");
        return;
    }
    if (a->in->semantics == 0) {
        bf_audit_skip(a, BF_AUDIT_KEY, "the version of the semantics is not known");
        return;
    }
    struct bf_text text = bf_text_init(keyed, sizeof keyed);
    bf_text_add(&text, "semantics=%d trace=%s %s", a->in->semantics, run->trace_hash, run->config);
    bf_hash_bytes(keyed, text.used, key);
    bf_audit_of(a, BF_AUDIT_KEY)->looked_at = 1;
    if (strcmp(key, run->key) != 0)
        bf_audit_violate(a, BF_AUDIT_KEY, BF_NEVER,
                         "the key is %s; that of trace %s, the config and semantics %d is %s",
                         run->key, run->trace_hash, a->in->semantics, key);
}
