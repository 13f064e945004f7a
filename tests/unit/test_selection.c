// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists of user and job numbers.
#include "workloads/selection.h"

#include "tests/support/bf_test.h"

static struct bf_arena *arena;

static struct bf_selection selection_of(const char *text)
{
    struct bf_selection s;
    struct bf_error e;
    assert_ok(bf_selection_parse(text, arena, &s, &e), e);
    return s;
}

static void expect_text(const char *list, const char *canonical)
{
    char words[256];
    struct bf_text text = bf_text_init(words, sizeof words);
    const struct bf_selection s = selection_of(list);
    bf_selection_text(&s, &text);
    assert_string_equal(words, canonical);
}

static void equal_sets_have_equal_texts(void **state)
{
    (void)state;
    expect_text("7", "7");
    expect_text("9,3,4,5,100-120,5-6,-1", "-1,3-6,9,100-120");
    expect_text("10-20,12-14,21", "10-21");
    expect_text("-5--3,-2", "-5--2");
    expect_text("not:2,1", "not:1-2");
    expect_text("9223372036854775807,0-9223372036854775807", "0-9223372036854775807");
}

static void a_list_has_what_it_says(void **state)
{
    (void)state;
    const struct bf_selection s = selection_of("3,10-12,-1"), others = selection_of("not:3,10-12");
    const int64_t in[] = {-1, 3, 10, 11, 12}, out[] = {-2, 0, 2, 4, 9, 13, INT64_MAX};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        assert_true(bf_selection_has(&s, in[i]));
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        assert_false(bf_selection_has(&s, out[i]));
        assert_true(bf_selection_has(&others, out[i]));
    }
    assert_false(bf_selection_has(&others, 11));
    assert_true(bf_selection_has(NULL, 11));
}

static void long_lists_have_a_short_text(void **state)
{
    (void)state;
    char list[4096], words[256], other[256];
    struct bf_text text = bf_text_init(list, sizeof list), canonical;
    for (int i = 0; i < 500; i++)
        bf_text_add(&text, "%s%d", i ? "," : "not:", 2 * i);
    struct bf_selection s = selection_of(list);
    canonical = bf_text_init(words, sizeof words);
    bf_selection_text(&s, &canonical);
    assert_int_equal(strncmp(words, "not:hash:", 9), 0);
    assert_int_equal(strlen(words), 9 + 32);
    bf_text_add(&text, ",9999"); // another set, another hash
    s = selection_of(list);
    canonical = bf_text_init(other, sizeof other);
    bf_selection_text(&s, &canonical);
    assert_string_not_equal(words, other);
}

static void bad_lists_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    ",",     "1,",  "x",     "1-",
                                      "5-3", "1 2",   "-",   "1--",   "not:",
                                      "1.5", "not:x", "+-1", "1-2-3", "9999999999999999999",
                                      NULL};
    struct bf_selection s;
    struct bf_error e;
    for (int i = 0; bad[i]; i++)
        if (bf_selection_parse(bad[i], arena, &s, &e) != BF_ERR_USAGE)
            fail_msg("'%s' was taken", bad[i]);
    assert_int_equal(bf_selection_parse("@no.such.file", arena, &s, &e), BF_ERR_INPUT);
}

static int set_up(void **state)
{
    (void)state;
    arena = bf_arena_create();
    return arena ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    bf_arena_destroy(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sets_have_equal_texts),
        cmocka_unit_test(a_list_has_what_it_says),
        cmocka_unit_test(long_lists_have_a_short_text),
        cmocka_unit_test(bad_lists_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
