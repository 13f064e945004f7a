// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry of estimate models: spellings, arguments and their ranges, and what models say of
// themselves.
#include "tests/support/bf_test.h"
#include "tests/support/spec.h"
#include "workloads/estimates.h"

static const char *refusal(const char *text)
{
    static struct bf_error e;
    const struct bf_estimate *estimate;
    struct bf_value arg;
    assert_int_equal(bf_estimate_parse(text, &estimate, &arg, &e), BF_ERR_USAGE);
    return e.text;
}

static void all_models_are_there(void **state)
{
    (void)state;
    static const char *const names[] = {"request", "exact", "factor",   "uniform",
                                        "pad",     "cap",   "truncate", "user-truncate",
                                        "avg2",    "round", "tsafrir"};
    size_t count = 0;
    while (bf_estimates[count])
        count++;
    assert_int_equal(count, sizeof names / sizeof *names);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(bf_estimates[i]->name, names[i]);
        assert_true(strlen(bf_estimates[i]->summary) > 10 && strlen(bf_estimates[i]->paper) > 10);
    }
}

static void an_argument_is_read_and_written_back(void **state)
{
    (void)state;
    static const char *const spellings[] = {"factor:1.5", "uniform:3", "pad:0.25",
                                            "cap:3600",   "round",     "truncate:0.001",
                                            "avg2",       "tsafrir",   "user-truncate:1000000"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char spec[64], buffer[64];
        snprintf(spec, sizeof spec, "easy estimate=%s", spellings[i]);
        const struct bf_config c = bf_test_config(spec);
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        bf_config_estimate_text(&c, &text);
        assert_string_equal(buffer, spellings[i]);
    }
}

static void a_missing_argument_is_the_default(void **state)
{
    (void)state;
    assert_true(bf_test_config("easy estimate=truncate").estimate_arg.r == 2);
    assert_int_equal(bf_test_config("easy estimate=cap").estimate_arg.i, 86400);
}

static void arguments_out_of_range_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "factor:0",       "factor:-1",    "factor:nan",      "factor:inf",
        "factor:1e7",     "factor:",      "factor:2x",       "uniform:0.99",
        "uniform:",       "uniform:-inf", "pad:0",           "pad:1e300",
        "cap:0",          "cap:-5",       "cap:1.5",         "cap:all",
        "cap:2000000000", "truncate:0",   "truncate:-2",     "truncate:NaN",
        "truncate:,",     "truncate: 2",  "user-truncate:0", "cap:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(strstr(refusal(wrong[i]), "expected a"));
    assert_string_equal(refusal("cap:0"),
                        "cap: expected a whole number from 1 to 1000000000, found '0'");
    assert_string_equal(refusal("uniform:0.5"),
                        "uniform: expected a number from 1 to 1e+06, found '0.5'");
}

static void an_argument_too_many_is_refused(void **state)
{
    (void)state;
    assert_string_equal(refusal("exact:2"),
                        "the estimate model 'exact' takes no argument, found '2'");
    assert_string_equal(refusal("round:"),
                        "the estimate model 'round' takes no argument, found ''");
}

static void an_unknown_name_gets_all_the_nearest(void **state)
{
    (void)state;
    assert_string_equal(refusal("cad"),
                        "there is no estimate model 'cad'; did you mean 'pad' or 'cap'?");
    assert_string_equal(refusal("truncat:2"),
                        "there is no estimate model 'truncat'; did you mean 'truncate'?");
    assert_string_equal(refusal("clairvoyant"),
                        "there is no estimate model 'clairvoyant'; 'bfsweep estimates' lists them");
}

// What decides the result, and nothing else, is in the canonical text.
static void text_has_correction_and_seed_where_they_play_a_part(void **state)
{
    (void)state;
    static const struct {
        const char *estimate;
        bool corrected, drawn;
    } known[] = {{"request", false, false},     {"exact", false, false},
                 {"factor:1", false, false},    {"factor:0.999", true, false},
                 {"factor:3", false, false},    {"uniform:2", false, true},
                 {"pad:1", false, false},       {"pad:0.5", true, false},
                 {"pad:2", false, false},       {"cap:60", true, false},
                 {"truncate:0.5", true, false}, {"truncate:2", true, false},
                 {"avg2", true, false},         {"user-truncate:2", true, false},
                 {"round", false, false},       {"tsafrir", false, true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char spec[64], buffer[512];
        snprintf(spec, sizeof spec, "easy estimate=%s", known[i].estimate);
        const struct bf_config c = bf_test_config(spec);
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        bf_config_text(&c, &text);
        assert_int_equal(strstr(buffer, " correction=") != NULL, known[i].corrected);
        assert_int_equal(strstr(buffer, " seed=") != NULL, known[i].drawn);
    }
}

BF_TEST_MAIN(BF_TEST(all_models_are_there), BF_TEST(an_argument_is_read_and_written_back),
             BF_TEST(a_missing_argument_is_the_default),
             BF_TEST(arguments_out_of_range_are_refused), BF_TEST(an_argument_too_many_is_refused),
             BF_TEST(an_unknown_name_gets_all_the_nearest),
             BF_TEST(text_has_correction_and_seed_where_they_play_a_part))
