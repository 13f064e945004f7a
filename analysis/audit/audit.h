// SPDX-License-Identifier: GPL-3.0-or-later
//
// Audits: a schedule is checked against the rules it claims to follow, by code that shares nothing
// with the engine that made it. Of engine/core only row structs and scalar types are used here: no
// event loop, no profile, no order, no metric of it.
//
// What can be checked depends on what is given: the schedule alone (capacity, submits, lengths),
// the rules of the run as its canonical text (orders, heads, promises, plans, flags), the log
// (every job once, lengths), the rows of /runs, /classes and /weeks (metrics, key), the calendar.
// Each check says how many things it has looked at, or why it could not look; docs/audit.md has the
// rules in words.
#ifndef BF_ANALYSIS_AUDIT_AUDIT_H
#define BF_ANALYSIS_AUDIT_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/audit/schedule.h"
#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/core/rows.h"

// From `at` up to the next step, a calendar takes `procs` processors.
struct bf_audit_step {
    bf_time at;
    bf_procs procs;
};

// What is known; all of it is borrowed.
struct bf_audit_input {
    struct bf_schedule schedule;
    bf_procs procs;    // of the machine; 0: not known
    const char *rules; // canonical text of the run (`policy=easy ... tau=10`), or a part of it;
                       // "": nothing is known
    const struct bf_schedule_log *log; // NULL: not given
    const struct bf_run_row *run;      // NULL: none
    const struct bf_class_row *classes;
    size_t class_count;
    const struct bf_week_row *weeks;
    size_t week_count;                 // 0: the file has none
    int semantics;                     // of the file, for the key; 0: not known
    const struct bf_audit_step *steps; // of the calendar, ascending; NULL: not given
    size_t step_count;
};

enum bf_audit_kind {
    BF_AUDIT_JOBS,     // every job of the log once, none besides
    BF_AUDIT_FIELDS,   // submit, processors and request as in the log
    BF_AUDIT_SUBMITS,  // no start before its submit
    BF_AUDIT_LENGTHS,  // end - start is the run time, cut at the request where jobs are killed
    BF_AUDIT_CAPACITY, // never more processors in use than there are
    BF_AUDIT_PLANS,    // plans as the estimate model makes them; corrections counted right
    BF_AUDIT_FLAGS,    // flags say what the schedule shows
    BF_AUDIT_ORDER,    // nobody starts past a waiting job that comes before (fcfs)
    BF_AUDIT_IDLE,     // the head of the queue starts as soon as it fits
    BF_AUDIT_HEAD,     // backfilled jobs do not delay the head
    BF_AUDIT_PROMISES, // promises are kept, or counted as broken
    BF_AUDIT_METRICS,  // /runs, recomputed
    BF_AUDIT_CLASSES,  // /classes, recomputed
    BF_AUDIT_WEEKS,    // /weeks, recomputed
    BF_AUDIT_CONFIG,   // the columns of /runs say what the canonical text says
    BF_AUDIT_KEY,      // the key is the hash of trace, canonical text and semantics
    BF_AUDIT_KINDS
};

enum bf_audit_verdict { BF_AUDIT_HELD, BF_AUDIT_VIOLATED, BF_AUDIT_SKIPPED };
extern const char *const bf_audit_verdict_names[]; // held, violated, not checked

struct bf_audit_check {
    const char *name; // one word
    const char *rule; // what must hold, in words
    const char *unit; // of `looked_at`, in the plural
    enum bf_audit_verdict verdict;
    uint64_t looked_at;
    uint64_t violations;
    bf_time at;       // instant of the first violation; BF_NEVER: it has none
    char first[640];  // the first violation; "" where there is none
    char limits[320]; // why it was not checked, or what was left out; "": nothing was
};

struct bf_audit_report {
    struct bf_audit_check checks[BF_AUDIT_KINDS];
    unsigned violated, skipped; // checks
};

// Audits one schedule. BF_OK whatever comes out; BF_ERR_ENV: no memory. Scratch, about 300 bytes a
// job, from `arena`. O(n log n); with an order whose keys move (lxf, wfp3, unicef) also O(1) for
// each start and job that waits at it.
enum bf_err bf_audit(const struct bf_audit_input *input, struct bf_audit_report *report,
                     struct bf_arena *arena, struct bf_error *e);

// The violation that a reader should look at first: of the earliest check that was violated. NULL:
// there is none.
const struct bf_audit_check *bf_audit_first(const struct bf_audit_report *report);

// What a canonical text says of overruns, and the value of any word of it: false, and "", when the
// text does not have it.
enum bf_schedule_overrun bf_audit_overrun(const char *rules);
bool bf_audit_word(const char *rules, const char *name, char *value, size_t size);

#endif
