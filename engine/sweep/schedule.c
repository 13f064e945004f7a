// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/schedule.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "policies/policies.h"

enum { MOST_POLICIES = 64, FIRST_SORT = 32, PARTS = 8 };

static const double seconds_of_a_unit = 1e-7;

struct entry {
    uint32_t number; // in plan order
    uint32_t table;  // cut to 32 bits: only for keeping runs together
    float seconds;
};

// Seconds seen against those predicted.
struct ratio {
    double seen, predicted;
};

struct bf_schedule {
    const struct bf_plan *plan;
    struct entry *entries;
    uint64_t count, next, passed_over;
    double remaining; // predicted, of entries not taken
    int threads;
    struct ratio all, *rates; // by trace and policy
    struct ratio *configs;    // by configuration
    uint64_t learned, sort_at;
};

static size_t policy_number(const struct bf_policy *policy)
{
    size_t i = 0;
    while (bf_policies[i] && bf_policies[i] != policy && i < MOST_POLICIES - 1)
        i++;
    return i;
}

static struct ratio *rate_of(const struct bf_schedule *s, const struct bf_plan_run *run)
{
    return &s->rates[run->trace * MOST_POLICIES + policy_number(run->config.policy)];
}

static double value_of(const struct ratio *r, double otherwise)
{
    return r->predicted > 0 ? r->seen / r->predicted : otherwise;
}

// Without what was seen of its configuration.
static double price_by_policy(const struct bf_schedule *s, const struct bf_plan_run *run)
{
    const double units = (double)bf_plan_cost(s->plan, run->number);
    return units * seconds_of_a_unit * value_of(rate_of(s, run), value_of(&s->all, 1));
}

double bf_schedule_price(const struct bf_schedule *s, uint64_t number)
{
    struct bf_plan_run run;
    bf_plan_run(s->plan, number, &run);
    return price_by_policy(s, &run) * value_of(&s->configs[run.config_number], 1);
}

// ---- Order ------------------------------------------------------------------

static int bucket(const struct entry *entry)
{
    int exponent;
    frexpf(entry->seconds, &exponent);
    return exponent;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const int dear = bucket(x), other = bucket(y);
    if (dear != other)
        return dear > other ? -1 : 1;
    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void sort(struct bf_schedule *s)
{
    s->remaining = 0;
    for (uint64_t i = s->next; i < s->count; i++) {
        s->entries[i].seconds = (float)bf_schedule_price(s, s->entries[i].number);
        s->remaining += (double)s->entries[i].seconds;
    }
    qsort(s->entries + s->next, s->count - s->next, sizeof *s->entries, compare_entries);
}

static void fill(struct bf_schedule *s, const uint64_t *numbers)
{
    for (uint64_t i = 0; i < s->count; i++) {
        struct bf_plan_run run;
        assert(numbers[i] <= UINT32_MAX);
        bf_plan_run(s->plan, numbers[i], &run);
        s->entries[i] = (struct entry){(uint32_t)numbers[i], (uint32_t)run.table, 0};
    }
    sort(s);
}

struct bf_schedule *bf_schedule_create(const struct bf_plan *plan, const uint64_t *numbers,
                                       uint64_t count, int threads)
{
    struct bf_schedule *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct bf_schedule){
        .plan = plan, .count = count, .threads = threads, .sort_at = FIRST_SORT};
    s->entries = malloc((count + 1) * sizeof *s->entries);
    s->rates = calloc(bf_traces_count(bf_plan_traces(plan)) * MOST_POLICIES, sizeof *s->rates);
    s->configs = calloc(bf_plan_configs(plan), sizeof *s->configs);
    if (!s->entries || !s->rates || !s->configs) {
        bf_schedule_destroy(s);
        return NULL;
    }
    fill(s, numbers);
    return s;
}

void bf_schedule_destroy(struct bf_schedule *s)
{
    if (!s)
        return;
    free(s->entries);
    free(s->rates);
    free(s->configs);
    free(s);
}

// ---- Taking -----------------------------------------------------------------

static void pass_over(struct bf_schedule *s, double seconds)
{
    while (s->next < s->count && (double)s->entries[s->next].seconds > seconds) {
        s->remaining -= (double)s->entries[s->next++].seconds;
        s->passed_over++;
    }
}

size_t bf_schedule_take(struct bf_schedule *s, double seconds, uint64_t *numbers, size_t room)
{
    size_t n = 0;
    double taken = 0;
    pass_over(s, seconds);
    const double fair = s->remaining / (PARTS * s->threads);
    while (s->next < s->count && n < room) {
        const struct entry *entry = &s->entries[s->next];
        const double price = (double)entry->seconds;
        if (n &&
            (entry->table != entry[-1].table || taken + price > fair || taken + price > seconds))
            break;
        numbers[n++] = entry->number;
        taken += price;
        s->remaining -= price;
        s->next++;
    }
    return n;
}

void bf_schedule_learn(struct bf_schedule *s, uint64_t number, double seconds)
{
    struct bf_plan_run run;
    bf_plan_run(s->plan, number, &run);
    const double units = (double)bf_plan_cost(s->plan, number) * seconds_of_a_unit;
    struct ratio *rate = rate_of(s, &run), *config = &s->configs[run.config_number];
    s->all.seen += seconds;
    s->all.predicted += units;
    rate->seen += seconds;
    rate->predicted += units;
    config->seen += seconds;
    config->predicted += price_by_policy(s, &run);
    if (++s->learned < s->sort_at)
        return;
    s->sort_at *= 4;
    sort(s);
}

double bf_schedule_remaining(const struct bf_schedule *s)
{
    return s->remaining > 0 ? s->remaining : 0;
}

uint64_t bf_schedule_passed_over(const struct bf_schedule *s)
{
    return s->passed_over;
}
