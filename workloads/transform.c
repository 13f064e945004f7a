// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>

#include "engine/base/seed.h"
#include "workloads/trace_internal.h"

enum bf_err bf_transform_load(struct bf_jobs *jobs, double load, struct bf_error *e)
{
    const bf_time first = jobs->submit[0];
    const bf_time span = jobs->submit[jobs->count - 1] - first;
    if (load == 1)
        return BF_OK;
    if ((double)span / load > (double)(BF_MAX_TIME - first))
        return bf_error_set(e, BF_ERR_USAGE,
                            "load %g spreads the arrivals beyond the largest time "
                            "there is (2^50 s)",
                            load);
    for (uint32_t j = 0; j < jobs->count; j++)
        jobs->submit[j] = first + (bf_time)floor((double)(jobs->submit[j] - first) / load + 0.5);
    return BF_OK;
}

enum bf_err bf_transform_shake(struct bf_build *b, bf_time shake, uint64_t seed, struct bf_error *e)
{
    struct bf_jobs *jobs = &b->jobs;
    if (shake == 0)
        return BF_OK;
    for (uint32_t j = 0; j < jobs->count; j++) {
        const double unit = bf_seed_unit(seed, BF_STREAM_SHAKE, j);
        const bf_time moved = jobs->submit[j] + (bf_time)floor((unit - 0.5) * (double)shake + 0.5);
        jobs->submit[j] = moved < 0 ? 0 : moved > BF_MAX_TIME ? BF_MAX_TIME : moved;
    }
    return bf_build_sort(b, e);
}
