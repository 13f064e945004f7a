// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/matrix.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

static const struct shape {
    const char *name;
    uint32_t jobs;
    bf_procs procs;
    bf_time gap, longest; // s
} shapes[] = {
    {"dense", 40, 8, 6, 60},
    {"wide", 60, 128, 600, 20000},
    {"small", 24, 8, 6, 60},
};

const char *const bf_test_matrix_names[] = {"dense", "wide", NULL};

static uint64_t draw(uint64_t stream, uint32_t job, uint64_t limit)
{
    return bf_seed_bits(20240611, BF_STREAM_TEST + stream, job) % limit;
}

static struct bf_test_workload *workload_of(const struct shape *shape)
{
    struct bf_test_job *jobs = calloc(shape->jobs, sizeof *jobs);
    assert_non_null(jobs);
    for (uint32_t i = 0; i < shape->jobs; i++) {
        struct bf_test_job *j = &jobs[i];
        j->submit = i ? jobs[i - 1].submit : 0;
        if (draw(1, i, 3) > 0)
            j->submit += (bf_time)draw(2, i, (uint64_t)shape->gap + 1);
        j->procs = 1 + (bf_procs)(draw(3, i, (uint64_t)shape->procs) / (1 + draw(4, i, 3)));
        j->request = 1 + (bf_time)draw(5, i, (uint64_t)shape->longest);
        j->run = (bf_time)draw(6, i, (uint64_t)j->request * 11 / 10 + 1); // one in ten overruns
        j->user = (uint32_t)draw(7, i, 3);
    }
    struct bf_test_workload *w = bf_test_workload_of(jobs, shape->jobs, shape->procs);
    free(jobs);
    return w;
}

struct bf_test_workload *bf_test_matrix_workload(const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].name, name) == 0)
            return workload_of(&shapes[i]);
    fail_msg("the matrix has no workload '%s'", name);
    return NULL;
}

const char *bf_test_matrix_path(void)
{
    static char path[4096];
    const char *source = getenv("BFSWEEP_SOURCE");
    snprintf(path, sizeof path, "%s/tests/golden/matrix.csv", source ? source : ".");
    return path;
}
