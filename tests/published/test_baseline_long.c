// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conservative backfilling on the larger logs, job by job, against the baseline simulator.
#include "tests/support/baseline.h"
#include "tests/support/bf_test.h"

static void ctc_sp2(void **state)
{
    (void)state;
    bf_test_equals_baseline("CTC-SP2-sc15", "conservative");
}

static void sdsc_blue(void **state)
{
    (void)state;
    bf_test_equals_baseline("SDSC-BLUE-sc15", "conservative");
}

static void cea_curie(void **state)
{
    (void)state;
    bf_test_equals_baseline("CEA-curie-sc15", "conservative");
}

BF_TEST_MAIN(BF_TEST(ctc_sp2), BF_TEST(sdsc_blue), BF_TEST(cea_curie))
