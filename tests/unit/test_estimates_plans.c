// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of every estimate model, worked out by hand from docs/semantics.md.
#include "engine/base/seed.h"
#include "tests/support/bf_test.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Each job runs at once, on a machine of its own size; its plan is compared.
static void plans_are(const struct bf_test_job *jobs, uint32_t count, const char *spec,
                      const bf_time *wanted)
{
    struct bf_test_workload *w = bf_test_workload_of(jobs, count, (bf_procs)count);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    for (uint32_t j = 0; j < count; j++) {
        assert_int_equal(o.start[j], jobs[j].submit);
        if (o.plan[j] != wanted[j])
            fail_msg("'%s' plans %lld s for job %u, not %lld", spec, (long long)o.plan[j], j + 1,
                     (long long)wanted[j]);
    }
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

// The plan of one job alone.
static bf_time plan_of(bf_time run, bf_time request, const char *spec)
{
    const struct bf_test_job job = {0, 1, request, run, 0, 0};
    struct bf_test_workload *w = bf_test_workload_of(&job, 1, 1);
    struct bf_sim *sim = bf_sim_create();
    const bf_time plan = bf_test_run(sim, &w->jobs, 1, spec).plan[0];
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    return plan;
}

static const struct bf_test_job history[] = {
    {0, 1, 1000, 100, 0, 0},  {50, 1, 1000, 201, 1, 0},
    {100, 1, 1000, 10, 1, 0},                           // ends at 100, 251, 110
    {300, 1, 1000, 0, 0, 0},  {301, 1, 120, 500, 1, 0}, // killed at its request
    {1000, 1, 5000, 5, 1, 0}, {1000, 1, 5000, 5, 2, 0},
};

static void truncate_takes_the_mean_of_all_that_have_ended(void **state)
{
    (void)state;
    // Means of 100 / 1, 311 / 3, 311 / 4, 431 / 5: times 1.5 150, 155.5, 116.625, 129.3.
    static const bf_time wanted[] = {1000, 1000, 150, 156, 117, 129, 129};
    plans_are(history, COUNT(history), "easy estimate=truncate:1.5", wanted);
}

static void in_single_order_an_end_of_the_same_second_has_not_been_seen(void **state)
{
    (void)state;
    static const bf_time all[] = {1000, 1000, 1000, 156, 117, 129, 129};
    plans_are(history, COUNT(history), "easy estimate=truncate:1.5 events=single", all);
}

static void user_truncate_takes_the_mean_of_the_user(void **state)
{
    (void)state;
    // User 1: none; none; 211 / 2 x 1.5 = 158.25, above the request; 331 / 3 x 1.5 = 165.5.
    static const bf_time wanted[] = {1000, 1000, 1000, 150, 120, 166, 5000};
    plans_are(history, COUNT(history), "easy estimate=user-truncate:1.5", wanted);
}

static void a_job_that_may_overrun_counts_with_all_it_ran(void **state)
{
    (void)state;
    // 311 + 500 over 5 is 162.2; user 1: 711 / 3 = 237.
    static const bf_time all[] = {1000, 1000, 100, 104, 78, 162, 162};
    static const bf_time own[] = {1000, 1000, 1000, 100, 106, 237, 5000};
    plans_are(history, COUNT(history), "easy estimate=truncate:1 overrun=allow", all);
    plans_are(history, COUNT(history), "easy estimate=user-truncate:1 overrun=allow", own);
}

static void avg2_takes_the_last_two_of_the_user(void **state)
{
    (void)state;
    // User 1 by ends: 10 at 110, 201 at 251: half of 211 rounded down; then 201 and 120.
    static const bf_time wanted[] = {1000, 1000, 1000, 1000, 105, 160, 5000};
    plans_are(history, COUNT(history), "easy estimate=avg2", wanted);
}

static void a_mean_does_not_drift(void **state)
{
    (void)state;
    // 2^49 + 1 and 2^49 + 3 have the mean 2^49 + 2; the seconds after it are even and odd.
    const bf_time half = (bf_time)1 << 49, long_time = (bf_time)1 << 50;
    const struct bf_test_job jobs[] = {{0, 1, long_time, half + 1, 0, 0},
                                       {0, 1, long_time, half + 3, 0, 0},
                                       {half + 10, 1, long_time, 1, 0, 0}};
    const bf_time wanted[] = {long_time, long_time, half + 2};
    plans_are(jobs, 3, "easy estimate=truncate:1", wanted);
}

static void cap_cuts_at_its_seconds(void **state)
{
    (void)state;
    assert_int_equal(plan_of(5, 3599, "easy estimate=cap:3600"), 3599);
    assert_int_equal(plan_of(5, 3600, "easy estimate=cap:3600"), 3600);
    assert_int_equal(plan_of(5, 3601, "easy estimate=cap:3600"), 3600);
    assert_int_equal(plan_of(5, 3601, "easy estimate=cap:1"), 1);
    assert_int_equal(plan_of(5, 100000, "easy estimate=cap"), 86400);
}

static void factor_multiplies_the_run_time_and_rounds_half_up(void **state)
{
    (void)state;
    assert_int_equal(plan_of(0, 10, "easy estimate=factor:5"), 1);
    assert_int_equal(plan_of(1, 10, "easy estimate=factor:0.5"), 1);
    assert_int_equal(plan_of(1, 10, "easy estimate=factor:0.4"), 1); // 0.4 is 0, and at least 1
    assert_int_equal(plan_of(3, 10, "easy estimate=factor:0.5"), 2);
    assert_int_equal(plan_of(5, 10, "easy estimate=factor:1.7"), 9);
    assert_int_equal(plan_of(5, 10, "easy estimate=factor:1.25"), 6);
    assert_int_equal(plan_of(7, 10, "easy estimate=factor:1"), 7);
    assert_int_equal(plan_of(10, 10, "easy estimate=factor:3"), 30); // above the request
    assert_int_equal(plan_of(7, 10, "easy estimate=factor"), 14);
}

static void pad_multiplies_the_request_and_rounds_half_up(void **state)
{
    (void)state;
    assert_int_equal(plan_of(3, 9, "easy estimate=pad:0.5"), 5);
    assert_int_equal(plan_of(3, 9, "easy estimate=pad:1.5"), 14);
    assert_int_equal(plan_of(3, 9, "easy estimate=pad:0.001"), 1);
    assert_int_equal(plan_of(20, 9, "easy estimate=pad:2 overrun=extend"), 40);
    assert_int_equal(plan_of(20, 9, "easy estimate=pad:2 overrun=allow"), 18);
}

static void products_that_are_too_large_are_the_longest_plan(void **state)
{
    (void)state;
    const bf_time longest = (bf_time)1 << 59; // 2^60 / (1 job + 1)
    assert_int_equal(plan_of(BF_MAX_TIME, BF_MAX_TIME, "easy estimate=factor:1e6"), longest);
    assert_int_equal(plan_of(BF_MAX_TIME, BF_MAX_TIME, "easy estimate=pad:1e6"), longest);
    assert_int_equal(plan_of(BF_MAX_TIME, BF_MAX_TIME, "conservative estimate=pad:1e6"), longest);
    assert_int_equal(plan_of(BF_MAX_TIME, BF_MAX_TIME, "easy estimate=truncate:1e6"), BF_MAX_TIME);
}

static void round_goes_up_to_what_people_use(void **state)
{
    (void)state;
    static const struct {
        bf_time run, plan;
    } known[] = {
        {0, 60},          {1, 60},          {60, 60},         {61, 120},        {121, 300},
        {301, 600},       {601, 900},       {901, 1200},      {1201, 1800},     {1801, 3600},
        {3601, 7200},     {7201, 10800},    {10801, 14400},   {14401, 18000},   {18001, 21600},
        {21601, 28800},   {28801, 36000},   {36001, 43200},   {43201, 54000},   {54001, 64800},
        {64801, 86400},   {86401, 129600},  {129601, 172800}, {172801, 259200}, {259201, 345600},
        {345601, 432000}, {432000, 432000}, {432001, 518400}, {518400, 518400}, {518401, 604800}};
    for (size_t i = 0; i < COUNT(known); i++)
        assert_int_equal(plan_of(known[i].run, 10000000, "easy estimate=round"), known[i].plan);
    assert_int_equal(plan_of(61, 100, "easy estimate=round"), 100); // never above the request
    assert_int_equal(plan_of(150, 100, "easy estimate=round overrun=allow"), 100);
}

static void uniform_draws_from_one_to_the_factor_by_the_number_of_the_job(void **state)
{
    (void)state;
    const struct bf_test_job jobs[] = {{0, 1, 2000000, 1000000, 0, 0},
                                       {0, 1, 2000000, 1000000, 0, 0}};
    bf_time wanted[2];
    for (uint64_t number = 1; number <= 2; number++) {
        const uint64_t own = bf_seed_bits(9, BF_STREAM_ESTIMATE, number);
        const double u = 1 + 2.0 * bf_seed_unit(own, BF_STREAM_ESTIMATE, 0);
        wanted[number - 1] = (bf_time)(1000000 * u + 0.5);
        assert_in_range(wanted[number - 1], 1000000, 3000000);
    }
    assert_int_not_equal(wanted[0], wanted[1]);
    plans_are(jobs, 2, "easy estimate=uniform:3 seed=9", wanted);
    assert_int_equal(plan_of(77, 100, "easy estimate=uniform:1"), 77);
}

// Twenty thousand jobs, all of the same number when `same` is set.
static double mean_factor(bool same)
{
    enum { JOBS = 20000, RUN = 10000 };
    struct bf_test_job *jobs = calloc(JOBS, sizeof *jobs);
    double sum = 0;
    assert_non_null(jobs);
    for (uint32_t j = 0; j < JOBS; j++)
        jobs[j] = (struct bf_test_job){0, 1, RUN, RUN, 0, 0};
    struct bf_test_workload *w = bf_test_workload_of(jobs, JOBS, JOBS);
    for (uint32_t j = 0; j < JOBS && same; j++)
        w->jobs.number[j] = 0;
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, "easy estimate=uniform:5 seed=3");
    for (uint32_t j = 0; j < JOBS; j++)
        sum += (double)o.plan[j] / RUN;
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    free(jobs);
    return sum / JOBS;
}

static void uniform_is_uniform_even_where_all_numbers_are_the_same(void **state)
{
    (void)state;
    // The mean of 20,000 draws from [1, 5) is 3, with a standard error of 0.0082.
    for (int same = 0; same <= 1; same++) {
        const double mean = mean_factor(same != 0);
        assert_true(mean > 2.95 && mean < 3.05);
    }
}

static void tsafrir_plans_with_values_that_people_use_above_the_run_time(void **state)
{
    (void)state;
    // One estimate, the largest: the least usual time that is not below the longest run time.
    assert_int_equal(plan_of(0, 10, "easy estimate=tsafrir"), 60);
    assert_int_equal(plan_of(3601, 100000, "easy estimate=tsafrir"), 7200);
    assert_int_equal(plan_of(3601, 100, "easy estimate=tsafrir"), 120); // cut at its request
    assert_int_equal(plan_of(3601, 100, "easy estimate=tsafrir overrun=allow"), 7200);
}

static void tsafrir_refuses_run_times_of_decades(void **state)
{
    (void)state;
    const bf_time decade = (bf_time)10 * 365 * 86400;
    const struct bf_test_job job = {0, 1, BF_MAX_TIME, decade + 1, 0, 0};
    struct bf_test_workload *w = bf_test_workload_of(&job, 1, 1);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_config c = bf_test_config("easy estimate=tsafrir");
    struct bf_outcome o;
    struct bf_error e;
    assert_int_equal(bf_sim_run(sim, &w->jobs, 1, &c, &o, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "315360000 s, found 315360001 s in job 1"));
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    assert_int_equal(plan_of(decade, BF_MAX_TIME, "easy estimate=tsafrir"), decade);
}

BF_TEST_MAIN(BF_TEST(truncate_takes_the_mean_of_all_that_have_ended),
             BF_TEST(in_single_order_an_end_of_the_same_second_has_not_been_seen),
             BF_TEST(user_truncate_takes_the_mean_of_the_user),
             BF_TEST(a_job_that_may_overrun_counts_with_all_it_ran),
             BF_TEST(avg2_takes_the_last_two_of_the_user), BF_TEST(a_mean_does_not_drift),
             BF_TEST(cap_cuts_at_its_seconds),
             BF_TEST(factor_multiplies_the_run_time_and_rounds_half_up),
             BF_TEST(pad_multiplies_the_request_and_rounds_half_up),
             BF_TEST(products_that_are_too_large_are_the_longest_plan),
             BF_TEST(round_goes_up_to_what_people_use),
             BF_TEST(uniform_draws_from_one_to_the_factor_by_the_number_of_the_job),
             BF_TEST(tsafrir_plans_with_values_that_people_use_above_the_run_time),
             BF_TEST(tsafrir_refuses_run_times_of_decades),
             BF_TEST(uniform_is_uniform_even_where_all_numbers_are_the_same))
