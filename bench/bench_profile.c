// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of the availability profile over 10 to 1,000,000 steps, and beside them those of a
// sorted array (flat_profile.h): at which sizes is a tree worth it? A tree of up to 64 steps is
// one leaf, a sorted array itself.
//
// Profiles are made of reservations at random over a stretch of time (`random`) or crowded towards
// now, as planned ends of running jobs are (`clustered`). Both kinds of profile are asked the same
// questions, and before anything is timed their answers are compared.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/flat_profile.h"
#include "bench/harness.h"
#include "engine/base/seed.h"
#include "engine/core/profile.h"

#define USAGE                                                                                      \
    "usage: bench_profile [-n SAMPLES] [-t LEAST_MS] [-s SIZE,...]\n"                              \
    "Times operations on profiles of SIZE steps, as a tree and as a sorted array; the last "       \
    "lines\n"                                                                                      \
    "say at which sizes the tree is faster."

enum {
    QUESTIONS = 4096,
    AT_ONCE = 32,
    MACHINE = 1 << 20,
    GAP = 100
}; // s between steps, on average
enum { FIT, FIT_BEFORE, FIRST_BELOW, MIN, PAIR, ROLL, OPERATIONS };

static const char *const operations[] = {"fit", "fit_before", "first_below", "min", "pair", "roll"};

struct question {
    bf_time from, length, limit;
    bf_procs procs;
};

struct bench {
    struct bf_profile *tree;
    struct flat_profile flat;
    struct question *questions; // QUESTIONS of them
    bf_time span;               // of the profile, s
    bf_time now;                // moves with ROLL only
    bool clustered, use_flat;
    int operation;
    uint64_t asked;         // the next question
    uint64_t visited, done; // by the last call of run
};

static double draw(uint64_t index)
{
    return bf_seed_unit(5, BF_STREAM_TEST, index);
}

// The `index`-th interval: a start in the span, and a length of 8 steps or so, or one from a second
// to the whole span.
static struct question draw_interval(const struct bench *b, uint64_t index)
{
    const double u = draw(4 * index), v = draw(4 * index + 1);
    struct question q;
    if (b->clustered) {
        q.from = (bf_time)((double)b->span * u * u * u);
        q.length = 1 + (bf_time)(exp2(v * log2((double)b->span)) / 4);
    } else {
        q.from = (bf_time)((double)b->span * u);
        q.length = 1 + (bf_time)(16 * GAP * v);
    }
    q.limit = q.from + 1 + (bf_time)((double)(b->span - q.from) * draw(4 * index + 2));
    q.procs = 1 + (bf_procs)(draw(4 * index + 3) * MACHINE / 64);
    return q;
}

// Reservations until there are `size` steps, or too many tries have found no new time.
static void fill(struct bench *b, struct bf_arena *arena, size_t size)
{
    b->tree = bf_profile_create(arena, 2 * size + 4096);
    if (!b->tree)
        bench_fail(1, "no memory for a profile of %zu steps", size);
    bf_profile_reset(b->tree, 0, MACHINE);
    for (uint64_t i = 0; bf_profile_steps(b->tree) < size && i < 4 * size; i++) {
        struct question q = draw_interval(b, i);
        if (bf_profile_steps(b->tree) + 2 > size) // ends where it is: one step more
            q.from = 0;
        if (bf_profile_min(b->tree, q.from, q.from + q.length) < q.procs)
            continue; // levels stay at 0 or above
        bf_profile_reserve(b->tree, q.from, q.from + q.length, q.procs);
    }
}

static void copy_to_flat(struct bench *b, size_t size)
{
    flat_init(&b->flat, size + 4096, bf_profile_at(b->tree, 0));
    for (bf_time t = bf_profile_next(b->tree, 0); t != BF_NEVER; t = bf_profile_next(b->tree, t))
        if (bf_profile_at(b->tree, t) != b->flat.level[b->flat.end - 1])
            flat_append(&b->flat, t, bf_profile_at(b->tree, t));
}

// What is asked: for as many processors as the profile has at some time, so that no answer is too
// near; searches for a fit begin now, as a scheduler's do.
static void draw_questions(struct bench *b)
{
    for (uint64_t i = 0; i < QUESTIONS; i++) {
        struct question q = draw_interval(b, ((uint64_t)1 << 40) + i);
        if (b->operation <= FIRST_BELOW) {
            const bf_time other = (bf_time)((double)b->span * draw(((uint64_t)1 << 50) + i));
            q.procs = bf_profile_at(b->tree, other);
        }
        if (b->operation == FIT || b->operation == FIT_BEFORE)
            q.from = 0;
        b->questions[i] = q;
    }
}

static int64_t ask_tree(struct bench *b, const struct question *q)
{
    struct bf_profile *p = b->tree;
    switch (b->operation) {
    case FIT:
        return bf_profile_fit(p, q->from, q->procs, q->length, BF_NEVER);
    case FIT_BEFORE:
        return bf_profile_fit(p, q->from, q->procs, q->length, q->limit);
    case FIRST_BELOW:
        return bf_profile_first_below(p, q->from, q->procs);
    case MIN:
        return bf_profile_min(p, q->from, q->from + q->length);
    case PAIR:
        bf_profile_reserve(p, q->from, q->from + q->length, q->procs);
        bf_profile_release(p, q->from, q->from + q->length, q->procs);
        return 0;
    default:
        b->now += b->clustered ? GAP / 2 : GAP; // keeps about as many steps
        bf_profile_advance(p, b->now);
        bf_profile_reserve(p, b->now + q->from, b->now + q->from + q->length, q->procs);
        return 0;
    }
}

static int64_t ask_flat(struct bench *b, const struct question *q)
{
    struct flat_profile *p = &b->flat;
    switch (b->operation) {
    case FIT:
        return flat_fit(p, q->from, q->procs, q->length, BF_NEVER);
    case FIT_BEFORE:
        return flat_fit(p, q->from, q->procs, q->length, q->limit);
    case FIRST_BELOW:
        return flat_first_below(p, q->from, q->procs);
    case MIN:
        return flat_min(p, q->from, q->from + q->length);
    case PAIR:
        flat_reserve(p, q->from, q->from + q->length, q->procs);
        flat_reserve(p, q->from, q->from + q->length, -q->procs);
        return 0;
    default:
        b->now += b->clustered ? GAP / 2 : GAP; // keeps about as many steps
        flat_advance(p, b->now);
        flat_reserve(p, b->now + q->from, b->now + q->from + q->length, q->procs);
        return 0;
    }
}

static void run(void *self, uint64_t n)
{
    struct bench *b = self;
    const uint64_t before = b->use_flat ? 0 : bf_profile_visited(b->tree);
    uint64_t sum = 0; // may wrap
    if (b->operation != ROLL)
        b->asked = 0; // every sample asks the same
    b->done = n * AT_ONCE;
    for (uint64_t i = 0; i < b->done; i++) {
        const struct question *q = &b->questions[b->asked++ % QUESTIONS];
        sum += (uint64_t)(b->use_flat ? ask_flat(b, q) : ask_tree(b, q));
    }
    bench_keep((int64_t)sum);
    b->visited = b->use_flat ? 0 : bf_profile_visited(b->tree) - before;
}

static void counters(void *self, struct bf_text *text)
{
    const struct bench *b = self;
    const size_t steps = b->use_flat ? b->flat.end - b->flat.first : bf_profile_steps(b->tree);
    bf_text_add(text, "steps=%zu", steps);
    if (!b->use_flat)
        bf_text_add(text, " visited=%.4g", (double)b->visited / (double)b->done);
}

// Both profiles give the same answers, or the program ends.
static void compare(struct bench *b)
{
    for (int i = 0; b->operation <= MIN && i < 500; i++) {
        const struct question *q = &b->questions[i];
        const int64_t tree = ask_tree(b, q), flat = ask_flat(b, q);
        if (tree != flat)
            bench_fail(1, "%s: the tree says %lld and the array %lld", operations[b->operation],
                       (long long)tree, (long long)flat);
    }
}

// Times one operation on one kind of profile; ns, of the fastest sample.
static double time_case(const struct bench_options *o, size_t size, int operation, bool clustered,
                        bool use_flat)
{
    struct question *questions = malloc(QUESTIONS * sizeof *questions);
    struct bf_arena *arena = bf_arena_create();
    struct bench b = {.questions = questions,
                      .span = (bf_time)size * GAP,
                      .clustered = clustered,
                      .use_flat = use_flat,
                      .operation = operation};
    if (!questions || !arena)
        bench_fail(1, "no memory");
    fill(&b, arena, size);
    copy_to_flat(&b, size);
    draw_questions(&b);
    compare(&b);
    char name[64];
    snprintf(name, sizeof name, "%s/%s/%s", operations[operation],
             clustered ? "clustered" : "random", use_flat ? "flat" : "tree");
    const struct bench_case c = {.bench = "profile",
                                 .name = name,
                                 .size = size,
                                 .unit = "operation",
                                 .units = AT_ONCE,
                                 .self = &b,
                                 .run = run,
                                 .counters = counters};
    const double ns = bench_line(o, &c).fastest_ns;
    flat_fini(&b.flat);
    bf_arena_destroy(arena);
    free(questions);
    return ns;
}

// Says at which sizes the tree was faster, and by how much the array was at its best.
static void print_verdict(const struct bench_options *o, const char *name, const double *ratio)
{
    size_t best = 0, faster = 0;
    printf("# %s: the tree is faster at", name);
    for (size_t i = 0; i < o->size_count; i++) {
        best = ratio[i] < ratio[best] ? i : best;
        if (ratio[i] > 1)
            printf("%s %zu", faster++ ? "," : "", o->sizes[i]);
    }
    printf("%s steps", faster ? "" : " no number of");
    if (ratio[best] < 1)
        printf("; at %zu the array is %.2f times faster", o->sizes[best], 1 / ratio[best]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    struct bench_options o = {.samples = 7,
                              .least_ms = 5,
                              .sizes = {10, 20, 50, 100, 200, 500, 1000, 10000, 100000, 1000000},
                              .size_count = 10};
    bench_parse(argc, argv, USAGE, false, &o);
    double ratio[2 * OPERATIONS][BENCH_MOST_SIZES];
    bench_header();
    for (int k = 0; k < 2 * OPERATIONS; k++)
        for (size_t i = 0; i < o.size_count; i++) {
            const double tree = time_case(&o, o.sizes[i], k / 2, k % 2, false);
            ratio[k][i] = time_case(&o, o.sizes[i], k / 2, k % 2, true) / tree;
        }
    for (int k = 0; k < 2 * OPERATIONS; k++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%s", operations[k / 2], k % 2 ? "clustered" : "random");
        print_verdict(&o, name, ratio[k]);
    }
    return 0;
}
