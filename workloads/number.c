// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decimal numbers in full generality, exactly: the slow road that swf_parse.c takes when a field is
// not a plain run of digits.
#include <string.h>

#include "engine/base/text.h"
#include "workloads/swf_internal.h"

enum { LONGEST = 120, EXPONENT_LIMIT = 100000 };

// The number 0.d1 d2 ... dn x 10^point, d1 not zero.
struct decimal {
    bool negative;
    int count; // digits; 0: the number is zero
    int point;
    unsigned char digits[LONGEST];
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *read_digits(const char *at, const char *end, struct decimal *d,
                               bool behind_point)
{
    for (; at < end && is_digit(*at); at++) {
        if (d->count || *at != '0')
            d->digits[d->count++] = (unsigned char)(*at - '0');
        if (behind_point ? d->count == 0 : d->count > 0)
            d->point += behind_point ? -1 : 1;
    }
    return at;
}

// Reads `e+5` into d->point. False when it is no exponent.
static bool read_exponent(const char *at, const char *end, struct decimal *d)
{
    int exponent = 0;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    for (; at < end && is_digit(*at); at++)
        if (exponent < EXPONENT_LIMIT)
            exponent = 10 * exponent + (*at - '0');
    d->point += negative ? -exponent : exponent;
    return at == end;
}

static bool read_decimal(const char *text, size_t length, struct decimal *d)
{
    const char *at = text, *end = text + length;
    *d = (struct decimal){.negative = length && *text == '-'};
    if (length > LONGEST)
        return false;
    if (length && (*at == '-' || *at == '+'))
        at++;
    const char *from = at;
    at = read_digits(at, end, d, false);
    long digits = at - from;
    if (at < end && *at == '.') {
        from = ++at;
        at = read_digits(at, end, d, true);
        digits += at - from;
    }
    if (digits == 0)
        return false;
    if (at < end && (*at == 'e' || *at == 'E'))
        return read_exponent(at + 1, end, d);
    return at == end;
}

// The digits before the point as a whole number; false when they don't fit into 63 bits.
static bool whole_part(const struct decimal *d, int64_t *whole)
{
    int64_t value = 0;
    if (d->count && d->point > 19)
        return false;
    for (int i = 0; i < d->point && d->count; i++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, i < d->count ? d->digits[i] : 0, &value))
            return false;
    *whole = value;
    return true;
}

// How what stands behind the point compares with one half: -1, 0, 1.
static int compare_to_half(const struct decimal *d)
{
    int first = d->point < 0 || d->point >= d->count ? 0 : d->digits[d->point];
    if (first != 5)
        return first < 5 ? -1 : 1;
    for (int i = d->point + 1; i < d->count; i++)
        if (d->digits[i])
            return 1;
    return 0;
}

static bool has_fraction(const struct decimal *d)
{
    for (int i = d->point > 0 ? d->point : 0; i < d->count; i++)
        if (d->digits[i])
            return true;
    return false;
}

// The nearest double. Up to 15 digits and a power of ten up to 22 are both exact, so one division
// or multiplication rounds once (Clinger 1990); the rest is left to the C library.
static bool real_value(const struct decimal *d, const char *text, size_t length, double *real)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const int exponent = d->point - d->count;
    if (d->count > 15 || exponent < -22 || exponent > 22) {
        char copy[LONGEST + 1];
        memcpy(copy, text, length);
        copy[length] = '\0';
        return d->count == 0 ? (*real = 0, true) : bf_text_to_double(copy, real);
    }
    double value = 0;
    for (int i = 0; i < d->count; i++)
        value = 10 * value + d->digits[i];
    value = exponent < 0 ? value / power[-exponent] : value * power[exponent];
    *real = d->negative ? -value : value;
    return true;
}

bool bf_number_read(const char *text, size_t length, struct bf_number *number)
{
    struct decimal d;
    int64_t whole = 0;
    if (!read_decimal(text, length, &d))
        return false;
    number->real = 0;
    number->too_large = !whole_part(&d, &whole) || !real_value(&d, text, length, &number->real);
    if (number->real == 0)
        number->real = 0; // no negative zero: it would not survive being written
    number->fraction = has_fraction(&d);
    const int half = compare_to_half(&d);
    const bool up = d.negative ? half > 0 : half >= 0; // half up: -1.5 becomes -1
    if (up && __builtin_add_overflow(whole, 1, &whole))
        number->too_large = true;
    number->whole = d.negative ? -whole : whole;
    return true;
}
