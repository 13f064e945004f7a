// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine and the naive reference on stretches of real logs, job by job: from the beginning, and
// from where the middle job of the log arrives. The reference is slow; the logs are whole where
// another simulator is the oracle (test_baseline.c).
#include "tests/support/bf_test.h"
#include "tests/support/compare.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"

enum { STRETCH = 2500 }; // jobs

static const char *const specs[] = {
    "easy",
    "easy events=single backfill=sjf",
    "easy estimate=avg2 events=single",
    "conservative",
    "conservative events=single",
    "conservative compress=start",
    "conservative compress=start events=single",
    "conservative compress=none",
    "conservative compress=none events=single",
    "conservative estimate=avg2",
    "reservations reservations=4 events=single",
    NULL,
};

static void compare(const struct bf_trace *t, const char *name, const char *spec)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome outcome = bf_test_run(sim, &t->jobs, t->procs, spec);
    struct bf_ref_result *reference = bf_ref_run(&t->jobs, t->procs, &options);
    char text[512];
    struct bf_text why = bf_text_init(text, sizeof text);
    if (!bf_test_same(&outcome, reference, &why)) {
        printf("%s, %s: %s\n", name, spec, text);
        fail();
    }
    bf_ref_free(reference);
    bf_sim_destroy(sim);
}

static struct bf_trace *stretch_of(const char *name, bf_time from)
{
    char relative[256];
    snprintf(relative, sizeof relative, "traces/%s", name);
    struct bf_trace_options options;
    struct bf_trace *trace;
    struct bf_error e;
    bf_trace_options_default(&options);
    options.source = bf_test_need_shared(relative);
    options.from = from;
    options.first = STRETCH;
    assert_ok(bf_trace_load(&options, &trace, &e), e);
    assert_int_equal(trace->jobs.count, STRETCH);
    return trace;
}

static void compare_stretch(const char *name, bf_time from)
{
    struct bf_trace *t = stretch_of(name, from);
    for (size_t i = 0; specs[i]; i++)
        compare(t, name, specs[i]);
    bf_trace_destroy(t);
}

static void stretches_of_logs_equal_the_reference(void **state)
{
    (void)state;
    static const char *const logs[] = {"KTH-SP2-sc15.swf.gz",   "SDSC-SP2-sc15.swf.gz",
                                       "CTC-SP2-sc15.swf.gz",   "SDSC-BLUE-sc15.swf.gz",
                                       "CEA-curie-sc15.swf.gz", NULL};
    for (size_t i = 0; logs[i]; i++) {
        struct bf_trace *whole = bf_test_log(logs[i], 0);
        const bf_time middle = whole->jobs.submit[whole->jobs.count / 2];
        bf_trace_destroy(whole);
        compare_stretch(logs[i], 0);
        compare_stretch(logs[i], middle);
    }
}

BF_TEST_MAIN(BF_TEST(stretches_of_logs_equal_the_reference))
