// SPDX-License-Identifier: GPL-3.0-or-later
//
// From axes to runs. A plan is the list of all runs of a sweep, each once, in the order in which
// they will stand in the result file (engine/core/run_order.h), whatever the order of the axes was.
// It holds the values of the axes and no list: run number n is worked out from n, so that a million
// runs take no more memory than ten.
//
// Runs that mean the same are one: an axis that a policy does not have, a seed where nothing is
// drawn, a machine size that is that of the log's header, a log under two names.
//
//     for each trace, by name               /  configurations: the scheduler's side without seeds
//       for each configuration of it       <   shapes: the jobs' side of a trace without seeds
//         for each shape                    \  (machine, window, load, noise)
//           for each seed, where one counts
#ifndef BF_SWEEP_PLAN_H
#define BF_SWEEP_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/hash.h"
#include "engine/base/text.h"
#include "engine/core/config.h"
#include "engine/sweep/axes.h"
#include "engine/sweep/traces.h"

struct bf_plan;

// One run of the plan, worked out.
struct bf_plan_run {
    uint64_t number;                 // 0, 1, ... in plan order
    size_t trace;                    // its number in the set of traces
    size_t config_number;            // equal for runs that differ in jobs and seeds alone
    uint64_t table;                  // equal for runs of the same job table
    struct bf_trace_options options; // complete: with load, shake and seed
    struct bf_config config;
    const char *trace_name, *trace_hash; // borrowed from the plan
    bf_procs procs;
};

// Works out configurations, and adds the traces to an empty set, which is borrowed and lives as
// long as the plan. BF_ERR_USAGE: no trace, a parameter that no policy of the plan has, too many
// combinations.
enum bf_err bf_plan_create(const struct bf_axes *axes, struct bf_traces *traces,
                           struct bf_plan **plan, struct bf_error *e);
void bf_plan_destroy(struct bf_plan *plan); // NULL is allowed

// Works out the runs. The traces have been loaded (bf_traces_load).
enum bf_err bf_plan_settle(struct bf_plan *plan, struct bf_error *e);

// All below is for a settled plan, and for any number of threads.

uint64_t bf_plan_runs(const struct bf_plan *plan);
size_t bf_plan_configs(const struct bf_plan *plan);
struct bf_traces *bf_plan_traces(const struct bf_plan *plan);

// Whether a run of the plan uses this trace, and it can be loaded.
bool bf_plan_uses_trace(const struct bf_plan *plan, size_t trace);

// Run `number`; O(log of the plan). The config has neither clock nor stop.
void bf_plan_run(const struct bf_plan *plan, uint64_t number, struct bf_plan_run *run);

// The key of run `number`: that which `bfsweep run` gives it.
void bf_plan_key(const struct bf_plan *plan, uint64_t number, char key[BF_HASH_TEXT_SIZE]);

// The canonical text of a run but its trace: the column `config`.
void bf_plan_config_text(const struct bf_plan *plan, uint64_t number, struct bf_text *to);

// What a run is predicted to cost, from its jobs, its load and what its policy does: a unit is of
// the order of 100 ns. The same on every machine.
uint64_t bf_plan_cost(const struct bf_plan *plan, uint64_t number);

// The plan in its own format: equal texts, equal plans. Values are sorted, whatever order and
// spelling they were given in. Neither the title nor the content of logs is in it.
void bf_plan_text(const struct bf_axes *axes, struct bf_text *to);

#endif
