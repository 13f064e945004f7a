// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with the mean of the last two run times of the same user, rounded down and never above the
// request; with the request until two of the user's jobs have ended.
#include "workloads/estimates/models_internal.h"

struct history {
    bf_time last, before; // run times of the user's ended jobs; -1: none
};

static enum bf_err init(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    struct history *h = bf_arena_alloc(arena, m->jobs->users, sizeof *h);
    if (!h)
        return bf_error_no_memory(e, m->jobs->users * sizeof *h, "run times by user");
    for (uint32_t u = 0; u < m->jobs->users; u++)
        h[u] = (struct history){-1, -1};
    m->state = h;
    return BF_OK;
}

static bf_time plan(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    const struct history *h = (const struct history *)m->state + m->jobs->user[job];
    (void)run;
    if (h->before < 0)
        return request;
    const bf_time mean = (h->last + h->before) / 2;
    return mean < request ? mean : request;
}

static void job_ended(struct bf_estimator *m, bf_job job, bf_time run)
{
    struct history *h = (struct history *)m->state + m->jobs->user[job];
    h->before = h->last;
    h->last = run;
}

const struct bf_estimate bf_estimate_avg2 = {
    .name = "avg2",
    .summary = "mean of the user's last two run times, at most the request",
    .paper = "Tsafrir, Etsion and Feitelson, Backfilling using system-generated predictions rather "
             "than user runtime estimates, IEEE TPDS 18(6), 2007",
    .init = init,
    .plan = plan,
    .falls_short = true,
    .job_ended = job_ended};
