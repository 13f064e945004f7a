// SPDX-License-Identifier: GPL-3.0-or-later
//
// The traces of a sweep: each is loaded once, by whichever thread comes first, and shared read-only
// by all. One that no run needs any more is released; one that does not fit the memory limit is
// released too, and loaded again when it is needed.
//
// Adding is for one thread; all else may be called by any number of threads.
#ifndef BF_SWEEP_TRACES_H
#define BF_SWEEP_TRACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workloads/trace.h"

struct bf_traces;

// What is known of a trace once it has been loaded.
struct bf_trace_info {
    struct bf_trace_options options; // load 1, no shake; the source is owned by the set
    struct bf_trace_row row;
    bf_procs procs;   // 0 when it cannot be loaded
    uint32_t jobs;    // 0 when it cannot be loaded
    char *message;    // why it cannot be loaded; NULL: it can
    enum bf_err code; // goes with the message
    char *warnings;   // as in struct bf_trace
};

// An empty set that keeps at most about `limit` bytes of traces, apart from those in use. NULL: no
// memory.
struct bf_traces *bf_traces_create(size_t limit);
void bf_traces_destroy(struct bf_traces *t); // NULL is allowed

// Adds a trace with these options; copies them, the source too. Returns its number, or SIZE_MAX:
// no memory.
size_t bf_traces_add(struct bf_traces *t, const struct bf_trace_options *options);
size_t bf_traces_count(const struct bf_traces *t);

// Loads all, by a team of `threads`, and keeps as many as fit. A trace that cannot be loaded is no
// failure of this: its info says why.
void bf_traces_load(struct bf_traces *t, int threads);
const struct bf_trace_info *bf_traces_info(const struct bf_traces *t, size_t number);

// `runs` more runs need this trace; fewer when negative. At 0 it is released.
void bf_traces_need(struct bf_traces *t, size_t number, int64_t runs);

// The trace, loaded if need be; borrowed until it is given back. An error is that of loading.
// BF_ERR_INPUT also: the log has changed since it was loaded first.
enum bf_err bf_traces_take(struct bf_traces *t, size_t number, const struct bf_trace **trace,
                           struct bf_error *e);
void bf_traces_give_back(struct bf_traces *t, size_t number);

#endif
