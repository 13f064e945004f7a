// SPDX-License-Identifier: GPL-3.0-or-later
//
// The event loop: which things happen in which order, by docs/semantics.md ('Events'). Policies
// decide in between; nothing in here knows one of them.
//
// An instant is processed as a whole: corrections first, then either all completions, all arrivals
// and one pass (batch), or each arrival and each completion with a pass of its own (single).
#include "engine/core/sim.h"

#include <assert.h>
#include <string.h>

#include "engine/base/bits.h"
#include "engine/core/sim_internal.h"

struct bf_sim *bf_sim_create(void)
{
    struct bf_arena *home = bf_arena_create();
    struct bf_sim *sim = home ? bf_arena_zalloc(home, 1, sizeof *sim) : NULL;
    struct bf_arena *arena = sim ? bf_arena_create() : NULL;
    if (!arena) {
        bf_arena_destroy(home);
        return NULL;
    }
    sim->home = home;
    sim->arena = arena;
    return sim;
}

void bf_sim_destroy(struct bf_sim *sim)
{
    if (!sim)
        return;
    bf_arena_destroy(sim->arena);
    bf_arena_destroy(sim->home);
}

size_t bf_sim_bytes(const struct bf_sim *sim)
{
    return bf_arena_bytes(sim->home) + bf_arena_bytes(sim->arena);
}

// ---- running jobs ----------------------------------------------------------

void bf_sim_expect_expiry(struct bf_sim *sim, bf_job j, uint32_t order)
{
    const bf_time next = bf_correct(sim->config->correction, sim->first_plan[j], sim->plan[j],
                                    bf_sim_job_request(sim, j), sim->corrections[j] + 1u);
    struct bf_heap *heap = next > sim->plan[j] ? &sim->expiries : &sim->lapses;
    bf_heap_push(heap, bf_planned_end(sim, j), order, j);
}

// Plans that expire now get their next length; plans without one lapse.
static void correct_plans(struct bf_sim *sim)
{
    struct bf_sched *s = &sim->sched;
    const struct bf_policy *policy = sim->config->policy;
    const bool ends = policy->uses & BF_USES_ENDS;
    while (bf_heap_first_time(&sim->lapses) <= s->now) {
        const struct bf_heap_entry e = bf_heap_pop(&sim->lapses);
        sim->flags[e.item] |= BF_OVERRUNNING;
        s->overrun += s->job_procs[e.item];
        if (policy->plan_moved)
            policy->plan_moved(s, sim->policy_state, e.item, e.time, BF_NEVER);
    }
    while (bf_heap_first_time(&sim->expiries) <= s->now) {
        const struct bf_heap_entry e = bf_heap_pop(&sim->expiries);
        const bf_job j = e.item;
        sim->plan[j] = bf_correct(sim->config->correction, sim->first_plan[j], sim->plan[j],
                                  bf_sim_job_request(sim, j), ++sim->corrections[j]);
        sim->flags[j] |= BF_CORRECTED;
        s->counters.corrections++;
        if (ends) {
            bf_ends_remove(&s->ends, e.time, e.order);
            bf_ends_add(&s->ends, bf_planned_end(sim, j), s->job_procs[j], e.order);
        }
        if (policy->plan_moved)
            policy->plan_moved(s, sim->policy_state, j, e.time, bf_planned_end(sim, j));
        if (sim->plan[j] < bf_sim_job_run(sim, j))
            bf_sim_expect_expiry(sim, j, e.order);
    }
}

// Until when a running job may run.
static bf_time limit_of(const struct bf_sim *sim, bf_job j)
{
    return sim->start[j] + bf_sim_job_request(sim, j);
}

// The processors of a job that ends now come back.
static void give_back(struct bf_sim *sim, struct bf_heap_entry e)
{
    struct bf_sched *s = &sim->sched;
    const bf_procs procs = s->job_procs[e.item];
    s->free += procs;
    if (s->overrun && sim->flags[e.item] & BF_OVERRUNNING) {
        // It counted as ending at now + 1: whenever it ends is before that.
        s->overrun -= procs;
        s->compress_due = true;
        sim->flags[e.item] &= (uint8_t)~BF_OVERRUNNING;
    }
    if (sim->config->policy->uses & BF_USES_ENDS)
        bf_ends_remove(&s->ends, bf_planned_end(sim, e.item), e.order);
    if (s->outages)
        bf_outages_release(s->outages, s->now, limit_of(sim, e.item), procs);
}

// Tells whom it concerns that a job has ended.
static void announce_end(struct bf_sim *sim, bf_job j)
{
    struct bf_sched *s = &sim->sched;
    const struct bf_policy *policy = sim->config->policy;
    const struct bf_estimate *estimate = sim->config->estimate;
    if (sim->plans && estimate->job_ended)
        estimate->job_ended(&sim->estimator, j, s->now - sim->start[j]);
    if (policy->job_ended) {
        const bf_time planned_end = bf_planned_end(sim, j);
        if (planned_end > s->now ||
            (s->outages && bf_outages_reached(s->outages, limit_of(sim, j))))
            s->compress_due = true;
        policy->job_ended(s, sim->policy_state, j, planned_end);
    }
}

// ---- waiting jobs ----------------------------------------------------------

static bf_time earlier(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

static bool arrival_due(const struct bf_sim *sim)
{
    return sim->next_arrival < sim->arrivals &&
           sim->jobs->submit[sim->next_arrival] == sim->sched.now;
}

static void enqueue_next(struct bf_sim *sim)
{
    const struct bf_jobs *jobs = sim->jobs;
    const bf_job j = sim->next_arrival++;
    const bf_time request = bf_sim_job_request(sim, j);
    bf_time plan = request;
    if (sim->plans)
        plan = sim->config->estimate->plan(&sim->estimator, j, bf_sim_job_run(sim, j), request);
    if (sim->plans)
        plan = plan < 1 ? 1 : earlier(plan, sim->longest_plan);
    sim->plan[j] = sim->first_plan[j] = plan;
    sim->flags[j] = jobs->bits[j] & BF_JOB_NO_REQUEST ? BF_NO_REQUEST : 0;
    sim->corrections[j] = 0;
    if (sim->first_promise)
        sim->first_promise[j] = BF_NEVER;
    bf_queue_push(&sim->sched.queue, j, jobs->procs[j], plan);
    sim->sched.arrived_to = sim->next_arrival;
    sim->unsorted = true;
}

static void order_queue(struct bf_sim *sim)
{
    struct bf_sched *s = &sim->sched;
    sim->unsorted |= bf_order_moves(s->order);
    const bool idle = sim->config->policy->uses & BF_IDLE_UNLESS_FIT && !sim->config->observer &&
                      bf_queue_smallest(&s->queue) > s->free;
    if (s->order == BF_ORDER_FCFS || !sim->unsorted || idle) {
        bf_queue_tidy(&s->queue);
        return;
    }
    bf_queue_sort(&s->queue, s->order, s->now, s->submit, s->plan);
    sim->unsorted = false;
}

static void count_time(struct bf_counters *counters, uint64_t ns)
{
    counters->sched_ns += ns;
    if (ns > counters->sched_ns_max)
        counters->sched_ns_max = ns;
    counters->passes_of[bf_bits_last(ns | 1)]++;
}

static void pass(struct bf_sim *sim)
{
    struct bf_sched *s = &sim->sched;
    struct bf_counters *counters = &s->counters;
    const struct bf_policy *const policy = sim->config->policy;
    const struct bf_observer *const observer = sim->config->observer;
    uint64_t (*const clock)(void) = sim->config->clock;
    const uint64_t from = clock ? clock() : 0;
    order_queue(sim);
    if (observer)
        observer->pass_begins(observer->self, s);
    policy->pass(s, sim->policy_state);
    if (clock)
        count_time(counters, clock() - from);
    if (observer)
        observer->pass_ended(observer->self, s, policy, sim->policy_state);
    counters->passes++;
    if (s->queue.waiting > counters->queue_max)
        counters->queue_max = s->queue.waiting;
    s->arrived_from = s->arrived_to;
    s->compress_due = false;
}

// ---- instants --------------------------------------------------------------

static void batch_instant(struct bf_sim *sim)
{
    do {
        while (bf_heap_first_time(&sim->running) == sim->sched.now) {
            const struct bf_heap_entry e = bf_heap_pop(&sim->running);
            give_back(sim, e);
            announce_end(sim, e.item);
        }
        while (arrival_due(sim))
            enqueue_next(sim);
        pass(sim);
    } while (bf_heap_first_time(&sim->running) == sim->sched.now);
}

// Takes the jobs that end now from the running ones, in the order of their starts, to the list
// `due`. Those that end as planned count as free from the beginning of the instant.
static uint32_t collect_due(struct bf_sim *sim, struct bf_heap_entry *due)
{
    uint32_t n = 0;
    while (bf_heap_first_time(&sim->running) == sim->sched.now) {
        const struct bf_heap_entry e = bf_heap_pop(&sim->running);
        if (bf_planned_end(sim, e.item) == sim->sched.now)
            give_back(sim, e);
        due[n++] = e;
    }
    return n;
}

static void single_instant(struct bf_sim *sim, struct bf_heap_entry *due, bool called)
{
    bool passed = false;
    uint32_t n = collect_due(sim, due);
    while (arrival_due(sim)) {
        enqueue_next(sim);
        pass(sim);
        passed = true;
    }
    while (n) {
        for (uint32_t i = 0; i < n; i++) {
            if (bf_planned_end(sim, due[i].item) != sim->sched.now)
                give_back(sim, due[i]);
            announce_end(sim, due[i].item);
            pass(sim);
            passed = true;
        }
        n = collect_due(sim, due); // jobs without length that have just started
    }
    if (called && !passed)
        pass(sim);
}

// Lets time pass up to `t`, and counts what was idle or waiting meanwhile.
static void advance(struct bf_sim *sim, bf_time t)
{
    struct bf_sched *s = &sim->sched;
    const double length = (double)(t - s->now);
    if (s->queue.waiting) {
        const bf_procs idle = s->free - (s->outages ? s->outages->taken : 0);
        sim->queue_area += length * s->queue.waiting;
        if (bf_queue_smallest(&s->queue) <= idle)
            sim->lost_area += length * idle;
    }
    s->now = t;
    if (s->outages)
        bf_outages_advance(s->outages, t);
}

// The next instant at which there is a pass although nothing may arrive or end: a waiting job's
// reserved start, or a change of the calendar that a waiting job may be glad of.
static bf_time next_call(const struct bf_sim *sim)
{
    const struct bf_policy *policy = sim->config->policy;
    const struct bf_sched *s = &sim->sched;
    bf_time t = policy->next_start ? policy->next_start(s, sim->policy_state) : BF_NEVER;
    if (s->outages && s->queue.waiting)
        t = earlier(t, s->outages->change);
    return t;
}

static bf_time next_instant(const struct bf_sim *sim, bf_time call)
{
    bf_time t = earlier(call, bf_heap_first_time(&sim->running));
    t = earlier(t, bf_heap_first_time(&sim->expiries));
    if (sim->next_arrival < sim->arrivals)
        t = earlier(t, sim->jobs->submit[sim->next_arrival]);
    return t;
}

bf_time bf_sim_next(const struct bf_sim *sim)
{
    return next_instant(sim, next_call(sim));
}

bf_time bf_sim_step(struct bf_sim *sim)
{
    const bf_time call = next_call(sim);
    const bf_time t = next_instant(sim, call);
    if (t == BF_NEVER)
        return t;
    assert(t >= sim->sched.now);
    advance(sim, t);
    correct_plans(sim);
    if (sim->config->events == BF_EVENTS_BATCH)
        batch_instant(sim);
    else
        single_instant(sim, sim->due, call == t);
    return t;
}

bool bf_sim_stopped(const struct bf_sim *sim)
{
    return sim->config->stop && *sim->config->stop;
}

// False: it was told to stop before it was done.
static bool run_all(struct bf_sim *sim)
{
    while (!bf_sim_stopped(sim))
        if (bf_sim_step(sim) == BF_NEVER)
            break;
    if (bf_sim_next(sim) != BF_NEVER)
        return false;
    assert(sim->sched.queue.waiting == 0 && bf_heap_empty(&sim->running));
    return true;
}

// ---- a run -----------------------------------------------------------------

// Whether a plan can be corrected: by the estimate model, or since it is cut to the longest plan.
static bool may_correct(const struct bf_sim *sim)
{
    const struct bf_jobs *jobs = sim->jobs;
    bool cut = false;
    if (sim->longest_plan < BF_MAX_TIME)
        for (uint32_t j = 0; j < jobs->count; j++)
            cut |= jobs->run[j] > sim->longest_plan;
    return cut || bf_config_uses_corrections(sim->config);
}

// All memory of a run, from the arena; arrays sized for the worst case are touched only as far as
// used.
static bool set_up_memory(struct bf_sim *sim, bf_procs procs)
{
    struct bf_arena *arena = sim->arena;
    struct bf_sched *s = &sim->sched;
    const uint32_t n = sim->jobs->count;
    const uint32_t together = n < (uint32_t)procs ? n : (uint32_t)procs; // each holds one or more
    const bool promises = sim->config->policy->uses & BF_MAKES_PROMISES;
    const bool ends = sim->config->policy->uses & BF_USES_ENDS;
    struct bf_heap *const heaps[] = {&sim->running, &sim->expiries, &sim->lapses};
    for (unsigned i = 0; i < 3; i++) {
        struct bf_heap_entry *entries = bf_arena_alloc(arena, together, sizeof *entries);
        if (!entries)
            return false;
        bf_heap_init(heaps[i], entries, together);
    }
    sim->start = bf_arena_alloc(arena, n, sizeof *sim->start);
    sim->plan = bf_arena_alloc(arena, n, sizeof *sim->plan);
    sim->first_plan = may_correct(sim) ? bf_arena_alloc(arena, n, sizeof *sim->first_plan)
                                       : sim->plan; // they never differ
    sim->flags = bf_arena_alloc(arena, n, sizeof *sim->flags);
    sim->started_jobs = ends ? bf_arena_alloc(arena, n, sizeof *sim->started_jobs) : NULL;
    sim->corrections = bf_arena_alloc(arena, n, sizeof *sim->corrections);
    sim->first_promise = promises ? bf_arena_alloc(arena, n, sizeof(bf_time)) : NULL;
    sim->last_promise = promises ? bf_arena_alloc(arena, n, sizeof(bf_time)) : NULL;
    return sim->start && sim->plan && sim->first_plan && sim->flags && sim->corrections &&
           (!promises || (sim->first_promise && sim->last_promise)) &&
           bf_queue_init(&s->queue, arena, n, procs, sim->last_promise) &&
           (!ends || (sim->started_jobs && bf_ends_init(&s->ends, arena, together)));
}

// False: no memory.
static bool set_up_outages(struct bf_sim *sim)
{
    struct bf_sched *s = &sim->sched;
    const struct bf_calendar *calendar = bf_config_calendar(sim->config);
    if (!calendar)
        return true;
    s->outages = &sim->outages;
    return bf_outages_init(s->outages, calendar, s->procs, s->jobs, s->now, sim->arena);
}

static enum bf_err set_up(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                          const struct bf_config *config, struct bf_error *e)
{
    struct bf_arena *arena = sim->arena;
    bf_arena_reset(arena);
    *sim = (struct bf_sim){.home = sim->home, .arena = arena, .jobs = jobs, .config = config};
    struct bf_sched *s = &sim->sched;
    *s = (struct bf_sched){
        .now = jobs->count ? jobs->submit[0] : 0,
        .procs = procs,
        .free = procs,
        .order = config->order,
        .backfill_order = config->backfill_order,
        .args = config->args,
        .jobs = jobs->count,
        .submit = jobs->submit,
        .job_procs = jobs->procs,
        .sim = sim,
    };
    sim->longest_plan = BF_MAX_TOTAL / ((bf_time)jobs->count + 1);
    if (!set_up_memory(sim, procs) || !set_up_outages(sim))
        return bf_error_no_memory(e, 200ull * jobs->count, "a simulation");
    s->plan = sim->plan;
    s->start = sim->start;
    s->started = sim->started_jobs;
    sim->estimator = (struct bf_estimator){.jobs = jobs,
                                           .arg = config->estimate_arg,
                                           .overrun = config->overrun,
                                           .seed = config->seed};
    sim->plans = bf_config_uses_plans(config);
    if (sim->plans && config->estimate->init) {
        const enum bf_err err = config->estimate->init(&sim->estimator, arena, e);
        if (err)
            return err;
    }
    sim->policy_state = bf_arena_zalloc(arena, 1, config->policy->state_size);
    if (!sim->policy_state)
        return bf_error_no_memory(e, config->policy->state_size, "a policy");
    return config->policy->init ? config->policy->init(s, sim->policy_state, arena, e) : BF_OK;
}

enum bf_err bf_sim_begin(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                         const struct bf_config *config, struct bf_error *e)
{
    const enum bf_err err = set_up(sim, jobs, procs, config, e);
    if (err)
        return err;
    if (config->events == BF_EVENTS_SINGLE) {
        sim->due = bf_arena_alloc(sim->arena, jobs->count, sizeof *sim->due);
        if (!sim->due)
            return bf_error_no_memory(e, sizeof *sim->due * jobs->count, "a simulation");
    }
    sim->arrivals = jobs->count;
    return BF_OK;
}

void bf_sim_outcome(const struct bf_sim *sim, struct bf_outcome *outcome)
{
    *outcome = (struct bf_outcome){
        .jobs = sim->jobs,
        .procs = sim->sched.procs,
        .overrun = sim->config->overrun,
        .start = sim->start,
        .plan = sim->first_plan,
        .first_promise = sim->first_promise,
        .last_promise = sim->last_promise,
        .flags = sim->flags,
        .corrections = sim->corrections,
        .counters = sim->sched.counters,
        .lost_area = sim->lost_area,
        .queue_area = sim->queue_area,
    };
}

enum bf_err bf_sim_run(struct bf_sim *sim, const struct bf_jobs *jobs, bf_procs procs,
                       const struct bf_config *config, struct bf_outcome *outcome,
                       struct bf_error *e)
{
    enum bf_err err = bf_config_check(config, e);
    if (!err)
        err = bf_jobs_check(jobs, procs, e);
    if (!err && bf_config_calendar(config))
        err = bf_calendar_check(config->calendar, procs, e);
    if (!err)
        err = bf_sim_begin(sim, jobs, procs, config, e);
    if (err)
        return err;
    if (!run_all(sim))
        return bf_error_set(e, BF_ERR_INCOMPLETE, "the simulation was stopped");
    bf_sim_outcome(sim, outcome);
    return BF_OK;
}
