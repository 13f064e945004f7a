// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules of selective, lookahead, relaxed and hpcpack, solved by hand. (independent-shadow:
// test_textbook.c.) A column is 1 s, a row one processor.
#include "tests/support/bf_test.h"
#include "tests/support/golden.h"

// Behind the head (2) four processors are free to 10. easy takes 3 and leaves one idle; 4 and 5
// together leave none.
//
//         easy                        lookahead
//       8 |..........22222            |555555555522222
//       7 |333333333322222            |555555555522222
//       6 |333333333322222            |444444444422222
//       5 |333333333322222            |444444444422222
//       4 |1111111111222225555555555  |111111111122222
//       3 |1111111111222225555555555  |1111111111222223333333333
//       2 |1111111111222224444444444  |1111111111222223333333333
//       1 |1111111111222224444444444  |1111111111222223333333333
//         |----|----|----|----|----   |----|----|----|----|----
//         0    5    10   15   20      0    5    10   15   20
static void lookahead_fills_what_is_free(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 4, 10, 10}, {0, 8, 5, 5}, {0, 3, 10, 10}, {0, 2, 10, 10}, {0, 2, 10, 10}};
    BF_TEST_STARTS(jobs, 8, "easy", 0, 10, 0, 15, 15);
    BF_TEST_STARTS(jobs, 8, "lookahead", 0, 10, 15, 0, 0);
    // Among 3 and 4 alone the best is 3, which is the larger one.
    BF_TEST_STARTS(jobs, 8, "lookahead depth=2", 0, 10, 0, 15, 15);
    BF_TEST_STARTS(jobs, 8, "lookahead depth=0", 0, 10, 15, 15, 15);
}

// Several sets have four processors: {3, 6}, {3, 7}, {4, 5}. The one with 3 and then 6, which runs
// on the extra processor.
static void lookahead_prefers_the_front(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {{0, 4, 10, 10}, {0, 7, 5, 5},   {0, 3, 10, 10},
                                       {0, 2, 10, 10}, {0, 2, 10, 10}, {0, 1, 30, 30},
                                       {0, 1, 10, 10}};
    BF_TEST_STARTS(jobs, 8, "lookahead", 0, 10, 0, 15, 15, 0, 15);
}

// 2 becomes head at 0 and has to expect 10 s of wait: by half of it it may slip to 15, by 0.6 of it
// to 16.
//
//         easy                       slack 0.5                   slack 0.6
//       4 |444444....22222222223333  |333333333333332222222222   |33333333333333..2222222222
//       3 |11111111112222222222      |1111111111....2222222222   |11111111114444442222222222
//       2 |11111111112222222222      |1111111111....2222222222   |1111111111......2222222222
//       1 |11111111112222222222      |1111111111....2222222222   |1111111111......2222222222
//         |----|----|----|----|---   |----|----|----|----|---    |----|----|----|----|----|
//         0    5    10   15   20     0    5    10   15   20      0    5    10   15   20   25
static void relaxed_lets_the_head_slip(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 3, 10, 10}, {0, 4, 10, 10}, {0, 1, 14, 14}, {0, 1, 6, 6}};
    BF_TEST_STARTS(jobs, 4, "easy", 0, 10, 20, 0);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.39", 0, 10, 20, 0);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.5", 0, 14, 0, 24);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.6", 0, 16, 0, 10);
    BF_TEST_STARTS(jobs, 4, "relaxed slack=0.6 slack-of=plan", 0, 16, 0, 10);
}

// 2 waits without a reservation, so 3 gets past it at 1. At 10 its expansion factor is 14 / 4: it
// is promised 21, and 4, which would run to 25, has to wait.
//
//     4 |.333333333333333333332222
//     3 |.333333333333333333332222
//     2 |1111111111.555555555522224444 ...
//     1 |1111111111.555555555522224444 ...
//       |----|----|----|----|----|
//       0    5    10   15   20   25
static void selective_waits_before_it_promises(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 10, 10}, {0, 4, 4, 4}, {1, 2, 20, 20}, {10, 2, 15, 15}, {11, 2, 10, 10}};
    BF_TEST_STARTS(jobs, 4, "selective threshold=2", 0, 21, 1, 25, 11);
    BF_TEST_STARTS(jobs, 4, "selective threshold=1", 0, 10, 14, 14, 29);
    // Before the first job has ended the mean slowdown counts as 1.
    BF_TEST_STARTS(jobs, 4, "selective", 0, 10, 14, 14, 29);
}

// 2 needs three processors at 10; the fourth is extra for easy, and for nobody here.
static void hpcpack_knows_no_extra_processors(void **state)
{
    (void)state;
    static const bf_test_row jobs[] = {
        {0, 2, 10, 10}, {0, 3, 5, 5}, {0, 1, 20, 20}, {0, 1, 10, 10}};
    BF_TEST_STARTS(jobs, 4, "easy", 0, 10, 0, 0);
    BF_TEST_STARTS(jobs, 4, "hpcpack", 0, 10, 10, 0);
    BF_TEST_STARTS(jobs, 4, "hpcpack depth=1", 0, 10, 10, 15);
}

BF_TEST_MAIN(BF_TEST(lookahead_fills_what_is_free), BF_TEST(lookahead_prefers_the_front),
             BF_TEST(relaxed_lets_the_head_slip), BF_TEST(selective_waits_before_it_promises),
             BF_TEST(hpcpack_knows_no_extra_processors))
