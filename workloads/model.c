// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a model to a job table.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "workloads/model_internal.h"
#include "workloads/trace_internal.h"

static void settle_row(struct bf_loading *l, const struct bf_model *m)
{
    char text[256];
    struct bf_text t = bf_text_init(text, sizeof text);
    bf_model_text(m, &t);
    bf_hash_bytes(text, t.used, l->row.hash);
    l->row.lines = m->jobs;
    l->procs = l->o->procs ? l->o->procs : m->procs;
    bf_text_copy(l->row.procs_from, sizeof l->row.procs_from, l->o->procs ? "option" : "model");
}

static enum bf_err push(struct bf_loading *l, const struct bf_model_job *from, int64_t number,
                        struct bf_error *e)
{
    const struct bf_swf_fields fields = {.number = number,
                                         .submit = from->submit,
                                         .wait = -1,
                                         .run = from->run,
                                         .allocated = from->procs,
                                         .cpu_time = -1,
                                         .memory = -1,
                                         .requested_procs = from->procs,
                                         .requested_time = from->request ? from->request : -1,
                                         .requested_memory = -1,
                                         .status = 1,
                                         .user = -1,
                                         .group = -1,
                                         .executable = -1,
                                         .queue = -1,
                                         .partition = -1,
                                         .preceding = -1,
                                         .think_time = -1};
    const struct bf_build_job job = {.submit = from->submit,
                                     .run = from->run,
                                     .request = from->request ? from->request : from->run,
                                     .wait = -1,
                                     .procs = from->procs,
                                     .user = -1,
                                     .number = number,
                                     .bits = from->request ? 0 : BF_JOB_NO_REQUEST,
                                     .fields = &fields};
    l->widest = job.procs > l->widest ? job.procs : l->widest;
    return bf_build_push(&l->build, &job, e);
}

// All jobs of a model are of no user (-1).
static bool is_selected(const struct bf_build *b, uint32_t job, const void *with)
{
    const struct bf_trace_options *o = with;
    return bf_selection_has(o->numbers, b->jobs.number[job]);
}

static void select_jobs(struct bf_loading *l)
{
    if (!bf_selection_has(l->o->users, -1)) {
        l->row.skipped_user = l->build.jobs.count;
        l->build.jobs.count = 0;
    }
    if (l->o->numbers)
        l->row.skipped_number = bf_build_thin(&l->build, is_selected, l->o);
}

// Stretches the gaps between arrivals so that the offered load on the model's machine is as wanted.
static enum bf_err set_load(struct bf_jobs *jobs, const struct bf_model *m, struct bf_error *e)
{
    if (m->load <= 0)
        return BF_OK;
    const double load = bf_offered_load(jobs, m->procs);
    if (isnan(load))
        return bf_error_set(e, BF_ERR_USAGE,
                            "lublin: load=%g needs jobs that come at different "
                            "times; ask for more than %u",
                            m->load, m->jobs);
    return bf_transform_load(jobs, m->load / load, e);
}

static enum bf_err make_table(struct bf_loading *l, const struct bf_model *m,
                              struct bf_model_job *jobs, struct bf_error *e)
{
    enum bf_err code = BF_OK;
    bf_lublin_generate(m, jobs);
    if (m->estimates == BF_MODEL_TSAFRIR)
        code = bf_tsafrir_deal(jobs, m->jobs, m->seed, e);
    for (uint32_t j = 0; j < m->jobs && code == BF_OK; j++)
        code = push(l, &jobs[j], (int64_t)j + 1, e);
    if (code == BF_OK)
        code = set_load(&l->build.jobs, m, e);
    for (uint32_t j = 0; l->build.fields && j < l->build.jobs.count; j++)
        l->build.fields[j].submit = l->build.jobs.submit[j];
    return code;
}

enum bf_err bf_trace_model(struct bf_loading *l, struct bf_error *e)
{
    struct bf_model m;
    enum bf_err code = bf_model_parse(l->o->source, l->o->procs, &m, e);
    if (code)
        return code;
    struct bf_model_job *jobs = malloc(m.jobs * sizeof *jobs);
    if (!jobs)
        return bf_error_no_memory(e, m.jobs * sizeof *jobs, "the jobs of a model");
    settle_row(l, &m);
    code = make_table(l, &m, jobs, e);
    free(jobs);
    if (code == BF_OK)
        select_jobs(l);
    return code;
}
