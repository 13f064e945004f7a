// SPDX-License-Identifier: GPL-3.0-or-later
//
// reservations and conservative, on four processors. Jobs are lines of {submit, procs, request,
// run, user}; in the pictures A is the first job, a row a processor and a column a second.
#include "tests/support/bf_test.h"
#include "tests/support/golden.h"

// B is the head, to start at 4 with one processor over. D takes it, which easy allows and one
// reservation too; C pays for it. A second reservation (C at 7) stops D.
//
//       4 |....BBB..CCC
//       3 |DDDDDDDDDCCC
//       2 |AAAABBB..CCC
//       1 |AAAABBB..CCC
//         |----|----|-
//         0    5    10
//
// reservations=2
//       4 |.......CCC.........
//       3 |....BBBCCC.........
//       2 |AAAABBBCCC.........
//       1 |AAAABBBCCCDDDDDDDDD
//         |----|----|----|---
//         0    5    10   15
static void one_reservation_is_easy(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 3, 3, 3},
        {0, 4, 3, 3},
        {0, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 9, 0);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=1", 0, 4, 9, 0);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=2", 0, 4, 7, 10);
}

// Reserved: B at 4, C at 6. D is free for its whole length at 0. E then is not before 6, where C
// leaves one. With everybody reserved the same comes out.
//
//       4 |DDDDBBEEE.
//       3 |AAAABBCCCC
//       2 |AAAABBCCCC
//       1 |AAAABBCCCC
//         |----|----
//         0    5
static void later_jobs_pass_only_where_no_reservation_is_touched(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 4, 4}, {0, 4, 2, 2}, {0, 3, 4, 4}, {0, 1, 4, 4}, {0, 1, 3, 3},
    };
    BF_TEST_STARTS(jobs, 4, "reservations reservations=2", 0, 4, 6, 0, 6);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=all", 0, 4, 6, 0, 6);
    BF_TEST_STARTS(jobs, 4, "conservative", 0, 4, 6, 0, 6);
}

// Promised on arrival: B 10 (behind A's plan), C 0, D 13. At 4 A ends six seconds early.
// queue: B moves to 4, D to 7; E, which comes at 5, gets 12.
// start: B can start at 4 and does. D cannot start at 4 and stays at 13; E finds 7 to 13 free.
// none: nobody moves; E finds 5 to 10 free.
//
// queue
//       4 |CCCCBBB.....EEEEE
//       3 |AAAABBB.....EEEEE
//       2 |AAAABBBDDDDDEEEEE
//       1 |AAAABBBDDDDDEEEEE
//         |----|----|----|-
//         0    5    10   15
//
// start
//       4 |CCCCBBBEEEEE......
//       3 |AAAABBBEEEEE......
//       2 |AAAABBBEEEEE.DDDDD
//       1 |AAAABBBEEEEE.DDDDD
//         |----|----|----|--
//         0    5    10   15
//
// none
//       4 |CCCC.EEEEEBBB.....
//       3 |AAAA.EEEEEBBB.....
//       2 |AAAA.EEEEEBBBDDDDD
//       1 |AAAA.EEEEEBBBDDDDD
//         |----|----|----|--
//         0    5    10   15
static void compress_queue_start_none(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 10, 4}, {0, 4, 3, 3}, {0, 1, 4, 4}, {0, 2, 5, 5}, {5, 4, 5, 5},
    };
    BF_TEST_STARTS(jobs, 4, "conservative compress=queue", 0, 4, 0, 7, 12);
    BF_TEST_STARTS(jobs, 4, "conservative compress=start", 0, 4, 0, 13, 7);
    BF_TEST_STARTS(jobs, 4, "conservative compress=none", 0, 10, 0, 13, 5);
}

// B is promised 6 and C 10; D fits beside both from 6 on. Under easy it does the same, and C is not
// asked.
//
//       4 |AAAAAADDDDDDDDDD
//       3 |AAAAAABBBB......
//       2 |AAAAAABBBBCCCC..
//       1 |AAAAAABBBBCCCC..
//         |----|----|----|
//         0    5    10   15
static void conservative_fills_holes(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 6, 6},
        {0, 3, 4, 4},
        {0, 2, 4, 4},
        {1, 1, 10, 10},
    };
    BF_TEST_STARTS(jobs, 4, "conservative", 0, 6, 10, 6);
    BF_TEST_STARTS(jobs, 4, "easy", 0, 6, 10, 6);
}

// One processor is extra beside the head B, so easy starts D at 0 and C, behind B, has to wait for
// it: 9. Conservative has promised C 8 and puts D behind it.
//
//       4 |....BBBB.CCCC
//       3 |DDDDDDDDDCCCC
//       2 |AAAABBBB.CCCC
//       1 |AAAABBBB.CCCC
//         |----|----|--
//         0    5    10
//
// conservative
//       4 |........CCCC.........
//       3 |....BBBBCCCC.........
//       2 |AAAABBBBCCCC.........
//       1 |AAAABBBBCCCCDDDDDDDDD
//         |----|----|----|----|
//         0    5    10   15   20
static void conservative_protects_all_easy_only_the_head(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 3, 4, 4},
        {0, 4, 4, 4},
        {0, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 9, 0);
    BF_TEST_STARTS(jobs, 4, "conservative", 0, 4, 8, 12);
}

// A and B, of one user, ran 1 s each, so C is planned with 1 s (avg2) and D is promised 3, E 8. At
// 3 C still runs; its plan becomes its request, to 12. D's promise [3, 8) does not hold any more: D
// gives it up and gets 12, nine seconds later. E's [8, 10) holds and stays. C ends at 8 and gives
// back [8, 12): D moves up to 10, behind E, which starts. One promise was broken, by 9 s. Without a
// correction C counts as ending at 4 when D should start at 3. D gives up [3, 8), and the earliest
// fit is behind E: 10, seven seconds later.
//
//       4 |..........DDDDD
//       3 |..CCCCCC..DDDDD
//       2 |B.CCCCCC..DDDDD
//       1 |A.CCCCCCEEDDDDD
//         |----|----|----
//         0    5    10
static void repair_after_a_correction(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 10, 1, 0}, {0, 1, 10, 1, 0}, {2, 3, 10, 6, 0}, {2, 4, 5, 5, 1}, {2, 1, 2, 2, 1},
    };
    BF_TEST_STARTS(jobs, 4, "conservative estimate=avg2", 0, 0, 2, 10, 8);
    struct bf_ref_result *r = BF_TEST_SOLVE(jobs, 4, "conservative estimate=avg2", 0, 0, 2, 10, 8);
    assert_int_equal(r->plan[2], 1);
    assert_int_equal(r->first_promise[3], 3);
    assert_int_equal(r->last_promise[3], 10);
    assert_int_equal(r->first_promise[4], 8);
    assert_int_equal(r->broken_promises, 1);
    assert_int_equal(r->slip_total, 9);
    assert_int_equal(r->flags[3] & BF_PROMISE_BROKEN, BF_PROMISE_BROKEN);
    bf_ref_free(r);
    r = BF_TEST_SOLVE(jobs, 4, "conservative estimate=avg2 correction=none", 0, 0, 2, 10, 8);
    assert_int_equal(r->broken_promises, 1);
    assert_int_equal(r->slip_total, 7);
    bf_ref_free(r);
}

// A runs past its request. allow: B is promised 5; at 5, 6 and 7 A counts as ending a second later,
// and B moves by that second: three broken promises. extend: the request is 8 from the beginning.
// kill: A ends at 5.
//
// kill
//       4 |AAAAABBBBB
//       3 |AAAAABBBBB
//       2 |AAAAABBBBB
//       1 |AAAAABBBBB
//         |----|----
//         0    5
//
// allow, extend
//       4 |AAAAAAAABBBBB
//       3 |AAAAAAAABBBBB
//       2 |AAAAAAAABBBBB
//       1 |AAAAAAAABBBBB
//         |----|----|--
//         0    5    10
static void promises_behind_a_job_that_overruns(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 5, 8},
        {1, 4, 5, 5},
    };
    BF_TEST_STARTS(jobs, 4, "conservative overrun=kill", 0, 5);
    BF_TEST_STARTS(jobs, 4, "conservative overrun=allow", 0, 8);
    struct bf_ref_result *r = BF_TEST_SOLVE(jobs, 4, "conservative overrun=allow", 0, 8);
    assert_int_equal(r->first_promise[1], 5);
    assert_int_equal(r->broken_promises, 3);
    assert_int_equal(r->slip_total, 3);
    assert_int_equal(r->slip_max, 1);
    bf_ref_free(r);
    r = BF_TEST_SOLVE(jobs, 4, "conservative overrun=extend", 0, 8);
    assert_int_equal(r->first_promise[1], 8);
    assert_int_equal(r->broken_promises, 0);
    bf_ref_free(r);
}

// B is promised 5 and C 10. At 5 A still runs, so B's [5, 10) does not hold, but C's [10, 13) does:
// B finds room behind C only, at 13. A ends at 8. B comes first in the queue and cannot move, for C
// is at 10; then C moves to 8. It ends at 11, as planned: no compression, and B stays at 13.
//
//       4 |AAAAAAAA.....BBBBB
//       3 |AAAAAAAA.....BBBBB
//       2 |AAAAAAAACCC..BBBBB
//       1 |AAAAAAAACCC..BBBBB
//         |----|----|----|--
//         0    5    10   15
static void a_broken_promise_falls_behind_those_that_hold(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 5, 8},
        {1, 4, 5, 5},
        {1, 2, 3, 3},
    };
    BF_TEST_STARTS(jobs, 4, "conservative overrun=allow", 0, 13, 8);
    struct bf_ref_result *r = BF_TEST_SOLVE(jobs, 4, "conservative overrun=allow", 0, 13, 8);
    assert_int_equal(r->broken_promises, 1);
    assert_int_equal(r->slip_max, 8);
    bf_ref_free(r);
}

BF_TEST_MAIN(BF_TEST(one_reservation_is_easy),
             BF_TEST(later_jobs_pass_only_where_no_reservation_is_touched),
             BF_TEST(compress_queue_start_none), BF_TEST(conservative_fills_holes),
             BF_TEST(conservative_protects_all_easy_only_the_head),
             BF_TEST(repair_after_a_correction), BF_TEST(promises_behind_a_job_that_overruns),
             BF_TEST(a_broken_promise_falls_behind_those_that_hold))
