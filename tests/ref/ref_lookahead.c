// SPDX-License-Identifier: GPL-3.0-or-later
//
// lookahead: docs/semantics.md, 'lookahead'. The dynamic program over free and extra processors, in
// full.
#include "tests/ref/ref_internal.h"

#include <stdlib.h>

struct table {
    const struct bf_ref_sim *s;
    const bf_job *list; // candidates
    size_t count;
    bf_time shadow;
    size_t free_procs, extra; // sizes of the table, less one
    size_t *best;             // the most processors that candidates from `i` on can use
};

static size_t *best(const struct table *t, size_t i, size_t free_procs, size_t extra)
{
    return &t->best[(i * (t->free_procs + 1) + free_procs) * (t->extra + 1) + extra];
}

static size_t size_of(const struct table *t, size_t i)
{
    return (size_t)t->s->jobs->procs[t->list[i]];
}

static size_t extra_of(const struct table *t, size_t i)
{
    return t->s->now + t->s->plan[t->list[i]] <= t->shadow ? 0 : size_of(t, i);
}

// What can be used when candidate `i` is taken; 0: it cannot be.
static size_t with(const struct table *t, size_t i, size_t free_procs, size_t extra)
{
    if (size_of(t, i) > free_procs || extra_of(t, i) > extra)
        return 0;
    return size_of(t, i) + *best(t, i + 1, free_procs - size_of(t, i), extra - extra_of(t, i));
}

static void fill(struct table *t)
{
    t->best = bf_ref_alloc((t->count + 1) * (t->free_procs + 1) * (t->extra + 1), sizeof *t->best);
    for (size_t f = 0; f <= t->free_procs; f++)
        for (size_t e = 0; e <= t->extra; e++)
            *best(t, t->count, f, e) = 0;
    for (size_t i = t->count; i-- > 0;)
        for (size_t f = 0; f <= t->free_procs; f++)
            for (size_t e = 0; e <= t->extra; e++) {
                size_t without = *best(t, i + 1, f, e), taken = with(t, i, f, e);
                *best(t, i, f, e) = taken > without ? taken : without;
            }
}

// The candidates of a table's list that may start beside the head, as the first ones.
static void drop_unfit(struct table *t, bf_job *list, bf_job head)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++)
        if (bf_ref_fits_beside(t->s, list[i], head, t->shadow))
            list[kept++] = list[i];
    t->count = kept;
}

// Starts the best set, and leaves in the list who is not in it. Returns whether the calendar did
// not allow one of the set beside those started before.
static bool start_best(struct bf_ref_sim *s, struct table *t, bf_job *list, bf_job head)
{
    size_t free_procs = t->free_procs, extra = t->extra, left = 0, used = 0;
    bool passed_over = false;
    for (size_t i = 0; i < t->count; i++) {
        bf_job j = list[i];
        size_t taken = with(t, i, free_procs, extra);
        if (taken == 0 || taken < *best(t, i, free_procs, extra)) {
            list[left++] = j;
            continue;
        }
        free_procs -= size_of(t, i);
        extra -= extra_of(t, i);
        if (!bf_ref_fits_beside(s, j, head, t->shadow)) {
            passed_over = true;
            continue;
        }
        used += extra_of(t, i);
        bf_ref_start(s, j);
    }
    t->count = left;
    t->extra -= used;
    return passed_over;
}

void bf_ref_pass_lookahead(struct bf_ref_sim *s)
{
    bf_ref_pass_fcfs(s);
    if (s->waiting_count == 0)
        return;
    bf_job head = s->waiting[0];
    struct bf_ref_shadow shadow = bf_ref_shadow_of(s, head);
    struct table t = {.s = s, .shadow = shadow.time, .extra = (size_t)shadow.extra};
    bf_job *list = bf_ref_candidates(s, 1, &t.count);
    t.list = list;
    if ((int64_t)t.count > s->options->depth)
        t.count = (size_t)s->options->depth;
    bool again = true;
    while (again) {
        t.free_procs = (size_t)bf_ref_free_now(s);
        drop_unfit(&t, list, head);
        fill(&t);
        again = start_best(s, &t, list, head);
        free(t.best);
    }
    free(list);
}
