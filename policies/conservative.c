// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conservative backfilling: every job gets a reservation when it arrives, and a job may start when
// it delays none of them. Mu'alem and Feitelson, IEEE TPDS 2001; compression as described there and
// in Feitelson and Weil, IPPS 1998.
//
// The profile holds running jobs to their planned ends and the reservations of all waiting jobs; a
// job's reserved start is its last promise (queue.promise). Jobs that have run past their plan,
// uncorrected, hold their processors for one more second at each pass (`held`).
#include "engine/core/profile.h"
#include "policies/earlier.h"
#include "policies/outages.h"
#include "policies/policies_internal.h"
#include "policies/twins.h"

enum { COMPRESS };
enum compress { COMPRESS_QUEUE, COMPRESS_START, COMPRESS_NONE };

static const char *const compressions[] = {"queue", "start", "none", NULL};

static const struct bf_param params[] = {
    [COMPRESS] = {.name = "compress",
                  .type = BF_PARAM_CHOICE,
                  .choices = compressions,
                  .help = "who moves up when a job ends early: the whole queue, only who can start "
                          "now, or nobody"},
};

struct state {
    struct bf_profile *profile;
    struct bf_earlier earlier;
    bf_time next_start; // earliest reserved start
    bf_time held_at;    // when `held` was reserved, for [held_at, held_at + 1)
    bf_procs held;
    bool overpromised; // planned ends have moved later since the last pass
    uint32_t *place;   // scratch: places of arrivals
};

static enum bf_err init(struct bf_sched *s, void *state, struct bf_arena *arena, struct bf_error *e)
{
    struct state *st = state;
    // Each job adds two steps at most; jobs held past their plan add two together.
    const size_t steps = 2 * (size_t)s->jobs + 4;
    st->profile = bf_profile_create(arena, steps);
    st->place = bf_arena_alloc(arena, s->jobs, sizeof *st->place);
    if (!st->profile || !st->place || !bf_earlier_init(&st->earlier, arena, st->profile, s->jobs))
        return bf_error_no_memory(e, 64ull * steps, "the availability profile");
    bf_profile_reset(st->profile, 0, s->procs);
    st->next_start = BF_NEVER;
    st->held_at = -1;
    return BF_OK;
}

static void job_ended(struct bf_sched *s, void *state, bf_job job, bf_time planned_end)
{
    struct state *st = state;
    s->counters.profile_updates++;
    bf_profile_release(st->profile, s->now, planned_end, s->job_procs[job]);
    bf_earlier_ended(&st->earlier, planned_end);
}

static void plan_moved(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to)
{
    struct state *st = state;
    if (to == BF_NEVER)
        return; // held from pass to pass, see hold_overrun
    s->counters.profile_updates++;
    bf_profile_reserve(st->profile, from, to, s->job_procs[job]);
    st->overpromised = true;
}

// Jobs past their plan may end at any moment: at each pass they hold the second that follows.
static void hold_overrun(struct bf_sched *s, struct state *st)
{
    const bf_procs before = st->held_at == s->now ? st->held : 0;
    if (s->overrun > before)
        st->overpromised = true;
    else if (s->overrun < before)
        bf_earlier_ended(&st->earlier, s->now + 1);
    bf_profile_reserve(st->profile, s->now, s->now + 1, s->overrun - before);
    st->held = s->overrun;
    st->held_at = s->now;
}

static void put_at(struct bf_sched *s, struct state *st, uint32_t at, bf_time start)
{
    const struct bf_queue *q = &s->queue;
    s->counters.profile_updates++;
    bf_profile_reserve(st->profile, start, start + q->plan[at], q->procs[at]);
    bf_sched_hold(s, at, start);
    bf_sched_promise(s, at, start);
    if (start < st->next_start)
        st->next_start = start;
}

static bf_time earliest(struct bf_sched *s, struct state *st, uint32_t at)
{
    if (s->outages)
        return bf_fit_both(s, st->profile, at, BF_NEVER);
    return bf_earlier_first(&st->earlier, s, at);
}

static bool overpromised_before(struct bf_sched *s, struct state *st, bf_time from, bf_time to)
{
    s->counters.profile_queries++;
    return bf_profile_first_below(st->profile, from, 0) < to;
}

// Planned ends have moved later. Where more is promised than there is, jobs give up their
// reservations, from the back of the queue, until all others hold; then they are put anew in queue
// order.
static void repair(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    struct bf_keyed *taken = q->keyed;
    uint32_t n = 0;
    for (uint32_t at = q->back; at-- > q->front && overpromised_before(s, st, s->now, BF_NEVER);) {
        const bf_job j = q->job[at];
        if (j == BF_NO_JOB || q->promise[at] == BF_NEVER)
            continue; // a gap, or an arrival of this instant
        const bf_time start = q->promise[at], end = start + q->plan[at];
        s->counters.jobs_examined++;
        if (!overpromised_before(s, st, start, end))
            continue;
        s->counters.profile_updates++;
        bf_profile_release(st->profile, start, end, q->procs[at]);
        bf_sched_release(s, at, start);
        taken[n++].item = at;
    }
    while (n--)
        put_at(s, st, taken[n].item, earliest(s, st, taken[n].item));
    st->overpromised = false;
    st->next_start = bf_queue_soonest(&s->queue);
    bf_earlier_forget_all(&st->earlier);
}

// Reserves a place of `length` at `to` instead of the one at `left`, which is later. Where they
// overlap nothing changes.
static void replace(struct bf_sched *s, struct state *st, struct bf_run run)
{
    const bf_time new_end = run.to + run.length, old_end = run.left + run.length;
    const bf_time vacated = new_end > run.left ? new_end : run.left;
    const bf_time taken = new_end > run.left ? run.left : new_end;
    s->counters.profile_updates += 2;
    bf_profile_release(st->profile, vacated, old_end, run.all);
    bf_profile_reserve(st->profile, run.to, taken, run.all);
    bf_earlier_vacated(&st->earlier, vacated, old_end);
    if (run.to < st->next_start)
        st->next_start = run.to;
}

// In queue order, each job is put at its earliest fit, its own reservation not counted. It never
// moves later: beyond its reserved start its own processors are free for it.
static void compress_queue(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    bf_earlier_begin(&st->earlier);
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER)
            continue; // an arrival of this instant
        s->counters.jobs_examined++;
        const bf_time fit = bf_earlier_find(&st->earlier, s, at);
        if (fit < start) {
            const struct bf_run run = bf_twins_move(&st->earlier, s, at, fit);
            replace(s, st, run);
            at = run.last;
        } else {
            at = bf_twins_skip(&st->earlier, s, at);
        }
    }
    bf_earlier_end(&st->earlier);
}

static void move(struct bf_sched *s, struct state *st, uint32_t at, bf_time to)
{
    const struct bf_queue *q = &s->queue;
    const bf_time left = q->promise[at];
    replace(s, st,
            (struct bf_run){.to = to, .left = left, .length = q->plan[at], .all = q->procs[at]});
    bf_sched_release(s, at, left);
    bf_sched_hold(s, at, to);
    bf_sched_promise(s, at, to);
}

// In queue order, each job that can start now moves there.
static void compress_start(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER || start <= s->now || q->procs[at] > s->free)
            continue;
        s->counters.jobs_examined++;
        s->counters.profile_queries++;
        const bf_time end = s->now + q->plan[at] < start ? s->now + q->plan[at] : start;
        if (bf_profile_first_below(st->profile, s->now, q->procs[at]) >= end)
            move(s, st, at, s->now);
    }
}

// With a calendar: both of the above, searching anew for each job. From its start on its own
// processors are free for it, in the profile and towards the calendar.
static void compress_around_outages(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    const bool queue = s->args[COMPRESS].i == COMPRESS_QUEUE;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER || start <= s->now)
            continue;
        s->counters.jobs_examined++;
        const bf_time fit = bf_fit_both(s, st->profile, at, start);
        if (fit < start && (queue || fit == s->now))
            move(s, st, at, fit);
    }
}

static void compress(struct bf_sched *s, struct state *st)
{
    if (s->outages && s->args[COMPRESS].i != COMPRESS_NONE)
        compress_around_outages(s, st);
    else if (s->args[COMPRESS].i == COMPRESS_QUEUE)
        compress_queue(s, st);
    else if (s->args[COMPRESS].i == COMPRESS_START)
        compress_start(s, st);
}

// Arrivals take what is left, in the order of the log.
static void reserve_arrivals(struct bf_sched *s, struct state *st)
{
    struct bf_queue *q = &s->queue;
    if (s->order == BF_ORDER_FCFS) {
        for (uint32_t at = q->back - (s->arrived_to - s->arrived_from); at < q->back; at++)
            put_at(s, st, at, earliest(s, st, at));
        return;
    }
    // In another order arrivals stand anywhere in the queue: their places are noted by job first.
    uint32_t *const place = st->place;
    for (uint32_t at = q->front; at < q->back; at++)
        if (q->job[at] != BF_NO_JOB && q->job[at] >= s->arrived_from)
            place[q->job[at] - s->arrived_from] = at;
    for (uint32_t i = 0; i < s->arrived_to - s->arrived_from; i++)
        put_at(s, st, place[i], earliest(s, st, place[i]));
}

// Starts every job whose time has come, in queue order, and notes when the next one's comes.
static void start_due(struct bf_sched *s, struct state *st)
{
    struct bf_queue *q = &s->queue;
    uint32_t at = bf_queue_due(q, q->front, s->now);
    for (; at < q->back; at = bf_queue_due(q, at + 1, s->now)) {
        if (s->outages)
            bf_sched_release(s, at, s->now);
        else
            bf_earlier_started(&st->earlier, q->job[at]);
        bf_sched_start(s, at);
    }
    st->next_start = bf_queue_soonest(q);
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    bf_profile_advance(st->profile, s->now);
    if (s->overrun || st->held_at == s->now)
        hold_overrun(s, st);
    if (st->overpromised)
        repair(s, st);
    if (s->compress_due)
        compress(s, st);
    reserve_arrivals(s, st);
    if (st->next_start <= s->now)
        start_due(s, st);
    const size_t steps = bf_profile_steps(st->profile);
    if (steps > s->counters.profile_max)
        s->counters.profile_max = (uint32_t)steps;
    s->counters.steps_visited = bf_profile_visited(st->profile);
}

static bf_time next_start(const struct bf_sched *s, const void *state)
{
    (void)s;
    return ((const struct state *)state)->next_start;
}

const struct bf_policy bf_policy_conservative = {
    .name = "conservative",
    .summary = "conservative backfilling: every job has a reservation from its arrival on",
    .paper = "Mu'alem and Feitelson, IEEE TPDS 12(6), 2001; Feitelson and Weil, IPPS 1998",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_MAKES_PROMISES | BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .init = init,
    .job_ended = job_ended,
    .plan_moved = plan_moved,
    .pass = pass,
    .next_start = next_start,
};
