// SPDX-License-Identifier: GPL-3.0-or-later
//
// The schedule instant by instant: which jobs wait, which run, which start. From that alone follows
// who the head of the queue is, who was started past it, and whether that delayed it.
//
// What happens within an instant is not in a schedule. Where an instant has one pass of the
// scheduler there is nothing to know: all that starts at it was started by that pass, the head is
// the first waiting job that it did not start, and jobs behind the head were backfilled. That is so
// in batch order unless a job of no length starts (a second pass follows), and in single order
// where one job arrives or ends. Other instants are counted and left out where it matters.
#include <string.h>

#include "analysis/audit/audit_internal.h"
#include "engine/base/heap.h"
#include "engine/base/sort.h"

#define NOBODY UINT32_MAX

// What must hold under which policy.
static const char *const first_come[] = {"fcfs", NULL};
static const char *const eager[] = {"fcfs",      "easy",    "reservations",       "hpcpack",
                                    "lookahead", "relaxed", "independent-shadow", NULL};
static const char *const protecting[] = {"easy",      "reservations",       "hpcpack",
                                         "lookahead", "independent-shadow", NULL};
static const char *const in_order[] = {"fcfs",    "easy",      "reservations", "conservative",
                                       "hpcpack", "lookahead", "relaxed",      "independent-shadow",
                                       NULL};

struct replay {
    struct bf_auditing *a;
    bool order, idle, head, flags; // which checks are made
    bool flags_both_ways;          // else only that who was started past the head is flagged
    struct bf_audit_ends *ends;    // for `head`
    struct bf_heap queue;          // waiting jobs by rank, and some that have started
    uint32_t *rank;
    uint32_t *waiting, waiting_count; // the same as a list, where the order moves
    uint32_t arriving, starting, ending;
    int64_t running; // processors in use
    uint64_t left_out[BF_AUDIT_KINDS];
};

// What happens at one instant.
struct instant {
    bf_time now;
    uint32_t arrivals, completions;
    uint32_t first, end; // in by_start: jobs that start now
    bool several;        // passes
    uint32_t head;       // first of the waiting jobs that are left; NOBODY: none is
};

static const struct bf_job_row *job_of(const struct replay *r, uint32_t j)
{
    return &r->a->jobs[j];
}

static bool has_length(const struct replay *r, uint32_t j)
{
    return job_of(r, j)->end > job_of(r, j)->start;
}

// ---- the queue ---------------------------------------------------------------

static bool rank_jobs(struct replay *r)
{
    struct bf_auditing *a = r->a;
    struct bf_keyed *keyed = bf_arena_alloc(a->arena, 2 * (size_t)a->n, sizeof *keyed);
    struct bf_heap_entry *entries = bf_arena_alloc(a->arena, a->n, sizeof *entries);
    r->rank = bf_arena_alloc(a->arena, a->n, sizeof *r->rank);
    r->waiting = bf_arena_alloc(a->arena, a->n, sizeof *r->waiting);
    if (!keyed || !entries || !r->rank || !r->waiting)
        return false;
    bf_heap_init(&r->queue, entries, a->n);
    if (bf_audit_order_moves(a))
        return true;
    for (uint32_t j = 0; j < a->n; j++)
        keyed[j] = (struct bf_keyed){.key = a->key[j], .item = j};
    bf_sort_keyed(keyed, keyed + a->n, a->n);
    for (uint32_t i = 0; i < a->n; i++)
        r->rank[keyed[i].item] = i;
    return true;
}

static void arrive(struct replay *r, uint32_t j)
{
    if (bf_audit_order_moves(r->a))
        r->waiting[r->waiting_count++] = j;
    else
        bf_heap_push(&r->queue, r->rank[j], 0, j);
}

// The first of the jobs that go on waiting behind `now`. Jobs that have started leave the queue
// here.
static uint32_t head_at(struct replay *r, bf_time now)
{
    uint32_t head = NOBODY;
    if (!bf_audit_order_moves(r->a)) {
        while (!bf_heap_empty(&r->queue) && job_of(r, r->queue.entries[0].item)->start <= now)
            bf_heap_pop(&r->queue);
        return bf_heap_empty(&r->queue) ? NOBODY : r->queue.entries[0].item;
    }
    for (uint32_t i = 0; i < r->waiting_count;) {
        const uint32_t j = r->waiting[i];
        if (job_of(r, j)->start <= now) {
            r->waiting[i] = r->waiting[--r->waiting_count];
            continue;
        }
        if (head == NOBODY || bf_audit_before(r->a, j, head, now))
            head = j;
        i++;
    }
    return head;
}

// ---- instants ----------------------------------------------------------------

static bf_time next_instant(const struct replay *r)
{
    const struct bf_auditing *a = r->a;
    bf_time t = BF_NEVER;
    if (r->arriving < a->n)
        t = a->jobs[r->arriving].submit;
    if (r->starting < a->n && a->jobs[a->by_start[r->starting]].start < t)
        t = a->jobs[a->by_start[r->starting]].start;
    if (r->ending < a->n && a->jobs[a->by_end[r->ending]].end < t)
        t = a->jobs[a->by_end[r->ending]].end;
    return t;
}

static void end_jobs(struct replay *r, struct instant *x)
{
    const struct bf_auditing *a = r->a;
    for (; r->ending < a->n && a->jobs[a->by_end[r->ending]].end <= x->now; r->ending++) {
        const uint32_t j = a->by_end[r->ending];
        if (!has_length(r, j))
            continue;
        x->completions++;
        r->running -= a->jobs[j].procs;
        if (r->ends)
            bf_audit_ends_end(r->ends, j);
    }
}

static void begin_instant(struct replay *r, struct instant *x)
{
    const struct bf_auditing *a = r->a;
    bool empty = false;
    if (r->ends)
        bf_audit_ends_advance(r->ends, x->now);
    end_jobs(r, x);
    for (; r->arriving < a->n && a->jobs[r->arriving].submit <= x->now; r->arriving++) {
        arrive(r, r->arriving);
        x->arrivals++;
    }
    x->first = r->starting;
    for (; r->starting < a->n && a->jobs[a->by_start[r->starting]].start <= x->now; r->starting++)
        empty |= !has_length(r, a->by_start[r->starting]);
    x->end = r->starting;
    x->several = empty || (a->rules.single && x->arrivals + x->completions > 1);
    x->head = head_at(r, x->now);
}

static bool is_past_head(const struct replay *r, const struct instant *x, uint32_t j)
{
    return x->head != NOBODY && bf_audit_before(r->a, x->head, j, x->now);
}

// ---- flags and order ---------------------------------------------------------

static void check_flag(struct replay *r, const struct instant *x, uint32_t j)
{
    const struct bf_job_row *job = job_of(r, j);
    const bool past = is_past_head(r, x, j), flagged = job->flags & 1;
    bf_audit_of(r->a, BF_AUDIT_FLAGS)->looked_at++;
    if (past && !flagged)
        bf_audit_violate(
            r->a, BF_AUDIT_FLAGS, x->now,
            "job %lld, started at %lld while job %lld waited before it, is not flagged "
            "backfilled (1)",
            (long long)job->job, (long long)x->now, (long long)job_of(r, x->head)->job);
    if (!past && flagged && r->flags_both_ways)
        bf_audit_violate(r->a, BF_AUDIT_FLAGS, x->now,
                         "job %lld, started at %lld, is flagged backfilled (1), but no job waited "
                         "before it",
                         (long long)job->job, (long long)x->now);
}

static void check_flags(struct replay *r, const struct instant *x)
{
    if (x->several) {
        r->left_out[BF_AUDIT_FLAGS] += x->end - x->first;
        return;
    }
    for (uint32_t i = x->first; i < x->end; i++)
        check_flag(r, x, r->a->by_start[i]);
}

// In single order a job may arrive within the instant of a start, after it; one that comes before
// it all the same was not there.
static void check_order(struct replay *r, const struct instant *x)
{
    if (x->several && r->a->rules.single && r->a->rules.order != BF_AUDIT_FCFS) {
        r->left_out[BF_AUDIT_ORDER] += x->end - x->first;
        return;
    }
    for (uint32_t i = x->first; i < x->end; i++) {
        const uint32_t j = r->a->by_start[i];
        bf_audit_of(r->a, BF_AUDIT_ORDER)->looked_at++;
        if (is_past_head(r, x, j))
            bf_audit_violate(r->a, BF_AUDIT_ORDER, x->now,
                             "at %lld: job %lld starts past job %lld, which waits until %lld",
                             (long long)x->now, (long long)job_of(r, j)->job,
                             (long long)job_of(r, x->head)->job,
                             (long long)job_of(r, x->head)->start);
    }
}

// ---- the head ----------------------------------------------------------------

static void start_some(struct replay *r, const struct instant *x, bool past_head)
{
    for (uint32_t i = x->first; i < x->end; i++) {
        const uint32_t j = r->a->by_start[i];
        if (!has_length(r, j) || is_past_head(r, x, j) != past_head)
            continue;
        r->running += job_of(r, j)->procs;
        if (r->ends)
            bf_audit_ends_start(r->ends, j);
    }
}

static int64_t free_now(const struct replay *r)
{
    return r->a->in->procs - r->running;
}

static bf_time shadow_of(const struct replay *r, const struct instant *x)
{
    return bf_audit_ends_shadow(r->ends, x->now, free_now(r), job_of(r, x->head)->procs);
}

// A backfilled job that is planned to run past `shadow`: the widest of them.
static uint32_t culprit(const struct replay *r, const struct instant *x, bf_time shadow)
{
    uint32_t found = NOBODY;
    for (uint32_t i = x->first; i < x->end; i++) {
        const uint32_t j = r->a->by_start[i];
        const struct bf_job_row *job = job_of(r, j);
        if (is_past_head(r, x, j) && job->start + job->plan > shadow &&
            (found == NOBODY || job->procs > job_of(r, found)->procs))
            found = j;
    }
    return found;
}

static void check_delay(struct replay *r, const struct instant *x, bf_time without, bf_time with)
{
    const struct bf_job_row *head = job_of(r, x->head);
    bf_audit_of(r->a, BF_AUDIT_HEAD)->looked_at++;
    if (with <= without)
        return;
    const uint32_t who = culprit(r, x, without);
    const struct bf_job_row *job = who == NOBODY ? NULL : job_of(r, who);
    char until[32] = "never";
    struct bf_text text = bf_text_init(until, sizeof until);
    if (with != BF_NEVER)
        bf_text_add(&text, "%lld", (long long)with);
    bf_audit_violate(r->a, BF_AUDIT_HEAD, x->now,
                     "at %lld: job %lld, backfilled on %d processors and planned to end at %lld, "
                     "delays the head, job %lld on %d processors, from %lld to %s",
                     (long long)x->now, (long long)(job ? job->job : -1),
                     (int)(job ? job->procs : 0), (long long)(job ? job->start + job->plan : -1),
                     (long long)head->job, (int)head->procs, (long long)without, until);
}

// Starts what started, the backfilled jobs last; in between is what the head could expect.
static void start_jobs(struct replay *r, const struct instant *x)
{
    bool backfilled = false;
    for (uint32_t i = x->first; i < x->end; i++)
        backfilled |= is_past_head(r, x, r->a->by_start[i]);
    start_some(r, x, false);
    const bool look = r->head && backfilled && !x->several;
    const bf_time without = look ? shadow_of(r, x) : 0;
    start_some(r, x, true);
    if (look)
        check_delay(r, x, without, shadow_of(r, x));
    r->left_out[BF_AUDIT_HEAD] += backfilled && x->several;
}

// Passes are made where a job arrives or ends; and where a plan is corrected.
static void check_idle(struct replay *r, const struct instant *x)
{
    bf_audit_of(r->a, BF_AUDIT_IDLE)->looked_at++;
    if (x->arrivals + x->completions == 0 && !r->a->rules.corrects)
        bf_audit_violate(r->a, BF_AUDIT_IDLE, x->now,
                         "at %lld: job %lld starts, but no job arrives or ends then",
                         (long long)x->now, (long long)job_of(r, r->a->by_start[x->first])->job);
    if (x->head == NOBODY || job_of(r, x->head)->procs > free_now(r))
        return;
    const struct bf_job_row *head = job_of(r, x->head);
    bf_audit_violate(
        r->a, BF_AUDIT_IDLE, x->now,
        "at %lld: the head, job %lld, needs %d processors, %lld are free, and it starts "
        "at %lld only",
        (long long)x->now, (long long)head->job, (int)head->procs, (long long)free_now(r),
        (long long)head->start);
}

static void replay_all(struct replay *r)
{
    for (bf_time t; (t = next_instant(r)) != BF_NEVER;) {
        struct instant x = {.now = t};
        begin_instant(r, &x);
        if (r->flags)
            check_flags(r, &x);
        if (r->order)
            check_order(r, &x);
        start_jobs(r, &x);
        if (r->idle)
            check_idle(r, &x);
    }
}

// ---- what can be checked -----------------------------------------------------

// The reason why none of it can be, or NULL.
static const char *obstacle(const struct bf_auditing *a)
{
    if (BF_SCHEDULE_TIMES & ~a->known)
        return "the schedule does not say submit, end and processors";
    if (!a->rules.policy[0] || !a->rules.has_events)
        return "the rules of the run are not known (--policy)";
    if (!bf_audit_order_known(a))
        return a->rules.order == BF_AUDIT_NO_ORDER ? "the primary order is not known"
                                                   : "the primary order takes plans, which the "
                                                     "schedule does not say";
    return NULL;
}

static bool want(struct bf_auditing *a, enum bf_audit_kind kind, const char *const *policies,
                 const char *obstacle)
{
    if (obstacle)
        bf_audit_skip(a, kind, "%s", obstacle);
    else if (!bf_audit_policy_is(a, policies))
        bf_audit_skip(a, kind, "not a rule of policy %s", a->rules.policy);
    else if (a->rules.calendar && kind != BF_AUDIT_ORDER)
        bf_audit_skip(a, kind, "the run has a calendar, which keeps jobs from starting");
    else if (a->in->procs == 0 && kind != BF_AUDIT_ORDER)
        bf_audit_skip(a, kind, "the size of the machine is not known (--procs)");
    else
        return true;
    return false;
}

static bool want_head(struct bf_auditing *a, const char *obstacle)
{
    if (!want(a, BF_AUDIT_HEAD, protecting, obstacle))
        return false;
    return bf_audit_need(a, BF_AUDIT_HEAD, BF_SCHEDULE_PLAN | BF_SCHEDULE_REQUEST);
}

static void choose(struct replay *r)
{
    struct bf_auditing *a = r->a;
    const char *const why = obstacle(a);
    r->order = want(a, BF_AUDIT_ORDER, first_come, why);
    r->idle = want(a, BF_AUDIT_IDLE, eager, why);
    r->head = want_head(a, why);
    r->flags = !why && a->known & BF_SCHEDULE_FLAGS;
    r->flags_both_ways = bf_audit_policy_is(a, in_order);
    if (!r->flags && bf_audit_of(a, BF_AUDIT_FLAGS)->verdict != BF_AUDIT_SKIPPED)
        bf_audit_limit(a, BF_AUDIT_FLAGS, "'backfilled' is taken as it is: %s", why ? why : "");
}

static void tell_what_was_left_out(struct replay *r)
{
    static const enum bf_audit_kind kinds[] = {BF_AUDIT_FLAGS, BF_AUDIT_ORDER, BF_AUDIT_HEAD};
    static const char *const units[] = {"starts", "starts", "instants"};
    const bool made[] = {r->flags, r->order, r->head};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (made[i] && r->left_out[kinds[i]])
            bf_audit_limit(r->a, kinds[i], "%llu %s in seconds with several passes are left out",
                           (unsigned long long)r->left_out[kinds[i]], units[i]);
}

enum bf_err bf_audit_replay(struct bf_auditing *a, struct bf_error *e)
{
    struct replay r = {.a = a};
    choose(&r);
    if (!r.order && !r.idle && !r.head && !r.flags)
        return BF_OK;
    if (!rank_jobs(&r))
        return bf_audit_out_of_memory(a, e);
    if (r.head) {
        r.ends = bf_audit_ends_create(a);
        if (!r.ends)
            return bf_audit_out_of_memory(a, e);
    }
    replay_all(&r);
    tell_what_was_left_out(&r);
    return BF_OK;
}
