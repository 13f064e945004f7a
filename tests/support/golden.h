// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules solved by hand: engine and reference must both give them.
#ifndef BF_TESTS_SUPPORT_GOLDEN_H
#define BF_TESTS_SUPPORT_GOLDEN_H

#include "tests/ref/ref.h"
#include "tests/support/workload.h"

// A job: submit, procs, request, run, and the user (0 when left out).
typedef bf_time bf_test_row[5];

// Runs the spec (spec.h) on the table by engine and reference, expects both to agree in everything,
// and the starts to be these. Returns the reference's result for more questions; freed by
// bf_ref_free.
struct bf_ref_result *bf_test_solve(const bf_test_row *table, uint32_t count, bf_procs procs,
                                    const char *spec, const bf_time *starts);

// The same for a table that is an array, and starts written out.
#define BF_TEST_STARTS(table, procs, spec, ...)                                                    \
    bf_ref_free(BF_TEST_SOLVE(table, procs, spec, __VA_ARGS__))
#define BF_TEST_SOLVE(table, procs, spec, ...)                                                     \
    bf_test_solve(table, sizeof(table) / sizeof *(table), procs, spec,                             \
                  (const bf_time[sizeof(table) / sizeof *(table)]){__VA_ARGS__})

#endif
