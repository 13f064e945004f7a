// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/compress.h"

#include "policies/twins.h"

// Reserves a place of `length` at `to` instead of the one at `left`, which is later. Where they
// overlap nothing changes.
static void replace(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s,
                    struct bf_run run)
{
    const bf_time new_end = run.to + run.length, old_end = run.left + run.length;
    const bf_time vacated = new_end > run.left ? new_end : run.left;
    const bf_time taken = new_end > run.left ? run.left : new_end;
    s->counters.profile_updates += 2;
    bf_profile_release(kept->profile, vacated, old_end, run.all);
    bf_profile_reserve(kept->profile, run.to, taken, run.all);
    bf_earlier_vacated(earlier, vacated, old_end);
    if (run.to < kept->next_start)
        kept->next_start = run.to;
}

void bf_compress_queue(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    bf_earlier_begin(earlier);
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER)
            continue; // an arrival of this instant
        s->counters.jobs_examined++;
        const bf_time fit = bf_earlier_find(earlier, s, at);
        if (fit < start) {
            const struct bf_run run = bf_twins_move(earlier, s, at, fit);
            replace(kept, earlier, s, run);
            at = run.last;
        } else {
            at = bf_twins_skip(earlier, s, at);
        }
    }
    bf_earlier_end(earlier);
}

static void move_to_now(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s,
                        uint32_t at)
{
    const struct bf_queue *q = &s->queue;
    replace(kept, earlier, s,
            (struct bf_run){
                .to = s->now, .left = q->promise[at], .length = q->plan[at], .all = q->procs[at]});
    bf_sched_promise(s, at, s->now);
}

void bf_compress_start(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        const bf_time start = q->promise[at];
        if (start == BF_NEVER || start <= s->now || q->procs[at] > s->free)
            continue;
        s->counters.jobs_examined++;
        s->counters.profile_queries++;
        const bf_time end = s->now + q->plan[at] < start ? s->now + q->plan[at] : start;
        if (bf_profile_first_below(kept->profile, s->now, q->procs[at]) >= end)
            move_to_now(kept, earlier, s, at);
    }
}
