// SPDX-License-Identifier: GPL-3.0-or-later
//
// Published start times against the engine's. Files are those of ../shared; a program that needs
// one that is not there is skipped (bf_test_need_shared).
#ifndef BF_TESTS_SUPPORT_PUBLISHED_H
#define BF_TESTS_SUPPORT_PUBLISHED_H

#include "engine/core/sim.h"
#include "tests/support/columns.h"
#include "workloads/trace.h"

// Loads a log of ../shared/traces by its file name; the first `first` jobs (0: all).
struct bf_trace *bf_test_log(const char *name, uint64_t first);

// How many jobs start at another time than a column says. Rows are jobs in the order of the table,
// by number (checked). Prints the first differences.
size_t bf_test_starts_that_differ(const struct bf_outcome *o, const struct bf_test_columns *c,
                                  const char *column);

// Runs the spec and expects at most `allowed` starts to differ.
void bf_test_meets_column(const struct bf_trace *t, const struct bf_test_columns *c,
                          const char *column, const char *spec, size_t allowed);

#endif
