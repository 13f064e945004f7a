// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sixty-four answers as the bits of a word. A loop that fills `yes` from arrays is one that
// compilers turn into wide comparisons; the bits then lead from one hit to the next without a look
// at the others.
#ifndef BF_BASE_BITS_H
#define BF_BASE_BITS_H

#include <stdint.h>
#include <string.h>

// Bit i of the result is yes[i], which is 0 or 1.
static inline uint64_t bf_bits_pack(const uint8_t yes[64])
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint64_t word;
        memcpy(&word, yes + 8 * i, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        word = __builtin_bswap64(word);
#endif
        bits |= (word * 0x0102040810204080u >> 56) << 8 * i; // gathers the lowest bit of each byte
    }
    return bits;
}

// The bits from `first` to 63; the bits below `count`, which is at most 64.
static inline uint64_t bf_bits_from(unsigned first)
{
    return ~(uint64_t)0 << first;
}
static inline uint64_t bf_bits_below(uint64_t count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

// The lowest bit set; bits is not 0.
static inline unsigned bf_bits_first(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

// The highest bit set; bits is not 0.
static inline unsigned bf_bits_last(uint64_t bits)
{
    return 63 - (unsigned)__builtin_clzll(bits);
}

#endif
