// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_sweep_shares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double seconds_of_a_unit = 1e-7;

// One hash over the keys of all runs, in plan order. Shares depend on nothing else: a log that has
// changed, or cannot be read here, changes it.
static enum bf_err hash_runs(const struct bf_plan *plan, char text[BF_HASH_TEXT_SIZE],
                             struct bf_error *e)
{
    struct bf_hash *hash = bf_hash_create();
    if (!hash)
        return bf_error_no_memory(e, 0, "a hash");
    for (uint64_t i = 0; i < bf_plan_runs(plan); i++) {
        char key[BF_HASH_TEXT_SIZE];
        bf_plan_key(plan, i, key);
        bf_hash_update(hash, key, sizeof key);
    }
    bf_hash_text(hash, text);
    bf_hash_destroy(hash);
    return BF_OK;
}

enum bf_err cli_sweep_list_shares(const struct bf_plan *plan, const uint64_t *numbers,
                                  uint64_t count, int shares, struct bf_error *e)
{
    char hash[BF_HASH_TEXT_SIZE];
    struct bf_share_cost *costs = calloc((size_t)shares, sizeof *costs);
    enum bf_err err =
        costs ? hash_runs(plan, hash, e) : bf_error_no_memory(e, 0, "a table of shares");
    if (!err)
        err = bf_share_costs(plan, numbers, count, shares, costs, e);
    if (!err)
        puts("share,runs,predicted_s,dearest_s,expect");
    for (int i = 0; !err && i < shares; i++)
        printf("%d/%d,%llu,%.6f,%.6f,%s\n", i + 1, shares, (unsigned long long)costs[i].runs,
               (double)costs[i].cost * seconds_of_a_unit,
               (double)costs[i].dearest * seconds_of_a_unit, hash);
    free(costs);
    return err;
}

// The first trace that cannot be read, which is what most often makes the difference.
static const char *unreadable(const struct bf_plan *plan)
{
    struct bf_traces *traces = bf_plan_traces(plan);
    for (size_t i = 0; i < bf_traces_count(traces); i++)
        if (bf_traces_info(traces, i)->code)
            return bf_traces_info(traces, i)->message;
    return NULL;
}

enum bf_err cli_sweep_check_runs(const struct bf_plan *plan, const char *expected,
                                 struct bf_error *e)
{
    char hash[BF_HASH_TEXT_SIZE];
    const char *why = unreadable(plan);
    const enum bf_err err = expected ? hash_runs(plan, hash, e) : BF_OK;
    if (err || !expected || strcmp(hash, expected) == 0)
        return err;
    return bf_error_set(e, BF_ERR_INPUT,
                        "--expect: the runs of the plan have the hash %s, expected %s: a log, the "
                        "plan or the program has changed%s%s",
                        hash, expected, why ? "; " : "", why ? why : "");
}
