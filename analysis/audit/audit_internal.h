// SPDX-License-Identifier: GPL-3.0-or-later
//
// One audit: what the checks share. Jobs are sorted as the run had them: by submit, then in log
// order (without a log: as they stand in the schedule).
#ifndef BF_ANALYSIS_AUDIT_AUDIT_INTERNAL_H
#define BF_ANALYSIS_AUDIT_AUDIT_INTERNAL_H

#include "analysis/audit/audit.h"
#include "engine/base/text.h"

enum bf_audit_order {
    BF_AUDIT_FCFS,
    BF_AUDIT_SJF,
    BF_AUDIT_LJF,
    BF_AUDIT_SAF,
    BF_AUDIT_LAF,
    BF_AUDIT_NARROW,
    BF_AUDIT_WIDE,
    BF_AUDIT_F1,
    BF_AUDIT_F2,
    BF_AUDIT_F3,
    BF_AUDIT_F4,
    BF_AUDIT_LXF, // from here on keys change with time
    BF_AUDIT_WFP3,
    BF_AUDIT_UNICEF,
    BF_AUDIT_NO_ORDER
};

enum bf_audit_correction { BF_AUDIT_INCREMENTS, BF_AUDIT_REQUEST, BF_AUDIT_DOUBLE, BF_AUDIT_NONE };

// The canonical text, taken apart.
struct bf_audit_rules {
    char policy[32];   // "": not known
    char estimate[32]; // with its argument; "": plans play no part, or nothing is known
    enum bf_audit_order order;
    enum bf_audit_correction correction;
    enum bf_schedule_overrun overrun;
    bool single;     // order of events within an instant
    bool has_events; // it is known
    bool calendar;   // the run has one
    bool corrects;   // plans may expire and be corrected
    bool cooldown, fair_start;
    double tau, warmup; // tau 0: not known
};

struct bf_auditing {
    const struct bf_audit_input *in;
    struct bf_audit_report *report;
    struct bf_arena *arena;
    struct bf_audit_rules rules;
    struct bf_job_row *jobs;
    uint32_t n;
    unsigned known;
    uint32_t *log_of;   // by job: place in the log or BF_NO_MATCH; NULL: no log
    uint32_t *by_start; // jobs by start, by end: ties in log order
    uint32_t *by_end;
    double *key; // by job, of orders that do not move
};

enum bf_err bf_audit_out_of_memory(const struct bf_auditing *a, struct bf_error *e);

// ---- reporting ---------------------------------------------------------------

struct bf_audit_check *bf_audit_of(struct bf_auditing *a, enum bf_audit_kind kind);

// The check could not be made, or only in part: the reason.
void bf_audit_skip(struct bf_auditing *a, enum bf_audit_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void bf_audit_limit(struct bf_auditing *a, enum bf_audit_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// A violation at an instant (BF_NEVER: none in particular). The text of the earliest is kept.
void bf_audit_violate(struct bf_auditing *a, enum bf_audit_kind kind, bf_time at,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

// False, with the reason as the check's limits, when one of these columns is not there.
bool bf_audit_need(struct bf_auditing *a, enum bf_audit_kind kind, unsigned columns);

// ---- the run's rules (audit_rules.c) -----------------------------------------

struct bf_audit_rules bf_audit_rules_read(const char *text);
bool bf_audit_policy_is(const struct bf_auditing *a, const char *const *names);

// The plan of a job by its estimate model, where that looks at this job alone; 0: it looks at
// others, or draws (audit_plans.c).
bf_time bf_audit_plan_by_model(const struct bf_auditing *a, const struct bf_job_row *job);

// The plan that follows `plan` when it expires for the nth time; not above it: none does.
bf_time bf_audit_next_plan(const struct bf_auditing *a, const struct bf_job_row *job, bf_time plan,
                           unsigned nth);

// ---- the primary order (audit_order.c) ---------------------------------------

// Whether the order is known, with all columns it takes.
bool bf_audit_order_known(const struct bf_auditing *a);
bool bf_audit_order_moves(const struct bf_auditing *a);
double bf_audit_order_key(const struct bf_auditing *a, uint32_t job, bf_time now);
// Whether i comes before j at `now`.
bool bf_audit_before(const struct bf_auditing *a, uint32_t i, uint32_t j, bf_time now);

// ---- checks ------------------------------------------------------------------

void bf_audit_jobs(struct bf_auditing *a);
void bf_audit_fields(struct bf_auditing *a);
void bf_audit_submits(struct bf_auditing *a);
void bf_audit_lengths(struct bf_auditing *a);
void bf_audit_capacity(struct bf_auditing *a);
void bf_audit_plans(struct bf_auditing *a);
void bf_audit_flags(struct bf_auditing *a); // all but what the replay sees
void bf_audit_promises(struct bf_auditing *a);
enum bf_err bf_audit_replay(struct bf_auditing *a, struct bf_error *e); // flags, order, idle, head
enum bf_err bf_audit_metrics(struct bf_auditing *a, struct bf_error *e);
enum bf_err bf_audit_classes(struct bf_auditing *a, const uint8_t *measured, struct bf_error *e);
void bf_audit_weeks(struct bf_auditing *a, const uint8_t *measured);
void bf_audit_config(struct bf_auditing *a);
void bf_audit_key_of_run(struct bf_auditing *a);

// ---- parts of the metrics ----------------------------------------------------

// Processors that the calendar takes at t; `next` is the place of the next step, kept by the caller
// while t goes up.
bf_procs bf_audit_taken(const struct bf_auditing *a, bf_time t, size_t *next);

// makespan, utilizations, loss of capacity, mean and longest queue. *queue_exact: the longest queue
// is exact; else it is the least that it can be and *queue_most the most.
enum bf_err bf_audit_machine(struct bf_auditing *a, struct bf_run_row *mine, bool *queue_exact,
                             int64_t *queue_most, struct bf_error *e);
enum bf_err bf_audit_overtaking(struct bf_auditing *a, struct bf_run_row *mine, struct bf_error *e);

// Near enough for two ways to add up the same doubles.
bool bf_audit_same(double a, double b);

// ---- planned ends of running jobs (audit_ends.c) -----------------------------

struct bf_audit_ends;

// NULL: no memory. Jobs are started and ended in the order of time.
struct bf_audit_ends *bf_audit_ends_create(const struct bf_auditing *a);
void bf_audit_ends_advance(struct bf_audit_ends *x,
                           bf_time now); // plans that have expired are corrected
void bf_audit_ends_start(struct bf_audit_ends *x, uint32_t job);
void bf_audit_ends_end(struct bf_audit_ends *x, uint32_t job);

// The earliest time from now on at which `procs` are free by planned ends, `free` being free now.
bf_time bf_audit_ends_shadow(const struct bf_audit_ends *x, bf_time now, int64_t free,
                             int64_t procs);

#endif
