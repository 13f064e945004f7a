// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result files for tests of statistics: a few runs with the columns that matter, told in words.
#ifndef BF_TESTS_ANALYSIS_RUN_TABLE_H
#define BF_TESTS_ANALYSIS_RUN_TABLE_H

#include <math.h>

#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/support/bf_test.h"

// One run. What is not set is as bfsweep has it where an axis is absent.
struct run_told {
    const char *trace, *policy, *estimate; // "easy"; NULL estimate: plans play no part
    double estimate_arg;                   // 0: none
    double load;                           // 0: 1
    uint64_t seed;                         // 0: nothing is drawn
    int64_t depth;                         // 0: no parameter of the policy
    const char *parameters; // words of config between policy and order: "strict=no extra=full"
    const char *more;       // words behind all others
    double mean_bsld;
    double mean_wait;
    bool failed;
};

static inline struct bf_run_row run_table_row(const struct run_told *t)
{
    struct bf_run_row row = {.procs = 64, .reservations = -2, .estimate_arg = NAN, .tau = 10};
    struct bf_text config = bf_text_init(row.config, sizeof row.config);
    bf_text_copy(row.trace, sizeof row.trace, t->trace ? t->trace : "site.swf");
    bf_text_copy(row.trace_hash, sizeof row.trace_hash, row.trace);
    bf_text_copy(row.policy, sizeof row.policy, t->policy);
    bf_text_copy(row.order, sizeof row.order, "fcfs");
    bf_text_copy(row.estimate, sizeof row.estimate, t->estimate ? t->estimate : "");
    bf_text_copy(row.overrun, sizeof row.overrun, "kill");
    bf_text_copy(row.events, sizeof row.events, "batch");
    bf_text_copy(row.status, sizeof row.status, t->failed ? "failed" : "ok");
    if (t->estimate_arg > 0)
        row.estimate_arg = t->estimate_arg;
    row.load = t->load > 0 ? t->load : 1;
    row.seed = t->seed;
    row.depth = t->depth ? t->depth : -2;
    row.mean_bsld = t->mean_bsld;
    row.mean_wait = t->mean_wait;
    bf_text_add(&config, "procs=64 ");
    if (t->seed)
        bf_text_add(&config, "seed=%llu ", (unsigned long long)t->seed);
    bf_text_add(&config, "policy=%s %s order=fcfs tau=10 %s", t->policy,
                t->parameters ? t->parameters : "", t->more ? t->more : "");
    return row;
}

// Writes a file of these runs and opens it.
static inline struct bf_store_reader *run_table_open(const char *path, const struct run_told *runs,
                                                     size_t count)
{
    static const struct bf_store_about about = {.program_version = "0",
                                                .command_line = "test",
                                                .plan = "",
                                                .host = "",
                                                .compiler = "",
                                                .started = "2024-02-29T23:59:58Z"};
    struct bf_error e;
    struct bf_store *store;
    struct bf_store_reader *reader;
    assert_ok(bf_store_create(path, &about, &store, &e), e);
    for (size_t i = 0; i < count; i++) {
        const struct bf_run_row row = run_table_row(&runs[i]);
        bf_store_begin_run(store);
        assert_ok(bf_store_end_run(store, &row, &e), e);
    }
    assert_ok(bf_store_close(store, about.started, &e), e);
    assert_ok(bf_store_open(path, &reader, &e), e);
    return reader;
}

#endif
