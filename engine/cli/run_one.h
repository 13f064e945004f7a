// SPDX-License-Identifier: GPL-3.0-or-later
//
// One run: a loaded trace under one config, to rows.
#ifndef BF_CLI_RUN_ONE_H
#define BF_CLI_RUN_ONE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/core/metrics.h"
#include "engine/core/sim.h"
#include "engine/core/sink.h"
#include "workloads/trace.h"

// Memory of runs, used again from run to run.
struct cli_worker {
    struct bf_sim *sim;
    struct bf_arena *arena;
};

enum bf_err cli_worker_init(struct cli_worker *w, struct bf_error *e);
void cli_worker_fini(struct cli_worker *w);

// Simulates, and fills all columns of `row` other than the offsets. `outcome` is good until the
// next run of this worker.
enum bf_err cli_run_one(struct cli_worker *w, const struct bf_trace *trace,
                        const struct bf_trace_options *options, const struct bf_config *config,
                        struct bf_run_row *row, struct bf_outcome *outcome, struct bf_error *e);

// Puts the rows of a finished run into a sink, its jobs too when `with_jobs`.
enum bf_err cli_put_result(struct cli_worker *w, const struct bf_sink *sink,
                           const struct bf_run_row *row, const struct bf_outcome *outcome,
                           const struct bf_config *config, bool with_jobs, struct bf_error *e);

#endif
