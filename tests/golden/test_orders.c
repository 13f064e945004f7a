// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders, worked out by hand: jobs that wait behind a first one which takes the whole machine, and
// of which no two fit side by side, so that they start one after another in the order of the queue.
#include "tests/support/bf_test.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

struct expectation {
    const char *order;
    const char *starts; // the jobs in the order of their starts; the first, which blocks, is A
};

// The names of the jobs in the order of their starts.
static void names_by_start(const struct bf_outcome *o, char *names)
{
    uint32_t n = o->jobs->count;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < n; k++)
            before += o->start[k] < o->start[i] || (o->start[k] == o->start[i] && k < i);
        names[before] = (char)('A' + (int)i);
    }
    names[n] = '\0';
}

static void expect_orders(const struct bf_test_job *table, uint32_t count,
                          const struct expectation *expected, size_t orders)
{
    struct bf_test_workload *w = bf_test_workload_of(table, count, 4);
    for (size_t i = 0; i < orders; i++) {
        char spec[64], names[32];
        struct bf_sim *sim = bf_sim_create();
        snprintf(spec, sizeof spec, "fcfs order=%s", expected[i].order);
        struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
        names_by_start(&o, names);
        if (strcmp(names, expected[i].starts) != 0)
            fail_msg("%s: %s, by hand %s", expected[i].order, names, expected[i].starts);
        bf_sim_destroy(sim);
    }
    bf_test_workload_destroy(w);
}

// All orders but f1..f4. A holds the machine until 10. Keys then:
//
//           submit procs plan |  area | lxf   wfp3             unicef
//       B     1      3     5  |   15  | 2.80  (9/5)^3 3 = 17.5   9 / (1.585 5) = 1.14
//       C     2      4     2  |    8  | 5.00  (8/2)^3 4 = 256    8 / (2 2)     = 2.00
//       D     3      3     8  |   24  | 1.88  (7/8)^3 3 = 2.0    7 / (1.585 8) = 0.55
//       E     4      4     4  |   16  | 2.50  (6/4)^3 4 = 13.5   6 / (2 4)     = 0.75
//
// C goes first by the last three. At 12: lxf B 16/5 = 3.2, E 12/4 = 3; wfp3 B (11/5)^3 3 = 31.9, E
// (8/4)^3 4 = 32; unicef B 11/7.92 = 1.39, E 8/8 = 1. At 17 (lxf, unicef; B has run): lxf D 22/8, E
// 17/4; unicef D 14/12.7 = 1.10, E 13/8 = 1.63. wfp3 at 16 (E has run): B (15/5)^3 3 = 81, D
// (13/8)^3 3 = 12.9.
static void orders_by_what_is_known(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {{0, 4, 10, 10, 0, 0},
                                              {1, 3, 5, 5, 0, 0},
                                              {2, 4, 2, 2, 0, 0},
                                              {3, 3, 8, 8, 0, 0},
                                              {4, 4, 4, 4, 0, 0}};
    static const struct expectation expected[] = {
        {"fcfs", "ABCDE"}, {"sjf", "ACEBD"},    {"ljf", "ADBEC"},  {"saf", "ACBED"},
        {"laf", "ADEBC"},  {"narrow", "ABDCE"}, {"wide", "ACEBD"}, {"lxf", "ACBED"},
        {"wfp3", "ACEBD"}, {"unicef", "ACBED"}};
    expect_orders(jobs, 5, expected, sizeof expected / sizeof *expected);
}

// f1..f4 with equal submits (1 s, whose logarithm is 0), so that the first term decides:
//
//           procs plan | f1 log10(r) n  f2 sqrt(r) n  f3 r n  f4 r sqrt(n)
//       B     3     5  |    2.10           6.71         15       8.66
//       C     4     2  |    1.20           5.66          8       4
//       D     3     8  |    2.71           8.49         24      13.86
//       E     4     4  |    2.41           8            16       8
//       F     3     7  |    2.54           7.94         21      12.12
//       G     3     6  |    2.33           7.35         18      10.39
static void f1_to_f4(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {
        {0, 4, 10, 10, 0, 0}, {1, 3, 5, 5, 0, 0}, {1, 4, 2, 2, 0, 0}, {1, 3, 8, 8, 0, 0},
        {1, 4, 4, 4, 0, 0},   {1, 3, 7, 7, 0, 0}, {1, 3, 6, 6, 0, 0}};
    static const struct expectation expected[] = {
        {"f1", "ACBGEFD"}, {"f2", "ACBGFED"}, {"f3", "ACBEGFD"}, {"f4", "ACEBGFD"}};
    expect_orders(jobs, 7, expected, sizeof expected / sizeof *expected);
}

// With unequal submits the second term decides: 870 log10(s) and its like are large. A submit of 0
// counts as 0.1 in the logarithm, so B comes before C, long as it is.
static void f1_to_f4_look_at_the_submit(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {
        {0, 4, 10, 10, 0, 0}, {0, 4, 1000, 1000, 0, 0}, {1, 3, 1, 1, 0, 0}, {2, 3, 1, 1, 0, 0}};
    static const struct expectation expected[] = {
        {"f1", "ABCD"}, {"f2", "ABCD"}, {"f3", "ABCD"}, {"f4", "ABCD"}};
    expect_orders(jobs, 4, expected, sizeof expected / sizeof *expected);
}

// A job of one processor comes first under unicef, however short it has waited. Ties: as submitted.
static void unicef_and_ties(void **state)
{
    (void)state;
    static const struct bf_test_job jobs[] = {{0, 4, 10, 10, 0, 0},
                                              {1, 4, 1, 1, 0, 0},
                                              {9, 1, 90, 90, 0, 0},
                                              {9, 4, 5, 5, 0, 0},
                                              {9, 4, 5, 5, 0, 0}};
    static const struct expectation expected[] = {{"unicef", "ACBDE"}, {"sjf", "ABDEC"}};
    expect_orders(jobs, 5, expected, sizeof expected / sizeof *expected);
}

BF_TEST_MAIN(BF_TEST(orders_by_what_is_known), BF_TEST(f1_to_f4),
             BF_TEST(f1_to_f4_look_at_the_submit), BF_TEST(unicef_and_ties))
