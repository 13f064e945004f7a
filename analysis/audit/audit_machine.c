// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the metrics say of the machine and of the queue, by a sweep over the instants.
#include <math.h>

#include "analysis/audit/audit_internal.h"
#include "engine/base/heap.h"

struct sweep {
    const struct bf_auditing *a;
    uint32_t arriving, starting, ending;
    size_t step;
    struct bf_heap narrowest; // waiting jobs by processors, and some that have started
    int64_t waiting, before, busy;
    bool several; // passes at the instant in hand
    long double lost;
    int64_t least_queue, most_queue;
};

static const struct bf_job_row *starting_job(const struct sweep *s)
{
    return &s->a->jobs[s->a->by_start[s->starting]];
}

static const struct bf_job_row *ending_job(const struct sweep *s)
{
    return &s->a->jobs[s->a->by_end[s->ending]];
}

static bf_time next_instant(const struct sweep *s)
{
    const uint32_t n = s->a->n;
    bf_time t = BF_NEVER;
    if (s->arriving < n)
        t = s->a->jobs[s->arriving].submit;
    if (s->starting < n && starting_job(s)->start < t)
        t = starting_job(s)->start;
    if (s->ending < n && ending_job(s)->end < t)
        t = ending_job(s)->end;
    if (s->step < s->a->in->step_count && s->a->in->steps[s->step].at < t)
        t = s->a->in->steps[s->step].at;
    return t;
}

static void process(struct sweep *s, bf_time t)
{
    const uint32_t n = s->a->n;
    uint32_t events = 0;
    s->several = false;
    for (; s->ending < n && ending_job(s)->end <= t; s->ending++) {
        const bool held = ending_job(s)->end > ending_job(s)->start;
        s->busy -= held ? ending_job(s)->procs : 0;
        events += held;
    }
    for (; s->arriving < n && s->a->jobs[s->arriving].submit <= t; s->arriving++, events++) {
        bf_heap_push(&s->narrowest, s->a->jobs[s->arriving].procs, 0, s->arriving);
        s->waiting++;
    }
    s->before = s->waiting;
    for (; s->starting < n && starting_job(s)->start <= t; s->starting++) {
        const bool holds = starting_job(s)->end > starting_job(s)->start;
        s->busy += holds ? starting_job(s)->procs : 0;
        s->several |= !holds;
        s->waiting--;
    }
    s->several |= s->a->rules.single && events > 1;
}

static void count_queue(struct sweep *s)
{
    const int64_t most = s->several ? s->before : s->waiting;
    if (s->waiting > s->least_queue)
        s->least_queue = s->waiting;
    if (most > s->most_queue)
        s->most_queue = most;
}

// From t to the next instant: what was idle though a waiting job would have fit by count.
static void count_lost(struct sweep *s, bf_time t, bf_time next)
{
    struct bf_heap *h = &s->narrowest;
    while (!bf_heap_empty(h) && s->a->jobs[h->entries[0].item].start <= t)
        bf_heap_pop(h);
    const bf_procs taken = s->a->in->steps ? bf_audit_taken(s->a, t, &s->step) : 0;
    const int64_t idle = s->a->in->procs - s->busy - taken;
    if (next != BF_NEVER && bf_heap_first_time(h) <= idle)
        s->lost += (long double)idle * (next - t);
}

static double ratio(long double part, double whole)
{
    return whole > 0 ? (double)(part / whole) : NAN;
}

// Sums over jobs.
static void add_up(const struct bf_auditing *a, struct bf_run_row *mine)
{
    const bf_time first = a->n ? a->jobs[0].submit : 0;
    const bf_time last = a->n ? a->jobs[a->n - 1].submit : 0;
    long double area = 0, early = 0, waits = 0;
    bf_time end = first;
    for (uint32_t j = 0; j < a->n; j++) {
        const struct bf_job_row *job = &a->jobs[j];
        const bf_time from = job->start > first ? job->start : first;
        const bf_time to = job->end < last ? job->end : last;
        area += (long double)(job->end - job->start) * job->procs;
        early += to > from ? (long double)(to - from) * job->procs : 0;
        waits += job->start - job->submit;
        end = job->end > end ? job->end : end;
    }
    const double all = (double)(end - first), arrivals = (double)(last - first);
    mine->makespan = end - first;
    mine->utilization = ratio(area, a->in->procs * all);
    mine->utilization_arrivals = ratio(early, a->in->procs * arrivals);
    mine->mean_queue = ratio(waits, all);
}

enum bf_err bf_audit_machine(struct bf_auditing *a, struct bf_run_row *mine, bool *queue_exact,
                             int64_t *queue_most, struct bf_error *e)
{
    struct sweep s = {.a = a};
    struct bf_heap_entry *entries = bf_arena_alloc(a->arena, a->n, sizeof *entries);
    if (!entries)
        return bf_audit_out_of_memory(a, e);
    bf_heap_init(&s.narrowest, entries, a->n);
    for (bf_time t = next_instant(&s), next; t != BF_NEVER; t = next) {
        process(&s, t);
        if (a->in->steps)
            bf_audit_taken(a, t, &s.step);
        next = next_instant(&s);
        count_queue(&s);
        count_lost(&s, t, next);
    }
    add_up(a, mine);
    mine->loss_of_capacity = ratio(s.lost, a->in->procs * (double)mine->makespan);
    mine->max_queue = s.least_queue;
    *queue_most = s.most_queue;
    *queue_exact = s.least_queue == s.most_queue;
    return BF_OK;
}
