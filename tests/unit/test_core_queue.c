// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue against a plain list.
#include "engine/core/queue.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

enum { JOBS = 3000, MACHINE = 500 };

static bf_time submits[JOBS], plans[JOBS];
static bf_procs procs[JOBS];

struct pair {
    struct bf_arena *arena;
    struct bf_queue q;
    bf_job list[JOBS]; // waiting, in queue order
    uint32_t n, next;
    uint64_t seed, draws;
};

static uint64_t draw(struct pair *x, uint64_t below)
{
    return bf_seed_bits(x->seed, BF_STREAM_TEST, x->draws++) % below;
}

static void begin(struct pair *x, uint64_t seed)
{
    *x = (struct pair){.arena = bf_arena_create(), .seed = seed};
    assert_true(bf_queue_init(&x->q, x->arena, JOBS, MACHINE, NULL));
    for (bf_job j = 0; j < JOBS; j++) {
        submits[j] = (j ? submits[j - 1] : 0) + (bf_time)draw(x, 3);
        plans[j] = 1 + (bf_time)draw(x, draw(x, 2) ? 20 : 100000);
        procs[j] = 1 + (bf_procs)draw(x, draw(x, 2) ? 8 : MACHINE);
    }
}

static void finish(struct pair *x)
{
    bf_arena_destroy(x->arena);
}

static void push(struct pair *x)
{
    const bf_job j = x->next++;
    bf_queue_push(&x->q, j, procs[j], plans[j]);
    x->list[x->n++] = j;
}

// Takes out the `i`-th waiting job.
static void take(struct pair *x, uint32_t i)
{
    uint32_t place = bf_queue_next(&x->q, x->q.front);
    for (uint32_t k = 0; k < i; k++)
        place = bf_queue_next(&x->q, place + 1);
    assert_int_equal(x->q.job[place], x->list[i]);
    bf_queue_remove(&x->q, place);
    assert_int_equal(x->q.job[place], BF_NO_JOB);
    assert_int_equal(x->q.procs[place], BF_GAP_PROCS);
    x->n--;
    memmove(x->list + i, x->list + i + 1, (x->n - i) * sizeof x->list[0]);
}

static void compare(struct pair *x)
{
    const struct bf_queue *q = &x->q;
    uint32_t place = q->front;
    bf_procs smallest = INT32_MAX;
    assert_int_equal(q->waiting, x->n);
    if (x->n)
        assert_int_equal(q->job[q->front], x->list[0]);
    for (uint32_t i = 0; i < x->n; i++, place++) {
        const bf_job j = x->list[i];
        place = bf_queue_next(q, place);
        assert_true(place < q->back);
        assert_int_equal(q->job[place], j);
        assert_int_equal(q->procs[place], procs[j]);
        assert_true(q->plan[place] == plans[j]);
        smallest = procs[j] < smallest ? procs[j] : smallest;
    }
    assert_int_equal(bf_queue_next(q, place), q->back);
    assert_int_equal(bf_queue_smallest(q), smallest);
}

static void an_empty_queue_has_no_smallest_job(void **state)
{
    (void)state;
    static struct pair x;
    begin(&x, 1);
    assert_int_equal(bf_queue_smallest(&x.q), INT32_MAX);
    assert_int_equal(bf_queue_next(&x.q, x.q.front), x.q.back);
    bf_queue_tidy(&x.q);
    bf_queue_sort(&x.q, BF_ORDER_SJF, 0, submits, plans);
    compare(&x);
    finish(&x);
}

static void jobs_leave_from_anywhere_and_the_others_keep_their_order(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        static struct pair x;
        begin(&x, seed);
        while (x.next < JOBS || x.n) {
            const uint64_t share = x.next < JOBS / 2 ? 60 : 35;
            if (x.next < JOBS && (x.n == 0 || draw(&x, 100) < share))
                push(&x);
            else
                take(&x, seed % 2 ? (uint32_t)draw(&x, x.n) : x.n - 1);
            if (draw(&x, 4) == 0)
                bf_queue_tidy(&x.q);
            compare(&x);
        }
        finish(&x);
    }
}

static void places_hold_within_a_pass(void **state)
{
    (void)state;
    static struct pair x;
    begin(&x, 5);
    for (int i = 0; i < 1000; i++)
        push(&x);
    const uint32_t front = x.q.front;
    for (uint32_t i = 0; i < 1000; i += 2) {
        assert_int_equal(x.q.job[front + i], i);
        bf_queue_remove(&x.q, front + i);
    }
    for (uint32_t i = 1; i < 1000; i += 2)
        assert_int_equal(x.q.job[front + i], i);
    assert_int_equal(x.q.waiting, 500);
    finish(&x);
}

static void tidying_bounds_the_gaps(void **state)
{
    (void)state;
    static struct pair x;
    begin(&x, 6);
    while (x.next < JOBS) {
        push(&x);
        if (x.n > 3)
            take(&x, 1 + (uint32_t)draw(&x, x.n - 1)); // the front stays
        bf_queue_tidy(&x.q);
        assert_true(x.q.back - x.q.front <= 2 * x.q.waiting + 64);
    }
    compare(&x);
    finish(&x);
}

// ---- searching

static uint32_t find_naively(const struct bf_queue *q, uint32_t place, struct bf_candidate c)
{
    for (; place < q->back; place++)
        if (q->procs[place] <= c.free && (q->plan[place] <= c.window || q->procs[place] <= c.extra))
            return place;
    return q->back;
}

static void search(struct pair *x)
{
    const struct bf_candidate c = {.free = (bf_procs)draw(x, 20),
                                   .extra = (bf_procs)draw(x, 3),
                                   .window = (bf_time)draw(x, 200)};
    const uint32_t place = draw(x, 4) ? x->q.front : (uint32_t)draw(x, x->q.back + 1);
    const uint32_t want = find_naively(&x->q, place, c); // before: a search may renew blocks
    uint64_t looked = 0;
    assert_int_equal(bf_queue_find(&x->q, place, c, &looked), want);
}

// Above 64^2 places a search looks at blocks of blocks of blocks. Those of the front hold no
// candidate, so that it has to; the queue ends in each of the blocks that follow.
static void a_search_finds_the_first_candidate_in_queues_of_any_length(void **state)
{
    (void)state;
    enum { WIDE = 64 * 64, ROOM = WIDE + 300 };
    for (uint64_t seed = 20; seed < 60; seed++) {
        static struct pair x;
        x = (struct pair){.arena = bf_arena_create(), .seed = seed};
        assert_true(bf_queue_init(&x.q, x.arena, ROOM, MACHINE, NULL));
        const uint32_t wide = seed % 2 ? WIDE : (uint32_t)draw(&x, WIDE);
        for (bf_job j = 0; j < wide; j++)
            bf_queue_push(&x.q, j, MACHINE, 100000);
        for (bf_job j = wide; j < wide + 300; j++) {
            bf_queue_push(&x.q, j, 1 + (bf_procs)draw(&x, 60), 1 + (bf_time)draw(&x, 1000));
            search(&x);
        }
        for (int i = 0; i < 100; i++) {
            const uint32_t place = wide + (uint32_t)draw(&x, 300);
            if (x.q.job[place] != BF_NO_JOB)
                bf_queue_remove(&x.q, place);
            search(&x);
        }
        finish(&x);
    }
}

// ---- sorting

static enum bf_order sort_order;
static bf_time sort_now;

static int compare_jobs(const void *a, const void *b)
{
    const bf_job x = *(const bf_job *)a, y = *(const bf_job *)b;
    const double kx = bf_order_key(sort_order, sort_now, submits[x], plans[x], procs[x]);
    const double ky = bf_order_key(sort_order, sort_now, submits[y], plans[y], procs[y]);
    if (kx < ky || kx > ky)
        return kx < ky ? -1 : 1;
    return (x > y) - (x < y);
}

static void sorting_by_every_order_is_that_of_qsort_with_ties_by_job(void **state)
{
    (void)state;
    for (unsigned order = 0; bf_order_names[order]; order++) {
        static struct pair x;
        begin(&x, 10 + order);
        while (x.next < JOBS) {
            for (int i = 0; i < 200; i++)
                push(&x);
            while (x.n > 120)
                take(&x, (uint32_t)draw(&x, x.n));
            sort_order = (enum bf_order)order;
            sort_now = submits[JOBS - 1] + x.next;
            qsort(x.list, x.n, sizeof x.list[0], compare_jobs);
            bf_queue_sort(&x.q, sort_order, sort_now, submits, plans);
            assert_int_equal(x.q.back - x.q.front, x.n); // no gaps are left
            compare(&x);
            bf_queue_sort(&x.q, sort_order, sort_now, submits, plans);
            compare(&x);
        }
        finish(&x);
    }
}

// The naive answers to what bf_queue_soonest and bf_queue_due tell.
static bf_time soonest_naively(const struct pair *x, const bf_time *promise)
{
    bf_time low = BF_NEVER;
    for (uint32_t i = 0; i < x->n; i++)
        low = promise[x->list[i]] < low ? promise[x->list[i]] : low;
    return low;
}

static void compare_promises(struct pair *x, const bf_time *promise, bf_time now)
{
    struct bf_queue *q = &x->q;
    uint32_t due = bf_queue_due(q, q->front, now);
    uint32_t place = bf_queue_next(q, q->front);
    for (uint32_t i = 0; i < x->n; i++, place = bf_queue_next(q, place + 1)) {
        const bf_job j = x->list[i];
        assert_int_equal(q->job[place], j);
        assert_true(q->promise[place] == promise[j]);
        if (promise[j] <= now) {
            assert_int_equal(due, place);
            due = bf_queue_due(q, place + 1, now);
        }
    }
    assert_int_equal(due, q->back);
    assert_true(bf_queue_soonest(q) == soonest_naively(x, promise));
}

static void compare_lists_by_key(struct pair *x)
{
    uint32_t at = bf_queue_next(&x->q, x->q.front);
    for (uint32_t i = 0; i < x->n; i++, at = bf_queue_next(&x->q, at + 1))
        x->list[i] = x->q.job[at]; // the order itself is another test's matter
}

// One thing of many that happen to a queue.
static void disturb(struct pair *x, bf_time *promise, bf_time now)
{
    const uint64_t what = draw(x, 100);
    if (what < 40 && x->next < JOBS) {
        promise[x->next] = BF_NEVER;
        push(x);
    } else if (what < 75 && x->n) {
        const uint32_t i = (uint32_t)draw(x, x->n);
        uint32_t place = bf_queue_next(&x->q, x->q.front);
        for (uint32_t k = 0; k < i; k++)
            place = bf_queue_next(&x->q, place + 1);
        promise[x->list[i]] = now - 5 + (bf_time)draw(x, 400); // earlier or later than before
        bf_queue_promise(&x->q, place, promise[x->list[i]]);
    } else if (what < 97 && x->n) {
        take(x, (uint32_t)draw(x, x->n));
    } else if (what < 99) {
        bf_queue_tidy(&x->q);
    } else {
        bf_queue_sort(&x->q, draw(x, 2) ? BF_ORDER_SJF : BF_ORDER_WIDE, 0, submits, plans);
        compare_lists_by_key(x);
    }
}

static void promises_stay_with_their_jobs(void **state)
{
    (void)state;
    static struct pair x;
    static bf_time promise[JOBS], promised[JOBS];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        begin(&x, seed);
        assert_true(bf_queue_init(&x.q, x.arena, JOBS, MACHINE, promised));
        for (bf_time now = 0; now < 6000; now++) {
            disturb(&x, promise, now / 10);
            if (now % 7 == 0)
                compare_promises(&x, promise, now / 10);
        }
        for (bf_job j = 0; j < x.next; j++)
            promised[j] = promised[j] == promise[j] ? BF_NEVER : 0; // NEVER: was kept
        for (uint32_t i = 0; i < x.n; i++)
            promised[x.list[i]] = BF_NEVER; // has not left
        for (bf_job j = 0; j < x.next; j++)
            assert_true(promised[j] == BF_NEVER);
        finish(&x);
    }
}

BF_TEST_MAIN(BF_TEST(promises_stay_with_their_jobs), BF_TEST(an_empty_queue_has_no_smallest_job),
             BF_TEST(jobs_leave_from_anywhere_and_the_others_keep_their_order),
             BF_TEST(places_hold_within_a_pass), BF_TEST(tidying_bounds_the_gaps),
             BF_TEST(a_search_finds_the_first_candidate_in_queues_of_any_length),
             BF_TEST(sorting_by_every_order_is_that_of_qsort_with_ties_by_job))
