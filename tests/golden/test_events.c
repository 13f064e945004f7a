// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events within one second, corrections and overruns. Jobs are lines of {submit, procs, request,
// run, user}; in the pictures A is the first job, a row a processor and a column a second.
#include "tests/support/bf_test.h"
#include "tests/support/golden.h"

// At 5 A ends as planned and B and C arrive; shortest first. batch: one pass sees both, C wins.
// single: B arrives first and has a pass of its own, in which A already counts as free.
//
// batch
//       2 |AAAAACCCBBBBB
//       1 |AAAAACCCBBBBB
//         |----|----|--
//         0    5    10
//
// single
//       2 |AAAAABBBBBCCC
//       1 |AAAAABBBBBCCC
//         |----|----|--
//         0    5    10
static void arrivals_and_an_end_on_time_in_one_second(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 5, 5},
        {5, 2, 5, 5},
        {5, 2, 3, 3},
    };
    BF_TEST_STARTS(jobs, 2, "fcfs order=sjf events=batch", 0, 8, 5);
    BF_TEST_STARTS(jobs, 2, "fcfs order=sjf events=single", 0, 5, 10);
}

// The same, but A was planned to 9: in the passes of the arrivals nobody knows yet that it ends.
// Its completion comes last and its pass sees both.
//
//       2 |AAAAACCCBBBBB
//       1 |AAAAACCCBBBBB
//         |----|----|--
//         0    5    10
static void arrivals_and_an_early_end_in_one_second(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 9, 5},
        {5, 2, 5, 5},
        {5, 2, 3, 3},
    };
    BF_TEST_STARTS(jobs, 2, "fcfs order=sjf events=batch", 0, 8, 5);
    BF_TEST_STARTS(jobs, 2, "fcfs order=sjf events=single", 0, 8, 5);
}

// A and C end in the second in which they start, and a further pass follows in that second. Nothing
// of them is seen in the picture: B starts at 0, when A has come and gone, C and D at 2.
//
//       4 |BB.
//       3 |BB.
//       2 |BB.
//       1 |BBD
//         |--
//         0
static void jobs_of_no_length(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 3, 0},
        {0, 4, 2, 2},
        {0, 3, 4, 0},
        {0, 1, 1, 1},
    };
    BF_TEST_STARTS(jobs, 4, "fcfs events=batch", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "fcfs events=single", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "easy events=batch", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "easy events=single", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "conservative events=batch", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "conservative events=single", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=2 events=batch", 0, 0, 2, 2);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=2 events=single", 0, 0, 2, 2);
}

// C's plan is 20 s (the mean of A and B, by the same user). It runs 500 s and is corrected three
// times: at 60 to 20 + 60, at 120 to 20 + 300, at 360 to 20 + 900. E does not fit before D's shadow
// time of 60, but before the new one of 120. batch: the correction at 60 is followed by a pass,
// which starts E. single: it is not; the next pass is at C's end, 540, and there D goes first. (A
// column is 20 s.)
//
// batch
//       4 |...EE......................DDDDD
//       3 |..CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD
//       2 |B.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD
//       1 |A.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD
//         |----|----|----|----|----|----|-
//         0    100  200  300  400  500  600
//
// single
//       4 |...........................DDDDD..
//       3 |..CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD..
//       2 |B.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD..
//       1 |A.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDDEE
//         |----|----|----|----|----|----|---
//         0    100  200  300  400  500  600
static void corrections_are_events_in_batch_order(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 1000, 20, 0},  {0, 1, 1000, 20, 0}, {40, 3, 1000, 500, 0},
        {40, 4, 100, 100, 1}, {40, 1, 40, 40, 1},
    };
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2", 0, 0, 40, 540, 60);
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2 events=single", 0, 0, 40, 540, 640);
    struct bf_ref_result *r = BF_TEST_SOLVE(jobs, 4, "easy estimate=avg2", 0, 0, 40, 540, 60);
    assert_int_equal(r->plan[2], 20);
    assert_int_equal(r->corrections[2], 3);
    assert_int_equal(r->flags[2], BF_CORRECTED);
    bf_ref_free(r);
}

// As before, but E is 500 s long and has to end by D's shadow time. C, planned with 20 s, expires
// at 60. request: C is planned to 1040 at once; E starts at 60. increments: shadow times 120, 360,
// 960; E ends by the last one if it starts at 360. double: 80, 120, 200, 360, 680; at 360 the
// shadow time becomes 680, too early, and C is gone before the next. none: D could start in the
// next second at any time; E never passes. (A column is 20 s.)
//
// request
//       4 |...EEEEEEEEEEEEEEEEEEEEEEEEEDDDDD
//       3 |..CCCCCCCCCCCCCCCCCCCCCCCCC.DDDDD
//       2 |B.CCCCCCCCCCCCCCCCCCCCCCCCC.DDDDD
//       1 |A.CCCCCCCCCCCCCCCCCCCCCCCCC.DDDDD
//         |----|----|----|----|----|----|--
//         0    100  200  300  400  500  600
//
// increments
//       4 |..................EEEEEEEEEEEEEEEEEEEEEEEEEDDDDD
//       3 |..CCCCCCCCCCCCCCCCCCCCCCCCC................DDDDD
//       2 |B.CCCCCCCCCCCCCCCCCCCCCCCCC................DDDDD
//       1 |A.CCCCCCCCCCCCCCCCCCCCCCCCC................DDDDD
//         |----|----|----|----|----|----|----|----|----|--
//         0    100  200  300  400  500  600  700  800  900
//
// double, none
//       4 |...........................DDDDD.........................
//       3 |..CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD.........................
//       2 |B.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDD.........................
//       1 |A.CCCCCCCCCCCCCCCCCCCCCCCCCDDDDDEEEEEEEEEEEEEEEEEEEEEEEEE
//         |----|----|----|----|----|----|----|----|----|----|----|-
//         0    100  200  300  400  500  600  700  800  900  1000 1100
static void corrections_request_double_none(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 1000, 20, 0},  {0, 1, 1000, 20, 0},  {40, 3, 1000, 500, 0},
        {40, 4, 100, 100, 1}, {40, 1, 500, 500, 1},
    };
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2 correction=request", 0, 0, 40, 560, 60);
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2 correction=increments", 0, 0, 40, 860, 360);
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2 correction=double", 0, 0, 40, 540, 640);
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2 correction=none", 0, 0, 40, 540, 640);
}

// Plans of one user (C is another's): A, B and D are planned with their request, for fewer than two
// jobs have ended. E arrives when A ends. batch: A is known to have ended: D ran 1 and A 9, so E is
// planned with 5. single: arrivals come first, and the last two are B (4) and D (1): 2, rounded
// down. F comes when A (9) and E (1) have ended in batch order: 5, but never above its request of
// 4; in single order E, which ends at 10, is not known yet: D and A, the same.
//
//       4 |...........
//       3 |....D......
//       2 |BBBBC......
//       1 |AAAAAAAAAEF
//         |----|----|
//         0    5    10
static void avg2_is_made_on_arrival(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 100, 9, 0}, {0, 1, 100, 4, 0}, {4, 1, 100, 1, 1},
        {4, 1, 100, 1, 0}, {9, 1, 100, 1, 0}, {10, 1, 4, 1, 0},
    };
    BF_TEST_STARTS(jobs, 4, "easy estimate=avg2", 0, 0, 4, 4, 9, 10);
    struct bf_ref_result *r = BF_TEST_SOLVE(jobs, 4, "easy estimate=avg2", 0, 0, 4, 4, 9, 10);
    static const bf_time batch[] = {100, 100, 100, 100, 5, 4};
    for (int j = 0; j < 6; j++)
        assert_int_equal(r->plan[j], batch[j]);
    bf_ref_free(r);
    r = BF_TEST_SOLVE(jobs, 4, "easy estimate=avg2 events=single", 0, 0, 4, 4, 9, 10);
    static const bf_time single[] = {100, 100, 100, 100, 2, 4};
    for (int j = 0; j < 6; j++)
        assert_int_equal(r->plan[j], single[j]);
    bf_ref_free(r);
}

// A asks for 5 and needs 8. kill: it is cut at 5. extend: it is planned to 8 from the start, so C
// fits before B. allow: it is planned to 5, so C does not; at 5 nothing happens, for no correction
// is left.
//
// kill
//       4 |.....BBBB......
//       3 |AAAAABBBB......
//       2 |AAAAABBBB......
//       1 |AAAAABBBBCCCCCC
//         |----|----|----
//         0    5    10
//
// extend
//       4 |.CCCCCC.BBBB
//       3 |AAAAAAAABBBB
//       2 |AAAAAAAABBBB
//       1 |AAAAAAAABBBB
//         |----|----|-
//         0    5    10
//
// allow
//       4 |........BBBB......
//       3 |AAAAAAAABBBB......
//       2 |AAAAAAAABBBB......
//       1 |AAAAAAAABBBBCCCCCC
//         |----|----|----|--
//         0    5    10   15
static void overrun_kill_extend_allow(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 5, 8},
        {1, 4, 4, 4},
        {1, 1, 6, 6},
    };
    BF_TEST_STARTS(jobs, 4, "easy overrun=kill", 0, 5, 9);
    BF_TEST_STARTS(jobs, 4, "easy overrun=extend", 0, 8, 1);
    BF_TEST_STARTS(jobs, 4, "easy overrun=allow", 0, 8, 12);
}

// allow: from 5 on A counts as ending a second from now. At 6 the shadow time of B is 7 and C, 1 s
// long, ends by then. At 7 it is 8, too early for D.
//
//       4 |......C..BBBB..
//       3 |AAAAAAAAABBBB..
//       2 |AAAAAAAAABBBB..
//       1 |AAAAAAAAABBBBDD
//         |----|----|----
//         0    5    10
static void easy_beside_a_job_that_overruns(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 5, 9},
        {1, 4, 4, 4},
        {6, 1, 1, 1},
        {7, 1, 2, 2},
    };
    BF_TEST_STARTS(jobs, 4, "easy overrun=allow", 0, 9, 6, 13);
}

BF_TEST_MAIN(BF_TEST(arrivals_and_an_end_on_time_in_one_second),
             BF_TEST(arrivals_and_an_early_end_in_one_second), BF_TEST(jobs_of_no_length),
             BF_TEST(corrections_are_events_in_batch_order),
             BF_TEST(corrections_request_double_none), BF_TEST(avg2_is_made_on_arrival),
             BF_TEST(overrun_kill_extend_allow), BF_TEST(easy_beside_a_job_that_overruns))
