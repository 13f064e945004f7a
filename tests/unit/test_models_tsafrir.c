// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Tsafrir model of estimates against what its paper says.
#include <math.h>

#include "tests/unit/trace_fixture.h"
#include "workloads/model_internal.h"

enum { JOBS = 20000, HOUR = 3600 };

static struct bf_model_job *workload(uint64_t seed)
{
    const struct bf_model m = {.jobs = JOBS, .procs = 256, .seed = seed, .types = 1};
    struct bf_model_job *jobs = malloc(JOBS * sizeof *jobs);
    struct bf_error e = {0};
    assert_non_null(jobs);
    bf_lublin_generate(&m, jobs);
    assert_ok(bf_tsafrir_deal(jobs, JOBS, seed, &e), e);
    return jobs;
}

static int descending(const void *a, const void *b)
{
    const bf_time x = *(const bf_time *)a, y = *(const bf_time *)b;
    return x > y ? -1 : x < y;
}

// Distinct values and how many jobs have each, most popular first.
struct value {
    bf_time value;
    int jobs;
};

static int by_popularity(const void *a, const void *b)
{
    return ((const struct value *)b)->jobs - ((const struct value *)a)->jobs;
}

static int count_values(const struct bf_model_job *jobs, int n, struct value *values)
{
    bf_time *sorted = malloc((size_t)n * sizeof *sorted);
    int count = 0;
    assert_non_null(sorted);
    for (int j = 0; j < n; j++)
        sorted[j] = jobs[j].request;
    qsort(sorted, (size_t)n, sizeof *sorted, descending);
    for (int j = 0; j < n; j++) {
        if (j == 0 || sorted[j] != sorted[j - 1])
            values[count++] = (struct value){sorted[j], 0};
        values[count - 1].jobs++;
    }
    free(sorted);
    qsort(values, (size_t)count, sizeof *values, by_popularity);
    return count;
}

static void no_estimate_is_below_its_run_time(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct bf_model_job *jobs = workload(seed);
        for (int j = 0; j < JOBS; j++) {
            assert_true(jobs[j].request >= jobs[j].run);
            assert_int_equal(jobs[j].request % 60, 0);
        }
        free(jobs);
    }
}

// K distinct values; twenty of them hold 89 % of the jobs; the largest is the most popular and
// holds what the formulas of ranks 2 to 20 leave of the 89 %.
static void shares_are_those_of_the_paper(void **state)
{
    static struct value values[JOBS];
    struct bf_model_job *jobs = workload(1);
    double head = 0, share = 0;
    (void)state;
    const int count = count_values(jobs, JOBS, values);
    assert_int_equal(bf_tsafrir_bins(JOBS), (int)floor(0.653566 * pow(JOBS, 0.547761) + 0.5));
    assert_int_equal(count, bf_tsafrir_bins(JOBS));
    for (int rank = 2; rank <= 20; rank++) {
        share = 14.0491 * exp(-0.177531 * rank) + 0.462513;
        head += share;
        assert_true(fabs(100.0 * values[rank - 1].jobs / JOBS - share) < 0.03);
    }
    assert_true(fabs(100.0 * values[0].jobs / JOBS - (89 - head)) < 0.03);
    assert_int_equal(values[0].value, 48 * HOUR); // the first usual limit above the longest run
    int popular = 0;
    for (int i = 0; i < 20; i++)
        popular += values[i].jobs;
    assert_true(fabs(100.0 * popular / JOBS - 89) < 0.1);
    bf_time head_values[20];
    assert_int_equal(bf_tsafrir_popular(48 * HOUR, head_values), 20);
    for (int i = 0; i < 20; i++) { // each of them is a popular value
        bool found = false;
        for (int k = 0; k < 20; k++)
            found |= head_values[k] == values[i].value;
        assert_true(found);
    }
    free(jobs);
}

// The estimates of the tail follow (a-1) y / (a-y): half of the time ranks lie below its value at
// 1/2.
static void values_follow_the_curve(void **state)
{
    static struct value values[JOBS];
    struct bf_model_job *jobs = workload(2);
    (void)state;
    const int count = count_values(jobs, JOBS, values);
    const double k = count, a = 1 + 12.1039 * pow(k, -0.6026);
    for (double y = 0.25; y < 1; y += 0.25) {
        const double limit = (a - 1) * y / (a - y) * 48 * HOUR;
        int below = 0;
        for (int i = 0; i < count; i++)
            below += (double)values[i].value <= limit;
        if (fabs(below / k - y) > 0.06)
            fail_msg("at %g: %g of the values are below %g s", y, below / k, limit);
    }
    free(jobs);
}

static void popular_values(void **state)
{
    bf_time v[20];
    static const bf_time eighteen[] = {18, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 14};
    (void)state;
    int n = bf_tsafrir_popular(18 * HOUR, v); // 18 h, 14 habits below it, then multiples
    assert_int_equal(n, 20);
    for (size_t i = 0; i < sizeof eighteen / sizeof *eighteen; i++) {
        bool found = false;
        for (int k = 0; k < n; k++)
            found |= v[k] == eighteen[i] * HOUR;
        if (!found)
            fail_msg("%d h is not there", (int)eighteen[i]);
    }
    assert_int_equal(v[0], 18 * HOUR);
    n = bf_tsafrir_popular(300, v); // five minutes: nothing below it is usual
    assert_int_equal(n, 1);
    n = bf_tsafrir_popular(HOUR, v);
    assert_int_equal(n, 12); // the multiples of five minutes
}

static void odd_workloads(void **state)
{
    static struct bf_model_job jobs[1000];
    struct bf_error e = {0};
    static const bf_time runs[] = {0, 1, 59, 60, 61, 86400, 1000000};
    (void)state;
    for (uint32_t n = 1; n <= 1000; n += n < 30 ? 1 : 97) {
        for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
            for (uint32_t j = 0; j < n; j++) // all alike: all need the largest estimate
                jobs[j] = (struct bf_model_job){.run = runs[r], .procs = 1};
            assert_ok(bf_tsafrir_deal(jobs, n, n, &e), e);
            for (uint32_t j = 0; j < n; j++)
                assert_true(jobs[j].request >= jobs[j].run && jobs[j].request >= 60);
        }
    }
}

static void a_seed_says_it_all(void **state)
{
    struct bf_model_job *a = workload(3), *b = workload(3);
    int moved = 0;
    struct bf_error e = {0};
    (void)state;
    for (int j = 0; j < JOBS; j++)
        assert_int_equal(a[j].request, b[j].request);
    assert_ok(bf_tsafrir_deal(b, JOBS, 4, &e), e);
    for (int j = 0; j < JOBS; j++)
        moved += a[j].request != b[j].request;
    assert_true(moved > JOBS / 2);
    free(a);
    free(b);
}

BF_TEST_MAIN(BF_TEST(no_estimate_is_below_its_run_time), BF_TEST(shares_are_those_of_the_paper),
             BF_TEST(values_follow_the_curve), BF_TEST(popular_values), BF_TEST(odd_workloads),
             BF_TEST(a_seed_says_it_all))
