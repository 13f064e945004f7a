// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a loaded trace to the same jobs under another load or noise, without reading it again.
#include <stdlib.h>
#include <string.h>

#include "workloads/trace_internal.h"

// A column of `count` entries, copied; NULL stays NULL.
static void *copy_column(const void *from, size_t count, size_t size, bool *ok)
{
    void *to = from ? malloc(count * size) : NULL;
    if (to)
        memcpy(to, from, count * size);
    else if (from)
        *ok = false;
    return to;
}

static bool copy_jobs(const struct bf_jobs *from, struct bf_build *to)
{
    bool ok = true;
    const size_t n = from->count;
    bf_build_init(to, false, false);
    to->column[BF_BUILD_SUBMIT] = copy_column(from->submit, n, sizeof *from->submit, &ok);
    to->column[BF_BUILD_RUN] = copy_column(from->run, n, sizeof *from->run, &ok);
    to->column[BF_BUILD_REQUEST] = copy_column(from->request, n, sizeof *from->request, &ok);
    to->column[BF_BUILD_PROCS] = copy_column(from->procs, n, sizeof *from->procs, &ok);
    to->column[BF_BUILD_USER] = copy_column(from->user, n, sizeof *from->user, &ok);
    to->column[BF_BUILD_NUMBER] = copy_column(from->number, n, sizeof *from->number, &ok);
    to->column[BF_BUILD_BITS] = copy_column(from->bits, n, sizeof *from->bits, &ok);
    to->jobs.count = to->room = from->count;
    to->jobs.users = from->users;
    bf_build_adopt(to);
    return ok;
}

// Moves the columns into a trace.
static struct bf_trace *hand_over(const struct bf_trace *base, struct bf_build *build)
{
    struct bf_trace *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->jobs = build->jobs;
    t->procs = base->procs;
    t->row = base->row;
    t->all_without_request = base->all_without_request;
    t->header = strdup("");
    t->warnings = strdup("");
    memset(build->column, 0, sizeof build->column);
    if (t->header && t->warnings)
        return t;
    bf_trace_destroy(t);
    return NULL;
}

enum bf_err bf_trace_reshape(const struct bf_trace *base, double load, bf_time shake, uint64_t seed,
                             struct bf_trace **trace, struct bf_error *e)
{
    struct bf_build build;
    enum bf_err code = BF_OK;
    if (!copy_jobs(&base->jobs, &build))
        code = bf_error_no_memory(e, bf_trace_bytes(base), "a job table");
    if (code == BF_OK)
        code = bf_transform_load(&build.jobs, load, e);
    if (code == BF_OK)
        code = bf_transform_shake(&build, shake, seed, e);
    if (code == BF_OK) {
        *trace = hand_over(base, &build);
        if (!*trace)
            code = bf_error_no_memory(e, sizeof **trace, "a trace");
    }
    bf_build_fini(&build);
    return code;
}

size_t bf_trace_bytes(const struct bf_trace *trace)
{
    const struct bf_jobs *j = &trace->jobs;
    const size_t job = sizeof *j->submit + sizeof *j->run + sizeof *j->request + sizeof *j->procs +
                       sizeof *j->user + sizeof *j->number + sizeof *j->bits +
                       (trace->fields ? sizeof *trace->fields : 0);
    return sizeof *trace + j->count * job + strlen(trace->header) + strlen(trace->warnings);
}
