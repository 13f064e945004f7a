// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the policies beyond the classic ones relate to those: where they must coincide, and what each
// of them is there for.
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

// Two runs of one workload.
struct pair {
    struct bf_sim *sims[2];
    struct bf_outcome a, b;
};

static struct pair run_both(const struct bf_test_workload *w, const char *policy_a,
                            const char *policy_b, const char *rest)
{
    char spec[512];
    struct pair p = {.sims = {bf_sim_create(), bf_sim_create()}};
    snprintf(spec, sizeof spec, "%s%s", policy_a, rest);
    p.a = bf_test_run(p.sims[0], &w->jobs, w->procs, spec);
    snprintf(spec, sizeof spec, "%s%s", policy_b, rest);
    p.b = bf_test_run(p.sims[1], &w->jobs, w->procs, spec);
    return p;
}

static void free_pair(struct pair *p)
{
    bf_sim_destroy(p->sims[0]);
    bf_sim_destroy(p->sims[1]);
}

static bool same_value(const struct pair *p, bf_job j, const char *what, int64_t a, int64_t b,
                       struct bf_text *why)
{
    if (a != b)
        bf_text_add(why, "job %lld: %s %lld and %lld", (long long)p->a.jobs->number[j], what,
                    (long long)a, (long long)b);
    return a == b;
}

// Starts, flags, and promises where both make them.
static bool agree(const struct bf_test_workload *w, const char *policy_a, const char *policy_b,
                  const char *rest, struct bf_text *why)
{
    struct pair p = run_both(w, policy_a, policy_b, rest);
    const bool promises = p.a.first_promise && p.b.first_promise;
    bool same = true;
    for (bf_job j = 0; same && j < w->jobs.count; j++)
        same =
            same_value(&p, j, "start", p.a.start[j], p.b.start[j], why) &&
            same_value(&p, j, "flags", p.a.flags[j], p.b.flags[j], why) &&
            (!promises ||
             (same_value(&p, j, "first promise", p.a.first_promise[j], p.b.first_promise[j], why) &&
              same_value(&p, j, "last promise", p.a.last_promise[j], p.b.last_promise[j], why)));
    if (promises && same && p.a.counters.slip_total != p.b.counters.slip_total) {
        bf_text_add(why, "slips differ");
        same = false;
    }
    free_pair(&p);
    return same;
}

static bool everybody_selected(const struct bf_test_workload *w, const char *spec,
                               struct bf_text *why)
{
    return agree(w, "selective threshold=1", "conservative", spec, why);
}

static bool no_slack(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    return agree(w, "relaxed slack=0", "easy", spec, why) &&
           agree(w, "relaxed slack=0 slack-of=plan", "easy", spec, why);
}

static struct bf_test_workload *copy(const struct bf_test_workload *w)
{
    return bf_test_workload_without(w, 0, 0);
}

static bool all_have_requests(const struct bf_test_workload *w, const char *spec,
                              struct bf_text *why)
{
    struct bf_test_workload *some = copy(w);
    memset(some->jobs.bits, 0, some->jobs.count);
    const bool result = agree(some, "hpcpack", "easy extra=none depth=1000", spec, why) &&
                        agree(some, "hpcpack depth=2", "easy extra=none depth=2", spec, why);
    bf_test_workload_destroy(some);
    return result;
}

// With nobody selected nothing is held back: whatever fits by count has started.
static bool nobody_selected(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct pair p = run_both(w, "selective threshold=1e18", "fcfs", spec);
    if (p.a.lost_area != 0)
        bf_text_add(why, "%g processor seconds were idle while a job fitted", p.a.lost_area);
    for (bf_job j = 0; j < w->jobs.count; j++)
        if (p.a.first_promise[j] != BF_NEVER)
            bf_text_add(why, "job %lld has a reservation", (long long)w->jobs.number[j]);
    free_pair(&p);
    return !why->used;
}

// Jobs that start at t use so many processors.
static int64_t started_at(const struct bf_outcome *o, bf_time t)
{
    int64_t procs = 0;
    for (bf_job j = 0; j < o->jobs->count; j++)
        procs += o->start[j] == t ? o->jobs->procs[j] : 0;
    return procs;
}

// Up to the first instant at which they differ both have seen the same; the set that is chosen
// there is at least as large as what easy takes one by one. (With jobs that have a length there is
// one pass an instant.)
static bool fills_no_less(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct bf_test_workload *some = copy(w);
    for (bf_job j = 0; j < some->jobs.count; j++)
        some->jobs.run[j] += some->jobs.run[j] == 0;
    struct pair p = run_both(some, "lookahead depth=all", "easy", spec);
    bf_time first = BF_NEVER;
    for (bf_job j = 0; j < some->jobs.count; j++) {
        const bf_time a = p.a.start[j], b = p.b.start[j];
        if (a != b && (a < first || b < first))
            first = a < b ? a : b;
    }
    if (first != BF_NEVER && started_at(&p.a, first) < started_at(&p.b, first))
        bf_text_add(why, "at %lld: %lld processors, easy starts %lld", (long long)first,
                    (long long)started_at(&p.a, first), (long long)started_at(&p.b, first));
    free_pair(&p);
    bf_test_workload_destroy(some);
    return !why->used;
}

static void draw_all_but_order(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, " backfill=%s", bf_test_pick(seed, 100, bf_order_names));
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void draw_all(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void draw_batch(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
}

static void selective_of_everybody_is_conservative(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){4000, 200, draw_all_but_order, everybody_selected});
}

static void selective_of_nobody_leaves_nothing_idle(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){2000, 200, draw_all, nobody_selected});
}

static void relaxed_without_slack_is_easy(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){5000, 5000, draw_all, no_slack});
}

static void hpcpack_with_all_requests_is_easy_without_extra(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){2000, 5000, draw_all, all_have_requests});
}

static void lookahead_starts_no_less_than_easy(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){5000, 200, draw_batch, fills_no_less});
}

BF_TEST_MAIN(BF_TEST(selective_of_everybody_is_conservative),
             BF_TEST(selective_of_nobody_leaves_nothing_idle),
             BF_TEST(relaxed_without_slack_is_easy),
             BF_TEST(hpcpack_with_all_requests_is_easy_without_extra),
             BF_TEST(lookahead_starts_no_less_than_easy))
