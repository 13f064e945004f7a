// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/property.h"

#include <time.h>

#include "engine/base/seed.h"
#include "engine/core/config.h"
#include "policies/policies.h"
#include "tests/support/bf_test.h"

#define SPEC_SIZE 512
#define WHY_SIZE  1024

// The seed of this program; the first call prints it.
static uint64_t program_seed(void)
{
    static uint64_t seed;
    static bool known;
    if (!known) {
        const char *given = getenv("BFSWEEP_SEED");
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = given ? strtoull(given, NULL, 10)
                     : (uint64_t)now.tv_sec * 1000003 + (uint64_t)now.tv_nsec;
        known = true;
        printf("BFSWEEP_SEED=%llu\n", (unsigned long long)seed);
        fflush(stdout);
    }
    return seed;
}

static unsigned cases_of(const struct bf_test_property *p)
{
    const char *percent = getenv("BFSWEEP_CASES");
    unsigned long cases = p->cases * (percent ? strtoul(percent, NULL, 10) : 100) / 100;
    return cases ? (unsigned)cases : 1;
}

// Drops `count` jobs wherever the rest still fails. True when something was dropped.
static bool drop(const struct bf_test_property *p, struct bf_test_workload **w, const char *spec,
                 struct bf_text *why, uint32_t count)
{
    bool dropped = false;
    for (uint32_t from = 0; from + count <= (*w)->jobs.count && (*w)->jobs.count > count;) {
        struct bf_test_workload *shorter = bf_test_workload_without(*w, from, count);
        *why = bf_text_init(why->at, why->size);
        bool fails = !p->holds(shorter, spec, why);
        bf_test_workload_destroy(fails ? *w : shorter);
        if (fails)
            *w = shorter;
        else
            from += count;
        dropped |= fails;
    }
    return dropped;
}

static void shrink(const struct bf_test_property *p, struct bf_test_workload **w, const char *spec,
                   struct bf_text *why)
{
    for (uint32_t count = (*w)->jobs.count / 2; count > 0; count /= 2)
        drop(p, w, spec, why, count);
    while (drop(p, w, spec, why, 1))
        continue;
    *why = bf_text_init(why->at, why->size);
    p->holds(*w, spec, why);
}

static void check_case(const struct bf_test_property *p, uint64_t seed)
{
    char spec_text[SPEC_SIZE], why_text[WHY_SIZE];
    struct bf_text spec = bf_text_init(spec_text, sizeof spec_text);
    struct bf_text why = bf_text_init(why_text, sizeof why_text);
    struct bf_test_workload *w = bf_test_workload_random(seed, p->longest);
    p->draw(seed, &spec);
    assert_false(spec.cut);
    if (!p->holds(w, spec_text, &why)) {
        shrink(p, &w, spec_text, &why);
        printf("fails under '%s': %s\n", spec_text, why_text);
        bf_test_workload_print(stdout, w);
        bf_test_workload_destroy(w);
        fail_msg("see the workload above");
    }
    bf_test_workload_destroy(w);
}

void bf_test_property_check(const struct bf_test_property *p)
{
    uint64_t seed = program_seed();
    unsigned cases = cases_of(p);
    for (unsigned i = 0; i < cases; i++)
        check_case(p, bf_seed_bits(seed, BF_STREAM_TEST, i));
}

const char *bf_test_pick(uint64_t seed, uint64_t draw, const char *const *words)
{
    uint64_t count = 0;
    while (words[count])
        count++;
    return words[bf_seed_bits(seed, BF_STREAM_TEST + 1, draw) % count];
}

enum { // numbers of the draws of a spec
    DRAW_POLICY,
    DRAW_ORDER = 4,
    DRAW_BACKFILL,
    DRAW_ESTIMATE,
    DRAW_CORRECTION,
    DRAW_OVERRUN,
    DRAW_EVENTS,
    DRAW_PLAIN_ORDER,
    DRAW_SAME_ORDER,
    DRAW_SEED,
    DRAW_LINES,
    DRAW_PARAM = 50 // and those behind it
};

static const char *const yes_or_no[] = {"yes", "no", NULL};

static bool coin(uint64_t seed, uint64_t draw)
{
    return *bf_test_pick(seed, draw, yes_or_no) == 'y';
}

void bf_test_draw_orders(uint64_t seed, struct bf_text *spec)
{
    if (!coin(seed, DRAW_PLAIN_ORDER))
        bf_text_add(spec, " order=%s", bf_test_pick(seed, DRAW_ORDER, bf_order_names));
    if (!coin(seed, DRAW_SAME_ORDER))
        bf_text_add(spec, " backfill=%s", bf_test_pick(seed, DRAW_BACKFILL, bf_order_names));
}

// Arguments that cut deep, that cut nothing, and that leave fractions to round.
const char *const bf_test_estimates[] = {"request",
                                         "exact",
                                         "avg2",
                                         "avg2",
                                         "factor:0.5",
                                         "factor:1.7",
                                         "factor:1e6",
                                         "uniform:3",
                                         "uniform:1.5",
                                         "pad:0.3",
                                         "pad:1.5",
                                         "pad:1e6",
                                         "cap:1",
                                         "cap:7",
                                         "cap:300",
                                         "truncate:0.5",
                                         "truncate:1",
                                         "truncate:2.5",
                                         "truncate:1e6",
                                         "user-truncate:0.001",
                                         "user-truncate:1",
                                         "round",
                                         "user-truncate:2.5",
                                         "tsafrir",
                                         NULL};

void bf_test_draw_plans(uint64_t seed, struct bf_text *spec)
{
    static const char *const seeds[] = {"0", "1", "7", NULL};
    bf_text_add(spec, " estimate=%s seed=%s correction=%s overrun=%s",
                bf_test_pick(seed, DRAW_ESTIMATE, bf_test_estimates),
                bf_test_pick(seed, DRAW_SEED, seeds),
                bf_test_pick(seed, DRAW_CORRECTION, bf_correction_names),
                bf_test_pick(seed, DRAW_OVERRUN, bf_overrun_names));
}

void bf_test_draw_model(uint64_t seed, const char *model, struct bf_text *spec)
{
    const size_t length = strlen(model);
    const char *spellings[64] = {NULL};
    size_t count = 0;
    for (size_t i = 0; bf_test_estimates[i]; i++) {
        const char *word = bf_test_estimates[i];
        if (strncmp(word, model, length) == 0 && (word[length] == ':' || !word[length]))
            spellings[count++] = word;
    }
    if (count == 0)
        fail_msg("tests/support/property.c has no spelling of the estimate model %s", model);
    bf_text_add(spec, " estimate=%s seed=%s", bf_test_pick(seed, DRAW_ESTIMATE, spellings),
                bf_test_pick(seed, DRAW_SEED, (const char *const[]){"0", "1", "7", NULL}));
}

void bf_test_draw_events(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, " events=%s", bf_test_pick(seed, DRAW_EVENTS, bf_events_names));
}

// Values of a parameter: some that cut deep and some that cut nothing. A name that is not here has
// those of its type.
static const struct values {
    const char *name;
    const char *const *words;
} values[] = {
    {"depth", (const char *const[]){"all", "all", "0", "1", "2", "5", NULL}},
    {"compress", (const char *const[]){"queue", "queue", "start", "none", NULL}},
    {"threshold",
     (const char *const[]){"adaptive", "adaptive", "1", "1.2", "2", "5", "1000", NULL}},
    {"slack", (const char *const[]){"0", "0.1", "0.5", "1", "3.7", "100", NULL}},
};

static const char *const *words_of(const struct bf_param *p)
{
    static const char *const counts[] = {"1", "2", "3", "5", "all", NULL};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].name, p->name) == 0)
            return values[i].words;
    if (p->type == BF_PARAM_CHOICE)
        return p->choices;
    if (p->type == BF_PARAM_FLAG)
        return yes_or_no;
    if (p->type != BF_PARAM_COUNT)
        fail_msg("tests/support/property.c has no values for the parameter '%s'", p->name);
    return counts;
}

// One of all policies; a policy counts as often as it has ways to differ, three at most.
static const struct bf_policy *pick_policy(uint64_t seed)
{
    const char *names[64] = {NULL};
    size_t count = 0;
    for (const struct bf_policy *const *p = bf_policies; *p; p++)
        for (unsigned i = 0; i <= (*p)->param_count && i < 3; i++) {
            assert_true(count + 1 < sizeof names / sizeof *names);
            names[count++] = (*p)->name;
        }
    const struct bf_policy *policy;
    struct bf_error e;
    assert_ok(bf_policy_find(bf_test_pick(seed, DRAW_POLICY, names), &policy, &e), e);
    return policy;
}

void bf_test_draw_policy(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_params(seed, pick_policy(seed), spec);
}

void bf_test_draw_params(uint64_t seed, const struct bf_policy *policy, struct bf_text *spec)
{
    bf_text_add(spec, "%s", policy->name);
    for (unsigned i = 0; i < policy->param_count; i++)
        bf_text_add(spec, " %s=%s", policy->params[i].name,
                    bf_test_pick(seed, DRAW_PARAM + i, words_of(&policy->params[i])));
}

static bf_time longest_request(const struct bf_jobs *jobs)
{
    bf_time longest = 1;
    for (bf_job j = 0; j < jobs->count; j++)
        longest = jobs->request[j] > longest ? jobs->request[j] : longest;
    return longest;
}

// Outages shorter and longer than jobs, that meet, overlap and add up to no more than the machine.
void bf_test_draw_calendar(uint64_t seed, bf_time longest, struct bf_text *spec)
{
    struct bf_test_workload *w = bf_test_workload_random(seed, longest);
    const bf_time request = longest_request(&w->jobs), first = w->jobs.submit[0];
    const bf_time span = w->jobs.submit[w->jobs.count - 1] - first + 3 * request;
    const uint64_t lines = 1 + bf_seed_bits(seed, BF_STREAM_TEST + 2, DRAW_LINES) % 6;
    bf_procs left = w->procs;
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t draw[4];
        for (uint64_t k = 0; k < 4; k++)
            draw[k] = bf_seed_bits(seed, BF_STREAM_TEST + 3 + i, k) >> 8;
        const bf_time start = first + (bf_time)(draw[0] % (uint64_t)span);
        const uint64_t most = draw[2] % 2 ? 6 : 2 * (uint64_t)request;
        const bf_procs procs = (bf_procs)(draw[3] % (uint64_t)(left + 1));
        bf_text_add(spec, "%s%lld-%lld:", i ? "," : " calendar=", (long long)start,
                    (long long)(start + 1 + (bf_time)(draw[1] % most)));
        if (procs)
            bf_text_add(spec, "%d", (int)procs);
        else
            bf_text_add(spec, "all");
        left -= procs;
    }
    bf_test_workload_destroy(w);
}

void bf_test_draw_anything(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}
