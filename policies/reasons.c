// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/reasons.h"

#include "policies/policies_internal.h"

static bf_time limit_of(const struct bf_sched *s, const struct bf_start *start)
{
    return s->now + bf_sched_request(s, start->job);
}

void bf_undo_start(const struct bf_sched *s, struct bf_start *start, struct bf_reason *r)
{
    r->free += start->procs;
    start->undone = true;
    if (s->outages)
        bf_outages_release(s->outages, s->now, limit_of(s, start), start->procs);
}

void bf_redo_starts(const struct bf_sched *s, struct bf_starts starts)
{
    for (uint32_t i = 0; i < starts.count; i++) {
        struct bf_start *const start = &starts.at[i];
        if (start->undone && s->outages)
            bf_outages_hold(s->outages, s->now, limit_of(s, start), start->procs);
        start->undone = false;
    }
}

static void name_outage(const struct bf_sched *s, struct bf_reason *r)
{
    const struct bf_outage outage = bf_outages_at(s->outages, r->blocked);
    r->why = BF_WHY_OUTAGE;
    r->taken = outage.procs;
    r->outage = outage.start;
    r->outage_end = outage.end;
}

bool bf_explain_unfit(const struct bf_sched *s, uint32_t place, bf_time until, struct bf_reason *r)
{
    const bf_procs procs = s->queue.procs[place];
    if (procs > r->free) {
        r->why = BF_WHY_TOO_FEW;
        return true;
    }
    if (!s->outages)
        return false;
    const bf_time end = until < r->limit ? until : r->limit;
    r->blocked = bf_outages_blocked(s->outages, s->now, end, procs, &r->level);
    if (r->blocked == BF_NEVER)
        return false;
    name_outage(s, r);
    return true;
}

// What the pass did after it had come to the job is undone.
static void go_back(const struct bf_sched *s, struct bf_starts starts, uint32_t place,
                    const struct bf_taken *t, struct bf_reason *r)
{
    const bool one_by_one = !t->all_at_once && place != s->queue.front;
    for (uint32_t i = 0; i < starts.count; i++) {
        struct bf_start *const start = &starts.at[i];
        if (start->head || (one_by_one && bf_walk_met_before(s, start, place)))
            continue;
        bf_undo_start(s, start, r);
        r->extra += start->plan > t->window ? start->procs : 0;
    }
}

static void tell_why(const struct bf_sched *s, struct bf_starts starts, uint32_t place,
                     const struct bf_taken *t, struct bf_reason *r)
{
    const struct bf_queue *q = &s->queue;
    if (bf_explain_unfit(s, place, BF_NEVER, r))
        return;
    if (t->depth != BF_COUNT_ALL && bf_walk_length_before(s, starts, place) >= t->depth)
        r->why = BF_WHY_DEPTH;
    else if (q->plan[place] > t->window && q->procs[place] > r->extra)
        r->why = BF_WHY_DELAYS_HEAD;
    else
        r->why = BF_WHY_NOT_CHOSEN;
}

void bf_explain_taken(const struct bf_sched *s, struct bf_starts starts, uint32_t place,
                      const struct bf_taken *t, struct bf_reason *r)
{
    const uint32_t front = s->queue.front;
    r->shadow = t->time;
    r->extra = t->extra;
    r->depth = t->depth == BF_COUNT_ALL ? -1 : t->depth;
    r->reserved = place == front ? t->time : BF_NEVER;
    go_back(s, starts, place, t, r);
    if (place != front)
        bf_sched_hold(s, front, t->time);
    tell_why(s, starts, place, t, r);
    if (place != front)
        bf_sched_release(s, front, t->time);
    bf_redo_starts(s, starts);
}
