// SPDX-License-Identifier: GPL-3.0-or-later
//
// One result file from many: shares of a sweep, and the segments in which a sweep writes what has
// finished. The rows come out in the order of engine/core/run_order.h whatever the order of the
// inputs, each run once, in memory that does not grow with the number of rows.
//
// A run that several inputs hold: one that is ok beats one that has failed; two that are ok must be
// the same in all that is deterministic, in all tables; of two that have failed the lesser message
// counts, so that the order of inputs does not, or the later one where inputs come in time.
#ifndef BF_STORE_MERGE_H
#define BF_STORE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/store/store.h"

enum { BF_MERGE_MOST = 4 }; // inputs at a time; HDF5 takes about 0.8 MB for each

struct bf_merge {
    const struct bf_store_about *about;                     // of the output
    const char *plan_hash;                                  // inputs must have this one; NULL: any
    int semantics_version;                                  // and this one
    bool (*keep)(void *self, const struct bf_run_row *run); // leave out others; NULL: keep all
    void *self;
    // What the output must hold: all runs of a plan, told by their number and by the sum of their
    // keys, which inputs must agree on. 0, NULL: whatever there is.
    uint64_t plan_runs;
    const char *plan_keys;
    bool in_time;             // inputs come in the order in which they were written
    const _Atomic(int) *stop; // give up as soon as this is not 0; NULL: never
    const char *ended;        // ISO 8601, UTC
};

struct bf_merge_count {
    uint64_t runs, failed; // in the output
    uint64_t repeated;     // left out: the same as another
    uint64_t left_out;     // by `keep`
};

// Merges up to BF_MERGE_MOST files into `output`, which takes its name when it is whole and may be
// one of them. BF_ERR_INPUT: an input that cannot be read, of another plan or version of the
// semantics, not in order, or in conflict with another (the texts name files and keys); or runs are
// missing, or others there. BF_ERR_ENV: the output. BF_ERR_INCOMPLETE: it was told to stop. Then
// `output` is as it was.
enum bf_err bf_store_merge(const char *const *inputs, size_t count, const char *output,
                           const struct bf_merge *how, struct bf_merge_count *done,
                           struct bf_error *e);

#endif
