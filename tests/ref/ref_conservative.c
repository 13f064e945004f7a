// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conservative backfilling: docs/semantics.md, 'conservative'. Reservations are kept from pass to
// pass; the profile that they and the running jobs make is built anew at every pass.
#include "tests/ref/ref_internal.h"

#include <stdlib.h>
#include <string.h>

#include "tests/ref/ref_steps.h"

static void take(const struct bf_ref_sim *s, struct bf_ref_steps *p, bf_job j)
{
    bf_time start = s->reserved[j];
    bf_ref_steps_add(p, start, start + s->plan[j], -(int64_t)s->jobs->procs[j]);
    bf_ref_hold(s, s->limits, j, start, 1);
}

static void give_up(const struct bf_ref_sim *s, struct bf_ref_steps *p, bf_job j)
{
    bf_time start = s->reserved[j];
    bf_ref_steps_add(p, start, start + s->plan[j], s->jobs->procs[j]);
    bf_ref_hold(s, s->limits, j, start, -1);
}

// The quirk: whether `j` would fit now, and at the reserved starts of jobs ahead that fall into its
// run.
static bool instant_now(const struct bf_ref_sim *s, const struct bf_ref_steps *p, bf_job j)
{
    int64_t procs = s->jobs->procs[j];
    int64_t charge = s->options->quirks & BF_REF_QUIRK_DOUBLE_CHARGE ? 2 * procs : procs;
    if (!bf_ref_steps_hold(p, s->now, s->now + 1, procs))
        return false;
    for (size_t i = 0; i < s->waiting_count && s->waiting[i] != j; i++) {
        bf_time start = s->reserved[s->waiting[i]];
        if (start > s->now && start < s->now + s->plan[j] &&
            !bf_ref_steps_hold(p, start, start + 1, charge))
            return false;
    }
    return true;
}

static bf_time instant(const struct bf_ref_sim *s, const struct bf_ref_steps *p, bf_job j)
{
    if (instant_now(s, p, j))
        return s->now;
    for (size_t k = 0; k < p->count; k++)
        if (p->at[k] > s->now && p->level[k] >= s->jobs->procs[j])
            return p->at[k];
    return BF_NEVER;
}

static bf_time earliest(const struct bf_ref_sim *s, const struct bf_ref_steps *p, bf_job j)
{
    if (s->options->quirks & BF_REF_QUIRK_INSTANT)
        return instant(s, p, j);
    return bf_ref_earliest(s, p, s->limits, j, s->now);
}

// Gives `j` the reserved start `start` and writes down what that means for its promise.
static void promise(struct bf_ref_sim *s, struct bf_ref_steps *p, bf_job j, bf_time start)
{
    struct bf_ref_result *r = s->result;
    if (s->reserved[j] == BF_NEVER) {
        r->first_promise[j] = start;
    } else if (start > s->reserved[j]) {
        bf_time slip = start - s->reserved[j];
        r->broken_promises++;
        r->slip_total += slip;
        if (slip > r->slip_max)
            r->slip_max = slip;
        r->flags[j] |= BF_PROMISE_BROKEN;
    }
    r->last_promise[j] = start;
    s->reserved[j] = start;
    take(s, p, j);
}

// Jobs that hold a reservation; the others have arrived since the last pass.
static bool holds(const struct bf_ref_sim *s, bf_job j)
{
    return s->reserved[j] != BF_NEVER;
}

static bool promised_too_much(const struct bf_ref_sim *s, const struct bf_ref_steps *p, bf_job j)
{
    return !bf_ref_steps_hold(p, s->reserved[j], s->reserved[j] + s->plan[j], 0);
}

void bf_ref_repair(struct bf_ref_sim *s, struct bf_ref_steps *p)
{
    bool *lost = bf_ref_alloc(s->waiting_count, sizeof *lost);
    memset(lost, 0, s->waiting_count * sizeof *lost);
    for (size_t i = s->waiting_count; i-- > 0;) {
        bf_job j = s->waiting[i];
        if (holds(s, j) && promised_too_much(s, p, j)) {
            give_up(s, p, j);
            lost[i] = true;
        }
    }
    for (size_t i = 0; i < s->waiting_count; i++)
        if (lost[i])
            promise(s, p, s->waiting[i], earliest(s, p, s->waiting[i]));
    free(lost);
}

void bf_ref_compress(struct bf_ref_sim *s, struct bf_ref_steps *p)
{
    for (size_t i = 0; i < s->waiting_count; i++) {
        bf_job j = s->waiting[i];
        if (!holds(s, j) || s->reserved[j] <= s->now)
            continue;
        give_up(s, p, j);
        bf_time start = earliest(s, p, j);
        if (s->options->compress == BF_REF_COMPRESS_START && start > s->now)
            start = s->reserved[j];
        promise(s, p, j, start);
    }
}

void bf_ref_reserve(struct bf_ref_sim *s, struct bf_ref_steps *p, bf_job j)
{
    promise(s, p, j, earliest(s, p, j));
}

static void reserve_arrivals(struct bf_ref_sim *s, struct bf_ref_steps *p)
{
    for (bf_job j = s->arrived_from; j < s->next_arrival; j++) // in the order of the log
        bf_ref_reserve(s, p, j);
}

void bf_ref_start_reserved(struct bf_ref_sim *s)
{
    for (size_t i = 0; i < s->waiting_count;) {
        if (s->reserved[s->waiting[i]] <= s->now)
            bf_ref_start(s, s->waiting[i]); // the next one moves up
        else
            i++;
    }
}

struct bf_ref_steps bf_ref_steps_of_reserved(struct bf_ref_sim *s, struct bf_ref_steps *limits)
{
    struct bf_ref_steps p = bf_ref_steps_of_running(s);
    *limits = bf_ref_limits_of_running(s);
    s->limits = limits;
    for (size_t i = 0; i < s->waiting_count; i++)
        if (holds(s, s->waiting[i]))
            take(s, &p, s->waiting[i]);
    return p;
}

void bf_ref_pass_conservative(struct bf_ref_sim *s)
{
    struct bf_ref_steps limits;
    struct bf_ref_steps p = bf_ref_steps_of_reserved(s, &limits);
    if (!(s->options->quirks & BF_REF_QUIRK_INSTANT))
        bf_ref_repair(s, &p);
    if (s->ended_early && s->options->compress != BF_REF_COMPRESS_NONE)
        bf_ref_compress(s, &p);
    reserve_arrivals(s, &p);
    bf_ref_start_reserved(s);
    bf_ref_steps_free(&p);
    bf_ref_steps_free(&limits);
    s->limits = NULL;
}
