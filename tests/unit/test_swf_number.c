// SPDX-License-Identifier: GPL-3.0-or-later
//
// The number scanner against the C library, on random texts and on the edges.
#include <inttypes.h>
#include <math.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"
#include "workloads/swf_internal.h"

enum { CASES = 200000, SEED = 20240917 };

static uint64_t draw_index;

static uint64_t below(uint64_t n)
{
    return bf_seed_bits(SEED, BF_STREAM_TEST, draw_index++) % n;
}

static struct bf_number read_ok(const char *text)
{
    struct bf_number n;
    if (!bf_number_read(text, strlen(text), &n))
        fail_msg("'%s' was not read as a number", text);
    return n;
}

static void whole_numbers_equal_strtoll(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for (int i = 0; i < CASES; i++) {
        char text[32];
        const int64_t value =
            (int64_t)(bf_seed_bits(SEED, BF_STREAM_TEST, draw_index++) >> below(64));
        snprintf(text, sizeof text, below(2) ? "%" PRId64 : "+%" PRId64,
                 value < 0 ? ~value : value);
        const struct bf_number n = read_ok(text);
        assert_false(n.too_large);
        assert_false(n.fraction);
        assert_int_equal(n.whole, strtoll(text, NULL, 10));
        assert_true(n.real == strtod(text, NULL));
    }
}

// A decimal of at most 15 digits with a binary point that long double holds exactly enough:
// rounding by the library's floorl has to agree.
static void decimals_equal_strtod(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        char text[64];
        int n = snprintf(text, sizeof text, "%s%" PRIu64 ".%0*" PRIu64, below(2) ? "-" : "",
                         below(100000000), 1 + (int)below(6), below(10));
        if (below(3) == 0)
            snprintf(text + n, sizeof text - (size_t)n, "%c%d", below(2) ? 'e' : 'E',
                     (int)below(13) - 4);
        const struct bf_number number = read_ok(text);
        const long double exact = strtold(text, NULL);
        if (!(number.real == strtod(text, NULL)))
            fail_msg("%s: %.17g", text, number.real);
        if (fabsl(exact) < 1e17L && number.whole != (int64_t)floorl(exact + 0.5L))
            fail_msg("%s: rounded to %" PRId64, text, number.whole);
    }
}

static void halves_are_rounded_up(void **state)
{
    static const struct {
        const char *text;
        int64_t whole;
        bool fraction;
    } cases[] = {{"10.0", 10, false},
                 {"10.5", 11, true},
                 {"10.49999999999999999999", 10, true},
                 {"-0.5", 0, true},
                 {"-1.5", -1, true},
                 {"-1.51", -2, true},
                 {"-1.4", -1, true},
                 {"0.5", 1, true},
                 {"0.05", 0, true},
                 {"5e-1", 1, true},
                 {"4.5e1", 45, false},
                 {"1e3", 1000, false},
                 {"1.5E+2", 150, false},
                 {"12e-1", 1, true},
                 {"5.", 5, false},
                 {".5", 1, true},
                 {"+7", 7, false},
                 {"00012", 12, false},
                 {"-0", 0, false},
                 {"0e99999", 0, false},
                 {"0.000", 0, false},
                 {"1e18", 1000000000000000000, false},
                 {"9223372036854775807", INT64_MAX, false},
                 {"-9223372036854775807", -INT64_MAX, false},
                 {"9223372036854775806.4", INT64_MAX - 1, true},
                 {"1000000000000000000000000e-22", 100, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bf_number n = read_ok(cases[i].text);
        if (n.too_large || n.whole != cases[i].whole || n.fraction != cases[i].fraction)
            fail_msg("%s: %" PRId64 "%s%s", cases[i].text, n.whole, n.fraction ? " fraction" : "",
                     n.too_large ? " too large" : "");
    }
}

static void overflow_is_found(void **state)
{
    static const char *const texts[] = {"9223372036854775808",
                                        "-9223372036854775808",
                                        "18446744073709551617",
                                        "9223372036854775807.5",
                                        "1e19",
                                        "1e400",
                                        "1e99999999999",
                                        "123456789012345678901234567890"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!read_ok(texts[i]).too_large)
            fail_msg("%s was taken", texts[i]);
}

static void other_texts_are_no_numbers(void **state)
{
    static const char *const texts[] = {
        "",    "-",   "+",   ".",   "-.",   "--5",   "+-5",   "5-",  "1e", "1e+", "e5",      ".e5",
        "0x1", "nan", "inf", "1,5", "1:30", "1.2.3", "1e5.5", "1 2", "NA", "5s",  "\xc2\xb2"};
    char long_one[300];
    struct bf_number n;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (bf_number_read(texts[i], strlen(texts[i]), &n))
            fail_msg("'%s' was read as %" PRId64, texts[i], n.whole);
    memset(long_one, '1', sizeof long_one);
    assert_false(bf_number_read(long_one, sizeof long_one, &n));
    assert_false(bf_number_read("5\0", 2, &n)); // a NUL is a character like any other
}

// Random bytes from the alphabet of numbers: taken exactly when strtod takes all of it.
static void random_texts_agree_with_strtod(void **state)
{
    static const char alphabet[] = "0123456789019.+-eE5";
    (void)state;
    for (int i = 0; i < CASES; i++) {
        char text[12], *end;
        const size_t length = 1 + (size_t)below(9);
        for (size_t k = 0; k < length; k++)
            text[k] = alphabet[below(sizeof alphabet - 1)];
        text[length] = '\0';
        struct bf_number n;
        const double value = strtod(text, &end);
        const bool expected = end == text + length;
        if (bf_number_read(text, length, &n) != expected)
            fail_msg("'%s' is %s number", text, expected ? "a" : "no");
        if (expected && !n.too_large && n.real != value)
            fail_msg("'%s': %.17g, expected %.17g", text, n.real, value);
    }
}

BF_TEST_MAIN(BF_TEST(whole_numbers_equal_strtoll), BF_TEST(decimals_equal_strtod),
             BF_TEST(halves_are_rounded_up), BF_TEST(overflow_is_found),
             BF_TEST(other_texts_are_no_numbers), BF_TEST(random_texts_agree_with_strtod))
