// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planned ends of running jobs. All planned ends that a job ever has - by its plan, and by each
// correction of it - follow from the schedule and the rule of corrections. They are listed and
// sorted beforehand; a tree of prefix sums over that list (Fenwick 1994) holds the processors of
// the jobs that run, each at its planned end of the moment. A shadow time is a descent in the tree.
#include "analysis/audit/audit_internal.h"
#include "engine/base/sort.h"

#define NO_END UINT32_MAX

struct bf_audit_ends {
    const struct bf_auditing *a;
    uint32_t count;    // of planned ends
    uint32_t *first;   // by job, and one more: its planned ends are [first[j], first[j + 1])
    uint32_t *place;   // by planned end: place in the order of time
    bf_time *time;     // by place
    uint32_t *end_at;  // by place: which planned end
    uint32_t *job_at;  // by place
    uint32_t *current; // by job: its planned end; NO_END: it does not run, or has none left
    int64_t *tree;     // [1, count]
    uint32_t next;     // first place that has not expired
    int64_t lapsed;    // processors of jobs past their plan, without a correction left
    uint8_t *has_lapsed;
};

// The planned ends of a job, into `to` unless NULL; returns how many.
static uint32_t list_ends(const struct bf_auditing *a, const struct bf_job_row *job,
                          struct bf_keyed *to)
{
    bf_time plan = job->plan;
    for (uint32_t n = 0;;) {
        if (to)
            to[n].key = (double)(job->start + plan);
        n++;
        if (plan >= job->end - job->start)
            return n;
        const bf_time next = bf_audit_next_plan(a, job, plan, n);
        if (next <= plan)
            return n;
        plan = next;
    }
}

static bool list_all(struct bf_audit_ends *x)
{
    const struct bf_auditing *a = x->a;
    struct bf_arena *arena = a->arena;
    for (uint32_t j = 0; j < a->n; j++) {
        x->first[j] = x->count;
        x->count += list_ends(a, &a->jobs[j], NULL);
    }
    x->first[a->n] = x->count;
    struct bf_keyed *keyed = bf_arena_alloc(arena, 2 * (size_t)x->count, sizeof *keyed);
    x->place = bf_arena_alloc(arena, x->count, sizeof *x->place);
    x->time = bf_arena_alloc(arena, x->count, sizeof *x->time);
    x->end_at = bf_arena_alloc(arena, x->count, sizeof *x->end_at);
    x->job_at = bf_arena_alloc(arena, x->count, sizeof *x->job_at);
    x->tree = bf_arena_zalloc(arena, (size_t)x->count + 1, sizeof *x->tree);
    if (!keyed || !x->place || !x->time || !x->end_at || !x->job_at || !x->tree)
        return false;
    for (uint32_t j = 0; j < a->n; j++) {
        list_ends(a, &a->jobs[j], keyed + x->first[j]);
        for (uint32_t i = x->first[j]; i < x->first[j + 1]; i++) {
            keyed[i].item = i;
            keyed[i].extra = j;
        }
    }
    bf_sort_keyed(keyed, keyed + x->count, x->count);
    for (uint32_t p = 0; p < x->count; p++) {
        x->time[p] = (bf_time)keyed[p].key;
        x->end_at[p] = keyed[p].item;
        x->job_at[p] = keyed[p].extra;
        x->place[keyed[p].item] = p;
    }
    return true;
}

struct bf_audit_ends *bf_audit_ends_create(const struct bf_auditing *a)
{
    struct bf_audit_ends *x = bf_arena_zalloc(a->arena, 1, sizeof *x);
    if (!x)
        return NULL;
    x->a = a;
    x->first = bf_arena_alloc(a->arena, (size_t)a->n + 1, sizeof *x->first);
    x->current = bf_arena_alloc(a->arena, a->n, sizeof *x->current);
    x->has_lapsed = bf_arena_zalloc(a->arena, a->n, sizeof *x->has_lapsed);
    if (!x->first || !x->current || !x->has_lapsed || !list_all(x))
        return NULL;
    for (uint32_t j = 0; j < a->n; j++)
        x->current[j] = NO_END;
    return x;
}

static void put(struct bf_audit_ends *x, uint32_t place, int64_t procs)
{
    for (uint32_t i = place + 1; i <= x->count; i += i & (0 - i))
        x->tree[i] += procs;
}

// Takes the job from its planned end to another, or to none.
static void move(struct bf_audit_ends *x, uint32_t job, uint32_t end)
{
    const bf_procs procs = x->a->jobs[job].procs;
    if (x->current[job] != NO_END)
        put(x, x->place[x->current[job]], -(int64_t)procs);
    if (end != NO_END)
        put(x, x->place[end], procs);
    x->current[job] = end;
}

void bf_audit_ends_start(struct bf_audit_ends *x, uint32_t job)
{
    move(x, job, x->first[job]);
}

void bf_audit_ends_end(struct bf_audit_ends *x, uint32_t job)
{
    move(x, job, NO_END);
    if (x->has_lapsed[job])
        x->lapsed -= x->a->jobs[job].procs;
    x->has_lapsed[job] = 0;
}

void bf_audit_ends_advance(struct bf_audit_ends *x, bf_time now)
{
    for (; x->next < x->count && x->time[x->next] <= now; x->next++) {
        const uint32_t end = x->end_at[x->next], job = x->job_at[x->next];
        if (x->current[job] != end || x->a->jobs[job].end <= x->time[x->next])
            continue;
        if (end + 1 < x->first[job + 1]) {
            move(x, job, end + 1);
            continue;
        }
        move(x, job, NO_END);
        x->has_lapsed[job] = 1;
        x->lapsed += x->a->jobs[job].procs;
    }
}

// The first place up to which the planned ends give back `procs`; count: all do not.
static uint32_t descend(const struct bf_audit_ends *x, int64_t procs)
{
    uint32_t at = 0, step = 1;
    while (step <= x->count / 2)
        step *= 2;
    for (; step; step /= 2)
        if (at + step <= x->count && x->tree[at + step] < procs) {
            at += step;
            procs -= x->tree[at];
        }
    return at;
}

bf_time bf_audit_ends_shadow(const struct bf_audit_ends *x, bf_time now, int64_t free,
                             int64_t procs)
{
    const int64_t needed = procs - free;
    if (needed <= 0)
        return now;
    if (needed <= x->lapsed)
        return now + 1;
    const uint32_t place = descend(x, needed - x->lapsed);
    if (place == x->count)
        return BF_NEVER;
    return x->time[place] > now ? x->time[place] : now + 1;
}
