// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two runs that must agree: policies that coincide, and a context that has been used before. And
// sums that the engine keeps as it goes, against the schedule they belong to.
#include <math.h>

#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"
#include "workloads/trace.h"

static struct bf_outcome run(struct bf_sim *sim, const struct bf_test_workload *w, const char *spec)
{
    return bf_test_run(sim, &w->jobs, w->procs, spec);
}

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return a == b || (a && b && memcmp(a, b, size) == 0);
}

// Starts alone.
static bool same_starts(const struct bf_outcome *a, const struct bf_outcome *b, struct bf_text *why)
{
    for (bf_job j = 0; j < a->jobs->count; j++)
        if (a->start[j] != b->start[j]) {
            bf_text_add(why, "job %lld starts at %lld and at %lld", (long long)a->jobs->number[j],
                        (long long)a->start[j], (long long)b->start[j]);
            return false;
        }
    return true;
}

static bool same_flags(const struct bf_outcome *a, const struct bf_outcome *b, struct bf_text *why)
{
    if (!same_bytes(a->flags, b->flags, a->jobs->count))
        bf_text_add(why, "flags differ");
    return !why->used;
}

static bool same_everything(const struct bf_outcome *a, const struct bf_outcome *b,
                            struct bf_text *why)
{
    size_t n = a->jobs->count;
    bool promises = same_bytes(a->first_promise, b->first_promise, n * sizeof *a->first_promise) &&
                    same_bytes(a->last_promise, b->last_promise, n * sizeof *a->last_promise);
    bool arrays = same_bytes(a->plan, b->plan, n * sizeof *a->plan) &&
                  same_bytes(a->flags, b->flags, n) &&
                  same_bytes(a->corrections, b->corrections, n);
    bool sums = same_bytes(&a->counters, &b->counters, sizeof a->counters) &&
                same_bytes(&a->lost_area, &b->lost_area, sizeof a->lost_area) &&
                same_bytes(&a->queue_area, &b->queue_area, sizeof a->queue_area);
    if (!promises || !arrays || !sums)
        bf_text_add(why, "%s differ",
                    !promises ? "promises"
                    : !arrays ? "plans, flags or corrections"
                              : "sums");
    return !why->used && same_starts(a, b, why);
}

static bool agree(const struct bf_test_workload *w, const char *spec_a, const char *spec_b,
                  bool flags_too, struct bf_text *why)
{
    struct bf_sim *sim_a = bf_sim_create(), *sim_b = bf_sim_create();
    struct bf_outcome a = run(sim_a, w, spec_a), b = run(sim_b, w, spec_b);
    bool result = same_starts(&a, &b, why) && (!flags_too || same_flags(&a, &b, why));
    bf_sim_destroy(sim_a);
    bf_sim_destroy(sim_b);
    return result;
}

// Both sides of a relation between two policies: `spec` is what stands behind the policy's name.
static bool one_reservation_is_easy(const struct bf_test_workload *w, const char *spec,
                                    struct bf_text *why)
{
    char easy[512], reservations[512];
    snprintf(easy, sizeof easy, "easy%s", spec);
    snprintf(reservations, sizeof reservations, "reservations reservations=1%s", spec);
    return agree(w, easy, reservations, true, why);
}

static bool all_reservations_are_conservative(const struct bf_test_workload *w, const char *spec,
                                              struct bf_text *why)
{
    char conservative[512], reservations[512];
    snprintf(conservative, sizeof conservative, "conservative%s", spec);
    snprintf(reservations, sizeof reservations, "reservations reservations=all%s", spec);
    return agree(w, conservative, reservations, true, why);
}

static bool used_context_is_as_fresh(const struct bf_test_workload *w, const char *spec,
                                     struct bf_text *why)
{
    static struct bf_sim *used; // through all cases
    static unsigned call;
    char other[512];
    struct bf_text text = bf_text_init(other, sizeof other);
    bf_test_draw_policy(call++, &text);
    if (!used)
        used = bf_sim_create();
    struct bf_test_workload *before = bf_test_workload_random(call, 50);
    run(used, before, other);
    struct bf_sim *fresh = bf_sim_create();
    struct bf_outcome a = run(used, w, spec), b = run(fresh, w, spec);
    bool result = same_everything(&a, &b, why);
    bf_sim_destroy(fresh);
    bf_test_workload_destroy(before);
    if (call % 64 == 0 || !result) {
        bf_sim_destroy(used);
        used = NULL;
    }
    return result;
}

// The first instant after t at which anything arrives, starts or ends.
static bf_time next_change(const struct bf_outcome *o, bf_time t)
{
    bf_time next = BF_NEVER;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        const bf_time changes[] = {o->jobs->submit[j], o->start[j],
                                   o->start[j] + bf_outcome_run(o, j)};
        for (int i = 0; i < 3; i++)
            if (changes[i] > t && changes[i] < next)
                next = changes[i];
    }
    return next;
}

// Processors that are idle from t to the next change, if one of the waiting jobs would fit them.
static int64_t lost_procs(const struct bf_outcome *o, bf_time t)
{
    int64_t idle = o->procs, smallest = INT64_MAX;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        if (o->start[j] <= t && t < o->start[j] + bf_outcome_run(o, j))
            idle -= o->jobs->procs[j];
        if (o->jobs->submit[j] <= t && t < o->start[j] && o->jobs->procs[j] < smallest)
            smallest = o->jobs->procs[j];
    }
    return smallest <= idle ? idle : 0;
}

static bool areas_are_right(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = run(sim, w, spec);
    double queue = 0, lost = 0;
    for (bf_job j = 0; j < o.jobs->count; j++)
        queue += (double)(o.start[j] - o.jobs->submit[j]);
    for (bf_time t = o.jobs->submit[0], next; (next = next_change(&o, t)) != BF_NEVER; t = next)
        lost += (double)lost_procs(&o, t) * (double)(next - t);
    if (fabs(queue - o.queue_area) > 1e-9 * queue || fabs(lost - o.lost_area) > 1e-9 * lost)
        bf_text_add(why, "area of the queue %.17g for %.17g, lost area %.17g for %.17g",
                    o.queue_area, queue, o.lost_area, lost);
    bf_sim_destroy(sim);
    return !why->used;
}

static void draw_orders_and_plans(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

// In the order of submits and with plans that are met to the second, planning everybody anew at
// every pass gives what was promised before. (A job of no length has a plan of 1 s and ends early.)
static void draw_exact(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, " estimate=exact overrun=extend");
    bf_test_draw_events(seed, spec);
}

static bool exact_plans_are_stable(const struct bf_test_workload *w, const char *spec,
                                   struct bf_text *why)
{
    struct bf_test_workload *some = bf_test_workload_without(w, 0, 0);
    for (uint32_t i = 0; i < some->jobs.count; i++)
        if (some->jobs.run[i] == 0)
            some->jobs.run[i] = 1;
    bool result = all_reservations_are_conservative(some, spec, why);
    bf_test_workload_destroy(some);
    return result;
}

static void reservations_1_equals_easy(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){5000, 5000, draw_orders_and_plans, one_reservation_is_easy});
}

// Longer queues than random workloads make: over 4,096 jobs wait, so that a search of the queue
// goes by blocks of blocks.
static void reservations_1_equals_easy_on_long_queues(void **state)
{
    (void)state;
    const char *const seeds[] = {"2", "5", "7", "8"};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char source[128], words[256];
        struct bf_error e;
        struct bf_trace *trace;
        struct bf_trace_options options;
        struct bf_text why = bf_text_init(words, sizeof words);
        struct bf_sim *a = bf_sim_create(), *b = bf_sim_create();
        snprintf(source, sizeof source,
                 "lublin:jobs=12000,procs=64,seed=%s,load=8,estimates=tsafrir", seeds[i]);
        bf_trace_options_default(&options);
        options.source = source;
        assert_ok(bf_trace_load(&options, &trace, &e), e);
        const struct bf_outcome easy = bf_test_run(a, &trace->jobs, trace->procs, "easy");
        const struct bf_outcome one =
            bf_test_run(b, &trace->jobs, trace->procs, "reservations reservations=1");
        assert_true(easy.counters.queue_max > 4096);
        if (!same_starts(&easy, &one, &why))
            fail_msg("%s: easy and reservations=1: %s", source, words);
        bf_trace_destroy(trace);
        bf_sim_destroy(a);
        bf_sim_destroy(b);
    }
}

static void reservations_all_equals_conservative_on_exact_plans(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, 5000, draw_exact, exact_plans_are_stable});
}

static void a_used_context_gives_the_same_bytes(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1920, 50, bf_test_draw_anything, used_context_is_as_fresh});
}

static void areas_match_the_schedule(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1000, 50, bf_test_draw_anything, areas_are_right});
}

BF_TEST_MAIN(BF_TEST(reservations_1_equals_easy),
             BF_TEST(reservations_1_equals_easy_on_long_queues),
             BF_TEST(reservations_all_equals_conservative_on_exact_plans),
             BF_TEST(a_used_context_gives_the_same_bytes), BF_TEST(areas_match_the_schedule))
