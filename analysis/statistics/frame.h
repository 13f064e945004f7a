// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a result file as columns in memory: keys, by which runs are told apart and grouped,
// and metrics, which are numbers.
//
//     run    policy  load  seed | mean_bsld
//       0      0       0     0  |   214.70        keys hold the number of a level;
//       1      0       0     1  |   142.93        the level has the text ("easy") and the number
//       2      1       0     0  |   155.95
//
// Only what is asked for is kept: 4 bytes a run and key, 8 bytes a run and metric, however wide
// /runs is. Runs that failed have no metrics: they are counted and left out.
//
// A key is a column of /runs, or a word of its column config that has no column of its own (strict,
// compress, first, warmup). Four columns mean more than their bytes: `estimate` is the model with
// its argument, spelt as in plans (truncate:2); `trace` is told apart by content and called by
// name; `reservations` and `depth` are spelt `all` for -1.
//
// Levels of numbers are in their order, `all` being the largest; texts are in the order of the
// file, which is that of policies, estimates, ... by name for a sweep and that of the call for a
// single `bfsweep run`. A level that does not exist (no parameter of the policy) comes first.
#ifndef BF_ANALYSIS_STATISTICS_FRAME_H
#define BF_ANALYSIS_STATISTICS_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/core/rows.h"
#include "engine/store/store.h"

// How an axis takes part in a comparison of two runs (paired.h).
enum bf_key_kind {
    BF_KEY_OTHER, // no axis: a result, say
    BF_KEY_FIRM,  // an axis that all runs have
    BF_KEY_LOOSE  // an axis that not all runs have: a parameter of one policy, a seed
};

struct bf_level {
    char *text;    // as in plans; "": does not exist
    char *id;      // by which it is told apart: the text, but for traces
    double number; // NaN: a text
};

struct bf_key {
    char name[32];
    const struct bf_column *column; // of /runs; NULL: a word of config
    enum bf_key_kind kind;
    uint32_t *code;  // of each run: its level
    uint32_t levels; // how many there are
    struct bf_level *level;
};

struct bf_measure {
    const struct bf_column *column; // name, unit and meaning
    double *value;                  // of each run; NaN: does not exist
};

struct bf_frame {
    size_t runs;               // that are kept
    uint64_t *row;             // of each run: its row in /runs
    uint64_t in_file;          // rows of /runs
    uint64_t failed, left_out; // of those: failed; did not meet the conditions
    size_t key_count, by_count;
    struct bf_key *keys; // those asked for first, in that order; then the axes
    size_t metric_count;
    struct bf_measure *metrics;
};

struct bf_frame_ask {
    const char *path;    // the file's name, for messages
    const char *by;      // keys: "policy,estimate"; NULL or "": none
    const char *metrics; // "mean_wait,mean_bsld"; NULL or "": none
    const char *where;   // as bf_row_filter_parse, and `estimate=truncate:2`, and names of models
                         // with their commas; NULL: all runs
    bool axes;           // all axes become keys, behind those of `by`
};

// Reads the frame, owned by the caller. BF_ERR_USAGE: an unknown name (with the nearest one), a
// name that is there twice, a metric that is a text, a bad condition. BF_ERR_INPUT: the file; or no
// run is left (the text says why). BF_ERR_ENV: no memory.
enum bf_err bf_frame_read(struct bf_store_reader *reader, const struct bf_frame_ask *ask,
                          struct bf_frame **frame, struct bf_error *e);
void bf_frame_destroy(struct bf_frame *frame); // NULL is allowed

// The key of that name; NULL: the frame has none.
const struct bf_key *bf_frame_key(const struct bf_frame *frame, const char *name);

// The level of a run.
static inline const struct bf_level *bf_key_of(const struct bf_key *key, size_t run)
{
    return &key->level[key->code[run]];
}

// Runs that are equal in some keys, as groups: in the order of the levels of the first key, then of
// the second ...; within a group in the order of the file. No key: one group.
struct bf_groups {
    size_t count;
    uint32_t *runs;  // group by group
    uint32_t *first; // count + 1 of them: group g is runs[first[g]] to runs[first[g + 1] - 1]
};

// Groups by the keys at these positions of the frame, in time and memory linear in runs and levels.
// The result is owned: bf_groups_fini. BF_ERR_ENV: no memory.
enum bf_err bf_frame_group(const struct bf_frame *frame, const size_t *keys, size_t key_count,
                           struct bf_groups *groups, struct bf_error *e);
void bf_groups_fini(struct bf_groups *groups);

// The axes that tell the frame's runs apart, seeds aside, as positions of keys: the first of them,
// then each that divides the runs further (depth does not where policies differ in it anyway).
// `keys` has room for key_count. BF_ERR_ENV: no memory.
enum bf_err bf_frame_axes(const struct bf_frame *frame, size_t *keys, size_t *count,
                          struct bf_error *e);

static inline size_t bf_group_size(const struct bf_groups *groups, size_t group)
{
    return groups->first[group + 1] - groups->first[group];
}

#endif
