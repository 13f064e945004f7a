// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine against the baseline simulator of ../shared/tools, a program of plain arrays that
// shares nothing with it: batch order, whole logs, job by job.
#ifndef BF_TESTS_SUPPORT_BASELINE_H
#define BF_TESTS_SUPPORT_BASELINE_H

// Compiles the baseline, runs it on a log of ../shared/traces (`name` without its ending) and
// expects the engine's starts to be the same, every one. `policy` is easy or conservative. Leaves
// the program as skipped where log, baseline, compiler or gzip are missing.
void bf_test_equals_baseline(const char *name, const char *policy);

#endif
