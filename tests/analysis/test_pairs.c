// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs are compared with which.
#include "tests/analysis/run_table.h"

#include "analysis/statistics/pairs.h"

// Six runs under easy, the baseline of most tests, then others.
static const struct run_told sample[] = {
    {.policy = "easy", .estimate = "request", .seed = 1, .parameters = "strict=no"},           // 0
    {.policy = "easy", .estimate = "request", .seed = 2, .parameters = "strict=no"},           // 1
    {.policy = "easy", .estimate = "avg2", .seed = 1, .parameters = "strict=no"},              // 2
    {.policy = "easy", .estimate = "avg2", .seed = 2, .parameters = "strict=no"},              // 3
    {.policy = "easy", .estimate = "request", .load = 2, .seed = 0},                           // 4
    {.policy = "easy", .estimate = "avg2", .load = 3, .seed = 7, .more = "warmup=5"},          // 5
    {.policy = "conservative", .estimate = "avg2", .seed = 2, .parameters = "compress=queue"}, // 6
    {.policy = "conservative", .estimate = "avg2", .seed = 3, .parameters = "compress=queue"}, // 7
    {.policy = "conservative", .estimate = "request", .load = 2, .seed = 5},                   // 8
    {.policy = "conservative", .estimate = "request", .load = 2, .seed = 6},                   // 9
    {.policy = "conservative", .estimate = "avg2", .load = 3, .seed = 7},                      // 10
    {.policy = "fcfs", .seed = 1},                                                             // 11
    {.policy = "fcfs", .load = 3, .seed = 7, .more = "warmup=5"},                              // 12
    {.policy = "conservative", .trace = "other.swf", .estimate = "avg2", .seed = 2},           // 13
    {.policy = "conservative", .estimate = "truncate", .estimate_arg = 2, .seed = 2},          // 14
    {.policy = "easy", .load = 4, .seed = 0},                                                  // 15
    {.policy = "easy", .load = 4, .seed = 5},                                                  // 16
    {.policy = "conservative", .load = 4, .seed = 5},                                          // 17
    {.policy = "conservative", .load = 4, .seed = 6},                                          // 18
};
enum { SAMPLE = sizeof sample / sizeof sample[0] };

static struct bf_error e;

static struct bf_frame *read_frame(const char *where)
{
    static bool written;
    struct bf_frame *frame;
    struct bf_store_reader *reader;
    const struct bf_frame_ask ask = {.by = "policy", .where = where, .axes = true};
    const char *path = bf_test_temporary("pairs.h5");
    if (!written)
        bf_store_reader_close(run_table_open(path, sample, SAMPLE));
    written = true;
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_ok(bf_frame_read(reader, &ask, &frame, &e), e);
    bf_store_reader_close(reader);
    return frame;
}

static struct bf_pairs make(const struct bf_frame *frame, const char *baseline)
{
    struct bf_pairs pairs;
    assert_ok(bf_pairs_make(frame, baseline, &pairs, &e), e);
    return pairs;
}

static void partners_are_equal_in_all_other_axes(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame(NULL);
    struct bf_pairs p = make(f, "policy=easy");
    for (uint32_t r = 0; r < 6; r++) {
        assert_true(p.base[r]);
        assert_int_equal(p.partner[r], BF_NO_PAIR);
    }
    assert_int_equal(p.partner[6], 3); // estimate and seed, whatever the policy's parameters
    assert_int_equal(p.partner[7], BF_NO_PAIR);  // no such seed
    assert_int_equal(p.partner[8], 4);           // the seed plays no part in run 4 ...
    assert_int_equal(p.partner[9], 4);           // ... whichever it is
    assert_int_equal(p.partner[10], BF_NO_PAIR); // a warm-up is no parameter of a policy
    assert_int_equal(p.partner[12], 5);
    assert_int_equal(p.partner[13], BF_NO_PAIR); // another log
    assert_int_equal(p.partner[14], BF_NO_PAIR);
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

static void several_partners_are_none(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame(NULL);
    struct bf_pairs p = make(f, "policy=easy");
    assert_int_equal(p.partner[11], BF_MANY_PAIRS); // fcfs has no estimate: runs 0 and 2 fit
    assert_string_equal(p.differ, "estimate");
    bf_pairs_fini(&p);
    p = make(f, "policy=easy,estimate=request");
    assert_int_equal(p.partner[11], 0);
    assert_int_equal(p.partner[6], 1); // the baseline names the estimate: it may differ
    assert_int_equal(p.partner[2], 0);
    assert_string_equal(p.differ, "");
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

static void the_equal_one_is_preferred(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame("load=4");
    struct bf_pairs p = make(f, "policy=easy");
    assert_int_equal(p.partner[2], 1); // both runs of easy fit, one has the seed
    assert_int_equal(p.partner[3], 0); // only that which has none fits
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

static void partners_are_shared_where_an_axis_is_missing(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame("load=1");
    struct bf_pairs p = make(f, "policy=fcfs");
    assert_int_equal(p.partner[0], 6); // runs 0 and 2 against run 11
    assert_int_equal(p.partner[2], 6);
    assert_int_equal(p.partner[1], BF_NO_PAIR);
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
    f = read_frame("load=2");
    p = make(f, "policy=conservative,seed=5");
    assert_int_equal(p.partner[0], 1); // the seed is named: run 4 against run 8
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

static void what_is_left_of_the_baseline_is_counted(void **state)
{
    (void)state;
    static const size_t keys[] = {0, 1}; // policy and trace
    static const uint32_t runs[] = {6, 7};
    uint8_t left[SAMPLE];
    struct bf_frame *f = read_frame(NULL);
    struct bf_pairs p = make(f, "policy=easy");
    assert_string_equal(f->keys[1].name, "trace");
    assert_int_equal(bf_pairs_left(f, &p, keys, 2, runs, 2, left), 7);
    for (uint32_t r = 0; r < SAMPLE; r++)
        assert_int_equal(left[r], (r < 6 && r != 3) || r == 15 || r == 16);
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

static void refuse(const struct bf_frame *f, const char *baseline, const char *text)
{
    struct bf_pairs p;
    assert_int_equal(bf_pairs_make(f, baseline, &p, &e), BF_ERR_USAGE);
    assert_string_equal(e.text, text);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame(NULL);
    refuse(f, "policy=esay", "no run has policy=esay; did you mean policy=easy?");
    refuse(f, "polcy=easy", "runs have no axis 'polcy'; did you mean 'policy'?");
    refuse(f, "load=9", "no run has load=9; found: 1, 2, 3, 4");
    refuse(f, "estimate=truncate",
           "no run has estimate=truncate; did you mean estimate=truncate:2?");
    refuse(f, "policy",
           "'policy' says of no axis what the baseline has; expected NAME=VALUE, as in "
           "'policy=easy'");
    refuse(f, "policy!=easy",
           "'policy!=easy' says of no axis what the baseline has; expected "
           "NAME=VALUE, as in 'policy=easy'");
    refuse(f, "policy=fcfs,load=2", "no run has all of policy=fcfs,load=2: there is no baseline");
    struct bf_pairs p = make(f, "load=2.0"); // numbers are compared as such
    assert_true(p.base[4] && !p.base[0]);
    bf_pairs_fini(&p);
    bf_frame_destroy(f);
}

BF_TEST_MAIN(BF_TEST(partners_are_equal_in_all_other_axes), BF_TEST(several_partners_are_none),
             BF_TEST(the_equal_one_is_preferred),
             BF_TEST(partners_are_shared_where_an_axis_is_missing),
             BF_TEST(what_is_left_of_the_baseline_is_counted), BF_TEST(mistakes_are_named))
