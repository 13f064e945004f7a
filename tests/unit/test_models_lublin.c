// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Lublin-Feitelson model against its own distributions. All seeds are fixed, so a test passes
// always or never; tolerances are about four standard errors of the sample, and where the expected
// value is no closed formula it is integrated here from the constants, independently of the model's
// code.
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "tests/unit/trace_fixture.h"
#include "workloads/model_internal.h"

enum { JOBS = 100000 };

static struct bf_model_job *generate(int types, bf_procs procs, uint64_t seed)
{
    const struct bf_model m = {.jobs = JOBS, .procs = procs, .seed = seed, .types = types};
    struct bf_model_job *jobs = malloc(JOBS * sizeof *jobs);
    assert_non_null(jobs);
    bf_lublin_generate(&m, jobs);
    return jobs;
}

static void expect_share(const char *what, double count, double of, double expected)
{
    const double error = sqrt(expected * (1 - expected) / of);
    if (fabs(count / of - expected) > 4 * error + 1e-9)
        fail_msg("%s: %.5f, expected %.5f +- %.5f", what, count / of, expected, error);
}

static bool is_power_of_two(bf_procs n)
{
    return (n & (n - 1)) == 0;
}

// The probability that a number uniform in [a, b] lies in [from, to].
static double uniform_share(double a, double b, double from, double to)
{
    const double low = fmax(a, from), high = fmin(b, to);
    return high > low ? (high - low) / (b - a) : 0;
}

static double two_stage_share(double low, double median, double high, double first, double from,
                              double to)
{
    return first * uniform_share(low, median, from, to) +
           (1 - first) * uniform_share(median, high, from, to);
}

// One type on 128 processors: shares of single sizes, from the constants of docs/models.md. A job
// of 2^k, k > 0, is one rounded to it, or one that was not but falls into [2^k - 1/2, 2^k + 1/2].
static void sizes_of_one_type(void **state)
{
    const double serial = 0.244, power = 0.576, low = 0.8, median = 4.5, high = 7, first = 0.86;
    double count[129] = {0};
    struct bf_model_job *jobs = generate(1, 128, 1);
    (void)state;
    for (int j = 0; j < JOBS; j++)
        count[jobs[j].procs]++;
    expect_share("serial", count[1], JOBS, serial);
    for (int k = 1; k <= 7; k++) {
        const double size = exp2(k), rest = 1 - serial - power;
        const double rounded = two_stage_share(low, median, high, first, k - 0.5, k + 0.5);
        const double hit =
            two_stage_share(low, median, high, first, log2(size - 0.5), log2(size + 0.5));
        char what[32];
        snprintf(what, sizeof what, "size %g", size);
        expect_share(what, count[(int)size], JOBS, power * rounded + rest * hit);
    }
    const double hit = two_stage_share(low, median, high, first, log2(2.5), log2(3.5));
    expect_share("size 3", count[3], JOBS, (1 - serial - power) * hit);
    free(jobs);
}

// On another machine: high = log2(P), median = high - 2.5. On 100 processors no job is wider, and
// the widest power of two is 64.
static void sizes_on_other_machines(void **state)
{
    double above_median = 0, serial = 0, wide = 0;
    struct bf_model_job *jobs = generate(1, 1024, 2);
    (void)state;
    for (int j = 0; j < JOBS; j++) {
        assert_true(jobs[j].procs >= 1 && jobs[j].procs <= 1024);
        serial += jobs[j].procs == 1;
        above_median += jobs[j].procs > 256; // 2^8, above the median of 7.5 by any rounding
        wide += jobs[j].procs == 1024;
    }
    expect_share("serial", serial, JOBS, 0.244);
    const double rounded = 0.576 * two_stage_share(0.8, 7.5, 10, 0.86, 8.5, 11);
    const double others = 0.18 * two_stage_share(0.8, 7.5, 10, 0.86, log2(256.5), 10);
    expect_share("wider than 256", above_median, JOBS, rounded + others);
    assert_true(wide > 0);
    free(jobs);
    jobs = generate(2, 100, 3);
    for (int j = 0; j < JOBS; j++)
        assert_true(jobs[j].procs <= 100);
    free(jobs);
    for (bf_procs p = 1; p <= 5; p++) { // machines smaller than the model's smallest parallel jobs
        jobs = generate(2, p, 4);
        for (int j = 0; j < JOBS; j++)
            assert_true(jobs[j].procs >= 1 && jobs[j].procs <= p);
        free(jobs);
    }
}

// The distribution of the run time of a job of one type and given size: a mixture of two gamma
// distributions of its logarithm, cut at 12.
static double share_not_longer(double log_run, bf_procs size)
{
    const double p = fmin(1, fmax(0, -0.0054 * size + 0.78));
    const double cut =
        p * gsl_cdf_gamma_P(12, 4.2, 0.94) + (1 - p) * gsl_cdf_gamma_P(12, 312, 0.03);
    return (p * gsl_cdf_gamma_P(log_run, 4.2, 0.94) +
            (1 - p) * gsl_cdf_gamma_P(log_run, 312, 0.03)) /
           cut;
}

static void run_times_by_size(void **state)
{
    static const bf_procs sizes[] = {1, 2, 8, 64};
    struct bf_model_job *jobs = generate(1, 128, 5);
    (void)state;
    for (int s = 0; s < 4; s++) {
        for (double limit = 1; limit < 12; limit += 2) {
            double of = 0, count = 0;
            const bf_time whole = (bf_time)exp(limit); // runs are whole seconds
            for (int j = 0; j < JOBS; j++) {
                if (jobs[j].procs != sizes[s])
                    continue;
                of++;
                count += jobs[j].run < whole;
            }
            char what[64];
            snprintf(what, sizeof what, "size %d, run < %lld", (int)sizes[s], (long long)whole);
            expect_share(what, count, of, share_not_longer(log((double)whole), sizes[s]));
        }
    }
    for (int j = 0; j < JOBS; j++)
        assert_true(jobs[j].run >= 1 && (double)jobs[j].run <= exp(12));
    free(jobs);
}

// Arrivals by hour follow the density of the daily cycle; the mean gap is that of exp(gamma) cut at
// 13, since the weights of a day have mean 1.
static void arrivals_by_hour(void **state)
{
    double weight[24] = {0}, sum = 0, count[24] = {0};
    struct bf_model_job *jobs = generate(1, 128, 6);
    (void)state;
    for (int i = 11; i <= 58; i++) {
        const double w =
            gsl_cdf_gamma_P(i + 0.5, 8.1737, 3.9631) - gsl_cdf_gamma_P(i - 0.5, 8.1737, 3.9631);
        weight[(i - 1) % 48 / 2] += w;
        sum += w;
    }
    for (int j = 0; j < JOBS; j++) {
        count[jobs[j].submit % 86400 / 3600]++;
        assert_true(j == 0 || jobs[j].submit >= jobs[j - 1].submit);
    }
    for (int h = 0; h < 24;
         h++) // gaps of one day hang together: a wider tolerance than a binomial's
        if (fabs(count[h] / JOBS - weight[h] / sum) > 0.004)
            fail_msg("hour %d: %.4f, expected %.4f", h, count[h] / JOBS, weight[h] / sum);
    free(jobs);
}

static double mean_gap(const struct bf_model_job *jobs)
{
    return (double)(jobs[JOBS - 1].submit - jobs[0].submit) / (JOBS - 1);
}

// The mean of exp(power g), g from a gamma distribution cut at 13, by summation.
static double mean_of_exp(double power, double shape, double scale)
{
    double sum = 0;
    const int steps = 26000;
    for (int i = 0; i < steps; i++) {
        const double a = 13.0 * i / steps, b = 13.0 * (i + 1) / steps;
        sum += exp(power * (a + b) / 2) *
               (gsl_cdf_gamma_P(b, shape, scale) - gsl_cdf_gamma_P(a, shape, scale));
    }
    return sum / gsl_cdf_gamma_P(13, shape, scale);
}

// The standard error of the mean of n gaps, as a share of the mean: the tails are heavy.
static double relative_error(double shape, double scale, double n)
{
    const double mean = mean_of_exp(1, shape, scale);
    return sqrt(mean_of_exp(2, shape, scale) / (mean * mean) - 1) / sqrt(n);
}

static void mean_gap_of_one_type(void **state)
{
    struct bf_model_job *jobs = generate(1, 128, 7);
    (void)state;
    const double shape = 10.2303 * 1.0225, scale = 0.4871;
    const double ratio = mean_gap(jobs) / mean_of_exp(1, shape, scale);
    if (fabs(ratio - 1) > 4 * relative_error(shape, scale, JOBS))
        fail_msg("%g times what was expected", ratio);
    free(jobs);
}

// Two independent streams: their rates add up, and each brings its share of serial jobs.
static void two_types_in_their_proportion(void **state)
{
    struct bf_model_job *jobs = generate(2, 128, 8);
    (void)state;
    const double batch = mean_of_exp(1, 6.0415 * 1.0519, 0.8531);
    const double interactive = mean_of_exp(1, 6.5510 * 0.9797, 0.6621);
    const double both = 1 / (1 / batch + 1 / interactive);
    const double error = relative_error(6.0415 * 1.0519, 0.8531, JOBS * both / batch);
    if (fabs(mean_gap(jobs) / both - 1) > 4 * error)
        fail_msg("mean gap %g, expected %g +- %g", mean_gap(jobs), both, error * both);
    double serial = 0;
    for (int j = 0; j < JOBS; j++)
        serial += jobs[j].procs == 1;
    const double share = both / batch * 0.2927 + both / interactive * 0.1541;
    assert_true(fabs(serial / JOBS - share) < 4 * error * 0.14);
    free(jobs);
}

static void a_seed_says_it_all(void **state)
{
    (void)state;
    for (int types = 1; types <= 2; types++) {
        struct bf_model_job *a = generate(types, 256, 42), *b = generate(types, 256, 42);
        struct bf_model_job *c = generate(types, 256, 43);
        for (int j = 0; j < JOBS; j++) {
            assert_int_equal(a[j].submit, b[j].submit);
            assert_int_equal(a[j].run, b[j].run);
            assert_int_equal(a[j].procs, b[j].procs);
        }
        assert_int_not_equal(a[JOBS - 1].submit, c[JOBS - 1].submit);
        free(a);
        free(b);
        free(c);
    }
}

// More jobs of the same seed begin with the fewer.
static void a_longer_workload_begins_as_the_shorter(void **state)
{
    struct bf_model m = {.jobs = 1000, .procs = 64, .seed = 9, .types = 2};
    static struct bf_model_job few[1000], many[2000];
    (void)state;
    bf_lublin_generate(&m, few);
    m.jobs = 2000;
    bf_lublin_generate(&m, many);
    for (int j = 0; j < 1000; j++) {
        assert_int_equal(few[j].submit, many[j].submit);
        assert_int_equal(few[j].run, many[j].run);
        assert_int_equal(few[j].procs, many[j].procs);
    }
}

// The archive's own output of the model: 10,000 jobs of one type on 256 processors. Sizes and run
// times agree; its arrivals are of an earlier version of the model and start at another hour, so
// they are left out.
static void the_log_of_the_archive(void **state)
{
    const char *path = bf_test_shared("traces/lublin_256-SYNTHETIC.swf.gz");
    (void)state;
    if (!path) {
        print_message("SKIPPED: the log of the archive is not here\n");
        skip();
    }
    struct bf_trace *archive = load_path(path);
    struct bf_model_job *jobs = generate(1, 256, 10);
    double log_sum = 0, sum = 0, log_run = 0, run = 0, log_power = 0, power = 0;
    const double n = archive->jobs.count;
    for (uint32_t j = 0; j < archive->jobs.count; j++) {
        log_sum += log2(archive->jobs.procs[j]);
        log_run += log((double)archive->jobs.run[j]);
        log_power += is_power_of_two(archive->jobs.procs[j]);
    }
    for (int j = 0; j < JOBS; j++) {
        sum += log2(jobs[j].procs);
        run += log((double)jobs[j].run);
        power += is_power_of_two(jobs[j].procs);
    }
    print_message("mean log2 size %.3f, log %.3f; mean log run %.3f, log %.3f\n", sum / JOBS,
                  log_sum / n, run / JOBS, log_run / n);
    assert_true(fabs(sum / JOBS - log_sum / n) < 0.08); // 4 standard errors: 4 x 2.1 / 100
    assert_true(fabs(run / JOBS - log_run / n) < 0.11); // 4 x 2.8 / 100
    expect_share("powers of two", log_power, n, power / JOBS);
    free(jobs);
    bf_trace_destroy(archive);
}

BF_TEST_MAIN(BF_TEST(sizes_of_one_type), BF_TEST(sizes_on_other_machines),
             BF_TEST(run_times_by_size), BF_TEST(arrivals_by_hour), BF_TEST(mean_gap_of_one_type),
             BF_TEST(two_types_in_their_proportion), BF_TEST(a_seed_says_it_all),
             BF_TEST(a_longer_workload_begins_as_the_shorter), BF_TEST(the_log_of_the_archive))
