// SPDX-License-Identifier: GPL-3.0-or-later
//
// The promises of a job table: each violation is found and named.
#include "engine/core/jobs.h"

#include "tests/support/bf_test.h"
#include "tests/support/workload.h"

enum { COUNT = 3, MACHINE = 8 };

static const struct bf_test_job good[COUNT] = {
    {.submit = 0, .procs = 1, .request = 1, .run = 0},
    {.submit = 0, .procs = MACHINE, .request = BF_MAX_TIME, .run = BF_MAX_TIME, .user = 1},
    {.submit = BF_MAX_TIME, .procs = 3, .request = 5, .run = 9}, // past its request: legal
};

// The table `good` with one job changed must be refused with `entry` and `what` in the text.
static void expect_refused(uint32_t entry, struct bf_test_job job, const char *what)
{
    struct bf_test_job table[COUNT];
    memcpy(table, good, sizeof table);
    table[entry] = job;
    struct bf_test_workload *w = bf_test_workload_of(table, COUNT, MACHINE);
    struct bf_error e = {0};
    char number[32];
    snprintf(number, sizeof number, "entry %u", entry);
    assert_int_equal(bf_jobs_check(&w->jobs, MACHINE, &e), BF_ERR_INPUT);
    assert_int_equal(e.code, BF_ERR_INPUT);
    if (!strstr(e.text, number) || !strstr(e.text, what))
        fail_msg("the text '%s' does not name %s and '%s'", e.text, number, what);
    bf_test_workload_destroy(w);
}

static void a_table_that_holds_its_promises_passes(void **state)
{
    (void)state;
    struct bf_error e = {0};
    struct bf_test_workload *w = bf_test_workload_of(good, COUNT, MACHINE);
    assert_ok(bf_jobs_check(&w->jobs, MACHINE, &e), e);
    assert_ok(bf_jobs_check(&w->jobs, BF_MAX_PROCS, &e), e);
    bf_test_workload_destroy(w);
}

static void an_empty_table_passes(void **state)
{
    (void)state;
    struct bf_error e = {0};
    const struct bf_jobs jobs = {0};
    assert_ok(bf_jobs_check(&jobs, 1, &e), e);
}

static void a_machine_without_processors_is_refused(void **state)
{
    (void)state;
    struct bf_error e = {0};
    const struct bf_jobs jobs = {0};
    assert_int_equal(bf_jobs_check(&jobs, 0, &e), BF_ERR_INPUT);
    assert_int_equal(bf_jobs_check(&jobs, -5, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "-5"));
}

static void a_machine_larger_than_any_is_refused(void **state)
{
    (void)state;
    struct bf_error e = {0};
    const struct bf_jobs jobs = {0};
    assert_ok(bf_jobs_check(&jobs, BF_MAX_PROCS, &e), e);
    assert_int_equal(bf_jobs_check(&jobs, BF_MAX_PROCS + 1, &e), BF_ERR_INPUT);
    assert_int_equal(bf_jobs_check(&jobs, INT32_MAX, &e), BF_ERR_INPUT);
}

// As long as the lot of them is no longer than this, no sum of times overflows.
static void jobs_that_are_too_long_together_are_refused(void **state)
{
    (void)state;
    enum { MANY = 1025 };
    static struct bf_test_job table[MANY];
    struct bf_error e = {0};
    for (int overrun = 0; overrun < 2; overrun++) {
        for (uint32_t j = 0; j < MANY; j++)
            table[j] = (struct bf_test_job){
                .procs = 1, .request = overrun ? 1 : BF_MAX_TIME, .run = overrun ? BF_MAX_TIME : 0};
        struct bf_test_workload *w = bf_test_workload_of(table, MANY, MACHINE);
        w->jobs.count = MANY - 1; // 2^10 times 2^50
        assert_ok(bf_jobs_check(&w->jobs, MACHINE, &e), e);
        w->jobs.count = MANY;
        assert_int_equal(bf_jobs_check(&w->jobs, MACHINE, &e), BF_ERR_INPUT);
        assert_non_null(strstr(e.text, "entry 1024"));
        bf_test_workload_destroy(w);
    }
}

static void submits_are_in_range_and_ascending(void **state)
{
    (void)state;
    expect_refused(0, (struct bf_test_job){-1, 1, 1, 1, 0, 0}, "submit");
    expect_refused(2, (struct bf_test_job){BF_MAX_TIME + 1, 1, 1, 1, 0, 0}, "submit");
    expect_refused(1, (struct bf_test_job){-1, 1, 1, 1, 0, 0}, "submit");
    struct bf_test_job late = good[0];
    late.submit = 1;
    struct bf_test_job table[COUNT] = {late, good[1], good[2]};
    struct bf_test_workload *w = bf_test_workload_of(table, COUNT, MACHINE);
    struct bf_error e = {0};
    assert_int_equal(bf_jobs_check(&w->jobs, MACHINE, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "entry 1"));
    bf_test_workload_destroy(w);
}

static void run_times_are_in_range(void **state)
{
    (void)state;
    expect_refused(1, (struct bf_test_job){0, 1, 1, -1, 0, 0}, "run");
    expect_refused(1, (struct bf_test_job){0, 1, 1, BF_MAX_TIME + 1, 0, 0}, "run");
    expect_refused(1, (struct bf_test_job){0, 1, 1, INT64_MIN, 0, 0}, "run");
}

static void requests_are_in_range(void **state)
{
    (void)state;
    expect_refused(0, (struct bf_test_job){0, 1, 0, 1, 0, 0}, "request");
    expect_refused(0, (struct bf_test_job){0, 1, -1, 1, 0, 0}, "request");
    expect_refused(0, (struct bf_test_job){0, 1, BF_MAX_TIME + 1, 1, 0, 0}, "request");
}

static void jobs_fit_the_machine(void **state)
{
    (void)state;
    expect_refused(0, (struct bf_test_job){0, 0, 1, 1, 0, 0}, "machine");
    expect_refused(0, (struct bf_test_job){0, -1, 1, 1, 0, 0}, "machine");
    expect_refused(0, (struct bf_test_job){0, MACHINE + 1, 1, 1, 0, 0}, "machine");
}

static void users_are_in_range(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_of(good, COUNT, MACHINE);
    struct bf_error e = {0};
    w->jobs.users = 1;
    assert_int_equal(bf_jobs_check(&w->jobs, MACHINE, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "entry 1"));
    assert_non_null(strstr(e.text, "user"));
    bf_test_workload_destroy(w);
}

BF_TEST_MAIN(BF_TEST(a_table_that_holds_its_promises_passes), BF_TEST(an_empty_table_passes),
             BF_TEST(a_machine_without_processors_is_refused),
             BF_TEST(a_machine_larger_than_any_is_refused),
             BF_TEST(jobs_that_are_too_long_together_are_refused),
             BF_TEST(submits_are_in_range_and_ascending), BF_TEST(run_times_are_in_range),
             BF_TEST(requests_are_in_range), BF_TEST(jobs_fit_the_machine),
             BF_TEST(users_are_in_range))
