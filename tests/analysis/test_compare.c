// SPDX-License-Identifier: GPL-3.0-or-later
//
// Jobs matched by their numbers, what is completed from a log or from the other side, and the
// differences of two schedules.
#include "analysis/audit/compare.h"

#include <math.h>

#include "tests/support/bf_test.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static void numbers_are_matched_in_turn(void **state)
{
    (void)state;
    static const int64_t a[] = {5, 3, 3, 9, 3, -1}, b[] = {3, 9, 5, 3, 7};
    static const uint32_t expected[] = {2, 0, 3, 1, BF_NO_MATCH, BF_NO_MATCH};
    struct bf_arena *arena = bf_arena_create();
    uint32_t found[COUNT(a)];
    struct bf_error e;
    assert_ok(bf_schedule_match(a, COUNT(a), b, COUNT(b), found, arena, &e), e);
    assert_memory_equal(found, expected, sizeof found);
    assert_ok(bf_schedule_match(a, COUNT(a), a, COUNT(a), found, arena, &e), e);
    for (uint32_t i = 0; i < COUNT(a); i++)
        assert_int_equal(found[i], i);
    assert_ok(bf_schedule_match(a, 2, b, 0, found, arena, &e), e);
    assert_int_equal(found[1], BF_NO_MATCH);
    bf_arena_destroy(arena);
}

static void overruns_of_a_log_follow_the_rule(void **state)
{
    (void)state;
    const bf_time run[] = {100, 30}, request[] = {60, 60};
    const struct bf_schedule_log log = {.count = 2, .run = run, .request = request};
    assert_int_equal(bf_schedule_log_run(&log, 0, BF_SCHEDULE_KILL), 60);
    assert_int_equal(bf_schedule_log_run(&log, 0, BF_SCHEDULE_UNKNOWN), 60);
    assert_int_equal(bf_schedule_log_run(&log, 0, BF_SCHEDULE_EXTEND), 100);
    assert_int_equal(bf_schedule_log_run(&log, 0, BF_SCHEDULE_ALLOW), 100);
    assert_int_equal(bf_schedule_log_request(&log, 0, BF_SCHEDULE_EXTEND), 100);
    assert_int_equal(bf_schedule_log_request(&log, 0, BF_SCHEDULE_ALLOW), 60);
    assert_int_equal(bf_schedule_log_run(&log, 1, BF_SCHEDULE_KILL), 30);
    assert_int_equal(bf_schedule_log_request(&log, 1, BF_SCHEDULE_EXTEND), 60);
}

// Start times alone: 6 has 5 s more, 4 has 10 s less, 7 has 1 s less, 2 is the same.
static void differences_are_those_of_the_starts(void **state)
{
    (void)state;
    struct bf_job_row a[] = {{.job = 6, .start = 100},
                             {.job = 4, .start = 110},
                             {.job = 7, .start = 300},
                             {.job = 2, .start = 50},
                             {.job = 1, .start = 0}};
    struct bf_job_row b[] = {{.job = 2, .start = 50},  {.job = 4, .start = 100},
                             {.job = 6, .start = 105}, {.job = 7, .start = 299},
                             {.job = 8, .start = 0},   {.job = 9, .start = 0}};
    const struct bf_schedule x = {a, COUNT(a), 0}, y = {b, COUNT(b), 0};
    struct bf_arena *arena = bf_arena_create();
    struct bf_compare c;
    struct bf_error e;
    assert_ok(bf_compare_schedules(&x, &y, NULL, 10, 0, &c, arena, &e), e);
    assert_false(bf_compare_equal(&c));
    assert_int_equal(c.jobs, 4);
    assert_int_equal(c.only_a.count, 1);
    assert_int_equal(c.only_a.first[0], 1);
    assert_int_equal(c.only_b.count, 2);
    assert_int_equal(c.only_b.first[1], 9);
    assert_int_equal(c.differ, 3);
    assert_int_equal(c.earlier, 2);
    assert_int_equal(c.later, 1);
    assert_int_equal(c.first_job, 4); // at 100 in b, as 6 in a: the lower number
    assert_int_equal(c.first_a, 110);
    assert_int_equal(c.first_b, 100);
    assert_true(c.min == -10 && c.p25 == -5.5 && c.median == -1 && c.p75 == 2 && c.max == 5);
    assert_true(c.mean == -2);
    assert_true(isnan(c.metrics[BF_SCHEDULE_MEASURE_WAIT][BF_SCHEDULE_STATISTIC_MEAN].a));
    assert_ok(bf_compare_schedules(&x, &x, NULL, 10, 0, &c, arena, &e), e);
    assert_true(bf_compare_equal(&c) && isnan(c.mean));
    bf_arena_destroy(arena);
}

// One side knows all, the other start times: it is completed.
static void a_side_is_completed_from_the_other(void **state)
{
    (void)state;
    struct bf_job_row a[] = {
        {.job = 1, .submit = 0, .start = 0, .end = 100, .procs = 2, .request = 200},
        {.job = 2, .submit = 10, .start = 100, .end = 120, .procs = 4, .request = 20}};
    struct bf_job_row b[] = {{.job = 1, .start = 0}, {.job = 2, .start = 110}};
    const struct bf_schedule x = {a, 2, BF_SCHEDULE_TIMES | BF_SCHEDULE_REQUEST}, y = {b, 2, 0};
    struct bf_arena *arena = bf_arena_create();
    struct bf_compare c;
    struct bf_error e;
    assert_ok(bf_compare_schedules(&x, &y, NULL, 10, 4, &c, arena, &e), e);
    const struct bf_compare_pair wait =
        c.metrics[BF_SCHEDULE_MEASURE_WAIT][BF_SCHEDULE_STATISTIC_MEAN];
    assert_true(wait.a == 45 && wait.b == 50);
    assert_true(c.makespan.a == 120 && c.makespan.b == 130);
    assert_true(fabs(c.utilization.a - 280.0 / 480) < 1e-12);
    assert_true(fabs(c.utilization.b - 280.0 / 520) < 1e-12);
    assert_int_equal(c.length_differ, 0);
    b[1] = a[1];
    b[1].procs = 3;
    b[1].end++;
    b[0] = a[0];
    const struct bf_schedule z = {b, 2, BF_SCHEDULE_TIMES};
    assert_ok(bf_compare_schedules(&x, &z, NULL, 10, 4, &c, arena, &e), e);
    assert_false(bf_compare_equal(&c));
    assert_true(c.differ == 0 && c.procs_differ == 1 && c.length_differ == 1);
    bf_arena_destroy(arena);
}

static void rows_are_compared_column_by_column(void **state)
{
    (void)state;
    struct bf_run_row a = {.mean_wait = NAN, .max_queue = 3, .wall_s = 1, .jobs_rows = 10};
    struct bf_run_row b = {.mean_wait = NAN, .max_queue = 3, .wall_s = 2, .jobs_rows = 0};
    assert_null(bf_compare_rows(&a, &b, NULL));
    b.mean_wait = 1;
    b.max_queue = 4;
    const struct bf_column *c = bf_compare_rows(&a, &b, NULL);
    assert_string_equal(c->name, "mean_wait");
    c = bf_compare_rows(&a, &b, c + 1);
    assert_string_equal(c->name, "max_queue");
    assert_null(bf_compare_rows(&a, &b, c + 1));
}

static void impossible_numbers_are_refused(void **state)
{
    (void)state;
    struct bf_job_row job = {.job = 17, .start = 5, .end = 10, .procs = 1};
    const struct bf_schedule s = {&job, 1, BF_SCHEDULE_ALL};
    struct bf_error e;
    assert_ok(bf_schedule_check(&s, &e), e);
    job.end = INT64_MAX;
    assert_int_equal(bf_schedule_check(&s, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "job 17"));
    job.end = 10;
    job.procs = -1;
    assert_int_equal(bf_schedule_check(&s, &e), BF_ERR_INPUT);
}

BF_TEST_MAIN(BF_TEST(numbers_are_matched_in_turn), BF_TEST(overruns_of_a_log_follow_the_rule),
             BF_TEST(differences_are_those_of_the_starts),
             BF_TEST(a_side_is_completed_from_the_other),
             BF_TEST(rows_are_compared_column_by_column), BF_TEST(impossible_numbers_are_refused))
