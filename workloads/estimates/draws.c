// SPDX-License-Identifier: GPL-3.0-or-later
//
// A job is known by its number, not by its place: so it keeps its draw when the log is cut, when
// arrivals are shaken and under any other load. Numbers are labels that may repeat (in some logs
// all are 0), so that the second, third, ... job of a number draws again.
#include <stdint.h>

#include "engine/base/seed.h"
#include "workloads/estimates/models_internal.h"

// The first job of a number, and how many jobs have it so far. 0 jobs: the place is free.
struct seen {
    bf_job first;
    uint32_t jobs;
};

static bool ascending(const struct bf_jobs *jobs)
{
    for (uint32_t j = 1; j < jobs->count; j++)
        if (jobs->number[j - 1] >= jobs->number[j])
            return false;
    return true;
}

// For each job, how many before it have its number. `table` has a power of two of free places, more
// than jobs.
static void count_repeats(const struct bf_jobs *jobs, struct seen *table, size_t places,
                          uint32_t *repeats)
{
    for (uint32_t j = 0; j < jobs->count; j++) {
        size_t at = bf_seed_bits(0, BF_STREAM_ESTIMATE, (uint64_t)jobs->number[j]) & (places - 1);
        while (table[at].jobs && jobs->number[table[at].first] != jobs->number[j])
            at = (at + 1) & (places - 1);
        if (!table[at].jobs)
            table[at].first = j;
        repeats[j] = table[at].jobs++;
    }
}

enum bf_err bf_job_draws_init(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    const struct bf_jobs *jobs = m->jobs;
    m->state = NULL; // no number repeats
    if (ascending(jobs))
        return BF_OK;
    size_t places = 4;
    while (places < 2 * (size_t)jobs->count)
        places *= 2;
    struct seen *table = bf_arena_zalloc(arena, places, sizeof *table);
    uint32_t *repeats = bf_arena_alloc(arena, jobs->count, sizeof *repeats);
    if (!table || !repeats)
        return bf_error_no_memory(e, places * sizeof *table, "draws by job");
    count_repeats(jobs, table, places, repeats);
    m->state = repeats;
    return BF_OK;
}

double bf_job_draw(const struct bf_estimator *m, bf_job job)
{
    const uint32_t *repeats = m->state;
    const uint64_t own = bf_seed_bits(m->seed, BF_STREAM_ESTIMATE, (uint64_t)m->jobs->number[job]);
    return bf_seed_unit(own, BF_STREAM_ESTIMATE, repeats ? repeats[job] : 0);
}
