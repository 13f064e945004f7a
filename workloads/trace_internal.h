// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trace while it is loaded: first all lines are read and judged (trace_read.c) or made by a model
// (model.c), then the machine is settled and the table cut, sorted and transformed
// (trace_finish.c).
#ifndef BF_WORKLOADS_TRACE_INTERNAL_H
#define BF_WORKLOADS_TRACE_INTERNAL_H

#include "workloads/build_internal.h"
#include "workloads/notes_internal.h"
#include "workloads/swf_internal.h"
#include "workloads/trace.h"

// What becomes of a job line, in the order in which it is asked. Two more reasons are known only
// when all lines are read: too wide, and outside the window.
enum bf_verdict {
    BF_LINE_KEPT,
    BF_LINE_FIELDS,     // fewer than 18 fields
    BF_LINE_NUMBER,     // a field that is no number, or out of range
    BF_LINE_SUBMIT,     // submit negative or not given
    BF_LINE_PARTIAL,    // part of a job that has its own summary line
    BF_LINE_STATUS,     // status not selected
    BF_LINE_USER,       // user not selected
    BF_LINE_JOB_NUMBER, // job number not selected
    BF_LINE_RUN,        // run time not given
    BF_LINE_PROCS,      // processors not given
    BF_LINE_VERDICTS
};

struct bf_loading;

// Somebody who looks on. Both functions are optional.
struct bf_trace_watch {
    void *self;
    // A job line; its fields are there unless the verdict is FIELDS or NUMBER.
    void (*line)(void *self, const struct bf_loading *l, uint64_t number,
                 const struct bf_swf_line *line, enum bf_verdict verdict);
    // All lines are read, nothing is cut yet.
    void (*all_read)(void *self, const struct bf_loading *l);
};

struct bf_loading {
    const struct bf_trace_options *o;
    const struct bf_trace_watch *watch; // NULL: nobody
    const char *name;                   // for messages
    struct bf_trace_row row;
    struct bf_swf_header header;
    struct bf_notes notes;
    struct bf_build build;
    bf_procs procs, peak;
    uint64_t job_lines, malformed;
    uint64_t first_bad; // line; 0: none
    char first_bad_why[160];
    bf_procs widest;
    uint64_t widest_line; // 0: from a model
};

// The size of the machine as far as it is known: option, MaxProcs, MaxNodes; 0: not known.
bf_procs bf_loading_procs(const struct bf_loading *l, const char **from);

enum bf_err bf_trace_read(struct bf_loading *l, struct bf_error *e);
enum bf_err bf_trace_model(struct bf_loading *l, struct bf_error *e);
enum bf_err bf_trace_finish(struct bf_loading *l, struct bf_error *e);

// The share of malformed lines is more than the options allow: BF_ERR_INPUT.
enum bf_err bf_trace_check_bad(const struct bf_loading *l, struct bf_error *e);

// bf_trace_load with somebody who looks on.
enum bf_err bf_trace_load_watched(const struct bf_trace_options *o,
                                  const struct bf_trace_watch *watch, struct bf_trace **trace,
                                  struct bf_error *e);

// Transforms (transform.c). Submit times stay within 0 and BF_MAX_TIME.
enum bf_err bf_transform_load(struct bf_jobs *jobs, double load, struct bf_error *e);
enum bf_err bf_transform_shake(struct bf_build *b, bf_time shake, uint64_t seed,
                               struct bf_error *e);

// sum(procs x run) / (machine x span of submits); NaN when the span is 0.
double bf_offered_load(const struct bf_jobs *jobs, bf_procs procs);

// The most processors that jobs with a wait hold at once when each starts at submit + wait; 0: no
// waits. Jobs that end give back before others start. Needs 48 bytes a job.
enum bf_err bf_recorded_peak(const struct bf_build *b, bf_procs *peak, struct bf_error *e);

#endif
