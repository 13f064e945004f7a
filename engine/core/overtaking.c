// SPDX-License-Identifier: GPL-3.0-or-later
//
// In the order fcfs an insertion sort of the starts counts them on its way, as long as they are
// nearly in order.
//
// Where keys do not change with time: with ranks in the primary order, the jobs that overtake j are
// those of a larger rank that started before j started, less those of a larger rank that had
// started before j arrived. Each number is a query to a tree of prefix sums over ranks (Fenwick
// 1994), into which jobs are put in the order of their starts.
#include "engine/core/overtaking.h"

#include <math.h>
#include <string.h>

#include "engine/base/sort.h"
#include "engine/core/order.h"

struct scratch {
    struct bf_keyed *starts; // by start, then by job; room for the sort behind
    struct bf_keyed *keys;   // by key in the primary order
    uint32_t *rank;          // by job
    uint32_t *tree;          // [1, n]: sums over ranks
    const struct bf_outcome *o;
    enum bf_order order;
};

static double key_at(const struct scratch *t, bf_job j, bf_time now)
{
    const struct bf_jobs *jobs = t->o->jobs;
    return bf_order_key(t->order, now, jobs->submit[j], t->o->plan[j], jobs->procs[j]);
}

// Starts as integers order as doubles do: none is above 2^53 in any log, and where two are, their
// difference is lost only among jobs that start at the end of all times.
static void sort_starts(struct scratch *t)
{
    const uint32_t n = t->o->jobs->count;
    for (bf_job j = 0; j < n; j++)
        t->starts[j] = (struct bf_keyed){.key = (double)t->o->start[j], .item = j};
    bf_sort_keyed(t->starts, t->starts + n, n);
}

// In the order fcfs the rank of a job is its number.
static void rank_jobs(struct scratch *t)
{
    const uint32_t n = t->o->jobs->count;
    for (bf_job j = 0; j < n; j++)
        t->rank[j] = j;
    if (t->order == BF_ORDER_FCFS)
        return;
    for (bf_job j = 0; j < n; j++)
        t->keys[j] = (struct bf_keyed){.key = key_at(t, j, 0), .item = j};
    bf_sort_keyed(t->keys, t->keys + n, n);
    for (uint32_t i = 0; i < n; i++)
        t->rank[t->keys[i].item] = i;
}

static void put(struct scratch *t, uint32_t rank)
{
    const uint32_t n = t->o->jobs->count;
    for (uint32_t i = rank + 1; i <= n; i += i & (0 - i))
        t->tree[i]++;
}

// How many of the `all` that were put in have a larger rank.
static uint32_t larger(const struct scratch *t, uint32_t rank, uint32_t all)
{
    for (uint32_t i = rank + 1; i > 0; i -= i & (0 - i))
        all -= t->tree[i];
    return all;
}

// In one sweep over the starts. Jobs arrive in the order of their numbers, so the question of who
// had started by then comes up in that order.
static void count_by_rank(struct scratch *t, uint32_t *overtakers)
{
    const struct bf_outcome *o = t->o;
    const uint32_t n = o->jobs->count;
    uint32_t put_in = 0;
    // In the order fcfs nobody starts before a job arrives that has a smaller rank.
    bf_job arriving = t->order == BF_ORDER_FCFS ? n : 0;
    memset(t->tree, 0, ((size_t)n + 1) * sizeof *t->tree);
    memset(overtakers, 0, n * sizeof *overtakers);
    for (uint32_t i = 0; i < n;) {
        const bf_time start = o->start[t->starts[i].item];
        for (; arriving < n && o->jobs->submit[arriving] <= start; arriving++)
            overtakers[arriving] -= larger(t, t->rank[arriving], put_in);
        uint32_t end = i;
        for (; end < n && o->start[t->starts[end].item] == start; end++)
            overtakers[t->starts[end].item] += larger(t, t->rank[t->starts[end].item], put_in);
        for (; i < end; i++, put_in++)
            put(t, t->rank[t->starts[i].item]);
    }
}

// Where keys change: who waits when a job starts is looked at one by one. The waiting jobs are kept
// as a list in no order, in the memory of the ranks.
static void count_one_by_one(struct scratch *t, uint32_t *overtakers)
{
    const struct bf_outcome *o = t->o;
    const uint32_t n = o->jobs->count;
    uint32_t *const waiting = t->rank, count = 0;
    bf_job arriving = 0;
    memset(overtakers, 0, n * sizeof *overtakers);
    for (uint32_t i = 0; i < n; i++) {
        const bf_job k = t->starts[i].item;
        const double key = key_at(t, k, o->start[k]);
        for (; arriving < n && o->jobs->submit[arriving] <= o->start[k]; arriving++)
            waiting[count++] = arriving;
        for (uint32_t w = 0; w < count;) {
            const bf_job j = waiting[w];
            if (o->start[j] <= o->start[k]) {
                waiting[w] = waiting[--count];
                continue;
            }
            const double ahead = key_at(t, j, o->start[k]);
            overtakers[j] += ahead < key || (ahead == key && j < k);
            w++;
        }
    }
}

// In the order fcfs: jobs are inserted one by one into a list by start, each passing those that it
// overtook. Starts are nearly in order, so that this is quicker than any tree; when it is not, it
// is given up.
static bool count_by_insertion(struct scratch *t, uint32_t *overtakers)
{
    const bf_time *start = t->o->start;
    const uint32_t n = t->o->jobs->count;
    uint32_t *const list = t->rank;
    uint64_t left = 64 * (uint64_t)n;
    memset(overtakers, 0, n * sizeof *overtakers);
    for (bf_job k = 0; k < n; k++) {
        uint32_t at = k;
        for (; at > 0 && start[list[at - 1]] > start[k]; at--) {
            overtakers[list[at - 1]]++;
            list[at] = list[at - 1];
        }
        list[at] = k;
        if (k - at > left)
            return false;
        left -= k - at;
    }
    return true;
}

bool bf_overtakers(uint32_t *overtakers, const struct bf_outcome *outcome,
                   const struct bf_config *config, struct bf_arena *arena)
{
    const size_t n = outcome->jobs->count;
    struct scratch t = {
        .starts = bf_arena_alloc(arena, 2 * n, sizeof *t.starts),
        .keys = bf_arena_alloc(arena, 2 * n, sizeof *t.keys),
        .rank = bf_arena_alloc(arena, n, sizeof *t.rank),
        .tree = bf_arena_alloc(arena, n + 1, sizeof *t.tree),
        .o = outcome,
        .order = config->order,
    };
    if (!t.starts || !t.keys || !t.rank || !t.tree)
        return false;
    if (config->order == BF_ORDER_FCFS && count_by_insertion(&t, overtakers))
        return true;
    sort_starts(&t);
    if (bf_order_moves(config->order)) {
        count_one_by_one(&t, overtakers);
    } else {
        rank_jobs(&t);
        count_by_rank(&t, overtakers);
    }
    return true;
}

bool bf_overtaking_fill(struct bf_run_row *row, const struct bf_outcome *outcome,
                        const struct bf_config *config, struct bf_arena *arena)
{
    const uint32_t n = outcome->jobs->count;
    uint32_t *overtakers = bf_arena_alloc(arena, n, sizeof *overtakers);
    if (!overtakers || !bf_overtakers(overtakers, outcome, config, arena))
        return false;
    uint64_t sum = 0;
    row->overtaken = row->max_overtakers = 0;
    for (uint32_t j = 0; j < n; j++) {
        sum += overtakers[j];
        row->overtaken += overtakers[j] > 0;
        if (overtakers[j] > row->max_overtakers)
            row->max_overtakers = overtakers[j];
    }
    row->mean_overtakers = n ? (double)sum / n : NAN;
    return true;
}
