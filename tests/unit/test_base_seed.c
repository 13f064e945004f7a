// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random numbers: a pure function of seed, stream and index that looks uniform.
#include "engine/base/seed.h"

#include <math.h>

#include "tests/support/bf_test.h"

// Worked out apart, in Python, from the definition (three rounds of SplitMix64's finaliser).
// Results that were stored depend on these: they must not change.
static void known_draws_stay_as_they_are(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, stream, index, bits;
    } known[] = {
        {0, 0, 0, 0x85c61a300ec70fa1u},
        {1, BF_STREAM_SHAKE, 0, 0xf11fd404d1d2ff0cu},
        {1, BF_STREAM_ESTIMATE, 0, 0xbff7533526b190bau},
        {42, 100, 7, 0x105cf91e0d05a2f4u},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, 0x63213539cc2c76bbu},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(bf_seed_bits(known[i].seed, known[i].stream, known[i].index) == known[i].bits);
}

static void a_draw_does_not_depend_on_those_before_it(void **state)
{
    (void)state;
    uint64_t forward[100];
    for (uint64_t i = 0; i < 100; i++)
        forward[i] = bf_seed_bits(5, BF_STREAM_TEST, i);
    for (uint64_t i = 100; i-- > 0;) {
        (void)bf_seed_bits(i, BF_STREAM_SHAKE, 7 * i);
        assert_true(bf_seed_bits(5, BF_STREAM_TEST, i) == forward[i]);
    }
}

static void unit_is_the_upper_53_bits_in_0_to_under_1(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 10000; i++) {
        const double u = bf_seed_unit(8, BF_STREAM_TEST, i);
        assert_true(u >= 0 && u < 1);
        assert_true(ldexp(u, 53) == (double)(bf_seed_bits(8, BF_STREAM_TEST, i) >> 11));
    }
}

// Chi-square over 64 bins of draws that differ in what `vary` says. For 63 degrees of freedom the
// value is over 120 once in 10^5; the draws are fixed, so the test gives the same answer always.
static double chi_square(int vary)
{
    enum { BINS = 64, DRAWS = 64000 };
    double count[BINS] = {0}, sum = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        const double u = bf_seed_unit(vary == 0 ? i : 1, vary == 1 ? i : 2, vary == 2 ? i : 3);
        count[(size_t)(u * BINS)]++;
    }
    for (size_t b = 0; b < BINS; b++)
        sum += (count[b] - DRAWS / BINS) * (count[b] - DRAWS / BINS) / (DRAWS / BINS);
    return sum;
}

static void draws_are_uniform_along_seeds_streams_and_indices(void **state)
{
    (void)state;
    for (int vary = 0; vary < 3; vary++) {
        const double x = chi_square(vary);
        if (!(x > 20 && x < 120))
            fail_msg("chi-square %g with 63 degrees of freedom (varied: %d)", x, vary);
    }
}

static unsigned bits_set(uint64_t x)
{
    return (unsigned)__builtin_popcountll(x);
}

// One bit changed in seed, stream or index changes about half of the 64 bits drawn.
static void neighbouring_draws_have_nothing_in_common(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++) {
        double changed[3] = {0};
        for (uint64_t i = 0; i < 200; i++) {
            const uint64_t flip = (uint64_t)1 << bit, x = bf_seed_bits(i, 2 * i, 3 * i);
            changed[0] += bits_set(x ^ bf_seed_bits(i ^ flip, 2 * i, 3 * i));
            changed[1] += bits_set(x ^ bf_seed_bits(i, (2 * i) ^ flip, 3 * i));
            changed[2] += bits_set(x ^ bf_seed_bits(i, 2 * i, (3 * i) ^ flip));
        }
        for (int k = 0; k < 3; k++)
            assert_true(fabs(changed[k] / 200 - 32) < 2); // six standard deviations
    }
}

static void pairs_of_neighbours_fill_the_square_evenly(void **state)
{
    (void)state;
    enum { SIDE = 8, DRAWS = 64000 };
    double count[SIDE][SIDE] = {{0}}, sum = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        const double x = bf_seed_unit(4, 1, i), y = bf_seed_unit(4, 1, i + 1);
        count[(size_t)(x * SIDE)][(size_t)(y * SIDE)]++;
    }
    for (size_t a = 0; a < SIDE; a++)
        for (size_t b = 0; b < SIDE; b++)
            sum += (count[a][b] - 1000) * (count[a][b] - 1000) / 1000;
    assert_true(sum > 20 && sum < 120);
}

BF_TEST_MAIN(BF_TEST(known_draws_stay_as_they_are),
             BF_TEST(a_draw_does_not_depend_on_those_before_it),
             BF_TEST(unit_is_the_upper_53_bits_in_0_to_under_1),
             BF_TEST(draws_are_uniform_along_seeds_streams_and_indices),
             BF_TEST(neighbouring_draws_have_nothing_in_common),
             BF_TEST(pairs_of_neighbours_fill_the_square_evenly))
