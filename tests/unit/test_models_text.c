// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models and estimate models by name: what is understood, what is refused and with which words.
#include <math.h>

#include "tests/unit/trace_fixture.h"
#include "workloads/estimates.h"
#include "workloads/model_internal.h"

static void expect_text(const char *given, bf_procs procs, const char *canonical)
{
    struct bf_model m;
    struct bf_error e = {0};
    char buffer[256];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    assert_ok(bf_model_parse(given, procs, &m, &e), e);
    bf_model_text(&m, &t);
    assert_string_equal(buffer, canonical);
}

static void models_have_a_canonical_text(void **state)
{
    (void)state;
    expect_text("lublin:", 0, "lublin:jobs=10000,procs=256,seed=1");
    expect_text("lublin:", 64, "lublin:jobs=10000,procs=64,seed=1");
    expect_text("lublin:procs=32", 64, "lublin:jobs=10000,procs=32,seed=1");
    expect_text("lublin:estimates=none,types=2", 0, "lublin:jobs=10000,procs=256,seed=1");
    expect_text(
        "lublin:seed=18446744073709551615,estimates=tsafrir,load=0.80,types=1,jobs=5,procs=8", 0,
        "lublin:jobs=5,procs=8,seed=18446744073709551615,load=0.8,types=1,estimates="
        "tsafrir");
}

static void mistakes_are_explained(void **state)
{
    static const struct {
        const char *text, *words;
    } cases[] = {{"lublin:job=5", "there is no parameter 'job'; did you mean 'jobs'?"},
                 {"lublin:qqqqqqqqqqqq=5", "there are jobs, procs, seed, load, types, estimates"},
                 {"lublin:jobs=ten", "jobs takes a whole number from 1 to 100000000, found 'ten'"},
                 {"lublin:jobs=0", "jobs takes a whole number from 1"},
                 {"lublin:jobs=5x", "found '5x'"},
                 {"lublin:jobs=5,jobs=6", "jobs is given twice"},
                 {"lublin:jobs", "name=value was expected, found 'jobs'"},
                 {"lublin:jobs=5,,procs=4", "name=value was expected, found ''"},
                 {"lublin:procs=-1", "procs takes a whole number from 1 to 16777216, found '-1'"},
                 {"lublin:seed=-1", "seed takes a whole number from 0"},
                 {"lublin:seed=18446744073709551616", "seed takes a whole number"},
                 {"lublin:load=0", "load takes a number above 0, at most 100, found '0'"},
                 {"lublin:load=nan", "load takes a number"},
                 {"lublin:types=3", "types takes a whole number from 1 to 2, found '3'"},
                 {"lublin:estimates=tsafir", "did you mean 'tsafrir'?"},
                 {"lublin:jobs=1,load=0.8", "load=0.8 needs jobs that come at different times"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct bf_trace_options o = options_for(cases[i].text);
        expect_error(&o, BF_ERR_USAGE, (const char *const[]){"lublin", cases[i].words, NULL});
    }
}

static void a_name_that_is_nearly_a_model(void **state)
{
    struct bf_trace_options o = options_for("lubin:jobs=10");
    (void)state;
    EXPECT_INPUT_ERROR(&o, "there is no such file", "'lublin:jobs=10000,procs=256,seed=1'");
    o.source = "lublin";
    EXPECT_INPUT_ERROR(&o, "there is no such file", "lublin:");
}

static void the_wanted_load_is_met(void **state)
{
    static const char *const models[] = {"lublin:jobs=5000,procs=128,load=0.3",
                                         "lublin:jobs=5000,procs=128,load=0.8,estimates=tsafrir",
                                         "lublin:jobs=200,procs=7,load=1.7,types=1"};
    static const double loads[] = {0.3, 0.8, 1.7};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct bf_trace *t = load_path(models[i]);
        assert_true(fabs(t->row.offered_load / loads[i] - 1) < 1e-4);
        assert_string_equal(t->row.procs_from, "model");
        assert_string_equal(t->header, "");
        assert_int_equal(t->all_without_request, i != 1);
        assert_adds_up(&t->row);
        bf_trace_destroy(t);
    }
}

static void a_model_is_known_by_its_canonical_text(void **state)
{
    (void)state;
    struct bf_trace *a = load_path("lublin:jobs=100"), *b = load_path("lublin:procs=256,jobs=100");
    struct bf_trace *c = load_path("lublin:jobs=100,seed=2");
    assert_string_equal(a->row.hash, b->row.hash);
    assert_string_not_equal(a->row.hash, c->row.hash);
    assert_same_jobs(&a->jobs, &b->jobs);
    bf_trace_destroy(a);
    bf_trace_destroy(b);
    bf_trace_destroy(c);
}

// ---- Estimate models -------------------------------------------------------

static void estimates_by_name(void **state)
{
    const struct bf_estimate *m = NULL;
    struct bf_value arg;
    struct bf_error e = {0};
    (void)state;
    for (int i = 0; bf_estimates[i]; i++) {
        assert_true(bf_estimates[i]->summary[0] && bf_estimates[i]->paper[0]);
        assert_ok(bf_estimate_parse(bf_estimates[i]->name, &m, &arg, &e), e);
        assert_ptr_equal(m, bf_estimates[i]);
    }
    assert_int_equal(bf_estimate_parse("avg3", &m, &arg, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "did you mean 'avg2'?"));
    assert_int_equal(bf_estimate_parse("exact:5", &m, &arg, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "'exact' takes no argument, found '5'"));
    assert_int_equal(bf_estimate_parse("", &m, &arg, &e), BF_ERR_USAGE);
}

static const struct bf_estimate *find(const char *name)
{
    const struct bf_estimate *m = NULL;
    struct bf_value arg;
    struct bf_error e = {0};
    assert_ok(bf_estimate_parse(name, &m, &arg, &e), e);
    return m;
}

static void plans_without_memory(void **state)
{
    const struct bf_estimator none = {0};
    (void)state;
    assert_int_equal(find("request")->plan(&none, 0, 10, 70), 70);
    assert_int_equal(find("exact")->plan(&none, 0, 10, 70), 10);
    assert_int_equal(find("exact")->plan(&none, 0, 0, 70), 1);
    assert_false(find("request")->sees_run);
    assert_true(find("exact")->sees_run);
}

// Two users: each is planned by the last two of its own jobs that have ended.
static void avg2_remembers_two_run_times_a_user(void **state)
{
    uint32_t users[] = {0, 0, 0, 0, 1};
    const struct bf_jobs jobs = {.count = 5, .users = 2, .user = users};
    const struct bf_estimate *avg2 = find("avg2");
    struct bf_estimator m = {.jobs = &jobs};
    struct bf_arena *arena = bf_arena_create();
    struct bf_error e = {0};
    (void)state;
    assert_ok(avg2->init(&m, arena, &e), e);
    assert_int_equal(avg2->plan(&m, 0, 5, 100), 100);
    avg2->job_ended(&m, 0, 10);
    assert_int_equal(avg2->plan(&m, 1, 5, 100), 100); // one is not enough
    avg2->job_ended(&m, 1, 25);
    assert_int_equal(avg2->plan(&m, 2, 5, 100), 17);  // 17.5, rounded down
    assert_int_equal(avg2->plan(&m, 2, 5, 12), 12);   // never above the request
    assert_int_equal(avg2->plan(&m, 4, 5, 100), 100); // the other user
    avg2->job_ended(&m, 2, 0);
    assert_int_equal(avg2->plan(&m, 3, 5, 100), 12); // (0 + 25) / 2
    bf_arena_destroy(arena);
}

BF_TEST_MAIN(BF_TEST(models_have_a_canonical_text), BF_TEST(mistakes_are_explained),
             BF_TEST(a_name_that_is_nearly_a_model), BF_TEST(the_wanted_load_is_met),
             BF_TEST(a_model_is_known_by_its_canonical_text), BF_TEST(estimates_by_name),
             BF_TEST(plans_without_memory), BF_TEST(avg2_remembers_two_run_times_a_user))
