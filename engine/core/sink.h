// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where results go. Whoever runs simulations knows a sink and not a file format; whoever stores
// rows knows rows and not the sweep.
#ifndef BF_CORE_SINK_H
#define BF_CORE_SINK_H

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

// All rows of one finished run, borrowed for the call. `run` members of the rows (row numbers,
// offsets into other tables) are filled in by the sink.
struct bf_result {
    const struct bf_run_row *run;
    const struct bf_cost_row *cost;
    const struct bf_cost_histogram_row *histogram;
    size_t histogram_count; // 0: passes were not timed
    const struct bf_class_row *classes;
    size_t class_count;
    const struct bf_accuracy_row *accuracy;
    size_t accuracy_count;
    const struct bf_job_row *jobs; // NULL: jobs were not asked for
    size_t job_count;
};

struct bf_sink {
    void *self;
    // Both may be called from one thread at a time. A failure leaves what was put before intact.
    enum bf_err (*put_trace)(void *self, const struct bf_trace_row *trace, struct bf_error *e);
    enum bf_err (*put_result)(void *self, const struct bf_result *result, struct bf_error *e);
    // Called now and then, so that what was put long ago does not stay in memory only. May be NULL.
    enum bf_err (*flush)(void *self, struct bf_error *e);
};

#endif
