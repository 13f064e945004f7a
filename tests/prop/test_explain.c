// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reasons are true: for every pass of random runs, all that an explanation says of each waiting job
// is worked out again from what was there when the pass began and who was started, in the most
// obvious way. And a run that is watched is the same run.
#include "engine/core/explain.h"
#include "engine/core/sched.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

enum { MOST = 512 }; // jobs, or pieces of a profile

// A running job that ends at `time`, or what holds `procs` over [from, time).
struct piece {
    bf_time from, time;
    bf_procs procs;
    uint32_t order;
};

// A pass as it was seen, and what is said of it.
struct watch {
    struct bf_explain explain;
    const struct bf_config *config;
    const struct bf_jobs *jobs;
    const struct bf_sched *s;
    struct bf_text *why;
    bf_job queue[MOST], started[MOST]; // when the pass began, in order; in this pass
    uint32_t queued, starts, looks;
    bf_procs free;
    struct piece ends[MOST]; // when the pass began, where the policy knows them
    uint32_t end_count;
    bf_job running[MOST]; // have started, and may have ended
    uint32_t running_count;
    bf_time start[MOST]; // by job
};

// What the naive side says.
struct fact {
    bf_procs free;
    bf_time shadow, reserved, blocked;
    int64_t extra, level;
    enum bf_why why;
};

static bool is_policy(const struct watch *w, const char *name)
{
    return strcmp(w->config->policy->name, name) == 0;
}

static int64_t arg(const struct watch *w, const char *name)
{
    for (unsigned i = 0; i < w->config->policy->param_count; i++)
        if (strcmp(w->config->policy->params[i].name, name) == 0)
            return w->config->args[i].i;
    return 0;
}

static bool was_started(const struct watch *w, bf_job j)
{
    for (uint32_t i = 0; i < w->starts; i++)
        if (w->started[i] == j)
            return true;
    return false;
}

static bf_time plan_of(const struct watch *w, bf_job j)
{
    return w->s->plan[j];
}

// ---- A profile of pieces ----------------------------------------------------

struct profile {
    int64_t now_free; // with no piece
    struct piece at[MOST];
    uint32_t count;
};

static void hold(struct profile *p, bf_time from, bf_time to, bf_procs procs)
{
    assert_true(p->count < MOST);
    p->at[p->count++] = (struct piece){.from = from, .time = to, .procs = procs};
}

static int64_t level_at(const struct profile *p, bf_time t)
{
    int64_t level = p->now_free;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->at[i].from <= t && t < p->at[i].time)
            level -= p->at[i].procs;
    return level;
}

// The first instant in [from, to) at which fewer than `procs` are free; BF_NEVER: none.
static bf_time first_below(const struct profile *p, bf_time from, bf_time to, bf_procs procs)
{
    bf_time first = level_at(p, from) < procs ? from : BF_NEVER;
    for (uint32_t i = 0; i < p->count; i++) {
        const bf_time t = p->at[i].from;
        if (t > from && t < to && t < first && level_at(p, t) < procs)
            first = t;
    }
    return first;
}

static bf_time fit(const struct profile *p, bf_time now, bf_procs procs, bf_time plan)
{
    bf_time best = first_below(p, now, now + plan, procs) == BF_NEVER ? now : BF_NEVER;
    for (uint32_t i = 0; i < p->count; i++) {
        const bf_time t = p->at[i].time;
        if (t > now && t < best && first_below(p, t, t + plan, procs) == BF_NEVER)
            best = t;
    }
    return best;
}

// Running jobs, as when the pass began.
static void start_profile(const struct watch *w, struct profile *p)
{
    p->now_free = w->free;
    p->count = 0;
    for (uint32_t i = 0; i < w->end_count; i++) {
        hold(p, w->s->now, w->ends[i].time, w->ends[i].procs);
        p->now_free += w->ends[i].procs;
    }
}

// ---- Orders -----------------------------------------------------------------

static double key(const struct watch *w, bf_job j)
{
    return bf_order_key(w->config->backfill_order, w->s->now, w->jobs->submit[j], plan_of(w, j),
                        w->jobs->procs[j]);
}

// Sorts by the backfill order; jobs of equal keys stay as they are.
static void sort_candidates(const struct watch *w, bf_job *list, uint32_t n)
{
    if (w->config->backfill_order == w->config->order)
        return;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && key(w, list[k]) < key(w, list[k - 1]); k--) {
            const bf_job j = list[k];
            list[k] = list[k - 1];
            list[k - 1] = j;
        }
}

// ---- easy -------------------------------------------------------------------

// By expected end; of equal ones, the one that started last first.
static void sort_ends(struct piece *ends, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i;
             k > 0 && (ends[k].time < ends[k - 1].time ||
                       (ends[k].time == ends[k - 1].time && ends[k].order > ends[k - 1].order));
             k--) {
            const struct piece e = ends[k];
            ends[k] = ends[k - 1];
            ends[k - 1] = e;
        }
}

static void find_shadow(const struct watch *w, struct piece *ends, uint32_t n, bf_procs need,
                        struct fact *f)
{
    const int64_t rule = arg(w, "extra");
    int64_t level = f->free;
    sort_ends(ends, n);
    for (uint32_t i = 0; i < n; i++) {
        if (level >= need && (rule == BF_EXTRA_FIRST || ends[i].time > f->shadow))
            break;
        level += ends[i].procs;
        f->shadow = ends[i].time;
    }
    f->extra = rule == BF_EXTRA_NONE ? 0 : level - need;
}

// What holds of a candidate when it is its turn; takes what it takes if it was started.
static enum bf_why try_candidate(const struct watch *w, bf_job j, uint32_t turn, struct fact *f)
{
    const bf_procs procs = w->jobs->procs[j];
    const bf_time end = w->s->now + plan_of(w, j);
    const bool ends_in_time = arg(w, "strict") ? end < f->shadow : end <= f->shadow;
    if (procs > f->free)
        return BF_WHY_TOO_FEW;
    if ((int64_t)turn >= arg(w, "depth"))
        return BF_WHY_DEPTH;
    if (!ends_in_time && procs > f->extra)
        return BF_WHY_DELAYS_HEAD;
    f->free -= procs;
    f->extra -= ends_in_time ? 0 : procs;
    return BF_WHY_NONE;
}

static struct fact easy_fact(const struct watch *w, bf_job job)
{
    struct fact f = {.free = w->free, .shadow = 0, .reserved = BF_NEVER, .blocked = BF_NEVER};
    static struct piece ends[MOST];
    static bf_job list[MOST];
    uint32_t heads = 0, n = w->end_count;
    memcpy(ends, w->ends, n * sizeof *ends);
    for (; heads < w->queued && w->jobs->procs[w->queue[heads]] <= f.free; heads++) {
        const bf_job j = w->queue[heads];
        f.free -= w->jobs->procs[j];
        ends[n++] = (struct piece){w->s->now, w->s->now + plan_of(w, j), w->jobs->procs[j],
                                   UINT32_MAX - MOST + heads};
        if (j == job)
            return f; // why: none
    }
    find_shadow(w, ends, n, w->jobs->procs[w->queue[heads]], &f);
    if (w->queue[heads] == job) {
        f.why = BF_WHY_TOO_FEW;
        f.reserved = f.shadow;
        return f;
    }
    n = w->queued - heads - 1;
    memcpy(list, w->queue + heads + 1, n * sizeof *list);
    sort_candidates(w, list, n);
    for (uint32_t i = 0; i < n; i++) {
        f.why = try_candidate(w, list[i], i, &f);
        if (list[i] == job)
            break;
    }
    return f;
}

// ---- reservations -----------------------------------------------------------

static struct fact reservations_fact(const struct watch *w, bf_job job)
{
    struct fact f = {.free = w->free,
                     .shadow = BF_NEVER,
                     .reserved = BF_NEVER,
                     .blocked = BF_NEVER,
                     .extra = -1};
    static struct profile p;
    static bf_job list[MOST];
    const bf_time now = w->s->now;
    int64_t left = arg(w, "reservations");
    uint32_t at = 0, n;
    bool over = false;
    start_profile(w, &p);
    for (; at < w->queued && left > 0 && !over; at++) {
        const bf_job j = w->queue[at];
        const bf_procs procs = w->jobs->procs[j];
        const bf_time t = fit(&p, now, procs, plan_of(w, j));
        if (t > now && f.shadow == BF_NEVER)
            f.shadow = t;
        if (j == job) {
            f.reserved = t;
            over = true;
            break;
        }
        hold(&p, t, t + plan_of(w, j), procs);
        f.free -= t == now ? procs : 0;
        left -= t > now;
    }
    n = over ? 0 : w->queued - at;
    memcpy(list, w->queue + at, n * sizeof *list);
    sort_candidates(w, list, n);
    for (uint32_t i = 0; i < n && list[i] != job; i++) {
        const bf_procs procs = w->jobs->procs[list[i]];
        const bf_time end = now + plan_of(w, list[i]);
        if (first_below(&p, now, end, procs) != BF_NEVER)
            continue;
        hold(&p, now, end, procs);
        f.free -= procs;
    }
    f.blocked = first_below(&p, now, now + plan_of(w, job), w->jobs->procs[job]);
    f.why = w->jobs->procs[job] > f.free ? BF_WHY_TOO_FEW
            : f.blocked == BF_NEVER      ? BF_WHY_NONE
                                         : BF_WHY_RESERVATIONS;
    f.level = f.blocked == BF_NEVER ? 0 : level_at(&p, f.blocked);
    return f;
}

// ---- conservative -----------------------------------------------------------

// What runs and is reserved after the pass, but for the job's own reservation. (In batch order:
// in single order, what has ended within this second is not easy to say.)
static void conservative_profile(const struct watch *w, bf_job job, struct profile *p)
{
    const struct bf_queue *q = &w->s->queue;
    const bf_time now = w->s->now;
    p->now_free = w->s->procs;
    p->count = 0;
    for (uint32_t i = 0; i < w->running_count; i++) {
        const bf_job j = w->running[i];
        const bf_time end = w->start[j] + plan_of(w, j);
        hold(p, w->start[j], end > now ? end : now + 1, w->jobs->procs[j]);
    }
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1))
        if (q->job[at] != job)
            hold(p, q->promise[at], q->promise[at] + q->plan[at], q->procs[at]);
}

static struct fact conservative_fact(const struct watch *w, bf_job job, bf_time reserved)
{
    struct fact f = {.free = w->s->free,
                     .shadow = w->s->queue.promise[w->s->queue.front],
                     .reserved = reserved,
                     .blocked = BF_NEVER,
                     .extra = -1};
    static struct profile p;
    const bf_procs procs = w->jobs->procs[job];
    if (procs > f.free) {
        f.why = BF_WHY_TOO_FEW;
        return f;
    }
    conservative_profile(w, job, &p);
    f.blocked = first_below(&p, w->s->now, w->s->now + plan_of(w, job), procs);
    f.why = f.blocked == BF_NEVER ? BF_WHY_NOT_MOVED : BF_WHY_RESERVATIONS;
    f.level = f.blocked == BF_NEVER ? 0 : level_at(&p, f.blocked);
    return f;
}

// Where there is nothing to say but whether a job fits, and `else_why`.
static struct fact plain_fact(const struct watch *w, bf_job job, bf_time reserved,
                              enum bf_why else_why)
{
    struct fact f = {.free = w->s->free,
                     .shadow = BF_NEVER,
                     .reserved = reserved,
                     .blocked = BF_NEVER,
                     .extra = -1};
    f.why = w->jobs->procs[job] > f.free ? BF_WHY_TOO_FEW : else_why;
    return f;
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

static void check_reason(struct watch *w, const struct bf_look *look)
{
    const struct bf_reason *r = &look->reason;
    const bool single = w->config->events == BF_EVENTS_SINGLE;
    struct fact f;
    if (is_policy(w, "easy"))
        f = easy_fact(w, look->job);
    else if (is_policy(w, "reservations"))
        f = reservations_fact(w, look->job);
    else if (is_policy(w, "conservative"))
        f = conservative_fact(w, look->job, r->reserved);
    else if (is_policy(w, "fcfs"))
        f = plain_fact(w, look->job, BF_NEVER, BF_WHY_BEHIND_HEAD);
    else // one that does not explain itself
        f = plain_fact(w, look->job, r->reserved, BF_WHY_POLICY);
    same(w, look, "free", r->free, f.free);
    same(w, look, "shadow", r->shadow, f.shadow);
    same(w, look, "extra", r->extra, f.extra);
    same(w, look, "reserved", r->reserved, f.reserved);
    same(w, look, "too few", r->why == BF_WHY_TOO_FEW, w->jobs->procs[look->job] > f.free);
    if (single && is_policy(w, "conservative"))
        return;
    same(w, look, "why", r->why, f.why);
    if (r->why != BF_WHY_RESERVATIONS)
        return;
    same(w, look, "blocked", r->blocked, f.blocked);
    same(w, look, "level", r->level, f.level);
}

static void check_overtakers(struct watch *w, const struct bf_look *look, uint32_t place)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->starts; i++) {
        uint32_t stood = 0;
        while (w->queue[stood] != w->started[i])
            stood++;
        if (stood < place)
            continue;
        if (n < look->overtaker_count)
            same(w, look, "overtaker", look->overtakers[n], w->started[i]);
        n++;
    }
    same(w, look, "overtakers", look->overtaker_count, n);
}

static void take_look(void *self, const struct bf_look *look)
{
    struct watch *w = self;
    uint32_t place = 0, ahead = 0, left = w->queued - w->starts;
    while (place < w->queued && w->queue[place] != look->job)
        ahead += !was_started(w, w->queue[place++]);
    w->looks++;
    if (place == w->queued) {
        differs(w, look, "in the queue", 1, 0);
        return;
    }
    same(w, look, "free before", look->free_before, w->free);
    same(w, look, "free after", look->free_after, w->s->free);
    same(w, look, "waiting", look->waiting, left);
    same(w, look, "started", look->reason.why == BF_WHY_NONE, was_started(w, look->job));
    if (was_started(w, look->job))
        return;
    same(w, look, "ahead", look->ahead, ahead);
    check_overtakers(w, look, place);
    check_reason(w, look);
}

// ---- The observer -----------------------------------------------------------

static void note_queue(struct watch *w, const struct bf_sched *s)
{
    const struct bf_queue *q = &s->queue;
    w->queued = w->starts = w->looks = 0;
    for (uint32_t at = bf_queue_next(q, q->front); at < q->back; at = bf_queue_next(q, at + 1))
        w->queue[w->queued++] = q->job[at];
}

static void pass_begins(void *self, const struct bf_sched *s)
{
    struct watch *w = self;
    uint32_t kept = 0;
    w->s = s;
    w->free = s->free;
    w->end_count = 0;
    note_queue(w, s);
    for (uint32_t i = s->ends.front; i < s->ends.back; i++)
        if (s->ends.at[i].procs)
            w->ends[w->end_count++] =
                (struct piece){s->now, bf_end_expected(&s->ends.at[i], s->now), s->ends.at[i].procs,
                               s->ends.at[i].order};
    for (uint32_t i = 0; i < w->running_count; i++) {
        const bf_job j = w->running[i];
        const bf_time run =
            bf_effective_run(w->config->overrun, w->jobs->run[j], w->jobs->request[j]);
        if (w->start[j] + run > s->now)
            w->running[kept++] = j;
    }
    w->running_count = kept;
    w->explain.observer.pass_begins(w->explain.observer.self, s);
}

static void starts(void *self, const struct bf_sched *s, uint32_t place)
{
    struct watch *w = self;
    const bf_job j = s->queue.job[place];
    w->started[w->starts++] = j;
    w->running[w->running_count++] = j;
    w->start[j] = s->now;
    w->explain.observer.starts(w->explain.observer.self, s, place);
}

static void pass_ended(void *self, const struct bf_sched *s, const struct bf_policy *policy,
                       void *state)
{
    struct watch *w = self;
    w->explain.observer.pass_ended(w->explain.observer.self, s, policy, state);
    if (w->looks != w->queued && !w->why->used)
        bf_text_add(w->why, "%u looks at %u jobs at %lld", w->looks, w->queued, (long long)s->now);
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
    watch.config = &config;
    watch.jobs = &w->jobs;
    watch.why = why;
    config.observer = &observer;
    assert_ok(bf_sim_run(watched, &w->jobs, w->procs, &config, &b, &e), e);
    const bool result = is_same_run(&a, &b, why);
    bf_arena_destroy(arena);
    bf_sim_destroy(watched);
    bf_sim_destroy(plain);
    return result;
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

BF_TEST_MAIN(BF_TEST(every_reason_is_true), BF_TEST(every_reason_is_true_of_longer_jobs))
