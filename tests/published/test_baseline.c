// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch order on whole logs, job by job, against the baseline simulator. (The rest of the
// conservative runs takes longer: test_baseline_long.c.)
#include "tests/support/baseline.h"
#include "tests/support/bf_test.h"

static void easy(void **state)
{
    (void)state;
    bf_test_equals_baseline("KTH-SP2-sc15", "easy");
    bf_test_equals_baseline("SDSC-SP2-sc15", "easy");
    bf_test_equals_baseline("CTC-SP2-sc15", "easy");
    bf_test_equals_baseline("SDSC-BLUE-sc15", "easy");
    bf_test_equals_baseline("CEA-curie-sc15", "easy");
}

static void conservative(void **state)
{
    (void)state;
    bf_test_equals_baseline("KTH-SP2-sc15", "conservative");
    bf_test_equals_baseline("SDSC-SP2-sc15", "conservative");
}

BF_TEST_MAIN(BF_TEST(easy), BF_TEST(conservative))
