// SPDX-License-Identifier: GPL-3.0-or-later
#include "policies/twins.h"

enum { STRIDE = 8 };

// Whether the places [from, from + STRIDE) hold twins of `at` that start at `start`: no branches.
static bool all_alike(const struct bf_queue *q, uint32_t at, uint32_t from, bf_time start)
{
    uint64_t differ = 0;
    for (uint32_t i = from; i < from + STRIDE; i++)
        differ |= (uint64_t)(q->plan[i] ^ q->plan[at]) | (uint64_t)(q->promise[i] ^ start) |
                  (uint64_t)(q->procs[i] ^ q->procs[at]);
    return differ == 0;
}

// The last of the twins behind `at` that are promised `start`, or `at`. Adds how many.
static uint32_t last_alike(const struct bf_queue *q, uint32_t at, bf_time start, uint64_t *count)
{
    uint32_t last = at;
    for (;;) {
        const uint32_t next = bf_queue_next(q, last + 1);
        if (next == q->back || !bf_twins_alike(q, at, next) || q->promise[next] != start)
            return last;
        ++*count;
        last = next;
        for (; last + STRIDE < q->back && all_alike(q, at, last + 1, start); last += STRIDE)
            *count += STRIDE;
    }
}

uint32_t bf_twins_skip(struct bf_earlier *e, struct bf_sched *s, uint32_t at)
{
    if (!e->plain)
        e->twin = last_alike(&s->queue, at, s->queue.promise[at], &s->counters.jobs_examined);
    return e->twin;
}

// The next place when its job is a twin of the one at `at` and is promised `start`; else the back.
static uint32_t next_alike(const struct bf_queue *q, uint32_t at, bf_time start)
{
    const uint32_t next = bf_queue_next(q, at + 1);
    return next < q->back && bf_twins_alike(q, at, next) && q->promise[next] == start ? next
                                                                                      : q->back;
}

// The last of `jobs` twins that share a start, the one at `at` the first; the queue's back when
// there are fewer.
static uint32_t last_of(const struct bf_queue *q, uint32_t at, bf_procs jobs)
{
    for (; jobs > 1 && at < q->back; jobs--)
        at = next_alike(q, at, q->promise[at]);
    return at;
}

// Moves the twins at places `at` to `last` along.
static void take_along(struct bf_earlier *e, struct bf_sched *s, uint32_t at, uint32_t last,
                       bf_time start)
{
    for (; at <= last; at = bf_queue_next(&s->queue, at + 1)) {
        bf_sched_promise(s, at, start);
        bf_earlier_moved(e, s, at, start);
        s->counters.jobs_examined++;
    }
}

// The twins that share the start of the one at `at` fill the time before it side by side. Returns
// how many of them, itself included, move to `fit`; the last of them is at `last`.
static bf_procs join(struct bf_earlier *e, struct bf_sched *s, uint32_t at, bf_time fit,
                     uint32_t *last)
{
    const struct bf_queue *q = &s->queue;
    const bf_time start = q->promise[at];
    uint32_t next = next_alike(q, at, start);
    bf_procs jobs = 1;
    *last = at;
    if (next == q->back || fit + q->plan[at] <= start)
        return jobs; // alone; or the places do not overlap: the next one may take what it leaves
    s->counters.profile_queries++;
    const bf_procs room = bf_profile_min(e->profile, fit, start) / q->procs[at];
    for (; jobs < room && next != q->back; next = next_alike(q, next, start)) {
        *last = next;
        jobs++;
    }
    return jobs;
}

// What a shift is about, beside the run so far.
struct shift {
    bf_time taken; // where the last that moved went
    bf_procs each;
};

static bool nobody_fits_before_left(struct bf_earlier *e, struct bf_sched *s,
                                    const struct bf_run *run, struct shift x)
{
    const bf_time t = run->left - 1;
    if (t >= x.taken + run->length)
        return false;
    s->counters.profile_queries++;
    const bf_procs covered = t < run->to + run->length ? run->all : 0;
    return bf_profile_at(e->profile, t) - covered < x.each;
}

static bool all_fit_at_left(struct bf_earlier *e, struct bf_sched *s, const struct bf_run *run,
                            bf_time start)
{
    const bf_time covered = run->to + run->length;
    const bf_time end = covered < start ? covered : start;
    if (run->left >= end)
        return true;
    s->counters.profile_queries++;
    return bf_profile_first_below(e->profile, run->left, run->all) >= end;
}

// Lets the twins behind the run follow, as long as just as many go just where the last ones were.
static void shift(struct bf_earlier *e, struct bf_sched *s, struct bf_run *run, struct shift x)
{
    const struct bf_queue *q = &s->queue;
    const bf_procs jobs = run->all / x.each;
    for (;;) {
        uint32_t next = bf_queue_next(q, run->last + 1);
        if (next == q->back || !bf_twins_alike(q, run->last, next) ||
            !nobody_fits_before_left(e, s, run, x))
            return;
        if (q->promise[next] == run->left) { // then it stays, and so do those that share its start
            s->counters.jobs_examined++;
            run->last = last_alike(q, next, run->left, &s->counters.jobs_examined);
            next = bf_queue_next(q, run->last + 1);
            if (next == q->back || !bf_twins_alike(q, run->last, next))
                return;
        }
        const bf_time start = q->promise[next];
        const uint32_t last = last_of(q, next, jobs);
        if (start < run->left || start == BF_NEVER || last == q->back ||
            !all_fit_at_left(e, s, run, start))
            return;
        take_along(e, s, next, last, run->left);
        x.taken = run->left;
        run->left = start;
        run->last = last;
    }
}

struct bf_run bf_twins_move(struct bf_earlier *e, struct bf_sched *s, uint32_t at, bf_time fit)
{
    const struct bf_queue *q = &s->queue;
    struct bf_run run = {.to = fit, .left = q->promise[at], .length = q->plan[at]};
    const bf_procs jobs = join(e, s, at, fit, &run.last);
    run.all = jobs * q->procs[at];
    bf_sched_promise(s, at, fit);
    take_along(e, s, bf_queue_next(q, at + 1), run.last, fit);
    shift(e, s, &run, (struct shift){fit, q->procs[at]});
    e->twin = run.last;
    return run;
}
