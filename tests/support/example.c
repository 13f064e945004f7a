// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/example.h"

#include <math.h>

#include "engine/core/metrics.h"
#include "policies/policies.h"
#include "tests/support/bf_test.h"
#include "tests/support/plans.h"

static const struct bf_test_job example[BF_TEST_EXAMPLE_JOBS] = {
    {.submit = 0, .procs = 6, .request = 100, .run = 100},
    {.submit = 10, .procs = 8, .request = 60, .run = 50},
    {.submit = 20, .procs = 4, .request = 40, .run = 30},
    {.submit = 30, .procs = 1, .request = 100, .run = 200, .bits = BF_JOB_NO_REQUEST},
    {.submit = 160, .procs = 1, .request = 30, .run = 20},
};

struct bf_config bf_test_config_of(const char *policy)
{
    const struct bf_policy *p = NULL;
    struct bf_config c;
    struct bf_error e = {0};
    assert_ok(bf_policy_find(policy, &p, &e), e);
    bf_config_default(&c, p, &bf_test_plan_request);
    return c;
}

void bf_test_run_fill(struct bf_test_run *r)
{
    struct bf_error e = {0};
    memset(&r->row, 0x55, sizeof r->row);
    assert_ok(bf_metrics_fill(&r->row, &r->outcome, &r->config, r->arena, &e), e);
}

struct bf_outcome bf_test_run_config(struct bf_sim *sim, const struct bf_test_workload *w,
                                     const struct bf_config *c)
{
    struct bf_outcome o;
    struct bf_error e = {0};
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, c, &o, &e), e);
    return o;
}

struct bf_test_run bf_test_run_example(struct bf_config config)
{
    struct bf_test_run r = {.arena = bf_arena_create(), .sim = bf_sim_create(), .config = config};
    r.workload = bf_test_workload_of(example, BF_TEST_EXAMPLE_JOBS, BF_TEST_EXAMPLE_PROCS);
    r.outcome = bf_test_run_config(r.sim, r.workload, &config);
    bf_test_run_fill(&r);
    return r;
}

void bf_test_run_finish(struct bf_test_run *r)
{
    bf_test_workload_destroy(r->workload);
    bf_sim_destroy(r->sim);
    bf_arena_destroy(r->arena);
}

void bf_test_near(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-13 * fabs(expected)))
        fail_msg("%.17g, expected %.17g", found, expected);
}
