// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events: docs/semantics.md, 'Events'. Both orders, each as one function that reads like its list.
#include "tests/ref/ref.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ref/ref_internal.h"

void *bf_ref_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

bf_time bf_ref_end(const struct bf_ref_sim *s, bf_job j)
{
    return s->result->start[j] + s->result->run[j];
}

bf_time bf_ref_planned_end(const struct bf_ref_sim *s, bf_job j)
{
    bf_time planned = s->result->start[j] + s->plan[j];
    if (planned > s->now)
        return planned;
    if (planned == s->now && bf_ref_end(s, j) == s->now)
        return planned; // ends as planned, and is only waiting for its completion to be dealt with
    return s->now + 1;  // no correction was left
}

int64_t bf_ref_free_now(const struct bf_ref_sim *s)
{
    int64_t free_procs = s->procs;
    for (size_t i = 0; i < s->running_count; i++)
        if (bf_ref_planned_end(s, s->running[i]) > s->now)
            free_procs -= s->jobs->procs[s->running[i]];
    return free_procs;
}

static void take_out(bf_job *list, size_t *count, bf_job j)
{
    size_t place = 0;
    while (list[place] != j)
        place++;
    memmove(list + place, list + place + 1, (*count - place - 1) * sizeof *list);
    (*count)--;
}

void bf_ref_start(struct bf_ref_sim *s, bf_job j)
{
    assert(s->jobs->procs[j] <= bf_ref_free_now(s) && bf_ref_may_start(s, j));
    if (s->waiting[0] != j)
        s->result->flags[j] |= BF_BACKFILLED;
    take_out(s->waiting, &s->waiting_count, j);
    s->running[s->running_count++] = j;
    s->result->start[j] = s->now;
}

// The next job of the log enters the queue.
static void arrive(struct bf_ref_sim *s)
{
    bf_job j = s->next_arrival++;
    s->plan[j] = s->result->plan[j] = bf_ref_first_plan(s, j);
    s->waiting[s->waiting_count++] = j;
}

static void complete(struct bf_ref_sim *s, bf_job j)
{
    if (bf_ref_planned_end(s, j) > s->now ||
        bf_ref_outage_before(s, s->result->start[j] + s->request[j]))
        s->ended_early = true;
    take_out(s->running, &s->running_count, j);
    const bf_time run = s->result->run[j];
    s->slowdowns += (double)(s->now - s->jobs->submit[j]) / (double)(run > 1 ? run : 1);
    s->ended[s->ended_count++] = j;
}

// The first in the order of starts that ends now; BF_NO_JOB: none.
static bf_job first_that_ends(const struct bf_ref_sim *s)
{
    for (size_t i = 0; i < s->running_count; i++)
        if (bf_ref_end(s, s->running[i]) == s->now)
            return s->running[i];
    return BF_NO_JOB;
}

// Whether the plan of `j` will have to be corrected if `j` is not over by then, and can be.
static bool correctable(const struct bf_ref_sim *s, bf_job j)
{
    return bf_ref_end(s, j) > s->result->start[j] + s->plan[j] &&
           bf_ref_next_plan(s, j) > s->plan[j];
}

static void correct_expired(struct bf_ref_sim *s)
{
    for (size_t i = 0; i < s->running_count; i++) {
        bf_job j = s->running[i];
        if (s->result->start[j] + s->plan[j] != s->now || !correctable(s, j))
            continue;
        s->plan[j] = bf_ref_next_plan(s, j);
        s->result->corrections[j]++;
        s->result->all_corrections++;
        s->result->flags[j] |= BF_CORRECTED;
    }
}

static int by_place_in_the_log(const void *a, const void *b)
{
    bf_job x = *(const bf_job *)a, y = *(const bf_job *)b;
    return (x > y) - (x < y);
}

static void pass(struct bf_ref_sim *s)
{
    static void (*const passes[])(struct bf_ref_sim * s) = {
        [BF_REF_FCFS] = bf_ref_pass_fcfs,
        [BF_REF_EASY] = bf_ref_pass_easy,
        [BF_REF_RESERVATIONS] = bf_ref_pass_reservations,
        [BF_REF_CONSERVATIVE] = bf_ref_pass_conservative,
        [BF_REF_SELECTIVE] = bf_ref_pass_selective,
        [BF_REF_LOOKAHEAD] = bf_ref_pass_lookahead,
        [BF_REF_RELAXED] = bf_ref_pass_relaxed,
        [BF_REF_INDEPENDENT_SHADOW] = bf_ref_pass_independent_shadow,
        [BF_REF_HPCPACK] = bf_ref_pass_hpcpack,
    };
    qsort(s->waiting, s->waiting_count, sizeof *s->waiting, by_place_in_the_log);
    bf_ref_sort(s, s->options->order, s->waiting, s->waiting_count);
    passes[s->options->policy](s);
    s->ended_early = false;
    s->arrived_from = s->next_arrival;
}

static bf_time earlier(bf_time a, bf_time b)
{
    return a < b ? a : b;
}

static bf_time first_reserved(const struct bf_ref_sim *s)
{
    bf_time t = BF_NEVER;
    for (size_t i = 0; i < s->waiting_count; i++)
        t = earlier(t, s->reserved[s->waiting[i]]);
    return t;
}

static bf_time next_instant(const struct bf_ref_sim *s)
{
    bf_time t = first_reserved(s);
    if (s->waiting_count > 0)
        t = earlier(t, bf_ref_next_change(s));
    if (s->next_arrival < s->jobs->count)
        t = earlier(t, s->jobs->submit[s->next_arrival]);
    for (size_t i = 0; i < s->running_count; i++) {
        bf_job j = s->running[i];
        t = earlier(t, bf_ref_end(s, j));
        if (correctable(s, j))
            t = earlier(t, s->result->start[j] + s->plan[j]);
    }
    return t;
}

static bool arrival_is_due(const struct bf_ref_sim *s)
{
    return s->next_arrival < s->jobs->count && s->jobs->submit[s->next_arrival] == s->now;
}

static void instant_batch(struct bf_ref_sim *s)
{
    correct_expired(s);
    do {
        while (first_that_ends(s) != BF_NO_JOB)
            complete(s, first_that_ends(s));
        while (arrival_is_due(s))
            arrive(s);
        pass(s);
    } while (first_that_ends(s) != BF_NO_JOB);
}

static void complete_one_by_one(struct bf_ref_sim *s)
{
    while (first_that_ends(s) != BF_NO_JOB) {
        complete(s, first_that_ends(s));
        pass(s);
    }
}

static void instant_single(struct bf_ref_sim *s)
{
    bool quiet = !arrival_is_due(s) && first_that_ends(s) == BF_NO_JOB;
    correct_expired(s);
    if (quiet && (first_reserved(s) == s->now ||
                  (s->waiting_count > 0 && bf_ref_calendar_changes(s, s->now))))
        pass(s);
    while (arrival_is_due(s)) {
        arrive(s);
        pass(s);
    }
    complete_one_by_one(s);
}

struct bf_ref_options bf_ref_options_default(enum bf_ref_policy policy)
{
    return (struct bf_ref_options){.policy = policy,
                                   .extra = BF_EXTRA_FULL,
                                   .depth = BF_COUNT_ALL,
                                   .reservations = 1,
                                   .compress = BF_REF_COMPRESS_QUEUE,
                                   .threshold = BF_REF_ADAPTIVE,
                                   .estimate = BF_REF_REQUEST,
                                   .order = BF_ORDER_FCFS,
                                   .backfill_order = BF_ORDER_FCFS,
                                   .correction = BF_CORRECTION_INCREMENTS,
                                   .overrun = BF_OVERRUN_KILL,
                                   .events = BF_EVENTS_BATCH};
}

static struct bf_ref_result *make_result(uint32_t n)
{
    struct bf_ref_result *r = bf_ref_alloc(1, sizeof *r);
    r->count = n;
    r->start = bf_ref_alloc(n, sizeof *r->start);
    r->run = bf_ref_alloc(n, sizeof *r->run);
    r->plan = bf_ref_alloc(n, sizeof *r->plan);
    r->first_promise = bf_ref_alloc(n, sizeof *r->first_promise);
    r->last_promise = bf_ref_alloc(n, sizeof *r->last_promise);
    r->flags = bf_ref_alloc(n, sizeof *r->flags);
    r->corrections = bf_ref_alloc(n, sizeof *r->corrections);
    return r;
}

// The overrun rule, and nothing promised yet.
static void prepare_jobs(struct bf_ref_sim *s)
{
    for (bf_job j = 0; j < s->jobs->count; j++) {
        bf_time run = s->jobs->run[j], request = s->jobs->request[j];
        struct bf_ref_result *r = s->result;
        if (s->jobs->bits[j] & BF_JOB_NO_REQUEST)
            r->flags[j] |= BF_NO_REQUEST;
        if (run > request && s->options->overrun == BF_OVERRUN_KILL) {
            run = request;
            r->flags[j] |= BF_KILLED;
        }
        if (run > request && s->options->overrun == BF_OVERRUN_EXTEND)
            request = run;
        r->run[j] = run;
        s->request[j] = request;
        s->reserved[j] = r->first_promise[j] = r->last_promise[j] = BF_NEVER;
    }
}

static void free_sim(struct bf_ref_sim *s)
{
    free(s->waiting);
    free(s->running);
    free(s->request);
    free(s->plan);
    free(s->reserved);
    free(s->ended);
}

struct bf_ref_result *bf_ref_run(const struct bf_jobs *jobs, bf_procs procs,
                                 const struct bf_ref_options *options)
{
    uint32_t n = jobs->count;
    struct bf_ref_sim s = {.jobs = jobs, .procs = procs, .options = options, .now = -1};
    s.result = make_result(n);
    s.waiting = bf_ref_alloc(n, sizeof *s.waiting);
    s.running = bf_ref_alloc(n, sizeof *s.running);
    s.request = bf_ref_alloc(n, sizeof *s.request);
    s.plan = bf_ref_alloc(n, sizeof *s.plan);
    s.reserved = bf_ref_alloc(n, sizeof *s.reserved);
    s.ended = bf_ref_alloc(n, sizeof *s.ended);
    prepare_jobs(&s);
    while (next_instant(&s) != BF_NEVER) {
        assert(next_instant(&s) > s.now);
        s.now = next_instant(&s);
        if (options->events == BF_EVENTS_BATCH)
            instant_batch(&s);
        else
            instant_single(&s);
    }
    assert(s.waiting_count == 0);
    free_sim(&s);
    return s.result;
}

void bf_ref_free(struct bf_ref_result *r)
{
    if (!r)
        return;
    free(r->start);
    free(r->run);
    free(r->plan);
    free(r->first_promise);
    free(r->last_promise);
    free(r->flags);
    free(r->corrections);
    free(r);
}
