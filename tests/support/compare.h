// SPDX-License-Identifier: GPL-3.0-or-later
//
// Engine against reference.
#ifndef BF_TESTS_SUPPORT_COMPARE_H
#define BF_TESTS_SUPPORT_COMPARE_H

#include <stdbool.h>

#include "engine/base/text.h"
#include "engine/core/sim.h"
#include "tests/ref/ref.h"

// Whether the engine's outcome is what the reference says: start, plan, corrections, promises and
// flags of each job, and the counters of corrections and broken promises. If not, `why` (emptied
// first) tells the first difference, and is never empty.
bool bf_test_same(const struct bf_outcome *engine, const struct bf_ref_result *reference,
                  struct bf_text *why);

#endif
