// SPDX-License-Identifier: GPL-3.0-or-later
//
// The SC'15 study on predicted run times (Gaussier, Glesser, Reis, Trystram): every start, every
// plan and every number of corrections that its authors published, and their table of averages.
#include <math.h>

#include "engine/core/metrics.h"
#include "tests/support/bf_test.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"

static const char avg2[] = "easy backfill=sjf estimate=avg2 events=single";

static struct bf_test_columns published_columns(const char *log)
{
    char relative[128];
    snprintf(relative, sizeof relative, "published/sc15/%s.csv.gz", log);
    return bf_test_columns_read(bf_test_need_shared(relative));
}

static struct bf_trace *log_of(const char *log)
{
    char name[128];
    snprintf(name, sizeof name, "%s-sc15.swf.gz", log);
    return bf_test_log(name, 0);
}

static void check_predictions(const struct bf_trace *t, const struct bf_test_columns *c)
{
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome o = bf_test_run(sim, &t->jobs, t->procs, avg2);
    size_t plan = bf_test_column(c, "easy_sjbf_avg2_prediction");
    size_t corrections = bf_test_column(c, "easy_sjbf_avg2_corrections");
    for (bf_job j = 0; j < c->rows; j++) {
        assert_int_equal(o.plan[j], bf_test_cell(c, j, plan));
        assert_int_equal(o.corrections[j], bf_test_cell(c, j, corrections));
    }
    bf_sim_destroy(sim);
}

static void check_log(const char *log)
{
    struct bf_test_columns c = published_columns(log);
    struct bf_trace *t = log_of(log);
    bf_test_meets_column(t, &c, "easy", "easy events=single", 0);
    bf_test_meets_column(t, &c, "easy_clairvoyant", "easy estimate=exact events=single", 0);
    bf_test_meets_column(t, &c, "easy_sjbf_clairvoyant",
                         "easy backfill=sjf estimate=exact events=single", 0);
    bf_test_meets_column(t, &c, "easy_sjbf_avg2", avg2, 0);
    check_predictions(t, &c);
    bf_trace_destroy(t);
    bf_test_columns_free(&c);
}

static void kth_sp2(void **state)
{
    (void)state;
    check_log("KTH-SP2");
}

static void sdsc_sp2(void **state)
{
    (void)state;
    check_log("SDSC-SP2");
}

static bool near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

static struct bf_run_row metrics_of(const struct bf_trace *t, const char *spec)
{
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_config config = bf_test_config(spec);
    struct bf_outcome o = bf_test_run(sim, &t->jobs, t->procs, spec);
    struct bf_run_row row;
    struct bf_error e;
    memset(&row, 0, sizeof row);
    assert_ok(bf_metrics_fill(&row, &o, &config, arena, &e), e);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    return row;
}

static void expect(const char *what, double value, double published)
{
    // The table has 15 digits, in some cells fewer.
    if (!near(value, published, 1e-12))
        fail_msg("%s is %.15g, published is %.15g", what, value, published);
}

static void table_of_averages(void **state)
{
    (void)state;
    static const struct {
        const char *log, *spec;
        double mean_flow, max_flow, mean_bsld, max_bsld, rms_bsld;
    } table[] = {
        {"KTH-SP2", "easy events=single", 15696.7981812436, 309231, 92.5765397336295, 14805.2,
         476.260314538994},
        {"KTH-SP2", "easy estimate=exact events=single", 15187.6077033812, 356843, 71.7223851124418,
         10017.2, 368.666676974225},
        {"KTH-SP2", "easy backfill=sjf estimate=exact events=single", 14295.9468417542, 335193,
         49.8477189313406, 9941.7, 326.20971934787},
        {"KTH-SP2", "easy backfill=sjf events=single", 14764.0026684456, 372238, 69.4054005803035,
         14805.2, 427.204830733767},
        {"SDSC-SP2", "easy events=single", 27850.8616820353, 463592, 87.8703241921987, 10953,
         305.727712197242},
        {"SDSC-SP2", "easy estimate=exact events=single", 24690.2062918935, 460728,
         70.4779419668026, 4865.52777777778, 240.340390392948},
        {"SDSC-SP2", "easy backfill=sjf estimate=exact events=single", 23660.1789615969, 474155,
         56.836221269454, 5245.17391304348, 228.169525853237},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct bf_trace *t = log_of(table[i].log);
        struct bf_run_row row = metrics_of(t, table[i].spec);
        expect("mean flow", row.mean_response, table[i].mean_flow);
        expect("max flow", row.max_response, table[i].max_flow);
        expect("mean bounded slowdown", row.mean_bsld, table[i].mean_bsld);
        expect("max bounded slowdown", row.max_bsld, table[i].max_bsld);
        expect("RMS bounded slowdown", row.rms_bsld, table[i].rms_bsld);
        bf_trace_destroy(t);
    }
}

// What the order of events within an instant is worth.
static void batch_order_differs_a_little(void **state)
{
    (void)state;
    struct bf_trace *t = log_of("KTH-SP2");
    struct bf_run_row row = metrics_of(t, "easy");
    assert_true(near(row.mean_bsld, 92.687654, 1e-8));
    bf_trace_destroy(t);
}

BF_TEST_MAIN(BF_TEST(kth_sp2), BF_TEST(sdsc_sp2), BF_TEST(table_of_averages),
             BF_TEST(batch_order_differs_a_little))
