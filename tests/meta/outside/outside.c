// SPDX-License-Identifier: GPL-3.0-or-later
//
// The least that a program outside the project does: three jobs on four processors, under EASY.
#include <stdio.h>

#include "engine/core/metrics.h"
#include "engine/core/sim.h"
#include "policies/policies.h"
#include "workloads/estimates.h"
#include "workloads/trace.h"

static int run(struct bf_sim *sim, struct bf_arena *arena, struct bf_error *e)
{
    bf_time submit[] = {0, 1, 2}, length[] = {100, 50, 10}, request[] = {100, 50, 20};
    bf_procs procs[] = {3, 4, 1};
    uint32_t user[] = {0, 0, 0};
    int64_t number[] = {1, 2, 3};
    uint8_t bits[] = {0, 0, 0};
    const struct bf_jobs jobs = {3, 1, submit, length, request, procs, user, number, bits};
    const struct bf_policy *policy;
    struct bf_config config;
    struct bf_outcome outcome;
    struct bf_run_row row = {.jobs = 0};
    if (bf_policy_find("easy", &policy, e))
        return 1;
    bf_config_default(&config, policy, bf_estimates[0]);
    if (bf_sim_run(sim, &jobs, 4, &config, &outcome, e) ||
        bf_metrics_fill(&row, &outcome, &config, arena, e))
        return 1;
    printf("starts %d %d %d, mean wait %g\n", (int)outcome.start[0], (int)outcome.start[1],
           (int)outcome.start[2], row.mean_wait);
    return 0;
}

int main(void)
{
    struct bf_error e = {.code = BF_OK};
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    const int failed = !sim || !arena || run(sim, arena, &e);
    if (failed)
        fprintf(stderr, "%s\n", e.text);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    return failed;
}
