// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/fair.h"

#include <math.h>
#include <string.h>

#include "engine/core/sim_internal.h"

struct fair {
    struct bf_sim *sim;
    struct bf_sim saved; // the context as it was
    void *image;         // and its memory
    const bf_time *submit;
    bf_time *start; // by job, in the run as it was
    bool *needed;   // by job: its fair start has to be found out
    uint32_t count;
};

// Whether a job that nobody overtakes starts at its fair start.
static bool heeds_only_ahead(const struct bf_config *c)
{
    const bool plans_hold = !bf_config_uses_corrections(c) && c->overrun != BF_OVERRUN_ALLOW;
    return plans_hold && !bf_config_calendar(c) && c->events == BF_EVENTS_BATCH &&
           c->order == BF_ORDER_FCFS && c->backfill_order == BF_ORDER_FCFS &&
           c->policy->heeds_only_ahead && c->policy->heeds_only_ahead(c->args);
}

static void select_needed(struct fair *f, const struct bf_config *c)
{
    const bool heeds = heeds_only_ahead(c);
    bf_time first = BF_NEVER; // the earliest start of a job that came later
    for (bf_job j = f->count; j-- > 0;) {
        const bf_time next = j + 1 < f->count ? f->submit[j + 1] : BF_NEVER;
        f->needed[j] =
            f->start[j] > f->submit[j] && next < f->start[j] && (!heeds || first < f->start[j]);
        first = f->start[j] < first ? f->start[j] : first;
    }
}

// Keeps what is needed of the run as it was, and begins it again.
static enum bf_err set_up(struct fair *f, struct bf_sim *sim, const struct bf_config *config,
                          const struct bf_outcome *o, struct bf_arena *arena, struct bf_error *e)
{
    const uint32_t n = o->jobs->count;
    *f = (struct fair){
        .sim = sim,
        .submit = o->jobs->submit,
        .start = bf_arena_alloc(arena, n, sizeof *f->start),
        .needed = bf_arena_alloc(arena, n, sizeof *f->needed),
        .count = n,
    };
    if (!f->start || !f->needed)
        return bf_error_no_memory(e, 9ull * n, "fair start times");
    memcpy(f->start, o->start, n * sizeof *f->start);
    select_needed(f, config);
    const enum bf_err err = bf_sim_begin(sim, o->jobs, o->procs, config, e);
    const size_t bytes = bf_arena_used(sim->arena);
    f->image = err ? NULL : bf_arena_alloc(arena, bytes, 1);
    return err || f->image ? err : bf_error_no_memory(e, bytes, "fair start times");
}

// What the job started later than if it had been the last to come.
static bf_time lateness(struct fair *f, bf_job j)
{
    struct bf_sim *sim = f->sim;
    const bf_time start = f->start[j];
    sim->arrivals = j + 1;
    sim->start[j] = BF_NEVER;
    while (sim->start[j] == BF_NEVER && bf_sim_next(sim) < start && !bf_sim_stopped(sim))
        bf_sim_step(sim);
    const bf_time fair = sim->start[j] < start ? sim->start[j] : start;
    *sim = f->saved;
    bf_arena_restore(sim->arena, f->image);
    return start - fair;
}

// The jobs [from, to), which come at the same instant. The run has got to just before it.
static void find_out(struct fair *f, bf_job from, bf_job to, bf_time *late)
{
    bool saved = false;
    for (bf_job j = from; j < to; j++) {
        late[j] = 0;
        if (!f->needed[j])
            continue;
        if (!saved) {
            f->saved = *f->sim;
            bf_arena_save(f->sim->arena, f->image);
            saved = true;
        }
        late[j] = lateness(f, j);
    }
}

// False: it was told to stop.
static bool run_again(struct fair *f, bf_time *late)
{
    for (bf_job from = 0, to; from < f->count && !bf_sim_stopped(f->sim); from = to) {
        for (to = from + 1; to < f->count && f->submit[to] == f->submit[from];)
            to++;
        while (bf_sim_next(f->sim) < f->submit[from])
            bf_sim_step(f->sim);
        find_out(f, from, to, late);
    }
    while (!bf_sim_stopped(f->sim) && bf_sim_step(f->sim) != BF_NEVER)
        continue;
    return !bf_sim_stopped(f->sim);
}

enum bf_err bf_fair_lateness(struct bf_sim *sim, const struct bf_config *config,
                             struct bf_outcome *outcome, bf_time *late, struct bf_arena *arena,
                             struct bf_error *e)
{
    struct fair f;
    struct bf_config quiet = *config;
    const struct bf_counters counters = outcome->counters;
    quiet.clock = NULL;
    quiet.observer = NULL;
    const enum bf_err err = set_up(&f, sim, &quiet, outcome, arena, e);
    const bool done = !err && run_again(&f, late);
    sim->config = config;
    sim->sched.args = config->args;
    if (!done)
        return err ? err : bf_error_set(e, BF_ERR_INCOMPLETE, "the simulation was stopped");
    bf_sim_outcome(sim, outcome);
    outcome->counters = counters; // with the times of the clock
    return BF_OK;
}

enum bf_err bf_fair_fill(struct bf_run_row *row, struct bf_sim *sim, const struct bf_config *config,
                         struct bf_outcome *outcome, struct bf_arena *arena, struct bf_error *e)
{
    const uint32_t n = outcome->jobs->count;
    bf_time *late = bf_arena_alloc(arena, n, sizeof *late);
    if (!late)
        return bf_error_no_memory(e, 8ull * n, "fair start times");
    const enum bf_err err = bf_fair_lateness(sim, config, outcome, late, arena, e);
    if (err)
        return err;
    double sum = 0;
    row->unfair = row->max_unfairness = 0;
    for (bf_job j = 0; j < n; j++) {
        sum += (double)late[j];
        row->unfair += late[j] > 0;
        if (late[j] > row->max_unfairness)
            row->max_unfairness = late[j];
    }
    row->mean_unfairness = n ? sum / n : NAN;
    return BF_OK;
}
