// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/drive.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sweep/handover.h"
#include "engine/sweep/run_one.h"
#include "engine/sweep/schedule.h"
#include "engine/sweep/team.h"

enum { QUEUE_BYTES = 2 << 20, MOST_AT_ONCE = 64 };

static const double tick_seconds = 0.2;

// What one worker has.
struct hand {
    struct bf_worker worker;
    bool alone;   // its thread collects, too
    size_t trace; // whose table is held; SIZE_MAX: none
    uint64_t table_number;
    const struct bf_trace *base; // taken from the set
    struct bf_trace *shaped;     // made from it, owned; NULL: the base itself is meant
    uint64_t number;             // run in hand
    double since;                // 0: none in hand
    double core, waited, ended;  // s; core: of processor time
};

struct drive {
    const struct bf_plan *plan;
    const struct bf_sink *sink;
    const struct bf_drive_options *options;
    struct bf_drive_result *result;
    struct bf_handover queue;
    _Atomic(int) stop; // polled by simulations
    double begun;

    pthread_mutex_t lock; // of all below
    struct bf_schedule *schedule;
    struct hand *hands;
    uint64_t runs;
    int working; // workers that have not ended
    enum bf_err err;
    struct bf_error error; // of the sink or of a context
};

static void end_with(struct drive *d, enum bf_drive_end end)
{
    if (d->result->end == BF_DRIVE_DONE)
        d->result->end = end;
    d->stop = 1;
}

// The first error counts. The lock is not held.
static void fail(struct drive *d, enum bf_err err, const struct bf_error *e)
{
    pthread_mutex_lock(&d->lock);
    if (!d->err) {
        d->err = err;
        d->error = *e;
    }
    end_with(d, BF_DRIVE_SINK);
    pthread_mutex_unlock(&d->lock);
    bf_handover_close(&d->queue);
}

// ---- A worker ---------------------------------------------------------------

static void drop_table(struct drive *d, struct hand *h)
{
    bf_trace_destroy(h->shaped);
    h->shaped = NULL;
    if (h->base)
        bf_traces_give_back(bf_plan_traces(d->plan), h->trace);
    h->base = NULL;
    h->trace = SIZE_MAX;
}

// Makes sure that the hand holds the job table of a run.
static enum bf_err hold_table(struct drive *d, struct hand *h, const struct bf_plan_run *run,
                              struct bf_error *e)
{
    const struct bf_trace_options *o = &run->options;
    if (h->base && h->trace == run->trace && h->table_number == run->table)
        return BF_OK;
    if (h->base && h->trace == run->trace) {
        bf_trace_destroy(h->shaped);
        h->shaped = NULL;
    } else {
        drop_table(d, h);
        const enum bf_err err = bf_traces_take(bf_plan_traces(d->plan), run->trace, &h->base, e);
        if (err)
            return err;
        h->trace = run->trace;
    }
    h->table_number = run->table;
    if (o->load == 1 && o->shake == 0)
        return BF_OK;
    const enum bf_err err = bf_trace_reshape(h->base, o->load, o->shake, o->seed, &h->shaped, e);
    if (err)
        drop_table(d, h);
    return err;
}

struct outgoing {
    struct drive *drive;
    struct hand *hand;
    const struct bf_plan_run *run;
    double seconds;
};

// The sink that workers see: the queue.
static enum bf_err put_out(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct outgoing *out = self;
    struct bf_handed *copy = bf_handed_copy(result);
    if (!copy)
        return bf_error_no_memory(e, 0, "a result");
    copy->number = out->run->number;
    copy->seconds = out->seconds;
    copy->failed = strcmp(result->run->status, "ok") != 0;
    out->hand->waited += bf_handover_put(&out->drive->queue, copy);
    return BF_OK;
}

static enum bf_err simulate(struct drive *d, struct hand *h, struct outgoing *out,
                            const struct bf_config *config, struct bf_error *e)
{
    const struct bf_sink queue = {.self = out, .put_result = put_out};
    struct bf_run_row row;
    struct bf_outcome outcome;
    enum bf_err err = hold_table(d, h, out->run, e);
    const struct bf_trace *trace = h->shaped ? h->shaped : h->base;
    if (!err)
        err = bf_run_one(&h->worker, trace, &out->run->options, config, &row, &outcome, e);
    out->seconds = bf_handover_now() - h->since;
    if (!err)
        err = bf_run_put(&h->worker, &queue, &row, &outcome, config, d->options->with_jobs, e);
    return err;
}

static void report_failure(struct drive *d, struct outgoing *out, const char *message)
{
    const struct bf_plan_run *run = out->run;
    const struct bf_run_identity id = {.trace_name = run->trace_name,
                                       .trace_hash = run->trace_hash,
                                       .procs = run->procs,
                                       .options = &run->options,
                                       .config = &run->config};
    struct bf_run_row row;
    struct bf_error e;
    const struct bf_result result = {.run = &row};
    enum bf_err err = bf_run_failed(&id, message, &row, &e);
    if (!err)
        err = put_out(out, &result, &e);
    if (err)
        fail(d, err, &e);
}

static void do_run(struct drive *d, struct hand *h, uint64_t number)
{
    struct bf_plan_run run;
    struct bf_error e = {.text = ""};
    bf_plan_run(d->plan, number, &run);
    struct outgoing out = {.drive = d, .hand = h, .run = &run};
    struct bf_config config = run.config;
    config.clock = d->options->clock;
    config.stop = h->alone ? d->options->interrupted : &d->stop;
    const double since = bf_handover_now(), core = bf_handover_core();
    pthread_mutex_lock(&d->lock);
    h->number = number;
    h->since = since;
    pthread_mutex_unlock(&d->lock);
    const enum bf_err err = simulate(d, h, &out, &config, &e);
    if (err && err != BF_ERR_INCOMPLETE)
        report_failure(d, &out, e.text);
    pthread_mutex_lock(&d->lock);
    h->since = 0;
    h->core += bf_handover_core() - core;
    if (!err)
        bf_schedule_learn(d->schedule, number, out.seconds);
    pthread_mutex_unlock(&d->lock);
    if (err != BF_ERR_INCOMPLETE)
        bf_traces_need(bf_plan_traces(d->plan), run.trace, -1);
}

static double seconds_left(const struct drive *d)
{
    if (d->options->budget <= 0)
        return 1e300;
    return d->begun + d->options->budget - bf_handover_now();
}

static size_t take_runs(struct drive *d, const struct hand *h, uint64_t *numbers)
{
    size_t n = 0;
    pthread_mutex_lock(&d->lock);
    if (!d->stop)
        n = bf_schedule_take(d->schedule, seconds_left(d), numbers, h->alone ? 1 : MOST_AT_ONCE);
    if (bf_schedule_passed_over(d->schedule) && d->result->end == BF_DRIVE_DONE)
        d->result->end = BF_DRIVE_BUDGET; // what was begun goes on
    pthread_mutex_unlock(&d->lock);
    return n;
}

static void collect(struct drive *d, double seconds);

static void work(struct drive *d, struct hand *h)
{
    uint64_t numbers[MOST_AT_ONCE];
    struct bf_error e;
    h->trace = SIZE_MAX;
    const enum bf_err err = bf_worker_init(&h->worker, &e);
    if (err)
        fail(d, err, &e);
    for (size_t n; !err && (n = take_runs(d, h, numbers)) > 0;)
        for (size_t i = 0; i < n && !d->stop; i++) {
            do_run(d, h, numbers[i]);
            if (h->alone)
                collect(d, 0);
        }
    drop_table(d, h);
    bf_worker_fini(&h->worker);
    pthread_mutex_lock(&d->lock);
    h->ended = bf_handover_now();
    d->working--;
    pthread_mutex_unlock(&d->lock);
    bf_handover_wake(&d->queue);
}

// ---- The thread that collects -----------------------------------------------

static void note_slow(struct bf_drive_result *r, uint64_t number, double seconds)
{
    int i = BF_DRIVE_SLOWEST;
    while (i > 0 && r->slowest[i - 1].seconds < seconds)
        i--;
    if (i == BF_DRIVE_SLOWEST)
        return;
    memmove(&r->slowest[i + 1], &r->slowest[i],
            (size_t)(BF_DRIVE_SLOWEST - 1 - i) * sizeof r->slowest[0]);
    r->slowest[i] = (struct bf_drive_slow){number, seconds};
}

static void put_handed(struct drive *d, struct bf_handed *handed)
{
    struct bf_drive_result *r = d->result;
    struct bf_error e;
    const double since = bf_handover_core();
    const enum bf_err err =
        d->err ? BF_OK : d->sink->put_result(d->sink->self, &handed->result, &e);
    r->sink += bf_handover_core() - since;
    pthread_mutex_lock(&d->lock);
    r->done++;
    r->failed += handed->failed;
    if (handed->failed && !r->failure[0])
        bf_text_copy(r->failure, sizeof r->failure, handed->result.run->message);
    if (handed->failed && d->options->fail_fast)
        end_with(d, BF_DRIVE_FAILURE);
    note_slow(r, handed->number, handed->seconds);
    pthread_mutex_unlock(&d->lock);
    free(handed);
    if (err)
        fail(d, err, &e);
}

// The lock is held. Work in hand counts as half done.
static double predict(const struct drive *d)
{
    double left = bf_schedule_remaining(d->schedule);
    for (int i = 0; i < d->options->threads; i++)
        if (d->hands[i].since > 0)
            left += bf_schedule_price(d->schedule, d->hands[i].number) / 2;
    return d->result->done ? left / d->options->threads : -1;
}

static struct bf_drive_slow longest_in_hand(const struct drive *d, double now)
{
    struct bf_drive_slow longest = {0};
    for (int i = 0; i < d->options->threads; i++) {
        const struct hand *h = &d->hands[i];
        if (h->since > 0 && now - h->since > longest.seconds)
            longest = (struct bf_drive_slow){h->number, now - h->since};
    }
    return longest;
}

static void tick(struct drive *d)
{
    const struct bf_drive_options *o = d->options;
    const double now = bf_handover_now();
    struct bf_error e;
    enum bf_err err = BF_OK;
    pthread_mutex_lock(&d->lock);
    if (o->interrupted && *o->interrupted)
        end_with(d, BF_DRIVE_INTERRUPTED);
    if (o->budget > 0 && now > d->begun + o->budget)
        end_with(d, BF_DRIVE_BUDGET);
    const struct bf_drive_state state = {.runs = d->runs,
                                         .done = d->result->done,
                                         .failed = d->result->failed,
                                         .elapsed = now - d->begun,
                                         .left = predict(d),
                                         .in_hand = longest_in_hand(d, now)};
    pthread_mutex_unlock(&d->lock);
    if (o->tick)
        o->tick(o->self, &state);
    const double since = bf_handover_core();
    if (d->sink->flush && !d->err)
        err = d->sink->flush(d->sink->self, &e);
    d->result->sink += bf_handover_core() - since;
    if (err)
        fail(d, err, &e);
}

// Hands on what there is, waiting up to `seconds` for the first of it.
static void collect(struct drive *d, double seconds)
{
    struct bf_handed *handed = bf_handover_take(&d->queue, seconds);
    double next = bf_handover_now() + tick_seconds;
    for (; handed; handed = bf_handover_take(&d->queue, 0)) {
        put_handed(d, handed);
        if (bf_handover_now() < next)
            continue;
        tick(d);
        next = bf_handover_now() + tick_seconds;
    }
    tick(d);
}

static bool is_working(struct drive *d)
{
    pthread_mutex_lock(&d->lock);
    const bool working = d->working > 0;
    pthread_mutex_unlock(&d->lock);
    return working;
}

// Number 0 collects, the others work. One that is alone does both in turn.
static void member(void *self, int number, int count)
{
    struct drive *d = self;
    const int workers = count > 1 ? count - 1 : 1;
    pthread_mutex_lock(&d->lock);
    if (number == 0)
        d->working -= d->options->threads - workers;
    pthread_mutex_unlock(&d->lock);
    if (count == 1)
        d->hands[0].alone = true;
    if (count == 1 || number > 0)
        work(d, &d->hands[count == 1 ? 0 : number - 1]);
    if (number > 0)
        return;
    while (is_working(d))
        collect(d, tick_seconds);
    collect(d, 0);
}

// ---- All of it --------------------------------------------------------------

static void need_traces(const struct bf_plan *plan, const uint64_t *numbers, uint64_t count,
                        int64_t runs)
{
    struct bf_plan_run run;
    for (uint64_t i = 0; i < count; i++) {
        bf_plan_run(plan, numbers[i], &run);
        bf_traces_need(bf_plan_traces(plan), run.trace, runs);
    }
}

static void sum_up(struct drive *d)
{
    struct bf_drive_result *r = d->result;
    const double end = bf_handover_now();
    double idle = 0;
    r->elapsed = end - d->begun;
    for (int i = 0; i < d->options->threads; i++) {
        const struct hand *h = &d->hands[i];
        r->core += h->core;
        if (h->ended > 0)
            idle += h->waited + (end - h->ended);
    }
    r->idle = idle / (d->options->threads * (r->elapsed > 0 ? r->elapsed : 1));
}

enum bf_err bf_drive(const struct bf_plan *plan, uint64_t *numbers, uint64_t count,
                     const struct bf_sink *sink, const struct bf_drive_options *options,
                     struct bf_drive_result *result, struct bf_error *e)
{
    struct drive d = {.plan = plan,
                      .sink = sink,
                      .options = options,
                      .result = result,
                      .begun = bf_handover_now(),
                      .runs = count,
                      .working = options->threads};
    *result = (struct bf_drive_result){.end = BF_DRIVE_DONE};
    d.hands = calloc((size_t)options->threads, sizeof *d.hands);
    d.schedule = bf_schedule_create(plan, numbers, count, options->threads);
    if (d.schedule)
        need_traces(plan, numbers, count, 1);
    free(numbers);
    if (!d.hands || !d.schedule) {
        free(d.hands);
        bf_schedule_destroy(d.schedule);
        return bf_error_no_memory(e, count * 12, "the schedule of a sweep");
    }
    pthread_mutex_init(&d.lock, NULL);
    bf_handover_init(&d.queue, QUEUE_BYTES);
    bf_team_run(options->threads + 1, member, &d);
    sum_up(&d);
    if (d.err)
        bf_error_set(e, d.err, "%s", d.error.text);
    bf_handover_fini(&d.queue);
    pthread_mutex_destroy(&d.lock);
    bf_schedule_destroy(d.schedule);
    free(d.hands);
    return d.err;
}

enum bf_err bf_drive_traces(const struct bf_plan *plan, const struct bf_sink *sink,
                            struct bf_error *e)
{
    struct bf_traces *traces = bf_plan_traces(plan);
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < bf_traces_count(traces); i++)
        if (bf_plan_uses_trace(plan, i))
            err = sink->put_trace(sink->self, &bf_traces_info(traces, i)->row, e);
    return err;
}
