// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text into markup, numbers as they are shown, and text that grows.
#include "analysis/report/html.h"

#include <math.h>
#include <string.h>

#include "engine/base/text.h"
#include "tests/support/bf_test.h"

static void expect(struct bf_buffer *b, const char *text)
{
    assert_false(b->failed);
    assert_string_equal(b->at ? b->at : "", text);
    bf_buffer_fini(b);
}

static void text_is_escaped(void **state)
{
    struct bf_buffer b = {0};
    (void)state;
    bf_html_put(&b, "<b title=\"%s\">%d %zu %lld %.2f %c 100 %%</b>", "<&>\"'", -3, (size_t)7,
                (long long)1 << 40, 0.125, 'x');
    expect(&b, "<b title=\"&lt;&amp;&gt;&quot;&#39;\">-3 7 1099511627776 0.12 x 100 %</b>");
    bf_html_put(&b, "%s|%s", "", "caf\xc3\xa9 \xe2\x89\xa4 \xf0\x9f\x98\x80");
    expect(&b, "|caf\xc3\xa9 \xe2\x89\xa4 \xf0\x9f\x98\x80");
}

// Each of these is no UTF-8, or a control character: U+FFFD, and the text goes on.
static void bad_text_is_replaced(void **state)
{
    static const char *const bad[] = {
        "\x80", "\xff", "\xc0\xaf" /* too long */, "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82",
        "\x01", "\x7f"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct bf_buffer b = {0};
        bf_html_put(&b, "%sz", bad[i]);
        assert_memory_equal(b.at, "\xef\xbf\xbd", 3);
        assert_string_equal(b.at + b.used - 1, "z");
        assert_null(strstr(b.at, bad[i]));
        bf_buffer_fini(&b);
    }
}

static void lists_break_behind_commas(void **state)
{
    struct bf_buffer b = {0};
    (void)state;
    bf_html_list(&b, "a,b<,c");
    expect(&b, "a,<wbr>b&lt;,<wbr>c");
    bf_html_list(&b, "");
    expect(&b, "");
}

static void numbers_are_short(void **state)
{
    static const struct {
        double value;
        enum bf_number_kind kind;
        const char *shown;
    } cases[] = {{0, BF_NUMBER_PLAIN, "0"},
                 {0.012345, BF_NUMBER_PLAIN, "0.0123"},
                 {1.23456, BF_NUMBER_PLAIN, "1.235"},
                 {12.3456, BF_NUMBER_PLAIN, "12.35"},
                 {123.456, BF_NUMBER_PLAIN, "123.5"},
                 {1234.56, BF_NUMBER_PLAIN, "1235"},
                 {12345.6, BF_NUMBER_PLAIN,
                  "12\xe2\x80\xaf"
                  "346"},
                 {-1234567, BF_NUMBER_COUNT,
                  "\xe2\x88\x92"
                  "1\xe2\x80\xaf"
                  "234\xe2\x80\xaf"
                  "567"},
                 {0.5432, BF_NUMBER_PERCENT, "54.3"},
                 {-0.5432, BF_NUMBER_CHANGE,
                  "\xe2\x88\x92"
                  "54.3"},
                 {0.5432, BF_NUMBER_CHANGE, "+54.3"},
                 {12.3456, BF_NUMBER_CHANGE, "+1235"},
                 {NAN, BF_NUMBER_PLAIN, "\xe2\x80\x93"},
                 {INFINITY, BF_NUMBER_PLAIN, "\xe2\x88\x9e"},
                 {1e300, BF_NUMBER_CHANGE, "1e+300"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[BF_NUMBER_TEXT_SIZE];
        assert_string_equal(bf_number_text(text, cases[i].value, cases[i].kind), cases[i].shown);
    }
}

// What is shown is short; what stands behind it reads back as the same number.
static void numbers_have_all_digits(void **state)
{
    const double values[] = {1.0 / 3, 1e-300, 123456.789012345, -2.5, 5e-324};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct bf_buffer b = {0};
        char full[BF_DOUBLE_TEXT_SIZE];
        double back;
        bf_html_number(&b, values[i], BF_NUMBER_PLAIN);
        const char *at = strstr(b.at, "value=\"");
        assert_non_null(at);
        at += strlen("value=\"");
        bf_text_copy(full, strcspn(at, "\"") + 1, at);
        assert_true(bf_text_to_double(full, &back));
        assert_true(back == values[i]);
        bf_buffer_fini(&b);
    }
}

static void cells_of_gnuplot_are_text(void **state)
{
    struct bf_buffer b = {0};
    (void)state;
    bf_buffer_cell(&b, "a\tb\n\"c\" \xff'");
    expect(&b, "a b  c  \xef\xbf\xbd'");
    bf_buffer_quoted(&b, "it's `x` $(y)\n\"z\"");
    expect(&b, "'it''s `x` $(y) \"z\"'");
    bf_buffer_double(&b, NAN);
    bf_buffer_double(&b, 0.1);
    expect(&b, "NaN0.1");
}

static void buffers_grow(void **state)
{
    struct bf_buffer b = {0};
    (void)state;
    for (int i = 0; i < 10000; i++)
        bf_buffer_add(&b, "%05d", i);
    assert_int_equal(b.used, 50000);
    assert_int_equal(strlen(b.at), 50000);
    assert_memory_equal(b.at + 49995, "09999", 5);
    bf_buffer_fini(&b);
    assert_int_equal(b.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(bad_text_is_replaced),
        cmocka_unit_test(lists_break_behind_commas),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(numbers_have_all_digits),
        cmocka_unit_test(cells_of_gnuplot_are_text),
        cmocka_unit_test(buffers_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
