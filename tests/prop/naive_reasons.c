// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/prop/naive_reasons.h"

#include <math.h>

#include "tests/prop/naive_profile.h"
#include "tests/support/bf_test.h"

#define MOST BF_NAIVE_MOST
typedef struct bf_naive_pass pass_t;
typedef struct bf_naive_fact fact_t;

bool bf_naive_is(const pass_t *p, const char *policy)
{
    return strcmp(p->config->policy->name, policy) == 0;
}

static struct bf_value arg(const pass_t *p, const char *name)
{
    for (unsigned i = 0; i < p->config->policy->param_count; i++)
        if (strcmp(p->config->policy->params[i].name, name) == 0)
            return p->config->args[i];
    return (struct bf_value){.i = 0};
}

static bf_time plan_of(const pass_t *p, bf_job j)
{
    return p->s->plan[j];
}

static bf_time request_of(const pass_t *p, bf_job j)
{
    return bf_effective_request(p->config->overrun, p->jobs->run[j], p->jobs->request[j]);
}

// ---- The calendar -----------------------------------------------------------

static int64_t taken_at(const pass_t *p, bf_time t)
{
    const struct bf_ref_options *o = &p->options;
    const bf_procs procs = p->s->procs;
    int64_t taken = 0;
    for (size_t i = 0; i < o->outage_count; i++)
        if (o->outages[i].start <= t && t < o->outages[i].end)
            taken += o->outages[i].procs == BF_CALENDAR_ALL ? procs : o->outages[i].procs;
    return taken < procs ? taken : procs;
}

// Whether the calendar has no room for the job at t beside `limits`.
static bool cramped(const pass_t *p, const struct bf_naive_profile *limits, bf_job j, bf_time t)
{
    const int64_t taken = taken_at(p, t);
    return taken > 0 && bf_naive_level(limits, t) - taken < p->jobs->procs[j];
}

// The first instant of [t, t + request) at which it has none; BF_NEVER: it allows a start at t.
static bf_time first_cramped(const pass_t *p, const struct bf_naive_profile *limits, bf_job j,
                             bf_time t)
{
    const bf_time end = t + request_of(p, j);
    bf_time first = cramped(p, limits, j, t) ? t : BF_NEVER;
    for (size_t i = 0; i < p->options.outage_count; i++) {
        const bf_time u = p->options.outages[i].start;
        if (u > t && u < end && u < first && cramped(p, limits, j, u))
            first = u;
    }
    for (uint32_t i = 0; i < limits->count; i++) {
        const bf_time u = limits->at[i].from;
        if (u > t && u < end && u < first && cramped(p, limits, j, u))
            first = u;
    }
    return first;
}

static bool allowed(const pass_t *p, const struct bf_naive_profile *limits, bf_job j, bf_time t)
{
    return first_cramped(p, limits, j, t) == BF_NEVER;
}

// Whether `j` may start at t: by `f` (NULL: whatever is free) and by the calendar.
static bool good(const pass_t *p, const struct bf_naive_profile *f,
                 const struct bf_naive_profile *limits, bf_job j, bf_time t)
{
    return allowed(p, limits, j, t) &&
           (!f || bf_naive_first_below(f, t, t + plan_of(p, j), p->jobs->procs[j]) == BF_NEVER);
}

// The earliest such t >= from: it is `from`, or where something ends.
static bf_time earliest(const pass_t *p, const struct bf_naive_profile *f,
                        const struct bf_naive_profile *limits, bf_job j, bf_time from)
{
    bf_time best = good(p, f, limits, j, from) ? from : BF_NEVER;
    for (uint32_t i = 0; f && i < f->count; i++)
        if (f->at[i].time > from && f->at[i].time < best && good(p, f, limits, j, f->at[i].time))
            best = f->at[i].time;
    for (uint32_t i = 0; i < limits->count; i++)
        if (limits->at[i].time > from && limits->at[i].time < best &&
            good(p, f, limits, j, limits->at[i].time))
            best = limits->at[i].time;
    for (size_t i = 0; i < p->options.outage_count; i++) {
        const bf_time t = p->options.outages[i].end;
        if (t > from && t < best && good(p, f, limits, j, t))
            best = t;
    }
    return best;
}

// ---- A pass as it goes on ---------------------------------------------------

struct turn {
    bf_procs free;
    struct bf_naive_piece ends[MOST];
    uint32_t end_count;
    struct bf_naive_profile limits; // the machine less the requests of running and reserved jobs
};

static void begin(const pass_t *p, struct turn *t)
{
    t->free = p->free;
    t->end_count = p->end_count;
    memcpy(t->ends, p->ends, p->end_count * sizeof *t->ends);
    t->limits = (struct bf_naive_profile){.whole = p->s->procs};
    for (uint32_t i = 0; i + p->starts < p->running_count; i++) {
        const bf_job j = p->running[i];
        bf_naive_hold(&t->limits, p->s->now, p->start[j] + request_of(p, j), p->jobs->procs[j]);
    }
}

static bool fits(const pass_t *p, const struct turn *t, bf_job j)
{
    return p->jobs->procs[j] <= t->free && allowed(p, &t->limits, j, p->s->now);
}

static void take(const pass_t *p, struct turn *t, bf_job j)
{
    const bf_time now = p->s->now;
    const bf_procs procs = p->jobs->procs[j];
    t->free -= procs;
    t->ends[t->end_count++] = (struct bf_naive_piece){now, now + plan_of(p, j), procs, j};
    bf_naive_hold(&t->limits, now, now + request_of(p, j), procs);
}

static bool has_edge(const pass_t *p, bf_time t)
{
    return taken_at(p, t) != taken_at(p, t - 1);
}

// What is said of an outage at f->blocked.
static void name_outage(const pass_t *p, fact_t *f)
{
    f->taken = taken_at(p, f->blocked);
    f->outage = -1;
    f->outage_end = BF_NEVER;
    for (size_t i = 0; i < p->options.outage_count; i++) {
        const bf_time edges[] = {p->options.outages[i].start, p->options.outages[i].end};
        for (int k = 0; k < 2; k++) {
            const bf_time t = edges[k];
            if (t <= f->blocked && t > f->outage && (t == 0 || has_edge(p, t)))
                f->outage = t;
            if (t > f->blocked && t < f->outage_end && has_edge(p, t))
                f->outage_end = t;
        }
    }
}

// Whether the job does not fit as things are, and why.
static bool unfit(const pass_t *p, const struct bf_naive_profile *limits, bf_job j, fact_t *f)
{
    if (p->jobs->procs[j] > f->free) {
        f->why = BF_WHY_TOO_FEW;
        return true;
    }
    f->blocked = first_cramped(p, limits, j, p->s->now);
    if (f->blocked == BF_NEVER)
        return false;
    f->why = BF_WHY_OUTAGE;
    f->level = bf_naive_level(limits, f->blocked) - taken_at(p, f->blocked);
    name_outage(p, f);
    return true;
}

static fact_t no_fact(const pass_t *p)
{
    return (fact_t){.free = p->s->free,
                    .shadow = BF_NEVER,
                    .reserved = BF_NEVER,
                    .blocked = BF_NEVER,
                    .extra = -1,
                    .outage = BF_NEVER,
                    .outage_end = BF_NEVER};
}

// Starts the head while it fits. Returns the place of the one that is left.
static uint32_t take_heads(const pass_t *p, struct turn *t)
{
    uint32_t heads = 0;
    for (; heads < p->queued && fits(p, t, p->queue[heads]); heads++)
        take(p, t, p->queue[heads]);
    return heads;
}

// ---- Orders -----------------------------------------------------------------

static double key(const pass_t *p, bf_job j)
{
    return bf_order_key(p->config->backfill_order, p->s->now, p->jobs->submit[j], plan_of(p, j),
                        p->jobs->procs[j]);
}

// The waiting jobs from `place` on in the backfill order; jobs of equal keys stay as they are.
static uint32_t candidates(const pass_t *p, uint32_t place, bf_job *list)
{
    const uint32_t n = p->queued - place;
    memcpy(list, p->queue + place, n * sizeof *list);
    if (p->config->backfill_order == p->config->order)
        return n;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && key(p, list[k]) < key(p, list[k - 1]); k--) {
            const bf_job j = list[k];
            list[k] = list[k - 1];
            list[k - 1] = j;
        }
    return n;
}

// ---- easy and its kin -------------------------------------------------------

static int64_t free_by(const struct turn *t, bf_time at)
{
    int64_t level = t->free;
    for (uint32_t i = 0; i < t->end_count; i++)
        if (t->ends[i].time <= at)
            level += t->ends[i].procs;
    return level;
}

static bf_time time_by_ends(const pass_t *p, const struct turn *t, bf_procs need)
{
    bf_time first = need <= t->free ? p->s->now : BF_NEVER;
    for (uint32_t i = 0; i < t->end_count; i++)
        if (t->ends[i].time < first && free_by(t, t->ends[i].time) >= need)
            first = t->ends[i].time;
    return first;
}

// Of two running jobs that end at the same instant, is the first given back before the other?
static bool ends_before(const pass_t *p, bf_job a, bf_job b)
{
    const uint32_t x = p->order[a], y = p->order[b];
    const bf_time end = p->start[a] + plan_of(p, a), other = p->start[b] + plan_of(p, b);
    if (end != other)
        return end < other; // both are past their plans, or one is
    if (p->start[a] != p->start[b])
        return p->start[a] > p->start[b];
    if (p->backfilled[a] != p->backfilled[b])
        return p->backfilled[a];
    return p->backfilled[a] || p->start[a] == p->s->now ? x < y : x > y;
}

// Free once enough of those that end at `at` have ended.
static int64_t free_at_first(const pass_t *p, const struct turn *t, bf_time at, bf_procs need)
{
    int64_t level = free_by(t, at - 1);
    for (bf_job last = BF_NO_JOB; level < need;) {
        const struct bf_naive_piece *next = NULL;
        for (uint32_t i = 0; i < t->end_count; i++)
            if (t->ends[i].time == at &&
                (last == BF_NO_JOB || ends_before(p, last, t->ends[i].job)) &&
                (!next || ends_before(p, t->ends[i].job, next->job)))
                next = &t->ends[i];
        assert_non_null(next);
        level += next->procs;
        last = next->job;
    }
    return level;
}

static bf_time shadow_of(const pass_t *p, const struct turn *t, bf_job j)
{
    return earliest(p, NULL, &t->limits, j, time_by_ends(p, t, p->jobs->procs[j]));
}

static int64_t extra_at(const pass_t *p, const struct turn *t, bf_job head, bf_time at)
{
    const bf_procs need = p->jobs->procs[head];
    const int64_t rule = bf_naive_is(p, "hpcpack") ? BF_EXTRA_NONE : arg(p, "extra").i;
    if (rule == BF_EXTRA_NONE)
        return 0;
    return (rule == BF_EXTRA_FIRST ? free_at_first(p, t, at, need) : free_by(t, at)) - need;
}

void bf_naive_note(pass_t *p)
{
    static struct turn t;
    if (!bf_naive_is(p, "relaxed"))
        return;
    begin(p, &t);
    const uint32_t heads = take_heads(p, &t);
    if (heads == p->queued)
        return;
    const bf_job head = p->queue[heads];
    const bf_time shadow = shadow_of(p, &t, head);
    if (p->held && p->head == head) {
        if (shadow < p->head_reserved)
            p->head_reserved = shadow;
        return;
    }
    const bf_time length = arg(p, "slack-of").i ? plan_of(p, head) : shadow - p->jobs->submit[head];
    const double slack = floor(arg(p, "slack").r * (double)length);
    p->held = true;
    p->head = head;
    p->head_reserved = shadow;
    p->head_slack = slack < 0x1p50 ? (bf_time)slack : (bf_time)1 << 50;
}

// The last time up to reserved time and slack at which the head may start.
static bf_time relaxed_limit(const pass_t *p, const struct turn *t, bf_time shadow)
{
    const bf_time relaxed = p->head_reserved + p->head_slack;
    const bf_time to = relaxed > shadow ? relaxed : shadow;
    bf_time last = shadow;
    if (allowed(p, &t->limits, p->head, to))
        return to;
    for (size_t i = 0; i < p->options.outage_count; i++) {
        const bf_time u = p->options.outages[i].start - request_of(p, p->head);
        if (u > last && u <= to && allowed(p, &t->limits, p->head, u))
            last = u;
    }
    return last;
}

static bool runs_without_request(const pass_t *p)
{
    for (uint32_t i = 0; i < p->running_count; i++)
        if (p->jobs->bits[p->running[i]] & BF_JOB_NO_REQUEST)
            return true;
    return false;
}

// What holds of a candidate when it is its turn.
static void try_candidate(const pass_t *p, const struct turn *t, bf_job j, uint32_t turn, fact_t *f)
{
    const bf_time end = p->s->now + plan_of(p, j);
    const bool limited = !bf_naive_is(p, "relaxed"), hpcpack = bf_naive_is(p, "hpcpack");
    f->free = t->free;
    if (unfit(p, &t->limits, j, f))
        return;
    if (hpcpack && runs_without_request(p))
        f->why = BF_WHY_WINDOW_UNKNOWN;
    else if (hpcpack && p->jobs->bits[j] & BF_JOB_NO_REQUEST)
        f->why = BF_WHY_NO_REQUEST;
    else if (limited && (int64_t)turn >= arg(p, "depth").i)
        f->why = BF_WHY_DEPTH;
    else if ((arg(p, "strict").i ? end >= f->shadow : end > f->shadow) &&
             p->jobs->procs[j] > f->extra)
        f->why = BF_WHY_DELAYS_HEAD;
    else
        f->why = BF_WHY_NONE;
}

static fact_t walk_fact(const pass_t *p, bf_job job)
{
    static struct turn t;
    static bf_job list[MOST];
    fact_t f = no_fact(p);
    const bool at_once = bf_naive_is(p, "lookahead");
    begin(p, &t);
    const uint32_t heads = take_heads(p, &t);
    const bf_job head = p->queue[heads];
    f.free = t.free;
    f.shadow = f.reserved = shadow_of(p, &t, head);
    f.extra = extra_at(p, &t, head, f.shadow);
    if (bf_naive_is(p, "relaxed")) {
        f.reserved = p->head_reserved;
        f.shadow = relaxed_limit(p, &t, f.shadow);
        f.extra = free_by(&t, f.shadow) - p->jobs->procs[head];
    }
    const bool unknown = bf_naive_is(p, "hpcpack") && runs_without_request(p);
    if (unknown) {
        f.shadow = f.reserved = BF_NEVER;
        f.extra = -1;
    }
    if (head == job) {
        unfit(p, &t.limits, job, &f);
        return f;
    }
    f.reserved = BF_NEVER;
    if (!unknown)
        bf_naive_hold(&t.limits, f.shadow, f.shadow + request_of(p, head), p->jobs->procs[head]);
    const uint32_t n = candidates(p, heads + 1, list);
    for (uint32_t i = 0; i < n; i++) {
        fact_t tried = f;
        try_candidate(p, &t, list[i], i, &tried);
        if (list[i] == job && at_once && tried.why == BF_WHY_NONE)
            tried.why = BF_WHY_NOT_CHOSEN;
        if (list[i] == job)
            return tried;
        if (tried.why != BF_WHY_NONE || at_once)
            continue;
        const bf_time end = p->s->now + plan_of(p, list[i]);
        const bool in_time = arg(p, "strict").i ? end < f.shadow : end <= f.shadow;
        take(p, &t, list[i]);
        f.extra -= in_time ? 0 : p->jobs->procs[list[i]];
    }
    return f;
}

// ---- independent-shadow -----------------------------------------------------

static fact_t independent_fact(const pass_t *p, bf_job job)
{
    static struct turn t;
    fact_t f = no_fact(p);
    uint32_t waits = 0;
    bf_job ahead[MOST];
    begin(p, &t);
    for (uint32_t i = 0;; i++) {
        const bf_job j = p->queue[i];
        f.shadow = waits ? BF_NEVER : f.shadow;
        for (uint32_t k = 0; k < waits; k++) {
            const bf_time shadow = shadow_of(p, &t, ahead[k]);
            f.shadow = shadow < f.shadow ? shadow : f.shadow;
        }
        if (j == job)
            break;
        if (fits(p, &t, j) && (!waits || p->s->now + plan_of(p, j) < f.shadow))
            take(p, &t, j);
        else
            ahead[waits++] = j;
    }
    if (!waits)
        f.shadow = f.reserved = shadow_of(p, &t, job);
    f.free = t.free;
    if (!unfit(p, &t.limits, job, &f))
        f.why = p->s->now + plan_of(p, job) < f.shadow ? BF_WHY_NONE : BF_WHY_DELAYS_AHEAD;
    return f;
}

// ---- reservations -----------------------------------------------------------

// By the profile, where the job fits otherwise.
static void blocked_fact(const pass_t *p, const struct bf_naive_profile *profile, bf_job job,
                         enum bf_why if_not, fact_t *f)
{
    const bf_time now = p->s->now;
    f->blocked = bf_naive_first_below(profile, now, now + plan_of(p, job), p->jobs->procs[job]);
    f->why = f->blocked == BF_NEVER ? if_not : BF_WHY_RESERVATIONS;
    f->level = f->blocked == BF_NEVER ? 0 : bf_naive_level(profile, f->blocked);
}

static void reserve(const pass_t *p, struct bf_naive_profile *profile, struct turn *t, bf_job j,
                    bf_time start)
{
    const bf_procs procs = p->jobs->procs[j];
    bf_naive_hold(profile, start, start + plan_of(p, j), procs);
    bf_naive_hold(&t->limits, start, start + request_of(p, j), procs);
    t->free -= start == p->s->now ? procs : 0;
}

static fact_t reservations_fact(const pass_t *p, bf_job job)
{
    static struct bf_naive_profile profile;
    static struct turn t;
    static bf_job list[MOST];
    const bf_time now = p->s->now;
    fact_t f = no_fact(p);
    int64_t left = arg(p, "reservations").i;
    uint32_t at = 0;
    begin(p, &t);
    profile = (struct bf_naive_profile){.whole = p->free};
    for (uint32_t i = 0; i < p->end_count; i++) {
        bf_naive_hold(&profile, now, p->ends[i].time, p->ends[i].procs);
        profile.whole += p->ends[i].procs;
    }
    for (; at < p->queued && left > 0; at++) {
        const bf_job j = p->queue[at];
        const bf_time start = earliest(p, &profile, &t.limits, j, now);
        if (start > now && f.shadow == BF_NEVER)
            f.shadow = start;
        if (j == job) {
            f.reserved = start;
            break;
        }
        reserve(p, &profile, &t, j, start);
        left -= start > now;
    }
    const uint32_t n = f.reserved == BF_NEVER ? candidates(p, at, list) : 0;
    for (uint32_t i = 0; i < n && list[i] != job; i++)
        if (good(p, &profile, &t.limits, list[i], now))
            reserve(p, &profile, &t, list[i], now);
    f.free = t.free;
    if (!unfit(p, &t.limits, job, &f))
        blocked_fact(p, &profile, job, BF_WHY_NONE, &f);
    return f;
}

// ---- Reservations that last -------------------------------------------------

// What runs and is reserved after the pass, but for the job's own reservation. (In batch order:
// in single order, what has ended within this second is not easy to say.)
static void lasting(const pass_t *p, bf_job job, struct bf_naive_profile *profile,
                    struct bf_naive_profile *limits)
{
    const struct bf_queue *q = &p->s->queue;
    const bf_time now = p->s->now;
    *profile = *limits = (struct bf_naive_profile){.whole = p->s->procs};
    for (uint32_t i = 0; i < p->running_count; i++) {
        const bf_job j = p->running[i];
        const bf_time end = p->start[j] + plan_of(p, j);
        bf_naive_hold(profile, p->start[j], end > now ? end : now + 1, p->jobs->procs[j]);
        bf_naive_hold(limits, p->start[j], p->start[j] + request_of(p, j), p->jobs->procs[j]);
    }
    for (uint32_t at = q->front; at < q->back; at = bf_queue_next(q, at + 1)) {
        if (q->job[at] == job || q->promise[at] == BF_NEVER)
            continue;
        bf_naive_hold(profile, q->promise[at], q->promise[at] + q->plan[at], q->procs[at]);
        bf_naive_hold(limits, q->promise[at], q->promise[at] + request_of(p, q->job[at]),
                      q->procs[at]);
    }
}

static bool was_started(const pass_t *p, bf_job j)
{
    for (uint32_t i = 0; i < p->starts; i++)
        if (p->started[i] == j)
            return true;
    return false;
}

// selective: gives back who was started without a reservation after the walk had come to `job`.
static void give_back_later(const pass_t *p, bf_job job, struct bf_naive_profile *profile,
                            struct bf_naive_profile *limits, fact_t *f)
{
    static bf_job list[MOST];
    const uint32_t n = candidates(p, 0, list);
    uint32_t i = 0;
    while (list[i] != job)
        i++;
    for (; i < n; i++) {
        const bf_job j = list[i];
        const bf_procs procs = p->jobs->procs[j];
        if (!was_started(p, j) || p->s->queue.promised[j] != BF_NEVER)
            continue;
        f->free += procs;
        bf_naive_hold(profile, p->s->now, p->s->now + plan_of(p, j), -procs);
        bf_naive_hold(limits, p->s->now, p->s->now + request_of(p, j), -procs);
    }
}

static fact_t lasting_fact(const pass_t *p, bf_job job, bf_time reserved)
{
    static struct bf_naive_profile profile, limits;
    fact_t f = no_fact(p);
    f.shadow = p->s->queue.promise[p->s->queue.front];
    f.reserved = reserved;
    lasting(p, job, &profile, &limits);
    if (reserved == BF_NEVER)
        give_back_later(p, job, &profile, &limits, &f);
    if (!unfit(p, &limits, job, &f))
        blocked_fact(p, &profile, job, BF_WHY_NOT_MOVED, &f);
    return f;
}

static fact_t fcfs_fact(const pass_t *p, bf_job job)
{
    static struct turn t;
    fact_t f = no_fact(p);
    begin(p, &t);
    take_heads(p, &t);
    if (!unfit(p, &t.limits, job, &f))
        f.why = BF_WHY_BEHIND_HEAD;
    return f;
}

fact_t bf_naive_fact_of(const pass_t *p, bf_job job, bf_time reserved)
{
    if (bf_naive_is(p, "fcfs"))
        return fcfs_fact(p, job);
    if (bf_naive_is(p, "reservations"))
        return reservations_fact(p, job);
    if (bf_naive_is(p, "conservative") || bf_naive_is(p, "selective"))
        return lasting_fact(p, job, reserved);
    if (bf_naive_is(p, "independent-shadow"))
        return independent_fact(p, job);
    return walk_fact(p, job);
}
