// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorting against qsort, and what qsort does not promise.
#include "engine/base/sort.h"

#include <float.h>
#include <math.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

enum { MOST = 20000 };

static const size_t sizes[] = {0,  1,  2,  3,  15,  16,   17,   31,  32,
                               33, 63, 64, 65, 100, 1000, 4097, MOST};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static struct bf_keyed keyed[MOST], keyed_scratch[MOST], keyed_expected[MOST];
static double plain[MOST], plain_scratch[MOST], plain_expected[MOST];

static uint64_t draw(uint64_t seed, uint64_t i, uint64_t below)
{
    return bf_seed_bits(seed, BF_STREAM_TEST, i) % below;
}

static int compare_keyed(const void *a, const void *b)
{
    const struct bf_keyed *x = a, *y = b;
    if (x->key < y->key || x->key > y->key)
        return x->key < y->key ? -1 : 1;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return (x->extra > y->extra) - (x->extra < y->extra);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// `extra` numbers the entries as given: equal key and item must keep that order.
static void check_keyed(size_t n)
{
    memcpy(keyed_expected, keyed, n * sizeof keyed[0]);
    qsort(keyed_expected, n, sizeof keyed[0], compare_keyed);
    bf_sort_keyed(keyed, keyed_scratch, n);
    for (size_t i = 0; i < n; i++)
        if (compare_keyed(&keyed[i], &keyed_expected[i]))
            fail_msg("of %zu: entry %zu is (%g, %u, %u), expected (%g, %u, %u)", n, i, keyed[i].key,
                     keyed[i].item, keyed[i].extra, keyed_expected[i].key, keyed_expected[i].item,
                     keyed_expected[i].extra);
}

static void keyed_entries_are_sorted_by_key_then_item_then_as_they_stood(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (uint64_t range = 1; range <= 100000; range *= 10) {
            for (size_t i = 0; i < sizes[s]; i++)
                keyed[i] =
                    (struct bf_keyed){(double)draw(range, i, range) / 8 - 1,
                                      (uint32_t)draw(range + 1, i, 1 + sizes[s] / 2), (uint32_t)i};
            check_keyed(sizes[s]);
        }
    }
}

static void sorted_reversed_and_nearly_sorted_keys_are_sorted(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s];
        for (int pattern = 0; pattern < 5; pattern++) {
            for (size_t i = 0; i < n; i++) {
                const double keys[] = {(double)i, (double)(n - i), (double)(i / 16 % 2),
                                       i + 1 == n ? -1 : (double)i, i ? (double)i : 1e9};
                keyed[i] = (struct bf_keyed){keys[pattern], (uint32_t)(n - i), (uint32_t)i};
            }
            check_keyed(n);
        }
    }
}

static void both_zeros_are_one_key_and_infinities_stand_outside(void **state)
{
    (void)state;
    static const double keys[] = {0.0, -0.0, INFINITY, -INFINITY, 1, -1, -0.0, 0.0, -INFINITY};
    for (uint32_t i = 0; i < 9; i++)
        keyed[i] = (struct bf_keyed){keys[i], 100 - i, i};
    check_keyed(9);
    assert_true(isinf(keyed[0].key) && keyed[0].key < 0);
    assert_int_equal(keyed[0].item, 92);
    assert_int_equal(keyed[3].item, 93); // of the four zeros the lowest item, whatever its sign
    assert_int_equal(keyed[6].item, 100);
}

static void check_doubles(size_t n)
{
    memcpy(plain_expected, plain, n * sizeof plain[0]);
    qsort(plain_expected, n, sizeof plain[0], compare_doubles);
    bf_sort_doubles(plain, plain_scratch, n);
    for (size_t i = 0; i < n; i++)
        if (compare_doubles(&plain[i], &plain_expected[i]))
            fail_msg("of %zu: number %zu is %a, expected %a", n, i, plain[i], plain_expected[i]);
}

static void doubles_of_all_magnitudes_are_sorted(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (size_t i = 0; i < sizes[s]; i++) {
            uint64_t bits = bf_seed_bits(s, BF_STREAM_TEST, i);
            memcpy(&plain[i], &bits, sizeof bits);
            if (isnan(plain[i]))
                plain[i] = (double)i;
        }
        check_doubles(sizes[s]);
    }
}

static void doubles_with_few_values_are_sorted(void **state)
{
    (void)state;
    static const double values[] = {0.0,      -0.0,      INFINITY,    -INFINITY, DBL_MIN,
                                    -DBL_MIN, 0x1p-1074, -0x1p-1074,  DBL_MAX,   -DBL_MAX,
                                    1,        -1,        1 + 0x1p-52, 3e-310,    -3e-310};
    enum { VALUES = sizeof values / sizeof values[0] };
    for (size_t s = 0; s < SIZES; s++) {
        for (size_t i = 0; i < sizes[s]; i++)
            plain[i] = values[draw(5, i, VALUES)];
        check_doubles(sizes[s]);
    }
}

static void whole_numbers_as_metrics_have_them_are_sorted(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (uint64_t range = 1; range < 100000000; range *= 50) {
            for (size_t i = 0; i < sizes[s]; i++)
                plain[i] = (double)draw(range, i, range);
            check_doubles(sizes[s]);
        }
    }
}

static void sorting_doubles_keeps_each_of_them(void **state)
{
    (void)state;
    const double given[] = {-0.0, 0.0, -0.0, 3, -0.0};
    memcpy(plain, given, sizeof given);
    bf_sort_doubles(plain, plain_scratch, 5);
    int negative = 0;
    for (size_t i = 0; i < 5; i++)
        negative += signbit(plain[i]) != 0;
    assert_int_equal(negative, 3);
    assert_true(plain[4] == 3.0);
}

BF_TEST_MAIN(BF_TEST(keyed_entries_are_sorted_by_key_then_item_then_as_they_stood),
             BF_TEST(sorted_reversed_and_nearly_sorted_keys_are_sorted),
             BF_TEST(both_zeros_are_one_key_and_infinities_stand_outside),
             BF_TEST(doubles_of_all_magnitudes_are_sorted),
             BF_TEST(doubles_with_few_values_are_sorted),
             BF_TEST(whole_numbers_as_metrics_have_them_are_sorted),
             BF_TEST(sorting_doubles_keeps_each_of_them))
