// SPDX-License-Identifier: GPL-3.0-or-later
//
// fcfs and easy: one rule each, on four processors. Jobs are lines of {submit, procs, request,
// run}; in the pictures A is the first job, a row a processor and a column a second.
#include "tests/support/bf_test.h"
#include "tests/support/golden.h"

// The head B does not fit beside A; C and D would, but stand behind it.
//
//       4 |....BBB.....
//       3 |AAAABBB.....
//       2 |AAAABBBDDDDD
//       1 |AAAABBBCCCC.
//         |----|----|-
//         0    5    10
static void fcfs_lets_nobody_pass(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 4, 4},
        {0, 4, 3, 3},
        {0, 1, 4, 4},
        {0, 1, 5, 5},
    };
    BF_TEST_STARTS(jobs, 4, "fcfs", 0, 4, 7, 7);
}

// B is the head; it can start at 4 (shadow time). C ends by then and starts at once; D would not,
// and no processor is left over beside B. With `strict` C must end before 4 and waits like D.
//
//       4 |CCCCBBB.....
//       3 |AAAABBB.....
//       2 |AAAABBB.....
//       1 |AAAABBBDDDDD
//         |----|----|-
//         0    5    10
//
// strict
//       4 |....BBB.....
//       3 |AAAABBB.....
//       2 |AAAABBBDDDDD
//       1 |AAAABBBCCCC.
//         |----|----|-
//         0    5    10
static void easy_fills_up_to_the_shadow_time(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 4, 4},
        {0, 4, 3, 3},
        {0, 1, 4, 4},
        {0, 1, 5, 5},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 0, 7);
    BF_TEST_STARTS(jobs, 4, "easy strict=1", 0, 4, 7, 7);
}

// The head B starts at 4 and leaves one of the four processors free then: one extra. C takes it and
// runs past the shadow time. Then no extra is left for D. Without the rule C waits too.
//
//       4 |....BBB.........
//       3 |CCCCCCCCC.......
//       2 |AAAABBB.........
//       1 |AAAABBBDDDDDDDDD
//         |----|----|----|
//         0    5    10   15
//
// extra=none
//       4 |....CCCCCCCCC...
//       3 |....BBB.........
//       2 |AAAABBB.........
//       1 |AAAABBBDDDDDDDDD
//         |----|----|----|
//         0    5    10   15
static void easy_gives_away_extra_processors(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 3, 3, 3},
        {0, 1, 9, 9},
        {0, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 0, 7);
    BF_TEST_STARTS(jobs, 4, "easy extra=none", 0, 4, 4, 7);
}

// A and B end at 4. C needs 3 and 2 are free: one completion suffices. Counting all that end at 4
// (full) leaves one extra for D; counting up to the first that suffices (first) leaves none.
//
//       4 |....CCC..
//       3 |DDDDDDDDD
//       2 |BBBBCCC..
//       1 |AAAACCC..
//         |----|---
//         0    5
//
// extra=first
//       4 |....DDDDDDDDD
//       3 |....CCC......
//       2 |BBBBCCC......
//       1 |AAAACCC......
//         |----|----|--
//         0    5    10
static void extra_up_to_the_first_completion_that_suffices(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 1, 4, 4},
        {0, 1, 4, 4},
        {0, 3, 3, 3},
        {0, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy extra=full", 0, 0, 4, 0);
    BF_TEST_STARTS(jobs, 4, "easy extra=first", 0, 0, 4, 4);
}

// Which of equal planned ends comes first decides what is extra when the others are not counted.
// Heads that start in the pass itself come back in order: the 2 of A are enough for C, and D finds
// none extra.
//
//       4 |....DDDDDDDDD
//       3 |BBBBCCC......
//       2 |AAAACCC......
//       1 |AAAACCC......
//         |----|----|--
//         0    5    10
static void first_takes_heads_of_the_pass_in_order(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 1, 4, 4},
        {0, 3, 3, 3},
        {0, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy extra=first", 0, 0, 4, 4);
}

// A second later they come back the other way: B alone gives 2 free in all, not the 3 of C; A
// brings it to 4, so one is extra.
//
//       4 |.DDDDDDDDD
//       3 |BBBBCCC...
//       2 |AAAACCC...
//       1 |AAAACCC...
//         |----|----
//         0    5
static void first_takes_earlier_heads_from_the_last(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 1, 4, 4},
        {1, 3, 3, 3},
        {1, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy extra=first", 0, 0, 4, 1);
}

// Of starts at different times the latest comes back first. With 2 processors for B that is enough;
// with 1 it takes A as well, and one is extra.
static void first_takes_the_latest_start_first(void **state)
{
    (void)state;
    static const bf_test_row enough[] = {
        {0, 1, 6, 6},
        {1, 2, 5, 5},
        {2, 3, 3, 3},
        {2, 1, 9, 9},
    };
    static const bf_test_row both[] = {
        {0, 2, 6, 6},
        {1, 1, 5, 5},
        {2, 3, 3, 3},
        {2, 1, 9, 9},
    };
    BF_TEST_STARTS(enough, 4, "easy extra=first", 0, 1, 6, 6);
    BF_TEST_STARTS(both, 4, "easy extra=first", 0, 1, 6, 2);
}

// A and B start as heads, D is backfilled beside C, all at 0; B and D end at 6. When E comes, 3 of
// 8 are free and C needs 5: D comes back first, which is not enough, and B brings it to 6. With B
// first none would be extra.
static void first_takes_backfilled_jobs_before_heads(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 20, 20}, {0, 2, 6, 6}, {0, 5, 3, 3}, {0, 1, 6, 6}, {1, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 8, "easy extra=first", 0, 0, 6, 0, 1);
}

// D and E are backfilled beside C at 0, to end at 6. A and B end early, at 2, and C starts. From 3
// on F needs 3 and 1 of 9 is free. Backfilled jobs come back in the order of their starts: if D has
// 2 that is enough, and G finds none extra; if it has 1, E is needed as well, and one is extra.
static void first_takes_backfilled_jobs_in_order(void **state)
{
    (void)state;
    static const bf_test_row enough[] = {
        {0, 3, 20, 2}, {0, 2, 6, 2}, {0, 5, 20, 20}, {0, 2, 6, 6},
        {0, 1, 6, 6},  {3, 3, 3, 3}, {3, 1, 9, 9},
    };
    static const bf_test_row both[] = {
        {0, 3, 20, 2}, {0, 2, 6, 2}, {0, 5, 20, 20}, {0, 1, 6, 6},
        {0, 2, 6, 6},  {3, 3, 3, 3}, {3, 1, 9, 9},
    };
    BF_TEST_STARTS(enough, 9, "easy extra=first", 0, 0, 2, 0, 0, 6, 6);
    BF_TEST_STARTS(both, 9, "easy extra=first", 0, 0, 2, 0, 0, 6, 3);
}

// B starts at 4 with one processor extra. C ends at 4 exactly: under `strict` that is not before 4,
// so C needs the extra processor. But it gives it back at 4, so it does not count against extra in
// a later pass: when D comes at 1, one is extra again and D starts.
//
//       4 |.DDDDDDDDD
//       3 |CCCCBBB...
//       2 |AAAABBB...
//       1 |AAAABBB...
//         |----|----
//         0    5
static void extra_comes_back_at_the_shadow_time(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 4, 4},
        {0, 3, 3, 3},
        {0, 1, 4, 4},
        {1, 1, 9, 9},
    };
    BF_TEST_STARTS(jobs, 4, "easy strict=1", 0, 4, 0, 1);
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 0, 1);
    BF_TEST_STARTS(jobs, 4, "easy strict=1 events=single", 0, 4, 0, 1);
}

// B is the head until 6. C is too wide to fit; D and then E fit beside A. With depth 2 the pass
// looks at C and D only; when D has ended at 2 it looks at C and E. With depth 1 it sees C alone.
//
//       4 |DDEEEEBB..
//       3 |AAAAAABB..
//       2 |AAAAAABBCC
//       1 |AAAAAABBCC
//         |----|----
//         0    5
//
// depth=1
//       4 |......BBEEEE
//       3 |AAAAAABBDD..
//       2 |AAAAAABBCC..
//       1 |AAAAAABBCC..
//         |----|----|-
//         0    5    10
static void depth_limits_the_walk(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 6, 6}, {0, 4, 2, 2}, {0, 2, 2, 2}, {0, 1, 2, 2}, {0, 1, 4, 4},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 6, 8, 0, 2);
    BF_TEST_STARTS(jobs, 4, "easy depth=2", 0, 6, 8, 0, 2);
    BF_TEST_STARTS(jobs, 4, "easy depth=1", 0, 6, 8, 8, 8);
    BF_TEST_STARTS(jobs, 4, "easy depth=0", 0, 6, 8, 8, 8);
}

// One processor is free until 4. In the order of the queue C gets it; shortest first, D does, and
// what is then left of the gap is too short for C.
//
//       4 |CCCCBB..
//       3 |AAAABB..
//       2 |AAAABB..
//       1 |AAAABBDD
//         |----|--
//         0    5
//
// backfill=sjf
//       4 |DD..BB....
//       3 |AAAABB....
//       2 |AAAABB....
//       1 |AAAABBCCCC
//         |----|----
//         0    5
static void backfill_order_sjf(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 4, 4},
        {0, 4, 2, 2},
        {0, 1, 4, 4},
        {0, 1, 2, 2},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 4, 0, 6);
    BF_TEST_STARTS(jobs, 4, "easy backfill=sjf", 0, 4, 6, 0);
}

// A asks for 10 and runs 4. At 0 the shadow time of B is 10, so C may start: it ends by then. A
// ends at 4 already, but B has to wait for C. With exact plans C is not let past: it would end
// behind 4.
//
//       4 |CCCCCCBBB
//       3 |AAAA..BBB
//       2 |AAAA..BBB
//       1 |AAAA..BBB
//         |----|---
//         0    5
//
// estimate=exact
//       4 |....BBB......
//       3 |AAAABBB......
//       2 |AAAABBB......
//       1 |AAAABBBCCCCCC
//         |----|----|--
//         0    5    10
static void plans_are_not_run_times(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 10, 4},
        {0, 4, 3, 3},
        {0, 1, 6, 6},
    };
    BF_TEST_STARTS(jobs, 4, "easy", 0, 6, 0);
    BF_TEST_STARTS(jobs, 4, "easy estimate=exact", 0, 4, 7);
}

// The queue itself is kept shortest plan first: behind A come C and E (1 s each, C was there
// first), D, B. E fits beside D, not beside C.
//
//       4 |AAAAACE...BBBBBBBBB
//       3 |AAAAACE...BBBBBBBBB
//       2 |AAAAACDDDDBBBBBBBBB
//       1 |AAAAACDDDDBBBBBBBBB
//         |----|----|----|---
//         0    5    10   15
//
// order=fcfs
//       4 |AAAAABBBBBBBBBCE...
//       3 |AAAAABBBBBBBBBCE...
//       2 |AAAAABBBBBBBBBCDDDD
//       1 |AAAAABBBBBBBBBCDDDD
//         |----|----|----|---
//         0    5    10   15
static void primary_order_sjf(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 5, 5}, {1, 4, 9, 9}, {2, 4, 1, 1}, {3, 2, 4, 4}, {3, 2, 1, 1},
    };
    BF_TEST_STARTS(jobs, 4, "fcfs order=sjf", 0, 10, 5, 6, 6);
    BF_TEST_STARTS(jobs, 4, "fcfs", 0, 5, 14, 15, 15);
}

BF_TEST_MAIN(BF_TEST(fcfs_lets_nobody_pass), BF_TEST(easy_fills_up_to_the_shadow_time),
             BF_TEST(easy_gives_away_extra_processors),
             BF_TEST(extra_up_to_the_first_completion_that_suffices),
             BF_TEST(first_takes_heads_of_the_pass_in_order),
             BF_TEST(first_takes_earlier_heads_from_the_last),
             BF_TEST(first_takes_the_latest_start_first),
             BF_TEST(first_takes_backfilled_jobs_before_heads),
             BF_TEST(first_takes_backfilled_jobs_in_order),
             BF_TEST(extra_comes_back_at_the_shadow_time), BF_TEST(depth_limits_the_walk),
             BF_TEST(backfill_order_sjf), BF_TEST(plans_are_not_run_times),
             BF_TEST(primary_order_sjf))
