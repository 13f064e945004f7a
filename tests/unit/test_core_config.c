// SPDX-License-Identifier: GPL-3.0-or-later
//
// Configs: defaults, what is refused, and the canonical text, which is half of a run's key.
#include "engine/core/config.h"

#include <math.h>

#include "engine/base/seed.h"
#include "engine/core/metrics.h"
#include "engine/core/sim.h"
#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/plans.h"
#include "tests/support/workload.h"

static struct bf_config config_of(const char *policy, const struct bf_estimate *estimate)
{
    const struct bf_policy *p = NULL;
    struct bf_config c;
    struct bf_error e = {0};
    assert_ok(bf_policy_find(policy, &p, &e), e);
    bf_config_default(&c, p, estimate);
    return c;
}

// Static buffers, used in turn.
static const char *text_of(const struct bf_config *c)
{
    static char buffers[4][1024];
    static unsigned turn;
    char *buffer = buffers[turn++ % 4];
    struct bf_text t = bf_text_init(buffer, sizeof buffers[0]);
    bf_config_text(c, &t);
    assert_false(t.cut);
    return buffer;
}

// ---- defaults and checks

static void defaults_are_those_of_the_documentation(void **state)
{
    (void)state;
    const struct bf_config c = config_of("easy", &bf_test_plan_fixed);
    assert_int_equal(c.order, BF_ORDER_FCFS);
    assert_int_equal(c.backfill_order, BF_ORDER_FCFS);
    assert_int_equal(c.correction, BF_CORRECTION_INCREMENTS);
    assert_int_equal(c.overrun, BF_OVERRUN_KILL);
    assert_int_equal(c.events, BF_EVENTS_BATCH);
    assert_int_equal(c.tau, 10);
    assert_true(c.warmup == 0 && !c.cooldown && !c.fair_start && !c.clock && !c.observer &&
                c.seed == 0);
    assert_int_equal(c.estimate_arg.i, 60);
    assert_ok(bf_config_check(&c, NULL), (struct bf_error){0});
}

static void every_policy_is_given_its_defaults(void **state)
{
    (void)state;
    for (size_t i = 0; bf_policies[i]; i++) {
        struct bf_config c;
        memset(&c, 0x55, sizeof c);
        bf_config_default(&c, bf_policies[i], &bf_test_plan_request);
        for (unsigned k = 0; k < bf_policies[i]->param_count; k++)
            assert_true(c.args[k].i == bf_policies[i]->params[k].fallback.i);
        assert_int_equal(bf_config_check(&c, NULL), BF_OK);
    }
}

static void expect_refused(const struct bf_config *c, const char *what)
{
    struct bf_error e = {0};
    assert_int_equal(bf_config_check(c, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, what));
}

static void values_out_of_range_are_refused_by_name(void **state)
{
    (void)state;
    struct bf_config c = config_of("fcfs", &bf_test_plan_request);
    const double shares[] = {-1, -1e-9, 100, 1e300, NAN, INFINITY};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        c.warmup = shares[i];
        expect_refused(&c, "warmup");
    }
    c.warmup = 99.999;
    assert_int_equal(bf_config_check(&c, NULL), BF_OK);
    c.tau = 0;
    expect_refused(&c, "tau");
    c.tau = -10;
    expect_refused(&c, "tau");
    c.tau = BF_MAX_TIME + 1;
    expect_refused(&c, "tau");
}

static void the_overrun_rule_decides_run_time_and_request(void **state)
{
    (void)state;
    static const struct {
        enum bf_overrun rule;
        bf_time run, request, effective_run, effective_request;
    } known[] = {
        {BF_OVERRUN_KILL, 5, 9, 5, 9},   {BF_OVERRUN_KILL, 9, 5, 5, 5},
        {BF_OVERRUN_EXTEND, 5, 9, 5, 9}, {BF_OVERRUN_EXTEND, 9, 5, 9, 9},
        {BF_OVERRUN_ALLOW, 5, 9, 5, 9},  {BF_OVERRUN_ALLOW, 9, 5, 9, 5},
    };
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(bf_effective_run(known[i].rule, known[i].run, known[i].request),
                         known[i].effective_run);
        assert_int_equal(bf_effective_request(known[i].rule, known[i].run, known[i].request),
                         known[i].effective_request);
    }
}

// ---- the text: keys of stored results depend on it

static void the_text_of_defaults_stays_as_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *policy, *text;
    } known[] = {
        {"fcfs", "policy=fcfs order=fcfs overrun=kill events=batch tau=10"},
        {"easy", "policy=easy strict=no extra=full depth=all order=fcfs backfill_order=fcfs "
                 "estimate=request overrun=kill events=batch tau=10"},
        {"reservations", "policy=reservations reservations=1 order=fcfs backfill_order=fcfs "
                         "estimate=request overrun=kill events=batch tau=10"},
        {"conservative", "policy=conservative compress=queue order=fcfs estimate=request "
                         "overrun=kill events=batch tau=10"},
    };
    for (size_t i = 0; i < 4; i++) {
        const struct bf_config c = config_of(known[i].policy, &bf_test_plan_request);
        assert_string_equal(text_of(&c), known[i].text);
    }
}

static void all_that_can_matter_is_in_the_text(void **state)
{
    (void)state;
    struct bf_config c = config_of("easy", &bf_test_plan_drawn);
    c.order = BF_ORDER_LXF;
    c.backfill_order = BF_ORDER_SJF;
    c.correction = BF_CORRECTION_DOUBLE;
    c.overrun = BF_OVERRUN_ALLOW;
    c.events = BF_EVENTS_SINGLE;
    c.seed = UINT64_MAX;
    c.tau = 60;
    c.warmup = 0.1;
    c.cooldown = true;
    c.fair_start = true;
    assert_string_equal(
        text_of(&c),
        "policy=easy strict=no extra=full depth=all order=lxf backfill_order=sjf "
        "estimate=drawn seed=18446744073709551615 correction=double "
        "overrun=allow events=single tau=60 warmup=0.1 cooldown=arrivals fair_start=yes");
}

static void the_argument_of_an_estimate_is_in_the_text(void **state)
{
    (void)state;
    struct bf_config c = config_of("easy", &bf_test_plan_fixed);
    c.estimate_arg.i = 17;
    assert_non_null(strstr(text_of(&c), " estimate=fixed:17 "));
    char buffer[32];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    bf_config_estimate_text(&c, &t);
    assert_string_equal(buffer, "fixed:17");
}

static void what_plays_no_part_is_left_out_of_the_text(void **state)
{
    (void)state;
    struct bf_config c = config_of("fcfs", &bf_test_plan_drawn);
    const char *const plain = text_of(&c);
    c.seed = 7; // nothing is drawn, nothing is planned, nothing is backfilled
    c.estimate = &bf_test_plan_half;
    c.backfill_order = BF_ORDER_SJF;
    c.correction = BF_CORRECTION_NONE;
    assert_string_equal(text_of(&c), plain);
    c = config_of("easy", &bf_test_plan_request);
    const char *const requests = text_of(&c);
    c.seed = 7;
    c.correction = BF_CORRECTION_DOUBLE; // no plan can expire
    assert_string_equal(text_of(&c), requests);
}

static void an_order_that_looks_at_plans_brings_them_back(void **state)
{
    (void)state;
    struct bf_config c = config_of("fcfs", &bf_test_plan_fixed);
    for (unsigned order = 0; bf_order_names[order]; order++) {
        c.order = (enum bf_order)order;
        const bool looks =
            bf_order_key(c.order, 50, 10, 100, 3) < bf_order_key(c.order, 50, 10, 7, 3) ||
            bf_order_key(c.order, 50, 10, 100, 3) > bf_order_key(c.order, 50, 10, 7, 3);
        assert_int_equal(bf_config_uses_plans(&c), looks);
        assert_int_equal(strstr(text_of(&c), "estimate=fixed:60") != NULL, looks);
    }
}

static void the_clock_is_not_in_the_text(void **state)
{
    (void)state;
    struct bf_config c = config_of("easy", &bf_test_plan_request);
    const char *const without = text_of(&c);
    c.clock = (uint64_t(*)(void))(uintptr_t)1;
    assert_string_equal(text_of(&c), without);
}

static void every_parameter_of_every_policy_is_in_the_text(void **state)
{
    (void)state;
    for (size_t i = 0; bf_policies[i]; i++) {
        struct bf_config c;
        bf_config_default(&c, bf_policies[i], &bf_test_plan_request);
        for (unsigned k = 0; k < bf_policies[i]->param_count; k++) {
            const char *const before = text_of(&c);
            const struct bf_value kept = c.args[k];
            c.args[k].i = kept.i ? 0 : 1;
            c.args[k].r = kept.r + 1;
            assert_string_not_equal(text_of(&c), before);
            c.args[k] = kept;
        }
    }
}

// ---- equal texts, equal results

struct result {
    struct bf_outcome outcome;
    struct bf_run_row row;
    struct bf_sim *sim;
};

static void simulate(struct result *r, const struct bf_test_workload *w, const struct bf_config *c)
{
    struct bf_error e = {0};
    struct bf_arena *arena = bf_arena_create();
    memset(&r->row, 0, sizeof r->row);
    assert_ok(bf_sim_run(r->sim, &w->jobs, w->procs, c, &r->outcome, &e), e);
    assert_ok(bf_metrics_fill(&r->row, &r->outcome, c, arena, &e), e);
    bf_arena_destroy(arena);
}

static void expect_equal_results(const struct result *a, const struct result *b, uint32_t n,
                                 const char *text)
{
    const struct bf_outcome *x = &a->outcome, *y = &b->outcome;
    if (memcmp(x->start, y->start, n * sizeof *x->start) ||
        memcmp(x->plan, y->plan, n * sizeof *x->plan) || memcmp(x->flags, y->flags, n) ||
        memcmp(x->corrections, y->corrections, n) ||
        memcmp(&x->counters, &y->counters, sizeof x->counters) ||
        memcmp(&a->row, &b->row, sizeof a->row))
        fail_msg("two configs with the text '%s' gave different results", text);
    for (uint32_t j = 0; x->first_promise && j < n; j++)
        assert_true(x->first_promise[j] == y->first_promise[j] &&
                    x->last_promise[j] == y->last_promise[j]);
}

static const struct bf_estimate *const estimates[] = {&bf_test_plan_request, &bf_test_plan_half,
                                                      &bf_test_plan_fixed, &bf_test_plan_drawn};

// Draws one thing of the config anew.
static void vary(struct bf_config *c, unsigned what, uint64_t r)
{
    switch (what) {
    case 0:
        c->order = (enum bf_order)(r % 3 ? BF_ORDER_FCFS : r / 3 % (BF_ORDER_F4 + 1));
        break;
    case 1:
        c->backfill_order = (enum bf_order)(r % (BF_ORDER_F4 + 1));
        break;
    case 2:
        c->estimate = estimates[r % 4];
        c->estimate_arg.i = 60;
        break;
    case 3:
        c->estimate_arg.i = 1 + (int64_t)(r % 2) * 100;
        break;
    case 4:
        c->correction = (enum bf_correction)(r % 4);
        break;
    case 5:
        c->seed = r % 100;
        break;
    case 6:
        c->overrun = (enum bf_overrun)(r % 3);
        break;
    default:
        c->events = (enum bf_events)(r % 2);
    }
}

enum { THINGS = 8 };

static void configs_with_the_same_text_give_the_same_results(void **state)
{
    (void)state;
    struct result a = {.sim = bf_sim_create()}, b = {.sim = bf_sim_create()};
    unsigned equal = 0;
    for (uint64_t i = 0; i < 1500; i++) {
        uint64_t draws = 100 * i;
        struct bf_config c;
        bf_config_default(&c, bf_policies[i % 4], estimates[i / 4 % 4]);
        for (unsigned k = 0; k < THINGS; k++)
            vary(&c, k, bf_seed_bits(1, BF_STREAM_TEST, draws++));
        struct bf_config d = c;
        vary(&d, (unsigned)(i / 16 % THINGS), bf_seed_bits(1, BF_STREAM_TEST, draws++));
        const char *text = text_of(&c);
        if (strcmp(text, text_of(&d)) != 0)
            continue;
        struct bf_test_workload *w = bf_test_workload_random(i, 200);
        simulate(&a, w, &c);
        simulate(&b, w, &d);
        expect_equal_results(&a, &b, w->jobs.count, text);
        bf_test_workload_destroy(w);
        equal++;
    }
    assert_true(equal > 200);
    bf_sim_destroy(a.sim);
    bf_sim_destroy(b.sim);
}

BF_TEST_MAIN(BF_TEST(defaults_are_those_of_the_documentation),
             BF_TEST(every_policy_is_given_its_defaults),
             BF_TEST(values_out_of_range_are_refused_by_name),
             BF_TEST(the_overrun_rule_decides_run_time_and_request),
             BF_TEST(the_text_of_defaults_stays_as_it_is),
             BF_TEST(all_that_can_matter_is_in_the_text),
             BF_TEST(the_argument_of_an_estimate_is_in_the_text),
             BF_TEST(what_plays_no_part_is_left_out_of_the_text),
             BF_TEST(an_order_that_looks_at_plans_brings_them_back),
             BF_TEST(the_clock_is_not_in_the_text),
             BF_TEST(every_parameter_of_every_policy_is_in_the_text),
             BF_TEST(configs_with_the_same_text_give_the_same_results))
