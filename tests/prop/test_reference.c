// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine and the naive reference give the same schedule, whatever the policy, its parameters,
// the orders, the estimate, the correction, the overrun rule and the order of events.
#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/compare.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"
#include "workloads/estimates.h"

static bool same(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome outcome = bf_test_run(sim, &w->jobs, w->procs, spec);
    struct bf_ref_result *reference = bf_ref_run(&w->jobs, w->procs, &options);
    bool result = bf_test_same(&outcome, reference, why);
    bf_ref_free(reference);
    bf_sim_destroy(sim);
    return result;
}

static void draw_conservative(uint64_t seed, struct bf_text *spec)
{
    static const char *const compressions[] = {"queue", "start", "none", NULL};
    bf_text_add(spec, "conservative compress=%s", bf_test_pick(seed, 100, compressions));
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

// Short jobs, so that many ends, shadow times and arrivals fall together.
static void draw_easy(uint64_t seed, struct bf_text *spec)
{
    static const char *const flags[] = {"0", "1", NULL};
    static const char *const extras[] = {"full", "none", "first", NULL};
    bf_text_add(spec, "easy strict=%s extra=%s", bf_test_pick(seed, 100, flags),
                bf_test_pick(seed, 101, extras));
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

// Plans that always have a correction left: on long jobs without one, conservative has a pass a
// second.
static void draw_corrected(uint64_t seed, struct bf_text *spec)
{
    static const char *const corrections[] = {"increments", "increments", "double", "request",
                                              NULL};
    static const char *const overruns[] = {"kill", "extend", NULL};
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    static const char *const estimates[] = {
        "avg2", "cap:600", "truncate:1", "user-truncate:1", "pad:0.2", "factor:0.2", NULL};
    bf_text_add(spec, " estimate=%s correction=%s overrun=%s", bf_test_pick(seed, 102, estimates),
                bf_test_pick(seed, 100, corrections), bf_test_pick(seed, 101, overruns));
    bf_test_draw_events(seed, spec);
}

// The policies that share least with the others.
static void draw_family(uint64_t seed, struct bf_text *spec)
{
    static const char *const policies[] = {"selective",
                                           "selective threshold=1.5",
                                           "selective threshold=3",
                                           "lookahead",
                                           "lookahead depth=all",
                                           "lookahead depth=3",
                                           "relaxed",
                                           "relaxed slack=0.5",
                                           "relaxed slack=1 slack-of=plan",
                                           "independent-shadow",
                                           "independent-shadow",
                                           "hpcpack",
                                           NULL};
    bf_text_add(spec, "%s", bf_test_pick(seed, 100, policies));
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void engine_equals_reference(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){4000, 50, bf_test_draw_anything, same});
}

static void easy_equals_reference_in_queue_order(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){8000, 10, draw_easy, same});
}

static void conservative_equals_reference_in_queue_order(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){3000, 50, draw_conservative, same});
}

static void the_family_equals_reference(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){5000, 50, draw_family, same});
}

static void long_jobs_with_many_corrections(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){2000, 400000, draw_corrected, same});
}

// A mixed-radix number that counts through a product of choices.
static size_t digit(size_t *number, size_t choices)
{
    const size_t value = *number % choices;
    *number /= choices;
    return value;
}

static size_t count_of(const char *const *words)
{
    size_t n = 0;
    while (words[n])
        n++;
    return n;
}

// Every policy, primary order, estimate model, correction and order of events with each other;
// backfill order, parameters and overrun rule are drawn.
static size_t combination;

static size_t policies(void)
{
    size_t n = 0;
    while (bf_policies[n])
        n++;
    return n;
}

static size_t models(void)
{
    size_t n = 0;
    while (bf_estimates[n])
        n++;
    return n;
}

static size_t combinations(void)
{
    return policies() * count_of(bf_order_names) * models() * count_of(bf_correction_names) *
           count_of(bf_events_names);
}

static void draw_combination(uint64_t seed, struct bf_text *spec)
{
    size_t number = combination++;
    bf_test_draw_params(seed, bf_policies[digit(&number, policies())], spec);
    bf_text_add(spec, " order=%s", bf_order_names[digit(&number, count_of(bf_order_names))]);
    bf_test_draw_model(seed, bf_estimates[digit(&number, models())]->name, spec);
    bf_text_add(spec, " correction=%s events=%s",
                bf_correction_names[digit(&number, count_of(bf_correction_names))],
                bf_events_names[digit(&number, count_of(bf_events_names))]);
    bf_text_add(spec, " backfill=%s overrun=%s", bf_test_pick(seed, 101, bf_order_names),
                bf_test_pick(seed, 102, bf_overrun_names));
}

static void every_combination_equals_reference(void **state)
{
    (void)state;
    combination = 0;
    bf_test_property_check(
        &(struct bf_test_property){(unsigned)combinations(), 60, draw_combination, same});
}

// Every backfill order behind every primary order, under every policy that has one.
static void draw_two_orders(uint64_t seed, struct bf_text *spec)
{
    size_t number = combination++;
    const struct bf_policy *policy = bf_policies[digit(&number, policies())];
    bf_test_draw_params(seed, policy, spec);
    bf_text_add(spec, " order=%s", bf_order_names[digit(&number, count_of(bf_order_names))]);
    bf_text_add(spec, " backfill=%s", bf_order_names[digit(&number, count_of(bf_order_names))]);
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void every_pair_of_orders_equals_reference(void **state)
{
    (void)state;
    const size_t orders = count_of(bf_order_names);
    combination = 0;
    bf_test_property_check(&(struct bf_test_property){(unsigned)(policies() * orders * orders), 60,
                                                      draw_two_orders, same});
}

// Numbers of a log that repeat, are negative and in no order.
static bool same_with_untidy_numbers(const struct bf_test_workload *w, const char *spec,
                                     struct bf_text *why)
{
    struct bf_test_workload *untidy = bf_test_workload_without(w, 0, 0);
    for (bf_job j = 0; j < untidy->jobs.count; j++)
        untidy->jobs.number[j] = (int64_t)(5 * untidy->jobs.number[j] % 7) - 1;
    const bool result = same(untidy, spec, why);
    bf_test_workload_destroy(untidy);
    return result;
}

static void draw_drawn(uint64_t seed, struct bf_text *spec)
{
    static const char *const estimates[] = {"uniform:1.5", "uniform:10", "tsafrir", NULL};
    bf_text_add(spec, "easy estimate=%s seed=%s", bf_test_pick(seed, 100, estimates),
                bf_test_pick(seed, 101, (const char *const[]){"0", "3", NULL}));
    bf_test_draw_events(seed, spec);
}

static void draws_with_numbers_that_repeat(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1000, 400000, draw_drawn, same_with_untidy_numbers});
}

BF_TEST_MAIN(BF_TEST(engine_equals_reference), BF_TEST(easy_equals_reference_in_queue_order),
             BF_TEST(conservative_equals_reference_in_queue_order),
             BF_TEST(the_family_equals_reference), BF_TEST(long_jobs_with_many_corrections),
             BF_TEST(draws_with_numbers_that_repeat), BF_TEST(every_combination_equals_reference),
             BF_TEST(every_pair_of_orders_equals_reference))
