// SPDX-License-Identifier: GPL-3.0-or-later
//
// cmocka behind a small header of our own: one include for every test.
//
//     static void heap_pops_in_order(void **state) { ... }
//     BF_TEST_MAIN(BF_TEST(heap_pops_in_order), BF_TEST(...))
#ifndef BF_TESTS_SUPPORT_BF_TEST_H
#define BF_TESTS_SUPPORT_BF_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/error.h"

#define BF_TEST(name) cmocka_unit_test(name)
#define BF_TEST_MAIN(...)                                                                          \
    int main(void)                                                                                 \
    {                                                                                              \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                           \
        return cmocka_run_group_tests(tests, NULL, NULL);                                          \
    }

// The exit status by which a whole test program says 'skipped'.
#define BF_TEST_SKIPPED 77

// A fallible call is expected to succeed; its text is shown when it does not.
#define assert_ok(call, error)                                                                     \
    do {                                                                                           \
        if ((call) != BF_OK)                                                                       \
            fail_msg("%s: %s", #call, (error).text);                                               \
    } while (0)

// Path of a file of ../shared (beside the project, or under $BFSWEEP_SHARED); NULL when it is not
// there. Static buffer.
const char *bf_test_shared(const char *relative);

// Prints why and leaves the program as 'skipped' when the file is missing; else its path.
const char *bf_test_need_shared(const char *relative);

// A file of its own for this test below a temporary directory that is removed at exit. Static
// buffer.
const char *bf_test_temporary(const char *name);

#endif
