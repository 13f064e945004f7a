// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conservative backfilling: every job gets a reservation when it arrives, and a job may start when
// it delays none of them. Mu'alem and Feitelson, IEEE TPDS 2001; compression as described there and
// in Feitelson and Weil, IPPS 1998.
//
// Reservations are kept from pass to pass (kept.h); compress.h moves them up.
#include "policies/compress.h"
#include "policies/policies_internal.h"

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
    struct bf_kept kept;
    struct bf_earlier earlier;
    uint32_t *place; // scratch: places of arrivals
};

static enum bf_err init(struct bf_sched *s, void *state, struct bf_arena *arena, struct bf_error *e)
{
    struct state *st = state;
    st->place = bf_arena_alloc(arena, s->jobs, sizeof *st->place);
    if (!st->place || !bf_kept_init(&st->kept, s, arena) ||
        !bf_earlier_init(&st->earlier, arena, st->kept.profile, s->jobs))
        return bf_error_no_memory(e, 128ull * s->jobs, "the availability profile");
    return BF_OK;
}

static void job_ended(struct bf_sched *s, void *state, bf_job job, bf_time planned_end)
{
    struct state *st = state;
    bf_kept_ended(&st->kept, s, job, planned_end);
    bf_earlier_ended(&st->earlier, planned_end);
}

static void plan_moved(struct bf_sched *s, void *state, bf_job job, bf_time from, bf_time to)
{
    bf_kept_moved(&((struct state *)state)->kept, s, job, from, to);
}

static void compress(struct bf_sched *s, struct state *st)
{
    const int64_t who = s->args[COMPRESS].i;
    if (s->outages && who != COMPRESS_NONE)
        bf_kept_compress(&st->kept, s, who == COMPRESS_QUEUE ? BF_NEVER : s->now);
    else if (who == COMPRESS_QUEUE)
        bf_compress_queue(&st->kept, &st->earlier, s);
    else if (who == COMPRESS_START)
        bf_compress_start(&st->kept, &st->earlier, s);
}

// Arrivals take what is left, in the order of the log.
static void reserve_arrivals(struct bf_sched *s, struct state *st)
{
    struct bf_queue *q = &s->queue;
    if (s->order == BF_ORDER_FCFS) {
        for (uint32_t at = q->back - (s->arrived_to - s->arrived_from); at < q->back; at++)
            bf_kept_put_at(&st->kept, s, at, bf_earlier_first(&st->earlier, s, at));
        return;
    }
    // In another order arrivals stand anywhere in the queue: their places are noted by job first.
    uint32_t *const place = st->place;
    for (uint32_t at = q->front; at < q->back; at++)
        if (q->job[at] != BF_NO_JOB && q->job[at] >= s->arrived_from)
            place[q->job[at] - s->arrived_from] = at;
    for (uint32_t i = 0; i < s->arrived_to - s->arrived_from; i++)
        bf_kept_put_at(&st->kept, s, place[i], bf_earlier_first(&st->earlier, s, place[i]));
}

// Starts every job whose time has come, in queue order, and notes when the next one's comes.
static void start_due(struct bf_sched *s, struct state *st)
{
    struct bf_queue *q = &s->queue;
    uint32_t at = bf_queue_due(q, q->front, s->now);
    for (; at < q->back; at = bf_queue_due(q, at + 1, s->now)) {
        bf_earlier_started(&st->earlier, q->job[at]);
        bf_sched_release(s, at, s->now);
        bf_sched_start(s, at);
    }
    st->kept.next_start = bf_queue_soonest(q);
}

static void pass(struct bf_sched *s, void *state)
{
    struct state *st = state;
    struct bf_kept *kept = &st->kept;
    if (bf_kept_begin(kept, s))
        bf_earlier_ended(&st->earlier, s->now + 1);
    if (kept->overpromised) {
        bf_kept_repair(kept, s);
        bf_earlier_forget_all(&st->earlier);
    }
    if (s->compress_due)
        compress(s, st);
    reserve_arrivals(s, st);
    if (kept->next_start <= s->now)
        start_due(s, st);
    bf_kept_count(kept, s);
}

static void explain(const struct bf_sched *s, void *state, struct bf_starts starts, uint32_t place,
                    struct bf_reason *r)
{
    (void)starts;
    bf_kept_explain(&((struct state *)state)->kept, s, place, r);
}

static bf_time next_start(const struct bf_sched *s, const void *state)
{
    (void)s;
    return ((const struct state *)state)->kept.next_start;
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
    .explain = explain,
};
