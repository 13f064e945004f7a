// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/share.h"

#include <stdio.h>
#include <stdlib.h>

struct priced {
    uint64_t cost, number;
};

enum bf_err bf_share_parse(const char *text, struct bf_share *share, struct bf_error *e)
{
    int end = 0;
    if (sscanf(text, "%d/%d%n", &share->number, &share->count, &end) == 2 && !text[end] &&
        share->number >= 1 && share->number <= share->count && share->count <= BF_SHARE_MOST)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE, "takes i/n with i from 1 to n, n at most %d, found '%s'",
                        BF_SHARE_MOST, text);
}

// Dearest first; equal costs in plan order.
static int compare_priced(const void *a, const void *b)
{
    const struct priced *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost > y->cost ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// The loads of shares as a heap with the least (and of equals the first) on top.
struct load {
    uint64_t cost;
    int share;
};

static bool is_less(struct load a, struct load b)
{
    return a.cost != b.cost ? a.cost < b.cost : a.share < b.share;
}

static void sink_top(struct load *heap, int count)
{
    int at = 0;
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_less(heap[child + 1], heap[child]))
            child++;
        if (!is_less(heap[child], heap[at]))
            return;
        const struct load swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

static uint64_t deal(struct priced *runs, uint64_t all, struct bf_share share, struct load *heap,
                     uint64_t *taken)
{
    uint64_t count = 0;
    qsort(runs, all, sizeof *runs, compare_priced);
    for (int i = 0; i < share.count; i++)
        heap[i] = (struct load){0, i + 1};
    for (uint64_t i = 0; i < all; i++) {
        if (heap[0].share == share.number)
            taken[count++] = runs[i].number;
        heap[0].cost += runs[i].cost;
        sink_top(heap, share.count);
    }
    qsort(taken, count, sizeof *taken, compare_numbers);
    return count;
}

static void take_all(uint64_t *taken, uint64_t all)
{
    for (uint64_t i = 0; i < all; i++)
        taken[i] = i;
}

uint64_t *bf_share_runs(const struct bf_plan *plan, struct bf_share share, uint64_t *count,
                        struct bf_error *e)
{
    const uint64_t all = bf_plan_runs(plan);
    uint64_t *taken = malloc((all + 1) * sizeof *taken);
    struct priced *runs = share.count > 1 ? malloc((all + 1) * sizeof *runs) : NULL;
    struct load *heap = share.count > 1 ? malloc((size_t)share.count * sizeof *heap) : NULL;
    *count = all;
    if (taken && share.count == 1) {
        take_all(taken, all);
    } else if (taken && runs && heap) {
        for (uint64_t i = 0; i < all; i++)
            runs[i] = (struct priced){bf_plan_cost(plan, i), i};
        *count = deal(runs, all, share, heap, taken);
    } else {
        bf_error_no_memory(e, all * (sizeof *taken + sizeof *runs), "a share of the plan");
        free(taken);
        taken = NULL;
    }
    free(runs);
    free(heap);
    return taken;
}
