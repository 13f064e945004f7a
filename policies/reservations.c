// SPDX-License-Identifier: GPL-3.0-or-later
//
// Backfilling with K reservations, made anew at every pass: the first K jobs of the queue that
// cannot start are put at their earliest fit, and any job behind them may start if it touches none
// of these reservations. K = 1 is EASY; K = all replans everybody. The family is that of Maui's
// reservation depth (Jackson, Snell, Clement, JSSPP 2001); Chiang, Arpaci-Dusseau, Vernon (JSSPP
// 2002) compare depths.
#include <math.h>

#include "engine/core/profile.h"
#include "policies/outages.h"
#include "policies/policies_internal.h"
#include "policies/reasons.h"

enum { COUNT };

static const struct bf_param params[] = {
    [COUNT] =
        BF_COUNT_PARAM("reservations", 1, 1, "waiting jobs that get a reservation at each pass"),
};

struct state {
    struct bf_profile *profile;
    struct bf_holds holds; // of this pass
};

static enum bf_err init(struct bf_sched *s, void *state, struct bf_arena *arena, struct bf_error *e)
{
    struct state *st = state;
    // Two steps a reservation, one a running job, each job being one or the other.
    const size_t steps = 2 * (size_t)s->jobs + 4;
    st->profile = bf_profile_create(arena, steps);
    if (st->profile && bf_holds_init(&st->holds, s, arena))
        return BF_OK;
    return bf_error_no_memory(e, 64ull * steps, "the availability profile");
}

// The profile of the running jobs alone.
static void rebuild(const struct bf_sched *s, struct bf_profile *profile)
{
    const struct bf_ends *ends = &s->ends;
    bf_profile_reset(profile, s->now, s->free);
    for (uint32_t i = ends->front; i < ends->back; i++)
        if (ends->at[i].procs)
            bf_profile_release(profile, bf_end_expected(&ends->at[i], s->now), BF_NEVER,
                               ends->at[i].procs);
}

static void reserve(struct bf_sched *s, struct bf_profile *profile, bf_time start, uint32_t at)
{
    bf_profile_reserve(profile, start, start + s->queue.plan[at], s->queue.procs[at]);
    s->counters.profile_updates++;
}

// Gives reservations to the first jobs that cannot start. Returns the place behind the last of
// them.
static uint32_t plan_first(struct bf_sched *s, struct state *st)
{
    struct bf_profile *profile = st->profile;
    struct bf_queue *q = &s->queue;
    int64_t left = s->args[COUNT].i;
    uint32_t at = q->front;
    for (; at < q->back && left > 0; at = bf_queue_next(q, at + 1)) {
        const bf_time start = bf_fit_both(s, profile, at, BF_NEVER, &s->counters.profile_queries);
        s->counters.jobs_examined++;
        reserve(s, profile, start, at);
        if (start == s->now) {
            bf_sched_start(s, at);
        } else {
            bf_holds_add(&st->holds, s, at, start);
            left--;
        }
        if (bf_queue_smallest(q) > s->free)
            return q->back; // nothing can start any more, and reservations end with the pass
    }
    return at;
}

static void backfill(struct bf_sched *s, struct bf_profile *profile, uint32_t from)
{
    struct bf_queue *q = &s->queue;
    struct bf_walk walk = bf_walk_begin(s, from, bf_who_fits(s));
    for (uint32_t at = bf_walk_next(&walk); at < q->back; at = bf_walk_next(&walk)) {
        s->counters.jobs_examined++;
        if (q->procs[at] > s->free || !bf_sched_may_start(s, at))
            continue;
        s->counters.profile_queries++;
        if (bf_profile_first_below(profile, s->now, q->procs[at]) < s->now + q->plan[at])
            continue;
        reserve(s, profile, s->now, at);
        bf_sched_start(s, at);
    }
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    struct bf_profile *profile = st->profile;
    if (bf_queue_smallest(&s->queue) > s->free)
        return;
    rebuild(s, profile);
    const uint32_t from = plan_first(s, st);
    if (from < s->queue.back)
        backfill(s, profile, from);
    bf_holds_release(&st->holds, s);
    if (bf_profile_steps(profile) > s->counters.profile_max)
        s->counters.profile_max = (uint32_t)bf_profile_steps(profile);
    s->counters.steps_visited += bf_profile_visited(profile);
}

// Makes the reservations of the jobs ahead of `place` anew, and returns the place behind the last
// of them. They come out as they were: what has been started since touches none of them.
static uint32_t plan_ahead(const struct bf_sched *s, struct state *st, uint32_t place,
                           struct bf_reason *r)
{
    const struct bf_queue *q = &s->queue;
    int64_t left = s->args[COUNT].i;
    uint32_t behind = 0;
    uint64_t searches = 0;
    rebuild(s, st->profile);
    for (uint32_t at = q->front; left > 0; at = bf_queue_next(q, at + 1), left--) {
        const bf_time start = bf_fit_both(s, st->profile, at, BF_NEVER, &searches);
        if (at == q->front)
            r->shadow = start;
        if (at == place) {
            r->reserved = start;
            return place;
        }
        bf_profile_reserve(st->profile, start, start + q->plan[at], q->procs[at]);
        bf_holds_add(&st->holds, s, at, start);
        behind = at + 1;
    }
    return behind;
}

// The profile is made as it was when the pass came to the job: what was started later is undone.
// (Between passes the profile is scratch.)
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    struct state *st = state;
    const bf_procs procs = s->queue.procs[place];
    const uint32_t behind = plan_ahead(s, st, place, r);
    const bool walked = r->reserved == BF_NEVER; // it is one of the candidates
    for (uint32_t i = 0; i < starts.count; i++) {
        struct bf_start *const start = &starts.at[i];
        if (start->place < behind || (walked && bf_walk_met_before(s, start, place)))
            continue;
        bf_undo_start(s, start, r);
        bf_profile_release(st->profile, s->now, s->now + start->plan, start->procs);
    }
    if (!bf_explain_unfit(s, place, BF_NEVER, r)) {
        r->why = BF_WHY_RESERVATIONS;
        r->blocked = bf_profile_first_below(st->profile, s->now, procs);
        r->level = bf_profile_at(st->profile, r->blocked);
    }
    bf_redo_starts(s, starts);
    bf_holds_release(&st->holds, s);
}

static bool heeds_only_ahead(const struct bf_value *args)
{
    (void)args;
    return true;
}

const struct bf_policy bf_policy_reservations = {
    .name = "reservations",
    .summary =
        "backfilling around the first K waiting jobs, replanned at every pass; K = 1 is EASY",
    .paper = "Jackson, Snell, Clement, JSSPP 2001; Chiang, Arpaci-Dusseau, Vernon, JSSPP 2002",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_USES_ENDS | BF_IDLE_UNLESS_FIT |
            BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .init = init,
    .pass = pass,
    .explain = explain,
    .heeds_only_ahead = heeds_only_ahead,
};
