// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/explain.h"

#include "engine/core/policy.h"
#include "engine/core/sched.h"

const char *const bf_why_names[] = {
    "started",      "too-few",   "outage",     "behind-head", "delays-head",
    "delays-ahead", "depth",     "not-chosen", "no-request",  "window-unknown",
    "reservations", "not-moved", "policy",     NULL};

static void pass_begins(void *self, const struct bf_sched *s)
{
    struct bf_explain *x = self;
    x->free_before = s->free;
    x->start_count = 0;
}

static uint32_t count_ahead(const struct bf_queue *q, uint32_t place)
{
    uint32_t n = 0;
    for (uint32_t at = q->front; at < place; at = bf_queue_next(q, at + 1))
        n++;
    return n;
}

static void starts(void *self, const struct bf_sched *s, uint32_t place)
{
    struct bf_explain *x = self;
    const struct bf_queue *q = &s->queue;
    const uint32_t n = x->start_count++;
    x->starts[n] = (struct bf_start){.job = q->job[place],
                                     .place = place,
                                     .procs = q->procs[place],
                                     .plan = q->plan[place],
                                     .head = place == q->front};
    if (x->watched[q->job[place]])
        x->ahead[n] = count_ahead(q, place);
}

// What is so of every job that is looked at in this pass.
static struct bf_look begin_look(const struct bf_explain *x, const struct bf_sched *s, bf_job job,
                                 uint32_t ahead)
{
    const struct bf_queue *q = &s->queue;
    return (struct bf_look){.job = job,
                            .time = s->now,
                            .pass = x->passes,
                            .free_before = x->free_before,
                            .free_after = s->free,
                            .head = q->waiting ? q->job[q->front] : BF_NO_JOB,
                            .ahead = ahead,
                            .waiting = q->waiting,
                            .reason = {.free = s->free,
                                       .shadow = BF_NEVER,
                                       .extra = -1,
                                       .reserved = BF_NEVER,
                                       .blocked = BF_NEVER,
                                       .depth = -1,
                                       .limit = s->now + bf_sched_request(s, job),
                                       .outage = BF_NEVER,
                                       .outage_end = BF_NEVER},
                            .overtakers = x->overtakers};
}

static void look_at_started(struct bf_explain *x, const struct bf_sched *s, uint32_t start)
{
    const bf_job job = x->starts[start].job;
    struct bf_look look = begin_look(x, s, job, x->ahead[start]);
    for (uint32_t i = start; i < x->start_count; i++)
        look.reason.free += x->starts[i].procs;
    if (s->queue.promise)
        look.reason.reserved = s->queue.promised[job];
    x->left--;
    x->look(x->self, &look);
}

static void look_at_waiting(struct bf_explain *x, const struct bf_sched *s,
                            const struct bf_policy *policy, void *state, uint32_t place,
                            uint32_t ahead)
{
    const struct bf_queue *q = &s->queue;
    struct bf_look look = begin_look(x, s, q->job[place], ahead);
    look.reason.why = q->procs[place] > s->free ? BF_WHY_TOO_FEW : BF_WHY_POLICY;
    if (q->promise)
        look.reason.reserved = q->promise[place];
    if (policy->explain)
        policy->explain(s, state, (struct bf_starts){x->starts, x->start_count}, place,
                        &look.reason);
    for (uint32_t i = 0; i < x->start_count; i++)
        if (x->starts[i].place > place)
            x->overtakers[look.overtaker_count++] = x->starts[i].job;
    x->look(x->self, &look);
}

static void pass_ended(void *self, const struct bf_sched *s, const struct bf_policy *policy,
                       void *state)
{
    struct bf_explain *x = self;
    const struct bf_queue *q = &s->queue;
    if (x->left && s->arrived_to > x->first) {
        uint32_t ahead = 0;
        for (uint32_t i = 0; i < x->start_count; i++)
            if (x->watched[x->starts[i].job])
                look_at_started(x, s, i);
        for (uint32_t at = q->front; x->left && at < q->back; at = bf_queue_next(q, at + 1))
            if (x->watched[q->job[at]])
                look_at_waiting(x, s, policy, state, at, ahead++);
            else
                ahead++;
    }
    x->passes++;
}

enum bf_err bf_explain_init(struct bf_explain *x, struct bf_arena *arena, uint32_t jobs,
                            struct bf_error *e)
{
    *x = (struct bf_explain){
        .observer = {x, pass_begins, starts, pass_ended},
        .first = jobs,
        .watched = bf_arena_zalloc(arena, jobs, sizeof *x->watched),
        .starts = bf_arena_alloc(arena, jobs, sizeof *x->starts),
        .ahead = bf_arena_alloc(arena, jobs, sizeof *x->ahead),
        .overtakers = bf_arena_alloc(arena, jobs, sizeof *x->overtakers),
    };
    if (!x->watched || !x->starts || !x->ahead || !x->overtakers)
        return bf_error_no_memory(e, 45ull * jobs, "the explanation");
    return BF_OK;
}

void bf_explain_watch(struct bf_explain *x, bf_job job)
{
    if (x->watched[job])
        return;
    x->watched[job] = true;
    x->left++;
    if (job < x->first)
        x->first = job;
}
