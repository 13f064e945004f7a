// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bf_test.h"

#include "engine/base/text.h"
#include "engine/sweep/list.h"
#include "tests/support/files.h"

static char joined[4096];
static struct bf_text all;

static enum bf_err take(void *self, const char *item, struct bf_error *e)
{
    (void)self;
    (void)e;
    bf_text_add(&all, "%s%s", all.used ? "|" : "", item);
    return BF_OK;
}

static const struct bf_list_taker taker = {NULL, take};

static void expect(const char *list, const char *items)
{
    struct bf_error e;
    all = bf_text_init(joined, sizeof joined);
    assert_ok(bf_list_expand(list, &taker, &e), e);
    assert_string_equal(joined, items);
}

static void expect_traces(const char *list, const char *items)
{
    struct bf_error e;
    all = bf_text_init(joined, sizeof joined);
    assert_ok(bf_list_expand_traces(list, &taker, &e), e);
    assert_string_equal(joined, items);
}

static void refuse(const char *list, const char *why)
{
    struct bf_error e;
    all = bf_text_init(joined, sizeof joined);
    assert_int_equal(bf_list_expand(list, &taker, &e), BF_ERR_USAGE);
    if (!strstr(e.text, why))
        fail_msg("'%s' does not say '%s'", e.text, why);
}

static void items_stand_between_commas(void **state)
{
    (void)state;
    expect("a", "a");
    expect(" a , b,c ", "a|b|c");
    expect("truncate:1, cap:2.5", "truncate:1|cap:2.5");
    refuse("", "a value is missing");
    refuse("a,,b", "a value is missing");
    refuse("a,", "a value is missing");
}

static void ranges_are_their_numbers(void **state)
{
    (void)state;
    expect("1..5", "1|2|3|4|5");
    expect("3..3", "3");
    expect("10..30/10, 7", "10|20|30|7");
    expect("1..10/4", "1|5|9");
    expect("-2..1", "-2|-1|0|1");
    expect("cap:1..3", "cap:1|cap:2|cap:3");
}

// Added up in binary, 0.1 + 0.2 is not 0.3 and the last number is lost.
static void decimals_are_exact(void **state)
{
    (void)state;
    expect("0.8..1.4/0.1", "0.8|0.9|1|1.1|1.2|1.3|1.4");
    expect("0.25..1/0.25", "0.25|0.5|0.75|1");
    expect("-0.2..0.2/0.1", "-0.2|-0.1|0|0.1|0.2");
    expect("factor:1.5..2.5/0.5", "factor:1.5|factor:2|factor:2.5");
    expect("0.001..0.003/0.001", "0.001|0.002|0.003");
}

static void ranges_without_numbers_are_refused(void **state)
{
    (void)state;
    refuse("0.8..1.4", "needs a step");
    refuse("5..1", "goes up");
    refuse("1..5/0", "goes up");
    refuse("1...5", "needs a step"); // from 1 to .5
    refuse("a..b", "expected a range");
    refuse("1..5/", "expected a range");
    refuse("1..5x", "expected a range");
    refuse("1..100000000", "at most 10000000 numbers");
    refuse("1234567890123456..1234567890123457", "expected a range");
}

// Digits that do not fit are refused; they are not added up wrongly.
static void ranges_of_too_many_digits_are_refused(void **state)
{
    (void)state;
    refuse("100000000000000..100000000000001/0.00000000000001", "too many digits");
}

// Folds the items of a list, and expands what comes out: the same items.
static void expect_folded(const char *list, const char *folded)
{
    char copy[4096], text[4096], *items[64];
    struct bf_text to = bf_text_init(text, sizeof text);
    struct bf_error e;
    size_t count = 0;
    all = bf_text_init(joined, sizeof joined);
    assert_ok(bf_list_expand(list, &taker, &e), e);
    bf_text_copy(copy, sizeof copy, joined);
    for (char *item = strtok(copy, "|"); item; item = strtok(NULL, "|"))
        items[count++] = item;
    bf_list_fold(items, count, &to);
    assert_string_equal(text, folded);
    bf_text_copy(copy, sizeof copy, joined);
    expect(text, copy);
}

static void numbers_of_equal_steps_become_ranges(void **state)
{
    (void)state;
    expect_folded("1..20", "1..20");
    expect_folded("1, 2", "1, 2");
    expect_folded("1, 2, 3, 5, 7, 9, 12", "1..3, 5..9/2, 12");
    expect_folded("0.8..1.4/0.1", "0.8..1.4/0.1");
    expect_folded("0.95..1.05/0.01, 2", "0.95..1.05/0.01, 2");
    expect_folded("0.5, 1.5, 2.5", "0.5..2.5/1");
    expect_folded("0.001..0.02/0.001", "0.001..0.02/0.001");
    expect_folded("all, 1..4", "all, 1..4");
    expect_folded("cap:1..4, cap:6.5..8/0.5, pad:9..11", "cap:1..4, cap:6.5..8/0.5, pad:9..11");
    expect_folded("cap:1, pad:2, cap:3", "cap:1, pad:2, cap:3");
    expect_folded("5, 4, 3, 2", "5, 4, 3, 2");
}

// What a range would write otherwise stays as it was written.
static void other_spellings_are_no_ranges(void **state)
{
    (void)state;
    expect_folded("01, 02, 03", "01, 02, 03");
    expect_folded("1.0, 2.0, 3.0", "1.0, 2.0, 3.0");
    expect_folded("1e-05, 2e-05, 3e-05", "1e-05, 2e-05, 3e-05");
    expect_folded("999999999999999, 1000000000000000, 1000000000000001",
                  "999999999999999, 1000000000000000, 1000000000000001");
    expect_folded("0.00000000000001, 50000000000000, 99999999999999.9",
                  "0.00000000000001, 50000000000000, 99999999999999.9");
}

static void commas_of_models_divide_nothing(void **state)
{
    (void)state;
    expect_traces("lublin:jobs=5,procs=8,seed=1", "lublin:jobs=5,procs=8,seed=1");
    expect_traces("a.swf, lublin:jobs=5, procs=8,lublin:jobs=6,b.swf",
                  "a.swf|lublin:jobs=5,procs=8|lublin:jobs=6|b.swf");
    expect_traces("../x..y.swf", "../x..y.swf");
}

static void patterns_are_the_files_they_match(void **state)
{
    (void)state;
    char list[1200], items[1200], folder[512];
    struct bf_error e;
    bf_text_copy(folder, sizeof folder, bf_test_folder("logs"));
    const char *const names[] = {"b.swf", "a.swf", "c.txt"};
    for (int i = 0; i < 3; i++) {
        snprintf(list, sizeof list, "%s/%s", folder, names[i]);
        bf_test_write_text(list, "");
    }
    snprintf(list, sizeof list, "%s/*.swf", folder);
    snprintf(items, sizeof items, "%s/a.swf|%s/b.swf", folder, folder);
    expect_traces(list, items);
    snprintf(list, sizeof list, "%s/*.gz", folder);
    assert_int_equal(bf_list_expand_traces(list, &taker, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "no file matches"));
}

// Signs of patterns and commas in names that are there.
static void names_of_files_are_files(void **state)
{
    (void)state;
    static const char *const names[] = {"l[1].swf", "what?.swf", "c,d.swf", "m,n[1].swf",
                                        "o,p=1.swf"};
    char list[1200], items[2400], folder[512];
    bf_text_copy(folder, sizeof folder, bf_test_folder("names"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(list, sizeof list, "%s/%s", folder, names[i]);
        bf_test_write_text(list, "");
        expect_traces(list, list);
    }
    snprintf(list, sizeof list, "%s/l1.swf", folder); // what the pattern would match
    bf_test_write_text(list, "");
    snprintf(list, sizeof list, "%s/l[1].swf, b.swf", folder);
    snprintf(items, sizeof items, "%s/l[1].swf|b.swf", folder);
    expect_traces(list, items);
    snprintf(list, sizeof list, "%s/c?d.swf", folder);
    snprintf(items, sizeof items, "%s/c,d.swf", folder);
    expect_traces(list, items);
    expect_traces("e,f.swf", "e|f.swf");
}

BF_TEST_MAIN(BF_TEST(items_stand_between_commas), BF_TEST(ranges_are_their_numbers),
             BF_TEST(decimals_are_exact), BF_TEST(ranges_without_numbers_are_refused),
             BF_TEST(ranges_of_too_many_digits_are_refused),
             BF_TEST(numbers_of_equal_steps_become_ranges), BF_TEST(other_spellings_are_no_ranges),
             BF_TEST(commas_of_models_divide_nothing), BF_TEST(names_of_files_are_files),
             BF_TEST(patterns_are_the_files_they_match))
