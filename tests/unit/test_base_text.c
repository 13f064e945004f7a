// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text: numbers that read back as they were, bounded buffers, near words.
#include "engine/base/text.h"

#include <float.h>
#include <math.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

static void expect_round_trip(double x)
{
    char text[BF_DOUBLE_TEXT_SIZE];
    double back = 0;
    assert_ptr_equal(bf_text_double(text, x), text);
    assert_true(strlen(text) < BF_DOUBLE_TEXT_SIZE);
    if (!bf_text_to_double(text, &back) || memcmp(&x, &back, sizeof x))
        fail_msg("%a was written as '%s' and read back as %a", x, text, back);
}

static void doubles_of_random_bits_read_back_bit_for_bit(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        const uint64_t bits = bf_seed_bits(1, BF_STREAM_TEST, i);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!isnan(x))
            expect_round_trip(x);
    }
}

static void doubles_at_the_edges_read_back_bit_for_bit(void **state)
{
    (void)state;
    const double edges[] = {0.0,     -0.0,        DBL_MIN,     -DBL_MIN,    0x1p-1074, -0x1p-1074,
                            DBL_MAX, -DBL_MAX,    1 + 0x1p-52, 1 - 0x1p-53, INFINITY,  -INFINITY,
                            0x1p53,  0x1p53 + 2., 0x1.8p-1070, 1e22,        1e23,      0.1 + 0.2};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        expect_round_trip(edges[i]);
    for (int exponent = -1074; exponent < 1024; exponent++)
        expect_round_trip(ldexp(1, exponent));
}

static void a_double_is_written_as_short_as_can_be(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } known[] = {{0.1, "0.1"},
                 {1e300, "1e+300"},
                 {10, "10"},
                 {-2.5, "-2.5"},
                 {1.0 / 3, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {0x1p-1074, "5e-324"},
                 {3e-310, "3e-310"},
                 {123456789012345680.0, "1.2345678901234568e+17"},
                 {-0.0, "-0"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"}};
    char text[BF_DOUBLE_TEXT_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(bf_text_double(text, known[i].value), known[i].text);
    assert_string_equal(bf_text_double(text, NAN), "nan");
    assert_string_equal(bf_text_double(text, -NAN), "nan");
}

static void whole_numbers_are_read_from_whole_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"+5", 5},
                {"-17", -17},
                {"007", 7},
                {"9223372036854775807", INT64_MAX},
                {"-9223372036854775808", INT64_MIN}};
    static const char *const bad[] = {"",
                                      "-",
                                      "+",
                                      "--1",
                                      " 1",
                                      "1 ",
                                      "\t1",
                                      "1\n",
                                      "1.0",
                                      "1e3",
                                      "0x10",
                                      "abc",
                                      "1a",
                                      "all",
                                      "inf",
                                      "9223372036854775808",
                                      "-9223372036854775809"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        int64_t value = 99;
        assert_true(bf_text_to_int(good[i].text, &value));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t value = 99;
        if (bf_text_to_int(bad[i], &value))
            fail_msg("'%s' was read as %lld", bad[i], (long long)value);
        assert_int_equal(value, 99);
    }
}

static void doubles_are_read_from_whole_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},      {"-1.5", -1.5}, {"+2", 2},     {".5", 0.5},          {"1.", 1},
                {"1e3", 1000}, {"1E-2", 0.01}, {"1e-400", 0}, {"5e-324", 0x1p-1074}};
    static const char *const bad[] = {"",    " 1",  "1 ",    "1,5",    "e5",  "1e", "1.5x",
                                      "nan", "NaN", "1e400", "-1e400", "--1", ".",  "1\n"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = 99;
        assert_true(bf_text_to_double(good[i].text, &value));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 99;
        if (bf_text_to_double(bad[i], &value))
            fail_msg("'%s' was read as %g", bad[i], value);
        assert_true(value == 99.0);
    }
}

static void text_is_added_piece_by_piece(void **state)
{
    (void)state;
    char buffer[32];
    memset(buffer, 'x', sizeof buffer);
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    bf_text_add(&t, "%s=%d", "a", 1);
    bf_text_add(&t, " %s", "b");
    assert_string_equal(buffer, "a=1 b");
    assert_int_equal(t.used, 5);
    assert_false(t.cut);
}

static void text_that_just_fits_is_not_cut_and_one_more_is(void **state)
{
    (void)state;
    char buffer[6];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    bf_text_add(&t, "12345");
    assert_false(t.cut);
    assert_string_equal(buffer, "12345");
    bf_text_add(&t, "%s", "");
    assert_false(t.cut);
    bf_text_add(&t, "6");
    assert_true(t.cut);
    assert_string_equal(buffer, "12345");
    bf_text_add(&t, "789");
    assert_true(t.cut);
    assert_string_equal(buffer, "12345");
    assert_int_equal(t.used, 5);
}

static void text_too_long_at_once_fills_the_buffer(void **state)
{
    (void)state;
    char buffer[8];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    bf_text_add(&t, "ab%s", "cdefghijkl");
    assert_true(t.cut);
    assert_string_equal(buffer, "abcdefg");
    assert_int_equal(t.used, 7);
}

static void a_copy_is_cut_ended_and_clears_what_was_there(void **state)
{
    (void)state;
    char to[8];
    memset(to, 'x', sizeof to);
    bf_text_copy(to, sizeof to, "ab");
    assert_memory_equal(to, "ab\0\0\0\0\0\0", 8);
    bf_text_copy(to, sizeof to, "abcdefg");
    assert_string_equal(to, "abcdefg");
    bf_text_copy(to, sizeof to, "abcdefgh");
    assert_string_equal(to, "abcdefg");
    bf_text_copy(to, 1, "abc");
    assert_string_equal(to, "");
}

static void the_nearest_word_is_found(void **state)
{
    (void)state;
    static const char *const words[] = {"fcfs",         "easy", "reservations",
                                        "conservative", "kill", NULL};
    assert_string_equal(bf_text_nearest("esy", words), "easy");
    assert_string_equal(bf_text_nearest("easy", words), "easy");
    assert_string_equal(bf_text_nearest("ezay", words), "easy");
    assert_string_equal(bf_text_nearest("conservate", words), "conservative");
    assert_string_equal(bf_text_nearest("con", words), "conservative");
    assert_string_equal(bf_text_nearest("reservation", words), "reservations");
    assert_string_equal(bf_text_nearest("bill", words), "kill");
}

static void a_word_unlike_all_others_has_no_nearest(void **state)
{
    (void)state;
    static const char *const words[] = {"fcfs", "easy", "conservative", NULL};
    static const char *const none[] = {NULL};
    assert_null(bf_text_nearest("quantum", words));
    assert_null(bf_text_nearest("", words));
    assert_null(bf_text_nearest("easy", none));
    assert_null(bf_text_nearest("xx", words));
    assert_null(bf_text_nearest("nosuch", (const char *const[]){"cost", "runs", NULL}));
    assert_null(bf_text_nearest("factor", (const char *const[]){"exact", NULL}));
}

static void all_that_are_as_near_are_named(void **state)
{
    (void)state;
    static const char *const words[] = {"pad", "cap", "fcfs", "can", "easy", "car", NULL};
    static const struct {
        const char *word, *named, *suggestion;
        size_t count;
    } cases[] = {
        {"cad", "'pad', 'cap' or 'can'", "; did you mean 'pad', 'cap' or 'can'?", 3}, // not 'car'
        {"pan", "'pad' or 'can'", "; did you mean 'pad' or 'can'?", 2},
        {"eas", "'easy'", "; did you mean 'easy'?", 1},
        {"quantum", "", "; see there", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[64];
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        assert_int_equal(bf_text_add_nearest(&text, cases[i].word, words, "'", "'"),
                         cases[i].count);
        assert_string_equal(buffer, cases[i].named);
        text = bf_text_init(buffer, sizeof buffer);
        bf_text_suggest(&text, cases[i].word, words, "see there");
        assert_string_equal(buffer, cases[i].suggestion);
    }
    char buffer[64];
    struct bf_text text = bf_text_init(buffer, sizeof buffer);
    bf_text_suggest(&text, "quantum", words, NULL);
    assert_string_equal(buffer, "");
    assert_int_equal(bf_text_add_nearest(&text, "eas", words, "--", ""), 1);
    assert_string_equal(buffer, "--easy");
}

static void words_longer_than_any_name_are_compared_safely(void **state)
{
    (void)state;
    char long_word[5000];
    memset(long_word, 'a', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    const char *const words[] = {long_word, "easy", NULL};
    assert_string_equal(bf_text_nearest("easi", words), "easy");
    assert_ptr_equal(bf_text_nearest(long_word, words), long_word);
}

static void one_is_singular_and_all_else_plural(void **state)
{
    (void)state;
    static const int64_t many[] = {0, 2, 3, 11, 21, 101, INT64_MAX};
    assert_string_equal(bf_text_plural(1, "job is", "jobs are"), "job is");
    for (size_t i = 0; i < sizeof many / sizeof many[0]; i++)
        assert_string_equal(bf_text_plural(many[i], "job is", "jobs are"), "jobs are");
}

BF_TEST_MAIN(BF_TEST(one_is_singular_and_all_else_plural),
             BF_TEST(doubles_of_random_bits_read_back_bit_for_bit),
             BF_TEST(doubles_at_the_edges_read_back_bit_for_bit),
             BF_TEST(a_double_is_written_as_short_as_can_be),
             BF_TEST(whole_numbers_are_read_from_whole_texts),
             BF_TEST(doubles_are_read_from_whole_texts), BF_TEST(text_is_added_piece_by_piece),
             BF_TEST(text_that_just_fits_is_not_cut_and_one_more_is),
             BF_TEST(text_too_long_at_once_fills_the_buffer),
             BF_TEST(a_copy_is_cut_ended_and_clears_what_was_there),
             BF_TEST(the_nearest_word_is_found), BF_TEST(a_word_unlike_all_others_has_no_nearest),
             BF_TEST(all_that_are_as_near_are_named),
             BF_TEST(words_longer_than_any_name_are_compared_safely))
