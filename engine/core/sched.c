// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/sched.h"

#include <assert.h>

#include "engine/core/sim_internal.h"

bf_time bf_sched_request(const struct bf_sched *s, bf_job job)
{
    return bf_sim_job_request(s->sim, job);
}

bool bf_sched_allowed(const struct bf_sched *s, uint32_t place)
{
    const bf_job j = s->queue.job[place];
    return bf_outages_allow(s->outages, s->now, s->now + bf_sched_request(s, j), s->job_procs[j]);
}

void bf_sched_hold_outages(const struct bf_sched *s, uint32_t place, bf_time start, bool hold)
{
    const bf_job j = s->queue.job[place];
    const bf_time limit = start + bf_sched_request(s, j);
    if (hold)
        bf_outages_hold(s->outages, start, limit, s->job_procs[j]);
    else
        bf_outages_release(s->outages, start, limit, s->job_procs[j]);
}

void bf_sched_start(struct bf_sched *s, uint32_t place)
{
    struct bf_sim *sim = s->sim;
    const struct bf_jobs *jobs = sim->jobs;
    const bf_job j = s->queue.job[place];
    const uint32_t order = sim->started++;
    const struct bf_observer *const observer = sim->config->observer;
    assert(j != BF_NO_JOB && jobs->procs[j] <= s->free && bf_sched_may_start(s, place));

    if (observer)
        observer->starts(observer->self, s, place);
    if (place != s->queue.front)
        sim->flags[j] |= BF_BACKFILLED;
    if (sim->config->overrun == BF_OVERRUN_KILL && jobs->run[j] > jobs->request[j])
        sim->flags[j] |= BF_KILLED;
    bf_sched_hold(s, place, s->now);
    bf_queue_remove(&s->queue, place);
    s->free -= jobs->procs[j];
    s->counters.starts++;
    sim->start[j] = s->now;
    const bf_time run = bf_sim_job_run(sim, j);
    bf_heap_push(&sim->running, s->now + run, order, j);
    if (sim->config->policy->uses & BF_USES_ENDS) {
        bf_ends_add(&s->ends, bf_planned_end(sim, j), jobs->procs[j], order);
        sim->started_jobs[order] = j;
    }
    if (sim->plan[j] < run)
        bf_sim_expect_expiry(sim, j, order);
}

void bf_sched_promise(struct bf_sched *s, uint32_t place, bf_time start)
{
    struct bf_sim *sim = s->sim;
    const bf_time last = s->queue.promise[place];
    bf_queue_promise(&s->queue, place, start);
    if (last == BF_NEVER) {
        sim->first_promise[s->queue.job[place]] = start;
    } else if (start < last) {
        s->counters.moves++;
    } else if (start > last) {
        s->counters.broken_promises++;
        const bf_time slip = start - last, room = BF_NEVER - s->counters.slip_total;
        s->counters.slip_total += slip < room ? slip : room; // the sum of many is no time any more
        if (slip > s->counters.slip_max)
            s->counters.slip_max = slip;
        sim->flags[s->queue.job[place]] |= BF_PROMISE_BROKEN;
    }
}

bool bf_sched_backfilled(const struct bf_sched *s, bf_job job)
{
    return s->sim->flags[job] & BF_BACKFILLED;
}

bool bf_sched_lacks_request(const struct bf_sched *s, bf_job job)
{
    return s->sim->jobs->bits[job] & BF_JOB_NO_REQUEST;
}
