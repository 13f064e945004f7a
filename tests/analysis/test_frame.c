// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs as columns: which are kept, which levels keys have and in which order, how runs are grouped.
#include "tests/analysis/run_table.h"

#include "analysis/statistics/frame.h"

static const struct run_told sample[] = {
    {.policy = "fcfs", .load = 1.1, .seed = 10, .mean_bsld = 9},
    {.policy = "fcfs", .load = 0.9, .seed = 9, .mean_bsld = 8},
    {.policy = "easy",
     .estimate = "truncate",
     .estimate_arg = 10,
     .load = 0.9,
     .seed = 9,
     .depth = -1,
     .parameters = "strict=no",
     .mean_bsld = 3},
    {.policy = "easy",
     .estimate = "truncate",
     .estimate_arg = 2,
     .load = 0.9,
     .seed = 9,
     .depth = 100,
     .parameters = "strict=no",
     .more = "warmup=5",
     .mean_bsld = 2},
    {.policy = "easy",
     .estimate = "truncate",
     .estimate_arg = 2,
     .load = 1.1,
     .seed = 9,
     .depth = 20,
     .parameters = "strict=yes",
     .mean_bsld = NAN},
    {.policy = "easy",
     .estimate = "request",
     .load = 1.1,
     .seed = UINT64_MAX,
     .depth = -1,
     .parameters = "strict=no",
     .failed = true},
};
enum { SAMPLE = sizeof sample / sizeof sample[0] };

static struct bf_error e;

static struct bf_frame *read_frame(struct bf_frame_ask ask)
{
    struct bf_frame *frame;
    struct bf_store_reader *reader = run_table_open(bf_test_temporary("sample.h5"), sample, SAMPLE);
    ask.path = "sample.h5";
    assert_ok(bf_frame_read(reader, &ask, &frame, &e), e);
    bf_store_reader_close(reader);
    return frame;
}

static void refuse(struct bf_frame_ask ask, enum bf_err code, const char *text)
{
    struct bf_frame *frame;
    struct bf_store_reader *reader = run_table_open(bf_test_temporary("sample.h5"), sample, SAMPLE);
    ask.path = "sample.h5";
    assert_int_equal(bf_frame_read(reader, &ask, &frame, &e), code);
    assert_string_equal(e.text, text);
    assert_null(frame);
    bf_store_reader_close(reader);
}

// The texts of a key's levels, with blanks between; `-` where one does not exist.
static void assert_levels(const struct bf_frame *frame, const char *name, const char *expected)
{
    char buffer[256];
    struct bf_text found = bf_text_init(buffer, sizeof buffer);
    const struct bf_key *key = bf_frame_key(frame, name);
    assert_non_null(key);
    for (uint32_t i = 0; i < key->levels; i++)
        bf_text_add(&found, "%s%s", i ? " " : "", key->level[i].text[0] ? key->level[i].text : "-");
    assert_string_equal(buffer, expected);
}

static void failed_and_unwanted_runs_are_counted(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame(
        (struct bf_frame_ask){.by = "policy", .metrics = "mean_bsld,seed", .where = "load>=1"});
    assert_int_equal(f->in_file, 6);
    assert_int_equal(f->left_out, 3);
    assert_int_equal(f->failed, 1);
    assert_int_equal(f->runs, 2);
    assert_int_equal(f->row[0], 0);
    assert_int_equal(f->row[1], 4);
    assert_int_equal(f->key_count, 1);
    assert_true(f->metrics[0].value[0] == 9 && isnan(f->metrics[0].value[1]));
    assert_true(f->metrics[1].value[0] == 10);
    assert_string_equal(f->metrics[1].column->name, "seed");
    bf_frame_destroy(f);
}

static void levels_are_in_order(void **state)
{
    (void)state;
    struct bf_frame *f = read_frame((struct bf_frame_ask){.by = " policy , load", .axes = true});
    assert_int_equal(f->by_count, 2);
    assert_levels(f, "policy", "fcfs easy");
    assert_levels(f, "load", "0.9 1.1");
    assert_levels(f, "seed", "9 10");
    assert_levels(f, "depth", "- 20 100 all");
    assert_levels(f, "estimate", "- truncate:10 truncate:2"); // texts: in the order of the file
    assert_levels(f, "strict", "- no yes");
    assert_levels(f, "warmup", "- 5");
    assert_null(bf_frame_key(f, "mean_bsld"));
    assert_int_equal(bf_frame_key(f, "strict")->kind, BF_KEY_LOOSE);
    assert_int_equal(bf_frame_key(f, "warmup")->kind, BF_KEY_FIRM);
    assert_int_equal(bf_frame_key(f, "seed")->kind, BF_KEY_LOOSE);
    assert_int_equal(bf_frame_key(f, "load")->kind, BF_KEY_FIRM);
    assert_string_equal(bf_key_of(bf_frame_key(f, "warmup"), 3)->text, "5");
    assert_string_equal(bf_key_of(bf_frame_key(f, "warmup"), 4)->text, "");
    assert_true(bf_key_of(bf_frame_key(f, "load"), 0)->number == 1.1);
    bf_frame_destroy(f);
}

static void groups_follow_levels(void **state)
{
    (void)state;
    static const size_t keys[] = {0, 1};
    static const uint32_t runs[] = {1, 0, 2, 3, 4}, first[] = {0, 1, 2, 4, 5};
    struct bf_groups g;
    struct bf_frame *f = read_frame((struct bf_frame_ask){.by = "policy,load"});
    assert_ok(bf_frame_group(f, keys, 2, &g, &e), e);
    assert_int_equal(g.count, 4);
    assert_memory_equal(g.runs, runs, sizeof runs);
    assert_memory_equal(g.first, first, sizeof first);
    assert_int_equal(bf_group_size(&g, 2), 2);
    bf_groups_fini(&g);
    assert_ok(bf_frame_group(f, NULL, 0, &g, &e), e);
    assert_int_equal(g.count, 1);
    assert_int_equal(bf_group_size(&g, 0), 5);
    bf_groups_fini(&g);
    bf_frame_destroy(f);
}

static void conditions_are_spelt_as_in_plans(void **state)
{
    (void)state;
    static const struct {
        const char *where;
        size_t runs;
    } cases[] = {{"estimate=truncate:2", 2},
                 {"estimate=truncate", 3},
                 {"estimate!=truncate:2", 3},
                 {"depth=all", 1},
                 {"depth=100", 1},
                 {"strict=no", 2},
                 {"strict!=no", 3},
                 {"strict=yes,load=1.1", 1},
                 {"load=0.9,strict=no", 2},
                 {"estimate=", 2},
                 {"warmup=", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bf_frame *f =
            read_frame((struct bf_frame_ask){.by = "policy", .where = cases[i].where});
        if (f->runs != cases[i].runs)
            fail_msg("%s: %zu runs", cases[i].where, f->runs);
        bf_frame_destroy(f);
    }
}

static void mistakes_are_named(void **state)
{
    (void)state;
    refuse((struct bf_frame_ask){.by = "polcy"}, BF_ERR_USAGE,
           "runs have no column or parameter 'polcy'; did you mean 'policy'?");
    refuse((struct bf_frame_ask){.by = "policy,policy"}, BF_ERR_USAGE,
           "column 'policy' is there twice");
    refuse((struct bf_frame_ask){.by = "policy,,load"}, BF_ERR_USAGE,
           "the list of columns 'policy,,load' has an empty name");
    refuse((struct bf_frame_ask){.metrics = "mean_bslt"}, BF_ERR_USAGE,
           "runs have no column or parameter 'mean_bslt'; did you mean 'mean_bsld'?");
    refuse((struct bf_frame_ask){.metrics = "policy"}, BF_ERR_USAGE,
           "column 'policy' is a text, and no metric");
    refuse((struct bf_frame_ask){.where = "strickt=no"}, BF_ERR_USAGE,
           "runs have no column or parameter 'strickt'; did you mean 'strict'?");
    refuse((struct bf_frame_ask){.where = "estimate<truncate:2"}, BF_ERR_USAGE,
           "column 'estimate' is a text: compare it with = or !=");
    refuse((struct bf_frame_ask){.where = "load>7"}, BF_ERR_INPUT,
           "sample.h5: none of its 6 runs meets the conditions 'load>7'");
    refuse((struct bf_frame_ask){.where = "estimate=request"}, BF_ERR_INPUT,
           "sample.h5: the 1 runs that meet the conditions failed; 'bfsweep export sample.h5 runs "
           "--columns key,message' says why");
}

BF_TEST_MAIN(BF_TEST(failed_and_unwanted_runs_are_counted), BF_TEST(levels_are_in_order),
             BF_TEST(groups_follow_levels), BF_TEST(conditions_are_spelt_as_in_plans),
             BF_TEST(mistakes_are_named))
