// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sweep/sample_plan.h"

#include <unistd.h>

#include "engine/sweep/plan_file.h"
#include "tests/support/bf_test.h"
#include "tests/support/files.h"

struct bf_sample_plan bf_sample_plan_of(const char *text, int threads)
{
    static char path[512];
    struct bf_sample_plan p;
    struct bf_error e;
    bf_text_copy(path, sizeof path, bf_test_temporary("plan.ini"));
    bf_test_write_text(path, text);
    bf_axes_init(&p.axes);
    assert_ok(bf_plan_file_read(path, &p.axes, &e), e);
    p.traces = bf_traces_create(SIZE_MAX);
    assert_non_null(p.traces);
    assert_ok(bf_plan_create(&p.axes, p.traces, &p.plan, &e), e);
    bf_traces_load(p.traces, threads);
    assert_ok(bf_plan_settle(p.plan, &e), e);
    return p;
}

void bf_sample_plan_free(struct bf_sample_plan *p)
{
    bf_plan_destroy(p->plan);
    bf_traces_destroy(p->traces);
    bf_axes_fini(&p->axes);
}

enum bf_err bf_sample_plan_refused(const char *text, struct bf_error *e)
{
    struct bf_axes axes;
    struct bf_plan *plan = NULL;
    bf_test_write_text(bf_test_temporary("plan.ini"), text);
    assert_int_equal(chdir(bf_test_temporary("")), 0);
    bf_axes_init(&axes);
    struct bf_traces *traces = bf_traces_create(SIZE_MAX);
    enum bf_err err = bf_plan_file_read("plan.ini", &axes, e);
    if (!err)
        err = bf_plan_create(&axes, traces, &plan, e);
    bf_plan_destroy(plan);
    bf_traces_destroy(traces);
    bf_axes_fini(&axes);
    return err;
}
