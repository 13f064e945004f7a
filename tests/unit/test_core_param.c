// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters: what is read and written for every type, and for every policy there is.
#include "engine/core/param.h"

#include <float.h>
#include <math.h>

#include "policies/policies.h"
#include "tests/support/bf_test.h"

static const char *const words[] = {"queue", "start", "none", NULL};
static const struct bf_param flag = {.name = "strict", .type = BF_PARAM_FLAG};
static const struct bf_param count = {
    .name = "slots", .type = BF_PARAM_COUNT, .min = 1, .max = 100};
static const struct bf_param open = {
    .name = "depth", .type = BF_PARAM_COUNT, .min = 0, .max = HUGE_VAL};
static const struct bf_param real = {.name = "share", .type = BF_PARAM_REAL, .min = 0.5, .max = 2};
static const struct bf_param choice = {
    .name = "compress", .type = BF_PARAM_CHOICE, .choices = words};

static struct bf_value parsed(const struct bf_param *p, const char *text)
{
    struct bf_value v = {.i = -99, .r = -99};
    struct bf_error e = {0};
    assert_ok(bf_param_parse(p, text, &v, &e), e);
    return v;
}

// The text is refused with a line that names the parameter, what was found and `also`.
static void expect_refused(const struct bf_param *p, const char *text, const char *also)
{
    struct bf_value v = {.i = -99, .r = -99};
    struct bf_error e = {0};
    assert_int_equal(bf_param_parse(p, text, &v, &e), BF_ERR_USAGE);
    assert_int_equal(bf_param_parse(p, text, &v, NULL), BF_ERR_USAGE);
    if (!strstr(e.text, p->name) || !strstr(e.text, text) || !strstr(e.text, also))
        fail_msg("'%s' does not name %s, '%s' and '%s'", e.text, p->name, text, also);
    assert_null(strchr(e.text, '\n'));
}

static const char *formatted(const struct bf_param *p, struct bf_value v)
{
    static char buffer[64];
    struct bf_text t = bf_text_init(buffer, sizeof buffer);
    bf_param_format(p, &v, &t);
    assert_false(t.cut);
    return buffer;
}

static void flags_are_read_in_all_their_spellings(void **state)
{
    (void)state;
    static const char *const yes[] = {"1", "yes", "true", "on"}, *const no[] = {"0", "no", "false",
                                                                                "off"};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(parsed(&flag, yes[i]).i, 1);
        assert_int_equal(parsed(&flag, no[i]).i, 0);
    }
    expect_refused(&flag, "2", "yes or no");
    expect_refused(&flag, "", "yes or no");
    expect_refused(&flag, "yess", "yes or no");
}

static void counts_are_read_within_their_range(void **state)
{
    (void)state;
    assert_int_equal(parsed(&count, "1").i, 1);
    assert_int_equal(parsed(&count, "100").i, 100);
    expect_refused(&count, "0", "from 1 to 100");
    expect_refused(&count, "101", "from 1 to 100");
    expect_refused(&count, "-1", "from 1 to 100");
    expect_refused(&count, "1.5", "whole number");
    expect_refused(&count, "ten", "whole number");
    expect_refused(&count, "", "whole number");
    expect_refused(&count, "99999999999999999999", "from 1 to 100");
    expect_refused(&count, "all", "whole number");
}

static void all_is_a_count_without_a_bound(void **state)
{
    (void)state;
    assert_true(parsed(&open, "all").i == BF_COUNT_ALL);
    assert_true(parsed(&open, "4000000000").i == 4000000000);
    expect_refused(&open, "-1", "'all'");
    expect_refused(&open, "All", "'all'");
}

static void reals_are_read_within_their_range(void **state)
{
    (void)state;
    assert_true(parsed(&real, "0.5").r == 0.5);
    assert_true(parsed(&real, "2").r == 2.0);
    assert_true(parsed(&real, "1e0").r == 1.0);
    expect_refused(&real, "0.4999", "from 0.5 to 2");
    expect_refused(&real, "2.1", "from 0.5 to 2");
    expect_refused(&real, "nan", "number");
    expect_refused(&real, "inf", "number");
    expect_refused(&real, "1x", "number");
}

static void a_real_without_a_bound_is_still_finite(void **state)
{
    (void)state;
    const struct bf_param p = {.name = "x", .type = BF_PARAM_REAL, .min = 0, .max = HUGE_VAL};
    assert_true(parsed(&p, "1e308").r == 1e308);
    expect_refused(&p, "inf", "number");
    expect_refused(&p, "1e309", "number");
}

static void a_word_may_stand_for_a_real(void **state)
{
    (void)state;
    const struct bf_param p = {
        .name = "x", .type = BF_PARAM_REAL, .min = 1, .max = HUGE_VAL, .word = "adaptive"};
    assert_true(parsed(&p, "adaptive").r == BF_REAL_WORD);
    assert_true(parsed(&p, "1.5").r == 1.5);
    assert_string_equal(formatted(&p, (struct bf_value){.r = BF_REAL_WORD}), "adaptive");
    assert_string_equal(formatted(&p, (struct bf_value){.r = 2}), "2");
    expect_refused(&p, "0.5", "1 or more, or 'adaptive'");
    expect_refused(&p, "adaptiv", "'adaptive'");
    expect_refused(&p, "-inf", "number");
    expect_refused(&real, "adaptive", "number");
}

static void a_wrong_word_is_answered_with_the_words_and_the_nearest(void **state)
{
    (void)state;
    assert_int_equal(parsed(&choice, "queue").i, 0);
    assert_int_equal(parsed(&choice, "none").i, 2);
    expect_refused(&choice, "quue", "did you mean 'queue'");
    expect_refused(&choice, "star", "did you mean 'start'");
    expect_refused(&choice, "Queue", "queue, start, none");
    expect_refused(&choice, "", "queue, start, none");
    expect_refused(&choice, "zzzzzzzzzzzz", "queue, start, none");
}

static void a_word_like_no_other_gets_no_suggestion(void **state)
{
    (void)state;
    struct bf_value v;
    struct bf_error e = {0};
    assert_int_equal(bf_param_parse(&choice, "zzzzzzzzzzzz", &v, &e), BF_ERR_USAGE);
    assert_null(strstr(e.text, "mean"));
}

static void values_are_written_in_one_spelling(void **state)
{
    (void)state;
    assert_string_equal(formatted(&flag, (struct bf_value){.i = 1}), "yes");
    assert_string_equal(formatted(&flag, (struct bf_value){.i = 0}), "no");
    assert_string_equal(formatted(&count, (struct bf_value){.i = 17}), "17");
    assert_string_equal(formatted(&open, (struct bf_value){.i = BF_COUNT_ALL}), "all");
    assert_string_equal(formatted(&real, (struct bf_value){.r = 0.1}), "0.1");
    assert_string_equal(formatted(&choice, (struct bf_value){.i = 1}), "start");
}

static void expect_round_trip(const struct bf_param *p, struct bf_value v)
{
    const struct bf_value back = parsed(p, formatted(p, v));
    if (p->type == BF_PARAM_REAL)
        assert_true(back.r == v.r);
    else
        assert_true(back.i == v.i);
}

static void round_trip_all(const struct bf_param *p)
{
    expect_round_trip(p, p->fallback);
    if (p->type == BF_PARAM_FLAG)
        for (int64_t i = 0; i < 2; i++)
            expect_round_trip(p, (struct bf_value){.i = i});
    if (p->type == BF_PARAM_CHOICE)
        for (int64_t i = 0; p->choices[i]; i++)
            expect_round_trip(p, (struct bf_value){.i = i});
    if (p->type == BF_PARAM_COUNT) {
        expect_round_trip(p, (struct bf_value){.i = (int64_t)p->min});
        expect_round_trip(p,
                          (struct bf_value){.i = isinf(p->max) ? BF_COUNT_ALL : (int64_t)p->max});
    }
    if (p->type == BF_PARAM_REAL) {
        expect_round_trip(p, (struct bf_value){.r = p->min});
        expect_round_trip(p, (struct bf_value){.r = isinf(p->max) ? DBL_MAX : p->max});
        expect_round_trip(p, (struct bf_value){.r = p->min + 1.0 / 3});
    }
}

static void every_parameter_of_every_policy_reads_back_what_it_writes(void **state)
{
    (void)state;
    for (size_t i = 0; bf_policies[i]; i++)
        for (unsigned k = 0; k < bf_policies[i]->param_count; k++)
            round_trip_all(&bf_policies[i]->params[k]);
}

static void every_parameter_of_every_policy_is_described(void **state)
{
    (void)state;
    for (size_t i = 0; bf_policies[i]; i++) {
        assert_true(bf_policies[i]->param_count <= BF_MAX_PARAMS);
        for (unsigned k = 0; k < bf_policies[i]->param_count; k++) {
            const struct bf_param *p = &bf_policies[i]->params[k];
            assert_true(strlen(p->name) > 0 && strlen(p->help) > 5);
            assert_true(p->min <= p->max);
            for (unsigned l = 0; l < k; l++)
                assert_string_not_equal(p->name, bf_policies[i]->params[l].name);
        }
    }
}

static void policies_are_found_by_name_and_by_nearly_their_name(void **state)
{
    (void)state;
    const struct bf_policy *found = NULL;
    struct bf_error e = {0};
    for (size_t i = 0; bf_policies[i]; i++) {
        assert_ok(bf_policy_find(bf_policies[i]->name, &found, &e), e);
        assert_ptr_equal(found, bf_policies[i]);
        assert_true(strlen(found->summary) > 5 && strlen(found->paper) > 5);
    }
    assert_int_equal(bf_policy_find("conservativ", &found, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "'conservative'"));
    assert_int_equal(bf_policy_find("zzzzzzzzz", &found, &e), BF_ERR_USAGE);
    assert_non_null(strstr(e.text, "bfsweep policies"));
    assert_int_equal(bf_policy_find("", &found, &e), BF_ERR_USAGE);
}

BF_TEST_MAIN(BF_TEST(flags_are_read_in_all_their_spellings),
             BF_TEST(counts_are_read_within_their_range), BF_TEST(all_is_a_count_without_a_bound),
             BF_TEST(reals_are_read_within_their_range),
             BF_TEST(a_real_without_a_bound_is_still_finite), BF_TEST(a_word_may_stand_for_a_real),
             BF_TEST(a_wrong_word_is_answered_with_the_words_and_the_nearest),
             BF_TEST(a_word_like_no_other_gets_no_suggestion),
             BF_TEST(values_are_written_in_one_spelling),
             BF_TEST(every_parameter_of_every_policy_reads_back_what_it_writes),
             BF_TEST(every_parameter_of_every_policy_is_described),
             BF_TEST(policies_are_found_by_name_and_by_nearly_their_name))
