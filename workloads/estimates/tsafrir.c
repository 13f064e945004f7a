// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with estimates of the Tsafrir-Etsion-Feitelson model (workloads/model_tsafrir.c) in the
// place of the requests: few values, the largest one most popular, none below the run time.
//
// Estimates are dealt once, before the first job arrives, to all jobs of the run together: their
// shares are what the model is about, and draws on each job's own would shift them towards the
// large ones. Jobs are dealt to in the order of their numbers, so that the deal depends on neither
// the order of arrival nor that of events.
#include <stdlib.h>

#include "workloads/estimates/models_internal.h"
#include "workloads/model_internal.h"

// The model has a place for every minute up to the longest run time.
#define LONGEST_RUN ((bf_time)10 * 365 * 86400)

struct place {
    int64_t number;
    bf_job job;
};

static int by_number(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->job > y->job) - (x->job < y->job);
}

static enum bf_err check_runs(const struct bf_estimator *m, struct bf_error *e)
{
    for (bf_job j = 0; j < m->jobs->count; j++) {
        const bf_time run = bf_effective_run(m->overrun, m->jobs->run[j], m->jobs->request[j]);
        if (run > LONGEST_RUN)
            return bf_error_set(e, BF_ERR_INPUT,
                                "the estimate model 'tsafrir' takes run times up to %lld s, found "
                                "%lld s in job %lld; leave that job out or take another model",
                                (long long)LONGEST_RUN, (long long)run,
                                (long long)m->jobs->number[j]);
    }
    return BF_OK;
}

static enum bf_err deal(const struct bf_estimator *m, struct place *places,
                        struct bf_model_job *dealt, bf_time *plans, struct bf_error *e)
{
    const struct bf_jobs *jobs = m->jobs;
    for (bf_job j = 0; j < jobs->count; j++)
        places[j] = (struct place){jobs->number[j], j};
    qsort(places, jobs->count, sizeof *places, by_number);
    for (uint32_t i = 0; i < jobs->count; i++) {
        const bf_job j = places[i].job;
        dealt[i] = (struct bf_model_job){
            .run = bf_effective_run(m->overrun, jobs->run[j], jobs->request[j])};
    }
    const enum bf_err err = bf_tsafrir_deal(dealt, jobs->count, m->seed, e);
    for (uint32_t i = 0; !err && i < jobs->count; i++)
        plans[places[i].job] = dealt[i].request;
    return err;
}

static enum bf_err init(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    const size_t n = m->jobs->count;
    enum bf_err err = check_runs(m, e);
    if (err || n == 0)
        return err;
    bf_time *plans = bf_arena_alloc(arena, n, sizeof *plans);
    struct place *places = malloc(n * sizeof *places);
    struct bf_model_job *dealt = malloc(n * sizeof *dealt);
    if (plans && places && dealt)
        err = deal(m, places, dealt, plans, e);
    else
        err = bf_error_no_memory(e, n * (sizeof *plans + sizeof *places + sizeof *dealt),
                                 "estimates");
    free(places);
    free(dealt);
    m->state = plans;
    return err;
}

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)run;
    (void)request;
    return ((const bf_time *)m->state)[job];
}

const struct bf_estimate bf_estimate_tsafrir = {
    .name = "tsafrir",
    .summary = "estimates dealt from the few values that people use, none below the run time; may "
               "be above the request",
    .paper = "Tsafrir, Etsion and Feitelson, Modeling user runtime estimates, JSSPP 2005",
    .sees_run = true,
    .draws = true,
    .init = init,
    .plan = plan};
