// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is odd about a log: findings by kind, each with a count and the first lines it was seen in.
// A finding is no error; most real logs have some. docs/swf.md explains each.
#ifndef BF_WORKLOADS_CHECK_H
#define BF_WORKLOADS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "workloads/trace.h"

enum bf_finding {
    BF_FOUND_FIELDS,
    BF_FOUND_NUMBER,
    BF_FOUND_SUBMIT,
    BF_FOUND_PARTIAL,
    BF_FOUND_RUN_UNKNOWN,
    BF_FOUND_PROCS_UNKNOWN,
    BF_FOUND_WIDE,
    BF_FOUND_EXTRA,
    BF_FOUND_ROUNDED,
    BF_FOUND_UNSORTED,
    BF_FOUND_SAME_SECOND,
    BF_FOUND_DUPLICATE,
    BF_FOUND_OVERRUN,
    BF_FOUND_NO_REQUEST,
    BF_FOUND_HUGE_REQUEST,
    BF_FOUND_RUN_ZERO,
    BF_FOUND_COMPLETED_ZERO,
    BF_FOUND_CANCELLED_RAN,
    BF_FOUND_STATUS,
    BF_FOUND_ALLOCATED_MORE,
    BF_FOUND_ALLOCATED_LESS,
    BF_FOUND_NO_WAIT,
    BF_FOUND_LONG_WAIT,
    BF_FOUND_NO_USER,
    BF_FOUND_FIRST_SUBMIT,
    BF_FOUND_MAX_JOBS,
    BF_FOUND_MAX_RECORDS,
    BF_FOUND_MAX_RUNTIME,
    BF_FOUND_NODES,
    BF_FOUND_PEAK,
    BF_FINDINGS
};

struct bf_finding_kind {
    const char *name;    // one word
    const char *meaning; // of one case
    const char *value;   // what `value` is; NULL: it has none
};
extern const struct bf_finding_kind bf_finding_kinds[BF_FINDINGS];

// Names of the 18 fields, in their order (docs/swf.md).
extern const char *const bf_swf_field_names[18];

#define BF_CHECK_LINES 3

struct bf_check {
    bool complete; // all lines were read: the findings are the log's
    uint64_t count[BF_FINDINGS];
    int64_t value[BF_FINDINGS];
    uint64_t line[BF_FINDINGS][BF_CHECK_LINES]; // 0: none
    uint64_t jobs; // lines that are jobs, before the size of the machine and the window count
    uint64_t
        missing[18]; // of them, those in which field n + 1 is not given (below 0; 5, 8, 9: below 1)
    struct bf_trace *trace; // owned; NULL when it cannot be loaded
};

// Loads a trace and looks at every line. The result is what bf_trace_load would say; the findings
// are there either way when `complete`. The caller destroys check->trace.
enum bf_err bf_trace_check(const struct bf_trace_options *options, struct bf_check *check,
                           struct bf_error *e);

#endif
