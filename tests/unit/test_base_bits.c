// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bits of a word against the bytes and numbers they stand for.
#include "engine/base/bits.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

static void packed_bits_are_the_bytes_they_came_from(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 2000; i++) {
        const uint64_t random = bf_seed_bits(1, BF_STREAM_TEST, i);
        uint64_t wanted = random;
        if (i < 64)
            wanted = (uint64_t)1 << i;
        else if (i < 128)
            wanted = ~((uint64_t)1 << (i - 64));
        uint8_t yes[64];
        for (unsigned k = 0; k < 64; k++)
            yes[k] = wanted >> k & 1;
        assert_true(bf_bits_pack(yes) == wanted);
    }
}

static void masks_cover_their_bits_and_no_others(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 64; n++)
        for (unsigned bit = 0; bit < 64; bit++) {
            assert_int_equal(bf_bits_below(n) >> bit & 1, bit < n);
            if (n < 64)
                assert_int_equal(bf_bits_from(n) >> bit & 1, bit >= n);
        }
}

static void the_first_bit_is_the_lowest(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 64; n++) {
        assert_int_equal(bf_bits_first((uint64_t)1 << n), n);
        assert_int_equal(bf_bits_first(bf_bits_from(n)), n);
    }
}

static void the_last_bit_is_the_highest(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 64; n++) {
        assert_int_equal(bf_bits_last((uint64_t)1 << n), n);
        assert_int_equal(bf_bits_last(bf_bits_below(n + 1)), n);
    }
}

BF_TEST_MAIN(BF_TEST(packed_bits_are_the_bytes_they_came_from),
             BF_TEST(masks_cover_their_bits_and_no_others), BF_TEST(the_first_bit_is_the_lowest),
             BF_TEST(the_last_bit_is_the_highest))
