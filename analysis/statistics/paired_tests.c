// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/paired_tests.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "engine/base/sort.h"

double bf_paired_least_p(size_t n)
{
    return fmin(1, ldexp(1, 1 - (int)fmin((double)n, 2000)));
}

// The probability of at most k heads in n tosses. Sums of whole numbers over 2^n lose no digits
// where GSL's incomplete beta function does; above a thousand tosses 2^-n leaves the range.
static double heads_below(size_t k, size_t n)
{
    if (n > 1000)
        return gsl_cdf_binomial_P((unsigned)k, 0.5, (unsigned)n);
    double ways = ldexp(1, -(int)n), sum = ways;
    for (size_t heads = 1; heads <= k; heads++) {
        ways = ways * (double)(n - heads + 1) / (double)heads;
        sum += ways;
    }
    return sum;
}

double bf_sign_p(size_t above, size_t below)
{
    const size_t n = above + below, fewer = above < below ? above : below;
    return n ? fmin(1, 2 * heads_below(fewer, n)) : NAN;
}

// ---- Signed ranks -----------------------------------------------------------

// The probability that the ranks 1 to n, each with a sign of its own by the toss of a coin, sum up
// to at most v above 0. Counts of subsets stay below 2^50: doubles hold them.
static double exact_below(size_t n, size_t v)
{
    enum { MOST = BF_SIGNED_RANK_EXACT * (BF_SIGNED_RANK_EXACT - 1) / 2 };
    double ways[MOST + 1] = {1}, below = 0;
    size_t reached = 0;
    for (size_t rank = 1; rank <= n; rank++) {
        reached += rank;
        for (size_t sum = reached; sum >= rank; sum--)
            ways[sum] += ways[sum - rank];
    }
    for (size_t sum = 0; sum <= v && sum <= reached; sum++)
        below += ways[sum];
    return ldexp(below, -(int)n);
}

static double exact_p(size_t n, double v)
{
    const double mean = (double)(n * (n + 1)) / 4; // the distribution is symmetric around it
    return fmin(1, 2 * exact_below(n, (size_t)(v > mean ? 2 * mean - v : v)));
}

static double normal_p(size_t n, double v, double ties)
{
    const double k = (double)n, from_mean = v - k * (k + 1) / 4;
    const double sd = sqrt(k * (k + 1) * (2 * k + 1) / 24 - ties / 48);
    const double continuity = from_mean > 0 ? 0.5 : from_mean < 0 ? -0.5 : 0;
    return 2 * gsl_cdf_ugaussian_Q(fabs((from_mean - continuity) / sd));
}

// Ranks the sorted sizes; ties share a rank. `extra` says whose sign is above 0.
static void add_ranks(const struct bf_keyed *sizes, struct bf_signed_rank *r, double *ties)
{
    for (size_t i = 0, end; i < r->n; i = end) {
        for (end = i + 1; end < r->n && sizes[end].key <= sizes[i].key;)
            end++;
        const double alike = (double)(end - i), rank = (double)(i + 1 + end) / 2;
        *ties += alike * alike * alike - alike;
        for (size_t j = i; j < end; j++)
            r->v += sizes[j].extra ? rank : 0;
    }
}

enum bf_err bf_signed_rank_make(const double *differences, size_t n, struct bf_signed_rank *result,
                                struct bf_error *e)
{
    double ties = 0;
    *result = (struct bf_signed_rank){.p = NAN};
    struct bf_keyed *sizes = malloc((2 * n + 1) * sizeof *sizes);
    if (!sizes)
        return bf_error_no_memory(e, 2 * n * sizeof *sizes, "ranks of differences");
    for (size_t i = 0; i < n; i++)
        if (differences[i] < 0 || differences[i] > 0)
            sizes[result->n++] = (struct bf_keyed){
                .key = fabs(differences[i]), .item = (uint32_t)i, .extra = differences[i] > 0};
    bf_sort_keyed(sizes, sizes + result->n, result->n);
    add_ranks(sizes, result, &ties);
    free(sizes);
    result->exact = result->n == n && ties <= 0 && n < BF_SIGNED_RANK_EXACT && n > 0;
    if (result->exact)
        result->p = exact_p(n, result->v);
    else if (result->n > 0)
        result->p = fmin(1, normal_p(result->n, result->v, ties));
    return BF_OK;
}

// ---- Many tests -------------------------------------------------------------

enum bf_err bf_holm(double *p, size_t count, struct bf_error *e)
{
    size_t tests = 0;
    double least = 0; // no p is below that of a smaller one
    struct bf_keyed *sorted = malloc((2 * count + 1) * sizeof *sorted);
    if (!sorted)
        return bf_error_no_memory(e, 2 * count * sizeof *sorted, "tests");
    for (size_t i = 0; i < count; i++)
        if (!isnan(p[i]))
            sorted[tests++] = (struct bf_keyed){.key = p[i], .item = (uint32_t)i};
    bf_sort_keyed(sorted, sorted + tests, tests);
    for (size_t i = 0; i < tests; i++) {
        least = fmax(least, fmin(1, (double)(tests - i) * sorted[i].key));
        p[sorted[i].item] = least;
    }
    free(sorted);
    return BF_OK;
}
