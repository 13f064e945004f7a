// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counter-based random numbers: draw number `index` of stream `stream` under `seed` is a pure
// function of the three. So a draw for job 17 is the same whatever was drawn before it, on any
// thread and in any order of runs. (SplitMix64's finaliser: Steele, Lea, Flood, OOPSLA 2014.)
#ifndef BF_BASE_SEED_H
#define BF_BASE_SEED_H

#include <stdint.h>

// Streams in use; a new use of randomness takes a new one.
enum bf_stream {
    BF_STREAM_SHAKE = 1,
    BF_STREAM_ESTIMATE = 2,
    BF_STREAM_LUBLIN = 3,
    BF_STREAM_TSAFRIR = 4,
    BF_STREAM_BOOTSTRAP = 5,
    BF_STREAM_TEST = 100
};

// 64 uniform bits.
uint64_t bf_seed_bits(uint64_t seed, uint64_t stream, uint64_t index);

// Uniform in [0, 1), 53 bits.
double bf_seed_unit(uint64_t seed, uint64_t stream, uint64_t index);

#endif
