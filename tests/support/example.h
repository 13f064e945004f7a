// SPDX-License-Identifier: GPL-3.0-or-later
//
// Five jobs whose schedule and metrics were worked out by hand.
//
//     10 processors, EASY          |    0    20  50      100   150   180
//     job 1: 6 processors, 100 s   |    1111111111111111111
//     job 2: 8 processors,  50 s   |      - - waits - - -  22222
//     job 3: 4 processors,  30 s   |         333              (backfilled)
//     job 4: 1 processor,  100 s   |          --444444444444  (backfilled on the extra processors;
//     job 5: 1 processor,   20 s   |                           55      killed: wanted 200 s)
#ifndef BF_TESTS_SUPPORT_EXAMPLE_H
#define BF_TESTS_SUPPORT_EXAMPLE_H

#include "engine/core/config.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"
#include "tests/support/workload.h"

#define BF_TEST_EXAMPLE_JOBS  5
#define BF_TEST_EXAMPLE_PROCS 10

struct bf_test_run {
    struct bf_arena *arena;
    struct bf_sim *sim;
    struct bf_test_workload *workload;
    struct bf_config config;
    struct bf_outcome outcome;
    struct bf_run_row row; // all bytes 0x55 before it was filled
};

// The defaults of a policy, plans = requests.
struct bf_config bf_test_config_of(const char *policy);

// Runs a workload; the outcome lives as long as `sim`.
struct bf_outcome bf_test_run_config(struct bf_sim *sim, const struct bf_test_workload *w,
                                     const struct bf_config *c);

// Runs the example.
struct bf_test_run bf_test_run_example(struct bf_config config);

// Fills the row anew.
void bf_test_run_fill(struct bf_test_run *r);
void bf_test_run_finish(struct bf_test_run *r);

// Equal but for the last bits.
void bf_test_near(double found, double expected);

#endif
