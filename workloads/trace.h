// SPDX-License-Identifier: GPL-3.0-or-later
//
// Traces: from a log file, standard input or a workload model to a job table (engine/core/jobs.h),
// with an account of every line. docs/swf.md says what is read and how.
#ifndef BF_WORKLOADS_TRACE_H
#define BF_WORKLOADS_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/core/jobs.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"
#include "workloads/selection.h"

enum bf_too_wide { BF_TOO_WIDE_DROP, BF_TOO_WIDE_CLAMP, BF_TOO_WIDE_ERROR };
extern const char *const bf_too_wide_names[]; // in that order, ended by NULL

struct bf_trace_options {
    const char *source; // a path, `-` for standard input, or a model (`lublin:jobs=100,...`)
    bf_procs procs;     // 0: from the header
    enum bf_too_wide too_wide;
    uint32_t statuses; // bit s + 1 set: jobs of status s are kept (bit 0: status -1); 0: all
    const struct bf_selection *users,
        *numbers;     // jobs of these users and numbers are kept; borrowed; NULL: all
    double max_bad;   // error when more than this share (%) of the job lines is malformed
    uint64_t first;   // keep the first N jobs; 0: all
    bf_time from, to; // keep jobs with from <= submit < to (times of the log); to = BF_NEVER: all
    double load;      // multiply the gaps between arrivals by 1 / load; 1: as they are
    bf_time shake;    // add uniform noise from [-shake/2, shake/2] to each submit; 0: none
    uint64_t seed;    // of the shake
    bool keep_fields; // keep all 18 fields, for writing SWF (fields below)
    bool find_peak;   // work out peak_recorded, which takes some more time and memory
};

// Everything as it is in the log; source is NULL.
void bf_trace_options_default(struct bf_trace_options *o);

// The 18 fields of a job as they stood, -1 = not given. Times that were fractional are rounded;
// fields 6 (average CPU time) and 18 (think time) keep their fraction.
struct bf_swf_fields {
    int64_t number, submit, wait, run, allocated;
    double cpu_time;
    int64_t memory, requested_procs, requested_time, requested_memory, status;
    int64_t user, group, executable, queue, partition, preceding;
    double think_time;
};

struct bf_trace {
    struct bf_jobs jobs;
    bf_procs procs;
    struct bf_trace_row row;      // the account; row.name is options.source
    struct bf_swf_fields *fields; // by job of the table; NULL unless asked for
    char *header;             // all header lines as they stood, newline-terminated; "" for a model
    char *warnings;           // one a line, for people; "" when there are none
    bool all_without_request; // no line gives a requested time
    bf_procs peak_recorded;   // processors in use at once by the log's own waits; 0: waits missing,
                              // or not asked for (find_peak)
};

// Loads a trace. BF_ERR_INPUT: missing, unreadable, malformed, no size, no job (the text names file
// and line). BF_ERR_USAGE: a wrong option or model spelling. BF_ERR_ENV: no memory. On BF_OK the
// trace is owned by the caller.
enum bf_err bf_trace_load(const struct bf_trace_options *options, struct bf_trace **trace,
                          struct bf_error *e);
void bf_trace_destroy(struct bf_trace *trace); // NULL is allowed

// The jobs of `base`, which was loaded with load 1 and no shake, under a load and noise: the job
// table that bf_trace_load gives with these options (users may be numbered otherwise), without
// reading anything. The row is that of `base`; there are no fields and no header. BF_ERR_USAGE: the
// load spreads the arrivals too far. BF_ERR_ENV: no memory. The result is owned by the caller.
enum bf_err bf_trace_reshape(const struct bf_trace *base, double load, bf_time shake, uint64_t seed,
                             struct bf_trace **trace, struct bf_error *e);

// Memory held by a trace.
size_t bf_trace_bytes(const struct bf_trace *trace);

// Appends the canonical text of all options that decide the job table: `procs=... too_wide=...
// first=...` and so on, defaults left out. Together with row.hash it says which jobs there are.
void bf_trace_options_text(const struct bf_trace_options *o, bf_procs procs, struct bf_text *to);

// True when `source` names a model rather than a file.
bool bf_trace_is_model(const char *source);

// BF_ERR_USAGE: `source` names a model with a parameter or value that there is not, or is written
// like a model that there is not (`lubln:jobs=10`) and no file.
enum bf_err bf_trace_check_model(const char *source, struct bf_error *e);

// Writes a trace as SWF 2.2 with its header (MaxProcs, MaxJobs, MaxRecords made true, the rest as
// it was); `outcome` may be NULL; with it, field 3 is the simulated wait, field 4 the run time the
// job got, and a note in the header says which config made the schedule. The path's ending decides:
// .gz is compressed;
// `-` is standard output. The trace was loaded with keep_fields.
// Files take their name when they are whole (engine/base/part.h). BF_ERR_ENV: cannot be written.
// BF_ERR_USAGE: `path` is no file name, or that of a directory.
enum bf_err bf_trace_write_swf(const struct bf_trace *trace, const struct bf_outcome *outcome,
                               const char *note, const char *path, struct bf_error *e);

// The same as comma-separated values: a line of names (those of docs/swf.md), then the 18 fields a
// job.
enum bf_err bf_trace_write_csv(const struct bf_trace *trace, const char *path, struct bf_error *e);

#endif
