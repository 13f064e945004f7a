// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/profile_pair.h"

#include <stdbool.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

static uint64_t base_seed(void)
{
    static uint64_t seed;
    if (!seed) {
        const char *text = getenv("BFSWEEP_SEED");
        seed = text ? strtoull(text, NULL, 10) : 1;
        printf("BFSWEEP_SEED=%llu\n", (unsigned long long)seed);
    }
    return seed;
}

bf_time bf_test_pair_draw(struct bf_test_pair *x, bf_time below)
{
    return (bf_time)(bf_seed_bits(x->seed, BF_STREAM_TEST, x->draws++) % (uint64_t)below);
}

void bf_test_pair_reset(struct bf_test_pair *x, bf_time origin, bf_procs level)
{
    bf_profile_reset(x->profile, origin, level);
    x->origin = origin;
    for (bf_time t = 0; t <= x->end; t++)
        x->level[t] = level;
}

struct bf_test_pair bf_test_pair_begin(uint64_t seed, bf_time end, bf_procs level)
{
    struct bf_test_pair x = {
        .arena = bf_arena_create(), .end = end, .seed = base_seed() * 1000 + seed};
    x.profile = bf_profile_create(x.arena, (size_t)end + 1);
    x.level = malloc(((size_t)end + 1) * sizeof *x.level);
    assert_non_null(x.profile);
    assert_non_null(x.level);
    bf_test_pair_reset(&x, 0, level);
    return x;
}

void bf_test_pair_finish(struct bf_test_pair *x)
{
    bf_arena_destroy(x->arena);
    free(x->level);
}

void bf_test_pair_change(struct bf_test_pair *x, bf_time from, bf_time to, bf_procs procs)
{
    x->operations++;
    if (procs < 0)
        bf_profile_reserve(x->profile, from, to, -procs);
    else
        bf_profile_release(x->profile, from, to, procs);
    for (bf_time t = from; t < to && t <= x->end; t++)
        x->level[t] += procs;
}

void bf_test_pair_advance(struct bf_test_pair *x, bf_time now)
{
    x->operations++;
    bf_profile_advance(x->profile, now);
    x->origin = now;
}

// ---- what the model answers

bf_procs bf_test_pair_at(const struct bf_test_pair *x, bf_time t)
{
    return x->level[t < x->end ? t : x->end];
}

static bf_procs model_min(const struct bf_test_pair *x, bf_time from, bf_time to)
{
    bf_procs low = bf_test_pair_at(x, from);
    for (bf_time t = from; t < to && t <= x->end; t++)
        low = x->level[t] < low ? x->level[t] : low;
    return low;
}

static bf_time model_first(const struct bf_test_pair *x, bf_time from, bf_procs procs, bool below)
{
    for (bf_time t = from; t <= x->end || t == from; t++)
        if ((bf_test_pair_at(x, t) < procs) == below)
            return t;
    return BF_NEVER;
}

static bf_time model_fit(const struct bf_test_pair *x, bf_time from, bf_procs procs, bf_time length,
                         bf_time limit)
{
    bf_time start = from; // from here on there is enough
    for (bf_time t = from; t < limit; t++) {
        if (bf_test_pair_at(x, t) < procs)
            start = t + 1;
        else if (t - start + 1 >= length || t >= x->end)
            return start;
        if (t >= x->end && start > t)
            return limit; // too few for ever
    }
    return start < limit ? start : limit;
}

static bf_time model_next(const struct bf_test_pair *x, bf_time t)
{
    for (bf_time u = t + 1; u <= x->end; u++)
        if (x->level[u] != x->level[u - 1])
            return u;
    return BF_NEVER;
}

// ---- comparison

static void expect(const struct bf_test_pair *x, const char *what, int64_t found, int64_t expected)
{
    if (found != expected)
        fail_msg("%s: %lld, expected %lld, after %llu operations of seed %llu", what,
                 (long long)found, (long long)expected, (unsigned long long)x->operations,
                 (unsigned long long)x->seed);
}

// Steps seen from outside: they follow one another, as many as it says, none is left out. A few
// more than levels change are allowed.
void bf_test_pair_compare_steps(struct bf_test_pair *x)
{
    int64_t steps = 1, changes = 1;
    bf_time t = x->origin;
    expect(x, "level at the origin", bf_profile_at(x->profile, t), bf_test_pair_at(x, t));
    for (bf_time next; (next = bf_profile_next(x->profile, t)) != BF_NEVER; t = next) {
        if (next <= t || next > model_next(x, t))
            expect(x, "next", next, model_next(x, t));
        expect(x, "level at a step", bf_profile_at(x->profile, next), bf_test_pair_at(x, next));
        changes += bf_test_pair_at(x, next) != bf_test_pair_at(x, next - 1);
        steps++;
    }
    expect(x, "next of the last step", BF_NEVER, model_next(x, t));
    expect(x, "steps", (int64_t)bf_profile_steps(x->profile), steps);
    if (steps > changes + changes / 4 + 1)
        expect(x, "steps for so many changes of level", steps, changes);
}

void bf_test_pair_expect_flat(struct bf_test_pair *x)
{
    const bf_procs level = bf_test_pair_at(x, x->origin);
    expect(x, "at", bf_profile_at(x->profile, x->origin), level);
    expect(x, "below", bf_profile_first_below(x->profile, x->origin, level), BF_NEVER);
    expect(x, "above", bf_profile_first_at_least(x->profile, x->origin, level + 1), BF_NEVER);
    bf_test_pair_compare_steps(x);
}

// A time from the origin on, now and then behind the model's end.
static bf_time some_time(struct bf_test_pair *x)
{
    return x->origin +
           bf_test_pair_draw(x, x->end - x->origin + (bf_test_pair_draw(x, 8) ? 1 : 50));
}

// A number of processors that is at the edge of what there is somewhere.
static bf_procs some_procs(struct bf_test_pair *x)
{
    const int64_t procs = (int64_t)bf_test_pair_at(x, some_time(x)) + bf_test_pair_draw(x, 3) - 1;
    return procs > INT32_MAX ? INT32_MAX : (bf_procs)procs;
}

static void compare_min(struct bf_test_pair *x)
{
    const bf_time from = some_time(x);
    const bf_time to = bf_test_pair_draw(x, 8) ? from + 1 + bf_test_pair_draw(x, 60) : BF_NEVER;
    expect(x, "min", bf_profile_min(x->profile, from, to), model_min(x, from, to));
}

static void compare_fit(struct bf_test_pair *x, bool limited)
{
    const bf_time from = some_time(x);
    const bf_time length = 1 + bf_test_pair_draw(x, bf_test_pair_draw(x, 2) ? 20 : x->end);
    const bf_time limit = limited ? from + bf_test_pair_draw(x, 2 * length + 5) : BF_NEVER;
    const bf_procs procs = some_procs(x);
    expect(x, limited ? "fit with a limit" : "fit",
           bf_profile_fit(x->profile, from, procs, length, limit),
           model_fit(x, from, procs, length, limit));
}

static void compare_one(struct bf_test_pair *x)
{
    const bf_time t = some_time(x);
    const bf_procs procs = some_procs(x);
    switch (bf_test_pair_draw(x, 8)) {
    case 0:
        expect(x, "at", bf_profile_at(x->profile, t), bf_test_pair_at(x, t));
        break;
    case 1:
        if (bf_profile_next(x->profile, t) <= t)
            fail_msg("the next step is not behind the time asked for");
        break;
    case 2:
        expect(x, "first at least", bf_profile_first_at_least(x->profile, t, procs),
               model_first(x, t, procs, false));
        break;
    case 3:
        expect(x, "first below", bf_profile_first_below(x->profile, t, procs),
               model_first(x, t, procs, true));
        break;
    case 4:
        compare_min(x);
        break;
    default:
        compare_fit(x, bf_test_pair_draw(x, 2));
    }
}

void bf_test_pair_compare(struct bf_test_pair *x, unsigned n)
{
    while (n--)
        compare_one(x);
}
