// SPDX-License-Identifier: GPL-3.0-or-later
//
// Truncation at a multiple of the mean run time of the jobs that have ended so far: of all of them
// (truncate), or of those of the job's user (user-truncate). Before any has ended, the request.
//
// A mean is kept as a sum and a count of whole seconds, so that it is exact however many jobs have
// ended and in whichever order. (The run times of a table add up to BF_MAX_TOTAL at most.) O(1) an
// arrival and an end.
#include "workloads/estimates/models_internal.h"

struct ended {
    bf_time total; // of run times, s
    uint32_t jobs;
};

static enum bf_err init(struct bf_estimator *m, struct bf_arena *arena, uint32_t means,
                        struct bf_error *e)
{
    m->state = bf_arena_zalloc(arena, means, sizeof(struct ended));
    return m->state ? BF_OK : bf_error_no_memory(e, means * sizeof(struct ended), "mean run times");
}

static bf_time truncated(const struct bf_estimator *m, uint32_t mean, bf_time request)
{
    const struct ended *ended = (const struct ended *)m->state + mean;
    if (ended->jobs == 0)
        return request;
    return bf_at_most(bf_whole_seconds((double)ended->total * m->arg.r / ended->jobs), request);
}

static void count(struct bf_estimator *m, uint32_t mean, bf_time run)
{
    struct ended *ended = (struct ended *)m->state + mean;
    ended->total += run;
    ended->jobs++;
}

// ---- truncate ----------------------------------------------------------------

static enum bf_err init_all(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    return init(m, arena, 1, e);
}

static bf_time plan_all(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)job;
    (void)run;
    return truncated(m, 0, request);
}

static void ended_all(struct bf_estimator *m, bf_job job, bf_time run)
{
    (void)job;
    count(m, 0, run);
}

static const struct bf_param multiple = {.name = "truncate",
                                         .type = BF_PARAM_REAL,
                                         .fallback = {.r = 2},
                                         .min = BF_LEAST_FACTOR,
                                         .max = BF_LARGEST_FACTOR,
                                         .help = "the longest plan, in mean run times"};

const struct bf_estimate bf_estimate_truncate = {
    .name = "truncate",
    .summary = "the request, at most a multiple of the mean run time of all jobs that have ended "
               "so far",
    .paper = "no paper known; corrections as in Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), "
             "2007",
    .param = &multiple,
    .falls_short = true,
    .init = init_all,
    .plan = plan_all,
    .job_ended = ended_all};

// ---- user-truncate -----------------------------------------------------------

static enum bf_err init_users(struct bf_estimator *m, struct bf_arena *arena, struct bf_error *e)
{
    return init(m, arena, m->jobs->users, e);
}

static bf_time plan_user(const struct bf_estimator *m, bf_job job, bf_time run, bf_time request)
{
    (void)run;
    return truncated(m, m->jobs->user[job], request);
}

static void ended_user(struct bf_estimator *m, bf_job job, bf_time run)
{
    count(m, m->jobs->user[job], run);
}

static const struct bf_param user_multiple = {
    .name = "user-truncate",
    .type = BF_PARAM_REAL,
    .fallback = {.r = 2},
    .min = BF_LEAST_FACTOR,
    .max = BF_LARGEST_FACTOR,
    .help = "the longest plan, in mean run times of the user"};

const struct bf_estimate bf_estimate_user_truncate = {
    .name = "user-truncate",
    .summary = "the request, at most a multiple of the mean run time of the user's jobs that have "
               "ended so far",
    .paper = "no paper known; histories by user and corrections as in Tsafrir, Etsion and "
             "Feitelson, IEEE TPDS 18(6), 2007",
    .param = &user_multiple,
    .falls_short = true,
    .init = init_users,
    .plan = plan_user,
    .job_ended = ended_user};
