// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"

#include "tests/support/bf_test.h"
#include "tests/support/compare.h"
#include "tests/support/published.h"
#include "tests/support/spec.h"

static struct bf_test_workload *workload_of(const bf_test_row *table, uint32_t count,
                                            bf_procs procs)
{
    struct bf_test_job *jobs = calloc(count, sizeof *jobs);
    assert_non_null(jobs);
    for (uint32_t i = 0; i < count; i++)
        jobs[i] = (struct bf_test_job){table[i][0], (bf_procs)table[i][1], table[i][2],
                                       table[i][3], (uint32_t)table[i][4], 0};
    struct bf_test_workload *w = bf_test_workload_of(jobs, count, procs);
    free(jobs);
    return w;
}

struct bf_ref_result *bf_test_solve(const bf_test_row *table, uint32_t count, bf_procs procs,
                                    const char *spec, const bf_time *starts)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_test_workload *w = workload_of(table, count, procs);
    struct bf_ref_result *reference = bf_ref_run(&w->jobs, procs, &options);
    for (bf_job j = 0; j < count; j++)
        if (reference->start[j] != starts[j])
            fail_msg("'%s': by hand job %u starts at %lld, the reference says %lld", spec, j + 1,
                     (long long)starts[j], (long long)reference->start[j]);

    char buffer[512];
    struct bf_text why = bf_text_init(buffer, sizeof buffer);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome outcome = bf_test_run(sim, &w->jobs, procs, spec);
    if (!bf_test_same(&outcome, reference, &why))
        fail_msg("'%s': %s", spec, buffer);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    return reference;
}
