// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is odd about a log: each finding is found, in the right lines, and only there.
#include "tests/unit/trace_fixture.h"
#include "workloads/check.h"

#define HEADER "; MaxJobs: 99\n; MaxRecords: 99\n; MaxNodes: 16\n; MaxProcs: 8\n; MaxRuntime: 500\n"

// number, submit, wait, run, allocated, requested processors, requested time, status, user
#define LINE(n, s, w, r, a, p, t, st, u)                                                           \
#n " " #s " " #w " " #r " " #a " -1 -1 " #p " " #t " -1 " #st " " #u " -1 -1 -1 -1 -1 -1\n"

static struct bf_check check_text(const char *text, enum bf_err expected)
{
    const struct bf_trace_options o = options_for(write_text("odd.swf", text));
    struct bf_check check;
    struct bf_error e = {0};
    assert_int_equal(bf_trace_check(&o, &check, &e), expected);
    assert_int_equal(check.trace != NULL, expected == BF_OK);
    return check;
}

// The finding is there once, in line `line` of the log, and no other but those of the header.
static void expect_only(const char *job_lines, enum bf_finding what, uint64_t line)
{
    char text[4096];
    snprintf(text, sizeof text, "; MaxProcs: 8\n; MaxRuntime: 500\n%s", job_lines);
    struct bf_check c = check_text(text, BF_OK);
    for (int f = 0; f < BF_FINDINGS; f++)
        if (c.count[f] != (f == (int)what))
            fail_msg("%s: %d times %s", job_lines, (int)c.count[f], bf_finding_kinds[f].name);
    assert_int_equal(c.line[what][0], line);
    bf_trace_destroy(c.trace);
}

#define PLAIN LINE(1, 0, 5, 60, 4, 4, 100, 1, 1)

static void each_finding_alone(void **state)
{
    (void)state;
    expect_only(PLAIN LINE(2, 5, 5, 60, 4, 4, 100, 2, 1), BF_FOUND_PARTIAL, 4);
    expect_only(PLAIN LINE(2, 5, 5, -1, 4, 4, 100, 1, 1), BF_FOUND_RUN_UNKNOWN, 4);
    expect_only(PLAIN LINE(2, 5, 5, 60, -1, 0, 100, 1, 1), BF_FOUND_PROCS_UNKNOWN, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 9, 9, 100, 1, 1), BF_FOUND_WIDE, 4);
    expect_only(PLAIN LINE(2, 500.5, 5, 60, 4, 4, 100, 1, 1), BF_FOUND_ROUNDED, 4);
    expect_only(PLAIN LINE(2, 0, 500, 60, 4, 4, 100, 1, 1), BF_FOUND_SAME_SECOND, 4);
    expect_only(PLAIN LINE(1, 500, 5, 60, 4, 4, 100, 1, 1), BF_FOUND_DUPLICATE, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 59, 1, 1), BF_FOUND_OVERRUN, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, -1, 1, 1), BF_FOUND_NO_REQUEST, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 738738720, 1, 1), BF_FOUND_HUGE_REQUEST, 4);
    expect_only(PLAIN LINE(2, 500, 5, 0, 4, 4, 100, 0, 1), BF_FOUND_RUN_ZERO, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 100, 5, 1), BF_FOUND_CANCELLED_RAN, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 100, 9, 1), BF_FOUND_STATUS, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 5, 4, 100, 1, 1), BF_FOUND_ALLOCATED_MORE, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 3, 4, 100, 1, 1), BF_FOUND_ALLOCATED_LESS, 4);
    expect_only(PLAIN LINE(2, 500, -1, 60, 4, 4, 100, 1, 1), BF_FOUND_NO_WAIT, 4);
    expect_only(PLAIN LINE(2, 500, 2592001, 60, 4, 4, 100, 1, 1), BF_FOUND_LONG_WAIT, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 100, 1, -1), BF_FOUND_NO_USER, 4);
    expect_only(PLAIN LINE(2, 500, 5, 501, 4, 4, 1000, 1, 1), BF_FOUND_MAX_RUNTIME, 4);
    expect_only(LINE(2, 1, 5, 60, 4, 4, 100, 1, 1), BF_FOUND_FIRST_SUBMIT, 3);
    expect_only(PLAIN LINE(2, 1, 5, 60, 5, 5, 100, 1, 1), BF_FOUND_PEAK, 0);
    expect_only(
        LINE(1, 0, 5, 60, 4, 4, 100, 1, 1) "2 500 5 60 4 -1 -1 4 100 -1 1 1 1 1 1 1 1 1 19\n",
        BF_FOUND_EXTRA, 4);
    expect_only(PLAIN LINE(2, 500, 5, 60, 4, 4, 100, 1, 1) LINE(3, 400, 5, 60, 4, 4, 100, 1, 1),
                BF_FOUND_UNSORTED, 5);
}

static void contradictions_of_the_header(void **state)
{
    (void)state;
    struct bf_check c = check_text(HEADER PLAIN, BF_OK);
    assert_int_equal(c.count[BF_FOUND_MAX_JOBS], 1);
    assert_int_equal(c.value[BF_FOUND_MAX_JOBS], 99);
    assert_int_equal(c.line[BF_FOUND_MAX_JOBS][0], 1);
    assert_int_equal(c.count[BF_FOUND_MAX_RECORDS], 1);
    assert_int_equal(c.count[BF_FOUND_NODES], 1);
    assert_int_equal(c.line[BF_FOUND_NODES][0], 3);
    bf_trace_destroy(c.trace);
}

static void the_worst_value_and_the_first_lines(void **state)
{
    (void)state;
    struct bf_check c =
        check_text(HEADER LINE(1, 0, 5, 60, 4, 4, 50, 1, 1) LINE(2, 100, 5, 60, 4, 4, 10, 1, 1)
                       LINE(3, 200, 5, 60, 4, 4, 70, 1, 1) LINE(4, 300, 5, 60, 4, 4, 30, 1, 1)
                           LINE(5, 400, 5, 60, 4, 4, 30, 1, 1),
                   BF_OK);
    static const uint64_t lines[] = {6, 7, 9};
    assert_int_equal(c.count[BF_FOUND_OVERRUN], 4);
    assert_int_equal(c.value[BF_FOUND_OVERRUN], 50);
    assert_memory_equal(c.line[BF_FOUND_OVERRUN], lines, sizeof lines);
    assert_int_equal(c.jobs, 5);
    assert_int_equal(c.missing[5], 5); // CPU time
    assert_int_equal(c.missing[8], 0);
    bf_trace_destroy(c.trace);
}

// Where `run` would refuse the log, so does the check, but it says what it has found.
static void findings_are_there_also_when_the_log_is_refused(void **state)
{
    (void)state;
    struct bf_check c = check_text("; MaxProcs: 8\n" PLAIN "1 2 3\n", BF_ERR_INPUT); // 50 % bad
    assert_true(c.complete);
    assert_int_equal(c.count[BF_FOUND_FIELDS], 1);
    assert_int_equal(c.line[BF_FOUND_FIELDS][0], 3);
    c = check_text(PLAIN LINE(2, 3, 5, 60, 4, 4, 100, 1, 1), BF_ERR_INPUT); // no machine
    assert_true(c.complete);
    c = check_text("nothing of the kind\n", BF_ERR_INPUT);
    assert_false(c.complete);
}

BF_TEST_MAIN(BF_TEST(each_finding_alone), BF_TEST(contradictions_of_the_header),
             BF_TEST(the_worst_value_and_the_first_lines),
             BF_TEST(findings_are_there_also_when_the_log_is_refused))
