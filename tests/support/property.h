// SPDX-License-Identifier: GPL-3.0-or-later
//
// Properties on random workloads and random configs, with shrinking.
//
// The seed is printed first; BFSWEEP_SEED=<seed> repeats a run, BFSWEEP_CASES=<percent> makes it
// longer (or shorter). A case that fails is shrunk by dropping jobs as long as it goes on failing,
// and the smallest one is printed as a table that bf_test_workload_of understands, beside its spec
// (spec.h).
#ifndef BF_TESTS_SUPPORT_PROPERTY_H
#define BF_TESTS_SUPPORT_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"
#include "engine/core/policy.h"
#include "tests/support/workload.h"

struct bf_test_property {
    unsigned cases;  // how many are tried when the environment says nothing
    bf_time longest; // request in a workload, s

    // The spec of a case.
    void (*draw)(uint64_t seed, struct bf_text *spec);

    // Whether the property holds; if not, `why` says how it fails.
    bool (*holds)(const struct bf_test_workload *w, const char *spec, struct bf_text *why);
};

// Tries the property; a failure fails the test.
void bf_test_property_check(const struct bf_test_property *p);

// A random one of `words` (ended by NULL): a pure function of seed and `draw`, the number of the
// draw.
const char *bf_test_pick(uint64_t seed, uint64_t draw, const char *const *words);

// Spellings of all estimate models, some with several arguments, ended by NULL.
extern const char *const bf_test_estimates[];

// Appends ` estimate=` with one of those that are of this model, and a seed.
void bf_test_draw_model(uint64_t seed, const char *model, struct bf_text *spec);

// Appends ` name=word` for a random word each: both orders; estimate, seed, correction and overrun;
// events.
void bf_test_draw_orders(uint64_t seed, struct bf_text *spec);
void bf_test_draw_plans(uint64_t seed, struct bf_text *spec);
void bf_test_draw_events(uint64_t seed, struct bf_text *spec);

// Appends a calendar for the workload that is drawn with this seed and this longest request.
void bf_test_draw_calendar(uint64_t seed, bf_time longest, struct bf_text *spec);

// Appends the name of a policy, any of the registry or this one, and random values of its
// parameters.
void bf_test_draw_policy(uint64_t seed, struct bf_text *spec);
void bf_test_draw_params(uint64_t seed, const struct bf_policy *policy, struct bf_text *spec);

// All four.
void bf_test_draw_anything(uint64_t seed, struct bf_text *spec);

#endif
