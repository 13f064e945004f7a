// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which runs are compared with which: every run with the run of a baseline that is equal in all
// axes but those that the baseline names.
//
//     baseline: policy=easy
//
//     run 4  conservative  avg2  load=1  seed=2     ---->    run 9  easy  avg2  load=1  seed=2
//     run 1  fcfs          -     load=1  seed=2     ---->    none: three runs of the baseline fit
//
// An axis that one of the two runs does not have (an estimate under fcfs, a seed where nothing is
// drawn, a parameter of one policy) makes no difference. Where several runs of the baseline fit,
// the one that is equal in these axes too is taken; where there is none, the run has no pair: it is
// not for this module to choose one.
#ifndef BF_ANALYSIS_STATISTICS_PAIRS_H
#define BF_ANALYSIS_STATISTICS_PAIRS_H

#include "analysis/statistics/frame.h"

#define BF_NO_PAIR    UINT32_MAX       // no run of the baseline fits
#define BF_MANY_PAIRS (UINT32_MAX - 1) // several do

struct bf_pairs {
    size_t named_count;
    size_t named[16];  // keys that the baseline names, by their position in the frame
    uint32_t *partner; // of each run: its run of the baseline; of runs of the baseline: BF_NO_PAIR
    uint8_t *base;     // of each run: it belongs to the baseline
    char differ[256];  // axes in which several runs that fit differ: "estimate, depth"
};

// `baseline` is a list of conditions NAME=VALUE on keys; the frame has all axes. Owned. Takes
// O(runs log runs), and more where seeds play no part. BF_ERR_USAGE: a condition, a name or a value
// that no run has, with the nearest that one has. BF_ERR_ENV: no memory.
enum bf_err bf_pairs_make(const struct bf_frame *frame, const char *baseline,
                          struct bf_pairs *pairs, struct bf_error *e);
void bf_pairs_fini(struct bf_pairs *pairs);

// Whether two runs are equal in a key, as far as both have it.
bool bf_pairs_alike(const struct bf_key *key, uint32_t a, uint32_t b);

static inline bool bf_pairs_has(const struct bf_pairs *pairs, uint32_t run)
{
    return pairs->partner[run] < BF_MANY_PAIRS;
}

// How many runs of the baseline agree with a group in the keys by which it was made, those that the
// baseline names aside, and are partners of none of its runs; they are marked in `left`, which has
// a byte for each run.
size_t bf_pairs_left(const struct bf_frame *frame, const struct bf_pairs *pairs, const size_t *keys,
                     size_t key_count, const uint32_t *runs, size_t count, uint8_t *left);

// Whether the baseline names this key.
bool bf_pairs_names(const struct bf_pairs *pairs, size_t key);

#endif
