// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans for tests, from the text of a plan file.
#ifndef BF_TESTS_SWEEP_SAMPLE_PLAN_H
#define BF_TESTS_SWEEP_SAMPLE_PLAN_H

#include "engine/sweep/plan.h"

struct bf_sample_plan {
    struct bf_axes axes;
    struct bf_traces *traces;
    struct bf_plan *plan;
};

// Reads the text as a plan file, loads its traces by `threads` threads and settles the plan. What
// is wrong fails the test.
struct bf_sample_plan bf_sample_plan_of(const char *text, int threads);
void bf_sample_plan_free(struct bf_sample_plan *p);

// Reads the text, of which something is wrong, and leaves what is said of it in `e`; "plan.ini" is
// the name of the file.
enum bf_err bf_sample_plan_refused(const char *text, struct bf_error *e);

#endif
