// SPDX-License-Identifier: GPL-3.0-or-later
//
// Order statistics against sorting.
#include "engine/base/select.h"

#include <float.h>
#include <math.h>

#include "engine/base/seed.h"
#include "engine/base/sort.h"
#include "tests/support/bf_test.h"

enum { MOST = 20000 };

static const size_t sizes[] = {1,  2,  3,   23,  24,  25,   26,   31,   32,
                               33, 64, 100, 255, 300, 1023, 1025, 4097, MOST};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static double given[MOST], expected[MOST], scratch[MOST];

static uint64_t draw(uint64_t seed, uint64_t i, uint64_t below)
{
    return bf_seed_bits(seed, BF_STREAM_TEST, i) % below;
}

// Up to BF_RANKS_MAX ranks, ascending: the first and the last more often than others, neighbours
// too.
static size_t draw_ranks(size_t *ranks, size_t n, uint64_t seed)
{
    const size_t most = 1 + draw(seed, 1000, BF_RANKS_MAX);
    size_t count = 0, rank = draw(seed, 1001, 2) ? 0 : draw(seed, 1002, n);
    while (count < most && rank < n) {
        ranks[count++] = rank;
        rank += draw(seed, count, 2) ? 1 : 1 + draw(seed, 100 + count, n);
    }
    if (ranks[count - 1] < n - 1 && count < BF_RANKS_MAX && draw(seed, 1003, 2))
        ranks[count++] = n - 1;
    return count;
}

// `given` as it stands, asked about several sets of ranks.
static void check(size_t n)
{
    static double x[MOST];
    memcpy(expected, given, n * sizeof given[0]);
    bf_sort_doubles(expected, scratch, n);
    for (uint64_t seed = 0; seed < 20; seed++) {
        size_t ranks[BF_RANKS_MAX];
        const size_t count = draw_ranks(ranks, n, seed + 100 * n);
        memcpy(x, given, n * sizeof x[0]);
        memset(scratch, 0xff, sizeof scratch);
        bf_select_doubles(x, scratch, n, ranks, count);
        for (size_t r = 0; r < count; r++)
            if (memcmp(&x[ranks[r]], &expected[ranks[r]], sizeof x[0]) != 0)
                fail_msg("of %zu: rank %zu is %a, expected %a", n, ranks[r], x[ranks[r]],
                         expected[ranks[r]]);
    }
}

static void doubles_of_all_magnitudes(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (size_t i = 0; i < sizes[s]; i++) {
            const uint64_t bits = bf_seed_bits(s, BF_STREAM_TEST, i);
            memcpy(&given[i], &bits, sizeof bits);
            if (isnan(given[i]))
                given[i] = (double)i;
        }
        check(sizes[s]);
    }
}

static void few_values_and_both_zeros(void **state)
{
    (void)state;
    static const double values[] = {0.0,      -0.0,      INFINITY,   -INFINITY, DBL_MIN,
                                    -DBL_MIN, 0x1p-1074, -0x1p-1074, DBL_MAX,   -DBL_MAX,
                                    1,        -1,        1 + 0x1p-52};
    enum { VALUES = sizeof values / sizeof values[0] };
    for (size_t few = 1; few <= VALUES; few++) {
        for (size_t s = 0; s < SIZES; s++) {
            for (size_t i = 0; i < sizes[s]; i++)
                given[i] = values[draw(few, i, few)];
            check(sizes[s]);
        }
    }
}

// Waits are whole and mostly 0; slowdowns crowd at 1; one outlier stretches the range of the
// digits.
static void numbers_as_metrics_have_them(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (uint64_t range = 1; range < 100000000; range *= 50) {
            for (unsigned kind = 0; kind < 4; kind++) {
                for (size_t i = 0; i < sizes[s]; i++) {
                    const double wait = draw(range, i, 2) ? 0 : (double)draw(range + 1, i, range);
                    const double of[] = {wait, 1 + wait / (double)(1 + draw(9, i, 1000)),
                                         i ? wait : 1e300, i ? 1 + 1e-12 * wait : 0};
                    given[i] = of[kind];
                }
                check(sizes[s]);
            }
        }
    }
}

// Neighbouring doubles: the last bits are the only digits.
static void doubles_that_differ_in_their_last_bits(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        for (size_t i = 0; i < sizes[s]; i++)
            given[i] = 1 + (double)draw(s, i, sizes[s]) * 0x1p-52;
        check(sizes[s]);
    }
}

BF_TEST_MAIN(BF_TEST(doubles_of_all_magnitudes), BF_TEST(few_values_and_both_zeros),
             BF_TEST(numbers_as_metrics_have_them), BF_TEST(doubles_that_differ_in_their_last_bits))
