// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/seed.h"

// SplitMix64's finaliser (variant 13 of Stafford's mixers).
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t bf_seed_bits(uint64_t seed, uint64_t stream, uint64_t index)
{
    const uint64_t golden = 0x9e3779b97f4a7c15u;
    uint64_t z = mix(seed + golden);
    z = mix(z ^ (stream * golden + 1));
    return mix(z + (index + 1) * golden);
}

double bf_seed_unit(uint64_t seed, uint64_t stream, uint64_t index)
{
    return (double)(bf_seed_bits(seed, stream, index) >> 11) * 0x1p-53;
}
