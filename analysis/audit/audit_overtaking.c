// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many jobs overtook each job: k overtakes j if submit(j) <= start(k) < start(j) and j comes
// before k in the primary order at start(k).
//
// Where keys do not move, the starts are put one by one into a tree of counts over ranks (Fenwick
// 1994), and each job is asked after twice: how many behind it had started when it arrived, and
// when it started. Where keys move, each start is held against all jobs that wait.
#include <math.h>

#include "analysis/audit/audit_internal.h"
#include "engine/base/sort.h"

struct counting {
    const struct bf_auditing *a;
    uint32_t *rank, *tree, *list;
    uint32_t put; // starts that are in the tree
    int64_t *overtakers;
};

static bool rank_jobs(struct counting *c)
{
    const uint32_t n = c->a->n;
    struct bf_keyed *keyed = bf_arena_alloc(c->a->arena, 2 * (size_t)n, sizeof *keyed);
    if (!keyed)
        return false;
    for (uint32_t j = 0; j < n; j++)
        keyed[j] = (struct bf_keyed){.key = c->a->key[j], .item = j};
    bf_sort_keyed(keyed, keyed + n, n);
    for (uint32_t i = 0; i < n; i++)
        c->rank[keyed[i].item] = i;
    return true;
}

// Puts in all that started before t; then how many of them come behind job j.
static int64_t started_behind(struct counting *c, uint32_t j, bf_time t)
{
    const struct bf_auditing *a = c->a;
    for (; c->put < a->n && a->jobs[a->by_start[c->put]].start < t; c->put++)
        for (uint32_t i = c->rank[a->by_start[c->put]] + 1; i <= a->n; i += i & (0 - i))
            c->tree[i]++;
    int64_t behind = c->put;
    for (uint32_t i = c->rank[j] + 1; i > 0; i -= i & (0 - i))
        behind -= c->tree[i];
    return behind;
}

// Questions in the order of time: jobs are in the order of their submits.
static void count_by_rank(struct counting *c)
{
    const struct bf_auditing *a = c->a;
    uint32_t arriving = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const uint32_t k = a->by_start[i];
        for (; arriving < a->n && a->jobs[arriving].submit <= a->jobs[k].start; arriving++)
            c->overtakers[arriving] -= started_behind(c, arriving, a->jobs[arriving].submit);
        c->overtakers[k] += started_behind(c, k, a->jobs[k].start);
    }
}

static void count_one_by_one(struct counting *c)
{
    const struct bf_auditing *a = c->a;
    uint32_t arriving = 0, waiting = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const uint32_t k = a->by_start[i];
        const bf_time now = a->jobs[k].start;
        for (; arriving < a->n && a->jobs[arriving].submit <= now; arriving++)
            c->list[waiting++] = arriving;
        for (uint32_t w = 0; w < waiting;) {
            const uint32_t j = c->list[w];
            if (a->jobs[j].start <= now) {
                c->list[w] = c->list[--waiting];
                continue;
            }
            c->overtakers[j] += bf_audit_before(a, j, k, now);
            w++;
        }
    }
}

enum bf_err bf_audit_overtaking(struct bf_auditing *a, struct bf_run_row *mine, struct bf_error *e)
{
    const size_t n = a->n;
    struct counting c = {
        .a = a,
        .rank = bf_arena_alloc(a->arena, n, sizeof *c.rank),
        .tree = bf_arena_zalloc(a->arena, n + 1, sizeof *c.tree),
        .list = bf_arena_alloc(a->arena, n, sizeof *c.list),
        .overtakers = bf_arena_zalloc(a->arena, n, sizeof *c.overtakers),
    };
    if (!c.rank || !c.tree || !c.list || !c.overtakers)
        return bf_audit_out_of_memory(a, e);
    if (bf_audit_order_moves(a))
        count_one_by_one(&c);
    else if (rank_jobs(&c))
        count_by_rank(&c);
    else
        return bf_audit_out_of_memory(a, e);
    int64_t sum = 0;
    for (size_t j = 0; j < n; j++) {
        sum += c.overtakers[j];
        mine->overtaken += c.overtakers[j] > 0;
        if (c.overtakers[j] > mine->max_overtakers)
            mine->max_overtakers = c.overtakers[j];
    }
    mine->mean_overtakers = n ? (double)sum / (double)n : NAN;
    return BF_OK;
}
