// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where results go. Whoever runs simulations knows a sink and not a file format; whoever stores
// rows knows rows and not the sweep.
#ifndef BF_CORE_SINK_H
#define BF_CORE_SINK_H

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"

// Rows of a run in one table, in their order.
struct bf_result_part {
    const struct bf_table *table; // any but /runs and /traces
    const void *rows;             // an array of the table's row struct
    size_t count;
};

// All rows of one finished run, borrowed for the call. `run` members of the rows (row numbers,
// offsets into other tables) are filled in by the sink.
#define BF_RESULT_PARTS 8
struct bf_result {
    const struct bf_run_row *run;
    struct bf_result_part parts[BF_RESULT_PARTS];
    size_t part_count;
};

// Adds the rows of one more table; none at all is no part.
static inline void bf_result_add(struct bf_result *r, const struct bf_table *table,
                                 const void *rows, size_t count)
{
    if (count)
        r->parts[r->part_count++] = (struct bf_result_part){table, rows, count};
}

struct bf_sink {
    void *self;
    // Both may be called from one thread at a time. A failure leaves what was put before intact.
    enum bf_err (*put_trace)(void *self, const struct bf_trace_row *trace, struct bf_error *e);
    enum bf_err (*put_result)(void *self, const struct bf_result *result, struct bf_error *e);
    // Called now and then, so that what was put long ago does not stay in memory only. May be NULL.
    enum bf_err (*flush)(void *self, struct bf_error *e);
};

#endif
