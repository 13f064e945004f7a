// SPDX-License-Identifier: GPL-3.0-or-later
//
// Selective backfilling: a job gets a reservation once it has waited long for its length, all
// others start where they fit. Srinivasan, Kettimuthu, Subramani and Sadayappan, 'Selective
// Reservation Strategies for Backfill Job Scheduling', JSSPP 2002.
//
// Reservations are those of conservative, and last as they do (kept.h).
#include <math.h>

#include "policies/kept.h"
#include "policies/policies_internal.h"
#include "policies/reasons.h"

enum { THRESHOLD };

static const struct bf_param params[] = {
    [THRESHOLD] = {.name = "threshold",
                   .type = BF_PARAM_REAL,
                   .fallback = {.r = BF_REAL_WORD},
                   .min = 1,
                   .max = HUGE_VAL,
                   .word = "adaptive",
                   .help = "expansion factor at which a job gets a reservation; adaptive: the mean "
                           "slowdown so far"},
};

struct state {
    struct bf_kept kept;
    double slowdowns, ended; // sum and number, of the jobs that have ended
};

static enum bf_err init(struct bf_sched *s, void *state, struct bf_arena *arena, struct bf_error *e)
{
    struct state *st = state;
    return bf_kept_init(&st->kept, s, arena)
               ? BF_OK
               : bf_error_no_memory(e, 128ull * s->jobs, "the availability profile");
}

static void job_ended(struct bf_sched *s, void *state, bf_job job, bf_time planned_end)
{
    struct state *st = state;
    const bf_time run = s->now - (planned_end - s->plan[job]);
    bf_kept_ended(&st->kept, s, job, planned_end);
    st->slowdowns += (double)(s->now - s->submit[job]) / (double)(run > 1 ? run : 1);
    st->ended++;
}

static void plan_moved(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to)
{
    bf_kept_moved(&((struct state *)state)->kept, s, job, from, to);
}

// Whether the job at `at` is to get a reservation now.
static bool needy(const struct bf_sched *s, const struct state *st, uint32_t at)
{
    const double mean = st->ended > 0 ? st->slowdowns / st->ended : 1;
    const double threshold = s->args[THRESHOLD].r == BF_REAL_WORD ? mean : s->args[THRESHOLD].r;
    const bf_time plan = s->queue.plan[at], wait = s->now - s->submit[s->queue.job[at]];
    return !bf_kept_has(s, at) && (double)(wait + plan) / (double)plan >= threshold;
}

static bool any_needy(const struct bf_sched *s, const struct state *st)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1))
        if (needy(s, st, at))
            return true;
    return false;
}

static void grant(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        s->counters.jobs_examined++;
        if (needy(s, st, at))
            bf_kept_put(&st->kept, s, at);
    }
}

static void backfill(struct bf_sched *s, struct state *st)
{
    const struct bf_queue *q = &s->queue;
    struct bf_walk walk = bf_walk_begin(s, q->front, bf_who_fits(s));
    while (bf_queue_smallest(q) <= s->free) {
        const uint32_t at = bf_walk_next(&walk);
        if (at >= q->back)
            break;
        s->counters.jobs_examined++;
        if (q->procs[at] > s->free || bf_kept_has(s, at) || !bf_sched_may_start(s, at))
            continue;
        s->counters.profile_queries++;
        if (bf_profile_first_below(st->kept.profile, s->now, q->procs[at]) < s->now + q->plan[at])
            continue;
        bf_kept_take(&st->kept, s, at, s->now);
        bf_sched_start(s, at);
    }
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    struct bf_kept *kept = &st->kept;
    const bool reserved = kept->next_start != BF_NEVER;
    const bool fix = reserved && (kept->overpromised || s->overrun);
    const bool move = reserved && s->compress_due;
    if (!fix && !move && kept->next_start > s->now && bf_queue_smallest(&s->queue) > s->free &&
        !any_needy(s, st))
        return;
    bf_kept_begin(kept, s);
    if (fix)
        bf_kept_repair(kept, s);
    if (move)
        bf_kept_compress(kept, s, BF_NEVER);
    grant(s, st);
    bf_kept_start_due(kept, s);
    backfill(s, st);
    bf_kept_count(kept, s);
}

static bf_time next_start(const struct bf_sched *s, const void *state)
{
    (void)s;
    return ((const struct state *)state)->kept.next_start;
}

// Jobs with a reservation are those of conservative. For the others, what was started without a
// reservation after the walk had come to the job is undone.
static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    struct bf_kept *kept = &((struct state *)state)->kept;
    if (bf_kept_has(s, place)) {
        bf_kept_explain(kept, s, place, r);
        return;
    }
    for (uint32_t i = 0; i < starts.count; i++) {
        struct bf_start *const start = &starts.at[i];
        if (s->queue.promised[start->job] != BF_NEVER || bf_walk_met_before(s, start, place))
            continue;
        bf_undo_start(s, start, r);
        bf_kept_undo(kept, s, start, true);
    }
    bf_kept_explain(kept, s, place, r);
    for (uint32_t i = 0; i < starts.count; i++)
        if (starts.at[i].undone)
            bf_kept_undo(kept, s, &starts.at[i], false);
    bf_redo_starts(s, starts);
}

const struct bf_policy bf_policy_selective = {
    .name = "selective",
    .summary = "backfilling with reservations for those jobs only that have waited long for their "
               "length",
    .paper = "Srinivasan, Kettimuthu, Subramani, Sadayappan, JSSPP 2002",
    .params = params,
    .param_count = sizeof params / sizeof params[0],
    .uses = BF_USES_PLAN | BF_USES_BACKFILL_ORDER | BF_MAKES_PROMISES | BF_KNOWS_CALENDAR,
    .state_size = sizeof(struct state),
    .init = init,
    .job_ended = job_ended,
    .plan_moved = plan_moved,
    .pass = pass,
    .next_start = next_start,
    .explain = explain,
};
