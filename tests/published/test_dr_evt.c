// SPDX-License-Identifier: GPL-3.0-or-later
//
// DR_EVT: its 22 small cases on 100 processors and its comparison of 2,000 jobs on 400, start for
// start.
#include <math.h>

#include "tests/support/bf_test.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

static const char drevt_easy[] = "easy strict=1 extra=none";
static const char drevt_conservative[] = "independent-shadow";

// The jobs of rows [from, to), whose columns are submit, procs, request, run from `first` on.
static struct bf_test_workload *jobs_of(const struct bf_test_columns *c, size_t from, size_t to,
                                        bf_procs machine)
{
    size_t submit = bf_test_column(c, "submit"), procs = bf_test_column(c, "procs");
    size_t request = bf_test_column(c, "request"), run = bf_test_column(c, "run");
    struct bf_test_job *table = calloc(to - from, sizeof *table);
    assert_non_null(table);
    for (size_t i = from; i < to; i++)
        table[i - from] = (struct bf_test_job){bf_test_cell(c, i, submit),
                                               (bf_procs)bf_test_cell(c, i, procs),
                                               bf_test_cell(c, i, request),
                                               bf_test_cell(c, i, run),
                                               0,
                                               0};
    struct bf_test_workload *w = bf_test_workload_of(table, (uint32_t)(to - from), machine);
    free(table);
    return w;
}

// Runs the spec on rows [from, to) and expects the starts of `column`.
static struct bf_outcome expect_rows(struct bf_sim *sim, const struct bf_test_columns *c,
                                     size_t from, const struct bf_test_workload *w,
                                     const char *spec, const char *column)
{
    struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    size_t place = bf_test_column(c, column);
    for (bf_job j = 0; j < w->jobs.count; j++)
        if (o.start[j] != bf_test_cell(c, from + j, place))
            fail_msg("%s, row %zu: starts at %lld, published is %lld", c->label[from], from + j,
                     (long long)o.start[j], (long long)bf_test_cell(c, from + j, place));
    return o;
}

static void small_cases(void **state)
{
    (void)state;
    struct bf_test_columns c =
        bf_test_columns_read(bf_test_need_shared("published/dr_evt/cases.csv"));
    size_t cases = 0;
    for (size_t from = 0, to; from < c.rows; from = to, cases++) {
        for (to = from + 1; to < c.rows && strcmp(c.label[to], c.label[from]) == 0;)
            to++;
        struct bf_test_workload *w = jobs_of(&c, from, to, 100);
        struct bf_sim *sim = bf_sim_create();
        expect_rows(sim, &c, from, w, drevt_easy, "easy_strict_no_extra");
        expect_rows(sim, &c, from, w, drevt_conservative, "independent_shadow");
        bf_sim_destroy(sim);
        bf_test_workload_destroy(w);
    }
    assert_int_equal(cases, 22);
    bf_test_columns_free(&c);
}

// The program's own figures, counted from 0.
static void expect_figures(const struct bf_outcome *o, bf_time makespan, double utilization)
{
    bf_time last = 0;
    double area = 0;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        const bf_time end = o->start[j] + bf_outcome_run(o, j);
        last = end > last ? end : last;
        area += (double)bf_outcome_run(o, j) * o->jobs->procs[j];
    }
    assert_int_equal(last, makespan);
    assert_true(fabs(area / (400.0 * (double)last) - utilization) < 0.00005);
}

static void headline_comparison(void **state)
{
    (void)state;
    struct bf_test_columns c =
        bf_test_columns_read(bf_test_need_shared("published/dr_evt/perf2000.csv.gz"));
    assert_int_equal(c.rows, 2000);
    struct bf_test_workload *w = jobs_of(&c, 0, c.rows, 400);
    struct bf_sim *sim = bf_sim_create();
    expect_rows(sim, &c, 0, w, "fcfs", "fcfs");
    struct bf_outcome o = expect_rows(sim, &c, 0, w, drevt_easy, "easy_strict_no_extra");
    expect_figures(&o, 909621, 0.9520);
    o = expect_rows(sim, &c, 0, w, drevt_conservative, "independent_shadow");
    expect_figures(&o, 993969, 0.8713);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    bf_test_columns_free(&c);
}

BF_TEST_MAIN(BF_TEST(small_cases), BF_TEST(headline_comparison))
