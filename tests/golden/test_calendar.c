// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules around outages, one rule each, on four processors. Jobs are lines of {submit, procs,
// request, run}; in the pictures A is the first job, # the calendar, a row a processor and a column
// a second.
#include "tests/support/bf_test.h"
#include "tests/support/golden.h"

// A could run into the outage, though it would not, and waits for its end. Nobody passes it under
// fcfs. Under easy its shadow time is 8, and B ends by then.
//
//       4 |.....###BBB.     .....###....
//       3 |.....###BBB.     .....###....
//       2 |.....###AAA.     BBB..###AAA.
//       1 |.....###AAA.     BBB..###AAA.
//         |----|----|-      |----|----|-
//         0    5    10      0    5    10
static void a_request_may_not_reach_an_outage(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 10, 3},
        {0, 2, 3, 3},
    };
    BF_TEST_STARTS(jobs, 4, "fcfs calendar=5-8:all", 8, 8);
    BF_TEST_STARTS(jobs, 4, "fcfs calendar=5-8:all events=single", 8, 8);
    BF_TEST_STARTS(jobs, 4, "easy calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "conservative calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "selective threshold=1 calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "selective threshold=1e9 calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "lookahead calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "relaxed calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "hpcpack calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "independent-shadow calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "fcfs calendar=5-6:all,6-8:4,2-3:2", 8, 8);
}

// However short it is planned, the limit is what counts.
static void a_plan_is_no_limit(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {{0, 1, 10, 3}, {0, 1, 5, 3}};
    BF_TEST_STARTS(jobs, 4, "easy estimate=exact calendar=5-8:all", 8, 0);
    BF_TEST_STARTS(jobs, 4, "conservative estimate=exact calendar=5-8:all", 8, 0);
}

// Half the machine goes: A fits beside the outage, B beside both does not. C ends where it begins;
// D would be one second too long.
//
//       4 |CCCCC###BBBBBBBBBB
//       3 |.....###BBBBBBBBBB
//       2 |AAAAAAAAAADDDDDD..
//       1 |AAAAAAAAAA........
//         |----|----|----|--
//         0    5    10   15
static void jobs_run_beside_an_outage(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 10, 10},
        {0, 2, 10, 10},
        {0, 1, 5, 5},
        {0, 1, 6, 6},
    };
    BF_TEST_STARTS(jobs, 4, "fcfs calendar=5-8:2", 0, 8, 10, 10);
    BF_TEST_STARTS(jobs, 4, "easy calendar=5-8:2", 0, 8, 0, 10);
    BF_TEST_STARTS(jobs, 4, "reservations reservations=all calendar=5-8:2", 0, 8, 0, 10);
    BF_TEST_STARTS(jobs, 4, "conservative calendar=5-8:2", 0, 8, 0, 10);
    BF_TEST_STARTS(jobs, 4, "conservative calendar=5-8:1,5-8:1", 0, 8, 0, 10);
}

// B fits by count, but not beside A and the outage: its shadow time is 8, when A ends too. One
// processor is extra then, and C takes it at once. With extra=first nobody has to end for B, so
// that A's processor does not count.
//
//       4 |.....###BBB.     .....###CCCC
//       3 |........BBB.     ........BBB.
//       2 |CCCCCCCCCCCC     ........BBB.
//       1 |AAAAAAAABBB.     AAAAAAAABBB.
//         |----|----|-      |----|----|-
//         0    5    10      0    5    10
static void extra_processors_behind_an_outage(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 8, 8},
        {0, 3, 10, 3},
        {0, 1, 20, 20},
    };
    BF_TEST_STARTS(jobs, 4, "easy calendar=5-8:1", 0, 8, 0);
    BF_TEST_STARTS(jobs, 4, "easy extra=first calendar=5-8:1", 0, 8, 8);
    BF_TEST_STARTS(jobs, 4, "easy extra=none calendar=5-8:1", 0, 8, 8);
    BF_TEST_STARTS(jobs, 4, "hpcpack calendar=5-8:1", 0, 8, 8);
    BF_TEST_STARTS(jobs, 4, "lookahead calendar=5-8:1", 0, 8, 0);
}

// A, the head, needs the whole machine and cannot start before 8. B and C fill it best until then,
// but two of them do not go beside the outage: C is passed over, and D is the best of the rest.
//
//       4 |DDDDD###AAAAAAAAAACC
//       3 |DDDDD###AAAAAAAAAACC
//       2 |BBBBBBBBAAAAAAAAAA..
//       1 |BBBBBBBBAAAAAAAAAA..
//         |----|----|----|----
//         0    5    10   15
static void a_set_is_chosen_anew_without_those_passed_over(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 10, 10},
        {0, 2, 8, 8},
        {0, 2, 8, 8},
        {0, 2, 5, 5},
    };
    BF_TEST_STARTS(jobs, 4, "lookahead calendar=5-8:2", 8, 0, 18, 0);
}

// A could start at 8, so it may be delayed to 12 (half its wait). But from 11 on it could run into
// the second outage: C may keep it until 11, B would until 12.
//
//       4 |.....###...AAAAAAAAAA#########BB
//       3 |.....###...AAAAAAAAAA#########BB
//       2 |CCCCCCCCCCCAAAAAAAAAA#########..
//       1 |CCCCCCCCCCCAAAAAAAAAA#########..
//         |----|----|----|----|----|----|-
//         0    5    10   15   20   25   30
static void slack_ends_where_an_outage_comes_too_near(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 10, 10},
        {0, 2, 12, 12},
        {0, 2, 11, 11},
    };
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.5 calendar=5-8:2,21-30:all", 11, 30, 0);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.5 calendar=5-8:2", 12, 0, 22);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0 calendar=5-8:2,21-30:all", 8, 30, 30);
}

// A could start at 8. B ends before that, C at 8: it fits, so that nobody gets past it.
//
//       4 |BBBBB###AAAAAAAAAACC
//       3 |BBBBB###AAAAAAAAAACC
//       2 |........AAAAAAAAAA..
//       1 |........AAAAAAAAAADD
//         |----|----|----|----
//         0    5    10   15
static void a_job_that_could_start_jams_the_queue_around_outages_too(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 10, 10},
        {0, 2, 5, 5},
        {0, 2, 8, 8},
        {0, 1, 2, 2},
    };
    BF_TEST_STARTS(jobs, 4, "independent-shadow calendar=5-8:2", 8, 0, 18, 18);
}

// A ends at 5 as planned, long before its request: what it held against the outage is free for B,
// if the queue is compressed.
//
//       4 |..........##########
//       3 |..........##########
//       2 |AAAAABBBBBBBBBBBB...
//       1 |AAAAABBBBBBBBBBBB...
//         |----|----|----|----
//         0    5    10   15
static void what_was_held_against_an_outage_comes_back(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 30, 5},
        {0, 2, 12, 12},
    };
    BF_TEST_STARTS(jobs, 4, "conservative estimate=exact calendar=10-20:2", 0, 5);
    BF_TEST_STARTS(jobs, 4, "conservative compress=start estimate=exact calendar=10-20:2", 0, 5);
    BF_TEST_STARTS(jobs, 4, "conservative compress=none estimate=exact calendar=10-20:2", 0, 20);
    BF_TEST_STARTS(jobs, 4, "selective threshold=1 estimate=exact calendar=10-20:2", 0, 5);
    BF_TEST_STARTS(jobs, 4, "easy estimate=exact calendar=10-20:2", 0, 5);
}

// No gap is long enough: behind the last outage everything fits.
static void nobody_waits_for_ever(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {{0, 1, 6, 6}, {1, 1, 4, 4}};
    BF_TEST_STARTS(jobs, 4, "fcfs calendar=5-6:all,10-11:all,15-16:all", 16, 16);
    BF_TEST_STARTS(jobs, 4, "easy calendar=5-6:all,10-11:all,15-16:all", 16, 1);
    BF_TEST_STARTS(jobs, 4, "conservative events=single calendar=5-6:all,10-11:all,15-16:all", 16,
                   1);
}

// The machine is gone from before the first submit; and the calendar ends before it.
static void an_outage_that_has_begun(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {{100, 1, 6, 6}};
    BF_TEST_STARTS(jobs, 4, "easy calendar=50-102:all", 102);
    BF_TEST_STARTS(jobs, 4, "easy calendar=50-99:all", 100);
    BF_TEST_STARTS(jobs, 4, "easy calendar=50-100:all,0-7:2", 100);
}

BF_TEST_MAIN(BF_TEST(a_request_may_not_reach_an_outage), BF_TEST(a_plan_is_no_limit),
             BF_TEST(jobs_run_beside_an_outage), BF_TEST(extra_processors_behind_an_outage),
             BF_TEST(what_was_held_against_an_outage_comes_back), BF_TEST(nobody_waits_for_ever),
             BF_TEST(an_outage_that_has_begun),
             BF_TEST(a_set_is_chosen_anew_without_those_passed_over),
             BF_TEST(slack_ends_where_an_outage_comes_too_near),
             BF_TEST(a_job_that_could_start_jams_the_queue_around_outages_too))
