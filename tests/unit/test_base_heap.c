// SPDX-License-Identifier: GPL-3.0-or-later
//
// The heap against sorting.
#include "engine/base/heap.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

enum { ROOM = 2000 };

static int compare(const void *a, const void *b)
{
    const struct bf_heap_entry *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static uint64_t draw(uint64_t seed, uint64_t i, uint64_t below)
{
    return bf_seed_bits(seed, BF_STREAM_TEST, i) % below;
}

static void an_empty_heap_has_no_first_time(void **state)
{
    (void)state;
    struct bf_heap_entry entries[1];
    struct bf_heap h;
    bf_heap_init(&h, entries, 1);
    assert_true(bf_heap_empty(&h));
    assert_true(bf_heap_first_time(&h) == INT64_MAX);
}

static void entries_come_out_by_time_and_then_by_order(void **state)
{
    (void)state;
    static struct bf_heap_entry entries[ROOM], sorted[ROOM];
    for (uint64_t range = 1; range <= 1000000; range *= 100) {
        struct bf_heap h;
        bf_heap_init(&h, entries, ROOM);
        for (uint32_t i = 0; i < ROOM; i++) {
            const int64_t time = (int64_t)draw(range, i, range) - 3;
            // Orders that are all different but not in the order of the pushes.
            sorted[i] = (struct bf_heap_entry){time, (i * 7919u) % ROOM, i};
            bf_heap_push(&h, sorted[i].time, sorted[i].order, sorted[i].item);
        }
        qsort(sorted, ROOM, sizeof sorted[0], compare);
        for (uint32_t i = 0; i < ROOM; i++) {
            assert_true(bf_heap_first_time(&h) == sorted[i].time);
            const struct bf_heap_entry e = bf_heap_pop(&h);
            assert_true(e.time == sorted[i].time);
            assert_int_equal(e.order, sorted[i].order);
            assert_int_equal(e.item, sorted[i].item);
        }
        assert_true(bf_heap_empty(&h));
    }
}

static void pushes_between_pops_find_their_place(void **state)
{
    (void)state;
    static struct bf_heap_entry entries[ROOM], list[ROOM];
    struct bf_heap h;
    bf_heap_init(&h, entries, ROOM);
    uint32_t n = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        if (n < ROOM && (n == 0 || draw(9, i, 100) < (i < 10000 ? 60u : 40u))) {
            list[n] = (struct bf_heap_entry){(int64_t)draw(10, i, 50), i, 3 * i};
            bf_heap_push(&h, list[n].time, list[n].order, list[n].item);
            n++;
            continue;
        }
        uint32_t first = 0;
        for (uint32_t k = 1; k < n; k++)
            if (compare(&list[k], &list[first]) < 0)
                first = k;
        const struct bf_heap_entry e = bf_heap_pop(&h);
        assert_int_equal(e.order, list[first].order);
        assert_int_equal(e.item, list[first].item);
        list[first] = list[--n];
        assert_int_equal(h.count, n);
    }
}

BF_TEST_MAIN(BF_TEST(an_empty_heap_has_no_first_time),
             BF_TEST(entries_come_out_by_time_and_then_by_order),
             BF_TEST(pushes_between_pops_find_their_place))
