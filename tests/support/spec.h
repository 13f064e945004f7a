// SPDX-License-Identifier: GPL-3.0-or-later
//
// Configs in words, for engine and reference alike:
//
//     easy strict=1 extra=none depth=3 backfill=sjf order=fcfs estimate=avg2 events=single
//
// The policy comes first. Its parameters, order, backfill, estimate, seed, correction, overrun,
// events and calendar (calendar=10-20:4,30-40:all) follow in any order; what is left out has its
// default, backfill that of `order`. The calendars of the last four specs are kept.
#ifndef BF_TESTS_SUPPORT_SPEC_H
#define BF_TESTS_SUPPORT_SPEC_H

#include "engine/core/config.h"
#include "engine/core/sim.h"
#include "tests/ref/ref.h"

// Reads a spec. A spelling that is wrong fails the test.
struct bf_config bf_test_config(const char *spec);

// The same for the reference; quirks are 0.
struct bf_ref_options bf_test_ref_options(const struct bf_config *config);

// Runs a spec on the jobs; the outcome lives as long as `sim`.
struct bf_outcome bf_test_run(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                              const char *spec);

#endif
