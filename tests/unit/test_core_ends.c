// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planned ends and shadow times against a list that is worked through naively.
#include "engine/core/ends.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

enum { ROOM = 60 };

struct end {
    bf_time time;
    bf_procs procs;
    uint32_t order;
};

struct pair {
    struct bf_arena *arena;
    struct bf_ends ends;
    struct end list[ROOM];
    uint32_t n, orders;
    uint64_t seed, draws;
};

static uint64_t draw(struct pair *x, uint64_t below)
{
    return bf_seed_bits(x->seed, BF_STREAM_TEST, x->draws++) % below;
}

static struct pair begin(uint64_t seed, uint32_t room)
{
    struct pair x = {.arena = bf_arena_create(), .seed = seed};
    assert_true(bf_ends_init(&x.ends, x.arena, room));
    return x;
}

static void finish(struct pair *x)
{
    bf_arena_destroy(x->arena);
}

static void add(struct pair *x, bf_time time, bf_procs procs)
{
    bf_ends_add(&x->ends, time, procs, x->orders);
    x->list[x->n++] = (struct end){time, procs, x->orders++};
}

static void remove_at(struct pair *x, uint32_t i)
{
    bf_ends_remove(&x->ends, x->list[i].time, x->list[i].order);
    x->list[i] = x->list[--x->n];
}

static int by_time_and_order(const void *a, const void *b)
{
    const struct end *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void compare_lists(struct pair *x)
{
    const struct bf_ends *e = &x->ends;
    qsort(x->list, x->n, sizeof x->list[0], by_time_and_order);
    assert_int_equal(e->back - e->front - e->gaps, x->n);
    assert_true(e->front == e->back || e->at[e->front].procs);
    uint32_t n = 0;
    for (uint32_t i = e->front; i < e->back; i++) {
        if (!e->at[i].procs)
            continue; // a gap
        assert_true(e->at[i].time == x->list[n].time);
        assert_int_equal(e->at[i].procs, x->list[n].procs);
        assert_int_equal(e->at[i].order, x->list[n].order);
        n++;
    }
}

static bf_time expected_end(bf_time time, bf_time now)
{
    return time > now ? time : now + 1;
}

static bf_procs free_at(const struct pair *x, bf_time now, bf_procs free, bf_time t)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (expected_end(x->list[i].time, now) <= t)
            free += x->list[i].procs;
    return free;
}

static void compare_shadow(struct pair *x, bf_time now)
{
    bf_procs all = 0;
    for (uint32_t i = 0; i < x->n; i++)
        all += x->list[i].procs;
    if (!all)
        return;
    const bf_procs free = (bf_procs)draw(x, 5);
    const bf_procs need = free + 1 + (bf_procs)draw(x, (uint64_t)all);
    bf_time t = now;
    while (free_at(x, now, free, t) < need)
        t++;
    const struct bf_shadow shadow = bf_ends_shadow(&x->ends, now, free, need);
    assert_int_equal(shadow.time, t);
    assert_int_equal(shadow.extra, free_at(x, now, free, t) - need);
    assert_true(shadow.steps >= 1 && shadow.steps <= x->ends.back - x->ends.front);
}

static void random_ends_give_naive_shadows(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct pair x = begin(seed, ROOM);
        const uint64_t spread = seed % 2 ? 12 : 300; // many equal ends, or few
        bf_time now = 10;
        for (int i = 0; i < 600; i++) {
            if (x.n < ROOM && (x.n == 0 || draw(&x, 100) < 55))
                add(&x, now - 5 + (bf_time)draw(&x, spread), 1 + (bf_procs)draw(&x, 9));
            else
                remove_at(&x, (uint32_t)draw(&x, x.n));
            now += (bf_time)draw(&x, 2);
            compare_lists(&x);
            compare_shadow(&x, now);
        }
        finish(&x);
    }
}

// The jobs' ends wander: the memory in use reaches its edge and has to be moved back many times.
static void ends_that_move_on_for_long_stay_in_order(void **state)
{
    (void)state;
    for (int backwards = 0; backwards < 2; backwards++) {
        for (uint32_t room = 1; room <= 8; room += 7) {
            struct pair x = begin(7, room);
            for (bf_time i = 0; i < 2000; i++) {
                add(&x, backwards ? 5000 - i : i, 1);
                compare_lists(&x);
                if (x.n == room)
                    remove_at(&x, backwards ? x.n - 1 : 0);
                compare_lists(&x);
            }
            finish(&x);
        }
    }
}

static void a_full_list_takes_ends_on_either_side(void **state)
{
    (void)state;
    struct pair x = begin(8, ROOM);
    for (int round = 0; round < 200; round++) {
        while (x.n < ROOM)
            add(&x, 500 + (round % 2 ? 1 : -1) * (bf_time)draw(&x, 400), 1);
        compare_lists(&x);
        while (x.n > ROOM - 1 - (uint32_t)draw(&x, ROOM))
            remove_at(&x, round % 3 ? 0 : x.n - 1);
        compare_lists(&x);
    }
    finish(&x);
}

//   running: 4 processors to 20, 2 to 30 (started first), 3 to 30 (started later), 1 to 40; 1 free
static struct pair by_hand(void)
{
    struct pair x = begin(1, 8);
    add(&x, 30, 2);
    add(&x, 20, 4);
    add(&x, 30, 3);
    add(&x, 40, 1);
    return x;
}

static void the_shadow_is_when_enough_processors_have_come_back(void **state)
{
    (void)state;
    struct pair x = by_hand();
    assert_int_equal(bf_ends_shadow(&x.ends, 10, 1, 5).time, 20);
    assert_int_equal(bf_ends_shadow(&x.ends, 10, 1, 6).time, 30);
    assert_int_equal(bf_ends_shadow(&x.ends, 10, 1, 11).time, 40);
    finish(&x);
}

static void extra_processors_are_those_not_needed_then(void **state)
{
    (void)state;
    struct pair x = by_hand();
    assert_int_equal(bf_ends_shadow(&x.ends, 10, 1, 4).extra, 1);
    assert_int_equal(bf_ends_shadow(&x.ends, 10, 1, 6).extra, 4);
    finish(&x);
}

static void a_job_past_its_plan_is_expected_to_end_at_the_next_second(void **state)
{
    (void)state;
    struct pair x = by_hand();
    const struct bf_shadow s = bf_ends_shadow(&x.ends, 30, 1, 6);
    assert_int_equal(s.time, 31); // three jobs together: 9 processors
    assert_int_equal(s.extra, 4);
    assert_int_equal(bf_ends_shadow(&x.ends, 29, 0, 9).time, 30);
    assert_int_equal(bf_ends_shadow(&x.ends, 39, 0, 10).time, 40);
    finish(&x);
}

BF_TEST_MAIN(BF_TEST(the_shadow_is_when_enough_processors_have_come_back),
             BF_TEST(extra_processors_are_those_not_needed_then),
             BF_TEST(a_job_past_its_plan_is_expected_to_end_at_the_next_second),
             BF_TEST(random_ends_give_naive_shadows),
             BF_TEST(ends_that_move_on_for_long_stay_in_order),
             BF_TEST(a_full_list_takes_ends_on_either_side))
