// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reasons are true: for every pass of random runs, all that an explanation says of each waiting job
// is worked out again from what was there when the pass began and who was started, in the most
// obvious way. And a run that is watched is the same run.
#include "engine/core/explain.h"
#include "engine/core/sched.h"
#include "tests/prop/naive_reasons.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

enum { MOST = BF_NAIVE_MOST };

struct watch {
    struct bf_naive_pass pass;
    struct bf_explain explain;
    struct bf_text *why;
    uint32_t looks; // in this pass
    uint32_t started;
};

static bool was_started(const struct bf_naive_pass *p, bf_job j)
{
    for (uint32_t i = 0; i < p->starts; i++)
        if (p->started[i] == j)
            return true;
    return false;
}

// ---- What is said -----------------------------------------------------------

static void differs(struct watch *w, const struct bf_look *look, const char *what, int64_t said,
                    int64_t is)
{
    if (!w->why->used)
        bf_text_add(w->why, "job %u at %lld, pass %llu: %s is %lld, said %lld", look->job + 1,
                    (long long)look->time, (unsigned long long)look->pass, what, (long long)is,
                    (long long)said);
}

static void same(struct watch *w, const struct bf_look *look, const char *what, int64_t said,
                 int64_t is)
{
    if (said != is)
        differs(w, look, what, said, is);
}

// In single order, who still runs in this second is not known here: what depends on it.
static bool is_unclear(const struct bf_naive_pass *p)
{
    return p->config->events == BF_EVENTS_SINGLE &&
           (p->config->calendar || bf_naive_is(p, "conservative") || bf_naive_is(p, "selective") ||
            bf_naive_is(p, "hpcpack"));
}

static void check_reason(struct watch *w, const struct bf_look *look)
{
    const struct bf_reason *r = &look->reason;
    const struct bf_naive_pass *p = &w->pass;
    const struct bf_naive_fact f = bf_naive_fact_of(p, look->job, r->reserved);
    same(w, look, "too few", r->why == BF_WHY_TOO_FEW, p->jobs->procs[look->job] > r->free);
    if (is_unclear(p))
        return;
    same(w, look, "free", r->free, f.free);
    same(w, look, "shadow", r->shadow, f.shadow);
    same(w, look, "extra", r->extra, f.extra);
    same(w, look, "reserved", r->reserved, f.reserved);
    same(w, look, "why", r->why, f.why);
    if (r->why != BF_WHY_RESERVATIONS && r->why != BF_WHY_OUTAGE)
        return;
    same(w, look, "blocked", r->blocked, f.blocked);
    same(w, look, "level", r->level, f.level);
    same(w, look, "taken", r->taken, f.taken);
    same(w, look, "outage", r->outage, f.outage);
    same(w, look, "end of the outage", r->outage_end, f.outage_end);
}

static void check_overtakers(struct watch *w, const struct bf_look *look, uint32_t place)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->pass.starts; i++) {
        uint32_t stood = 0;
        while (w->pass.queue[stood] != w->pass.started[i])
            stood++;
        if (stood < place)
            continue;
        if (n < look->overtaker_count)
            same(w, look, "overtaker", look->overtakers[n], w->pass.started[i]);
        n++;
    }
    same(w, look, "overtakers", look->overtaker_count, n);
}

static void take_look(void *self, const struct bf_look *look)
{
    struct watch *w = self;
    uint32_t place = 0, ahead = 0, left = w->pass.queued - w->pass.starts;
    while (place < w->pass.queued && w->pass.queue[place] != look->job)
        ahead += !was_started(&w->pass, w->pass.queue[place++]);
    w->looks++;
    if (place == w->pass.queued) {
        differs(w, look, "in the queue", 1, 0);
        return;
    }
    same(w, look, "free before", look->free_before, w->pass.free);
    same(w, look, "free after", look->free_after, w->pass.s->free);
    same(w, look, "waiting", look->waiting, left);
    same(w, look, "started", look->reason.why == BF_WHY_NONE, was_started(&w->pass, look->job));
    if (was_started(&w->pass, look->job))
        return;
    same(w, look, "ahead", look->ahead, ahead);
    check_overtakers(w, look, place);
    check_reason(w, look);
}

// ---- The observer -----------------------------------------------------------

static void note_queue(struct watch *w, const struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    w->pass.queued = w->pass.starts = w->looks = 0;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1))
        w->pass.queue[w->pass.queued++] = q->job[at];
}

static void pass_begins(void *self, const struct bf_sched *s)
{
    struct watch *w = self;
    uint32_t kept = 0;
    w->pass.s = s;
    w->pass.free = s->free;
    w->pass.end_count = 0;
    note_queue(w, s);
    for (uint32_t i = s->ends.front; i < s->ends.back; i++)
        if (s->ends.at[i].procs)
            w->pass.ends[w->pass.end_count++] =
                (struct bf_naive_piece){s->now, bf_end_expected(&s->ends.at[i], s->now),
                                        s->ends.at[i].procs, s->started[s->ends.at[i].order]};
    for (uint32_t i = 0; i < w->pass.running_count; i++) {
        const bf_job j = w->pass.running[i];
        const bf_time run = bf_effective_run(w->pass.config->overrun, w->pass.jobs->run[j],
                                             w->pass.jobs->request[j]);
        if (w->pass.start[j] + run > s->now)
            w->pass.running[kept++] = j;
    }
    w->pass.running_count = kept;
    w->explain.observer.pass_begins(w->explain.observer.self, s);
}

static void starts(void *self, const struct bf_sched *s, uint32_t place)
{
    struct watch *w = self;
    const bf_job j = s->queue.job[place];
    w->pass.started[w->pass.starts++] = j;
    w->pass.running[w->pass.running_count++] = j;
    w->pass.start[j] = s->now;
    w->pass.order[j] = w->started++;
    w->pass.backfilled[j] = place != s->queue.front;
    w->explain.observer.starts(w->explain.observer.self, s, place);
}

static void pass_ended(void *self, const struct bf_sched *s, const struct bf_policy *policy,
                       void *state)
{
    struct watch *w = self;
    bf_naive_note(&w->pass);
    w->explain.observer.pass_ended(w->explain.observer.self, s, policy, state);
    if (w->looks != w->pass.queued && !w->why->used)
        bf_text_add(w->why, "%u looks at %u jobs at %lld", w->looks, w->pass.queued,
                    (long long)s->now);
}

static bool is_same_run(const struct bf_outcome *a, const struct bf_outcome *b, struct bf_text *why)
{
    for (bf_job j = 0; j < a->jobs->count; j++)
        if (a->start[j] != b->start[j] && !why->used)
            bf_text_add(why, "job %u starts at %lld, and at %lld when watched", j + 1,
                        (long long)a->start[j], (long long)b->start[j]);
    if (memcmp(&a->counters, &b->counters, sizeof a->counters) != 0 && !why->used)
        bf_text_add(why, "counters differ when watched");
    return !why->used;
}

static bool reasons_are_true(const struct bf_test_workload *w, const char *spec,
                             struct bf_text *why)
{
    static struct watch watch;
    struct bf_config config = bf_test_config(spec);
    struct bf_sim *plain = bf_sim_create(), *watched = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_outcome a, b;
    struct bf_error e;
    const struct bf_observer observer = {&watch, pass_begins, starts, pass_ended};
    assert_true(w->jobs.count <= MOST / 2);
    memset(&watch, 0, sizeof watch);
    assert_ok(bf_sim_run(plain, &w->jobs, w->procs, &config, &a, &e), e);
    assert_ok(bf_explain_init(&watch.explain, arena, w->jobs.count, &e), e);
    watch.explain.self = &watch;
    watch.explain.look = take_look;
    for (bf_job j = 0; j < w->jobs.count; j++)
        bf_explain_watch(&watch.explain, j);
    watch.pass.config = &config;
    watch.pass.jobs = &w->jobs;
    watch.pass.options = bf_test_ref_options(&config);
    watch.why = why;
    config.observer = &observer;
    assert_ok(bf_sim_run(watched, &w->jobs, w->procs, &config, &b, &e), e);
    const bool result = is_same_run(&a, &b, why);
    bf_arena_destroy(arena);
    bf_sim_destroy(watched);
    bf_sim_destroy(plain);
    return result;
}

// In batch order, so that all of it can be checked.
static void draw_with_calendar(uint64_t seed, struct bf_text *spec)
{
    static const char *const overruns[] = {"kill", "extend", NULL};
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
    bf_text_add(spec, " overrun=%s", bf_test_pick(seed, 100, overruns));
    bf_test_draw_calendar(seed, 50, spec);
}

static void every_reason_is_true_with_a_calendar(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2500, 50, draw_with_calendar, reasons_are_true});
}

static void every_reason_is_true(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){3000, 50, bf_test_draw_anything, reasons_are_true});
}

static void every_reason_is_true_of_longer_jobs(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1500, 5000, bf_test_draw_anything, reasons_are_true});
}

BF_TEST_MAIN(BF_TEST(every_reason_is_true), BF_TEST(every_reason_is_true_with_a_calendar),
             BF_TEST(every_reason_is_true_of_longer_jobs))
