// SPDX-License-Identifier: GPL-3.0-or-later
//
// One run: a loaded trace under one config, to rows.
#ifndef BF_SWEEP_RUN_ONE_H
#define BF_SWEEP_RUN_ONE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/core/metrics.h"
#include "engine/core/sim.h"
#include "engine/core/sink.h"
#include "workloads/trace.h"

// Memory of runs, used again from run to run.
struct bf_worker {
    struct bf_sim *sim;
    struct bf_arena *arena;
};

enum bf_err bf_worker_init(struct bf_worker *w, struct bf_error *e);
void bf_worker_fini(struct bf_worker *w);

// What a run is, apart from the content of its trace.
struct bf_run_identity {
    const char *trace_name;
    const char *trace_hash; // `?` and something unique for a trace that cannot be read
    bf_procs procs;
    const struct bf_trace_options *options;
    const struct bf_config *config;
};

// The canonical text of all that decides the result but the content of the log, into row->config,
// and row->key, the hash made from it. BF_ERR_USAGE: the text is too long.
enum bf_err bf_run_key(const struct bf_run_identity *id, struct bf_run_row *row,
                       struct bf_error *e);

// Fills the row of a run that has failed: key, names, what was decided, status and message; all
// else does not exist.
enum bf_err bf_run_failed(const struct bf_run_identity *id, const char *message,
                          struct bf_run_row *row, struct bf_error *e);

// Simulates, and fills all columns of `row` other than the offsets. `outcome` is good until the
// next run of this worker.
enum bf_err bf_run_one(struct bf_worker *w, const struct bf_trace *trace,
                       const struct bf_trace_options *options, const struct bf_config *config,
                       struct bf_run_row *row, struct bf_outcome *outcome, struct bf_error *e);

// Puts the rows of a finished run into a sink, its jobs too when `with_jobs`.
enum bf_err bf_run_put(struct bf_worker *w, const struct bf_sink *sink,
                       const struct bf_run_row *row, const struct bf_outcome *outcome,
                       const struct bf_config *config, bool with_jobs, struct bf_error *e);

#endif
