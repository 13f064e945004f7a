// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct priced {
    uint64_t cost, number;
};

// One `2/7` at the beginning of a text; what is behind it, or NULL.
static const char *read_part(const char *text, int *number, int *count)
{
    int end = 0;
    if (sscanf(text, "%d/%d%n", number, count, &end) != 2 || !end)
        return NULL;
    const bool fits = *number >= 1 && *number <= *count && *count <= BF_SHARE_MOST;
    return fits ? text + end : NULL;
}

enum bf_err bf_share_parse(const char *text, struct bf_share *share, struct bf_error *e)
{
    *share = (struct bf_share){0};
    const char *rest = read_part(text, &share->number, &share->count);
    for (int i = 0; rest && *rest == ',' && i < BF_SHARE_DEEPEST - 1; i++)
        rest = read_part(rest + 1, &share->parts[i].number, &share->parts[i].count);
    if (rest && !*rest)
        return BF_OK;
    return bf_error_set(e, BF_ERR_USAGE,
                        "takes i/n with i from 1 to n, n at most %d, or i/n,j/m for a part of it, "
                        "found '%s'",
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

// To whom the runs go, in the order in which they are dealt: owners[i] is that of runs[i].
static void deal(struct priced *runs, uint64_t all, int count, struct load *heap, int *owners)
{
    qsort(runs, all, sizeof *runs, compare_priced);
    for (int i = 0; i < count; i++)
        heap[i] = (struct load){0, i + 1};
    for (uint64_t i = 0; i < all; i++) {
        owners[i] = heap[0].share;
        heap[0].cost += runs[i].cost;
        sink_top(heap, count);
    }
}

// What a deal needs, and its result.
struct hands {
    struct priced *runs;
    struct load *heap;
    int *owners;
};

static void free_hands(struct hands *h)
{
    free(h->runs);
    free(h->heap);
    free(h->owners);
}

static enum bf_err deal_runs(const struct bf_plan *plan, const uint64_t *numbers, uint64_t all,
                             int count, struct hands *h, struct bf_error *e)
{
    *h = (struct hands){.runs = malloc((all + 1) * sizeof *h->runs),
                        .heap = malloc((size_t)count * sizeof *h->heap),
                        .owners = malloc((all + 1) * sizeof *h->owners)};
    if (!h->runs || !h->heap || !h->owners) {
        free_hands(h);
        return bf_error_no_memory(e, all * sizeof *h->runs, "a share of the plan");
    }
    for (uint64_t i = 0; i < all; i++)
        h->runs[i] = (struct priced){bf_plan_cost(plan, numbers[i]), numbers[i]};
    deal(h->runs, all, count, h->heap, h->owners);
    return BF_OK;
}

// Keeps of the runs those of part `number` of `count`.
static enum bf_err keep_part(const struct bf_plan *plan, int number, int count, uint64_t *numbers,
                             uint64_t *all, struct bf_error *e)
{
    struct hands h;
    uint64_t kept = 0;
    if (count == 1)
        return BF_OK;
    const enum bf_err err = deal_runs(plan, numbers, *all, count, &h, e);
    if (err)
        return err;
    for (uint64_t i = 0; i < *all; i++)
        if (h.owners[i] == number)
            numbers[kept++] = h.runs[i].number;
    free_hands(&h);
    qsort(numbers, kept, sizeof *numbers, compare_numbers);
    *all = kept;
    return BF_OK;
}

uint64_t *bf_share_runs(const struct bf_plan *plan, struct bf_share share, uint64_t *count,
                        struct bf_error *e)
{
    *count = bf_plan_runs(plan);
    uint64_t *numbers = malloc((*count + 1) * sizeof *numbers);
    if (!numbers) {
        bf_error_no_memory(e, *count * sizeof *numbers, "a share of the plan");
        return NULL;
    }
    for (uint64_t i = 0; i < *count; i++)
        numbers[i] = i;
    enum bf_err err = keep_part(plan, share.number, share.count, numbers, count, e);
    for (int i = 0; !err && share.parts[i].count; i++)
        err = keep_part(plan, share.parts[i].number, share.parts[i].count, numbers, count, e);
    if (!err)
        return numbers;
    free(numbers);
    return NULL;
}

enum bf_err bf_share_costs(const struct bf_plan *plan, const uint64_t *numbers, uint64_t count,
                           int parts, struct bf_share_cost *costs, struct bf_error *e)
{
    struct hands h;
    const enum bf_err err = deal_runs(plan, numbers, count, parts, &h, e);
    if (err)
        return err;
    memset(costs, 0, (size_t)parts * sizeof *costs);
    for (uint64_t i = 0; i < count; i++) {
        struct bf_share_cost *c = &costs[h.owners[i] - 1];
        c->runs++;
        c->cost += h.runs[i].cost;
        c->dearest = h.runs[i].cost > c->dearest ? h.runs[i].cost : c->dearest;
    }
    free_hands(&h);
    return BF_OK;
}
