// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outages: engine against reference, and what holds of every schedule around a calendar.
#include "tests/support/bf_test.h"
#include "tests/support/compare.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

#define LONGEST 50

static bool same(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct bf_config config = bf_test_config(spec);
    struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_sim *sim = bf_sim_create();
    struct bf_outcome outcome = bf_test_run(sim, &w->jobs, w->procs, spec);
    struct bf_ref_result *reference = bf_ref_run(&w->jobs, w->procs, &options);
    bool result = bf_test_same(&outcome, reference, why);
    bf_ref_free(reference);
    bf_sim_destroy(sim);
    return result;
}

static int64_t taken_at(const struct bf_ref_options *o, bf_procs procs, bf_time t)
{
    int64_t taken = 0;
    for (size_t i = 0; i < o->outage_count; i++)
        if (o->outages[i].start <= t && t < o->outages[i].end)
            taken += o->outages[i].procs == BF_CALENDAR_ALL ? procs : o->outages[i].procs;
    return taken < procs ? taken : procs;
}

// Processors of jobs that run at t.
static int64_t used_at(const struct bf_outcome *o, bf_time t)
{
    int64_t used = 0;
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (o->start[j] <= t && t < o->start[j] + bf_outcome_run(o, j))
            used += o->jobs->procs[j];
    return used;
}

static bool room_at(const struct bf_outcome *o, const struct bf_ref_options *options, bf_time t,
                    struct bf_text *why)
{
    const int64_t used = used_at(o, t), taken = taken_at(options, o->procs, t);
    if (used + taken <= o->procs)
        return true;
    bf_text_add(why, "at %lld jobs run on %lld processors, and the calendar takes %lld",
                (long long)t, (long long)used, (long long)taken);
    return false;
}

// Use and calendar grow only where a job starts or a line begins: it is enough to look there.
static bool nothing_runs_into_an_outage(const struct bf_test_workload *w, const char *spec,
                                        struct bf_text *why)
{
    const struct bf_config config = bf_test_config(spec);
    const struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    bool result = o.counters.starts == w->jobs.count;
    for (bf_job j = 0; j < o.jobs->count && result; j++)
        result = o.start[j] >= o.jobs->submit[j] && room_at(&o, &options, o.start[j], why);
    for (size_t i = 0; i < options.outage_count && result; i++)
        result = room_at(&o, &options, options.outages[i].start, why);
    if (!result && !why->used)
        bf_text_add(why, "a job does not start, or before its submit");
    bf_sim_destroy(sim);
    return result;
}

// Idle processors at t, if some waiting job would fit them; the calendar's are not idle.
static int64_t lost_at(const struct bf_outcome *o, const struct bf_ref_options *options, bf_time t)
{
    const int64_t idle = o->procs - used_at(o, t) - taken_at(options, o->procs, t);
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (o->jobs->submit[j] <= t && t < o->start[j] && o->jobs->procs[j] <= idle)
            return idle;
    return 0;
}

static bool lost_area_is_right(const struct bf_test_workload *w, const char *spec,
                               struct bf_text *why)
{
    const struct bf_config config = bf_test_config(spec);
    const struct bf_ref_options options = bf_test_ref_options(&config);
    struct bf_sim *sim = bf_sim_create();
    const struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    bf_time last = 0;
    double lost = 0;
    for (bf_job j = 0; j < o.jobs->count; j++)
        last = o.start[j] > last ? o.start[j] : last;
    for (bf_time t = o.jobs->submit[0]; t < last; t++)
        lost += (double)lost_at(&o, &options, t);
    if (lost != o.lost_area)
        bf_text_add(why, "lost area %.17g for %.17g", o.lost_area, lost);
    bf_sim_destroy(sim);
    return !why->used;
}

static bool promises_are_kept(const struct bf_test_workload *w, const char *spec,
                              struct bf_text *why)
{
    struct bf_sim *sim = bf_sim_create();
    const struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    if (o.counters.broken_promises)
        bf_text_add(why, "%llu broken promises", (unsigned long long)o.counters.broken_promises);
    for (bf_job j = 0; j < o.jobs->count; j++)
        if (o.first_promise[j] != BF_NEVER &&
            (o.start[j] > o.first_promise[j] || o.start[j] != o.last_promise[j]))
            bf_text_add(why, "job %u starts at %lld, promised at first %lld, at last %lld. ", j + 1,
                        (long long)o.start[j], (long long)o.first_promise[j],
                        (long long)o.last_promise[j]);
    bf_sim_destroy(sim);
    return !why->used;
}

static bool same_starts(const struct bf_test_workload *w, const char *a, const char *b,
                        struct bf_text *why)
{
    struct bf_sim *sim_a = bf_sim_create(), *sim_b = bf_sim_create();
    const struct bf_outcome x = bf_test_run(sim_a, &w->jobs, w->procs, a);
    const struct bf_outcome y = bf_test_run(sim_b, &w->jobs, w->procs, b);
    for (bf_job j = 0; j < w->jobs.count; j++)
        if (x.start[j] != y.start[j] && !why->used)
            bf_text_add(why, "job %u starts at %lld and at %lld", j + 1, (long long)x.start[j],
                        (long long)y.start[j]);
    bf_sim_destroy(sim_a);
    bf_sim_destroy(sim_b);
    return !why->used;
}

static bool are_same(const struct bf_test_workload *w, const char *policy_a, const char *policy_b,
                     const char *spec, struct bf_text *why)
{
    char a[512], b[512];
    snprintf(a, sizeof a, "%s%s", policy_a, spec);
    snprintf(b, sizeof b, "%s%s", policy_b, spec);
    return same_starts(w, a, b, why);
}

static bool one_reservation_is_easy(const struct bf_test_workload *w, const char *spec,
                                    struct bf_text *why)
{
    return are_same(w, "easy", "reservations reservations=1", spec, why);
}

static bool no_slack_is_easy(const struct bf_test_workload *w, const char *spec,
                             struct bf_text *why)
{
    return are_same(w, "easy", "relaxed slack=0", spec, why);
}

static bool all_requests_are_easy(const struct bf_test_workload *w, const char *spec,
                                  struct bf_text *why)
{
    struct bf_test_workload *some = bf_test_workload_without(w, 0, 0);
    memset(some->jobs.bits, 0, some->jobs.count);
    const bool result = are_same(some, "hpcpack depth=2", "easy extra=none depth=2", spec, why);
    bf_test_workload_destroy(some);
    return result;
}

static bool everybody_selected_is_conservative(const struct bf_test_workload *w, const char *spec,
                                               struct bf_text *why)
{
    return are_same(w, "selective threshold=1", "conservative", spec, why);
}

// The head never waits beyond its slack: in the order fcfs the first job stays the head.
static bool slack_is_kept(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    struct bf_test_workload *some = bf_test_workload_without(w, 0, 0);
    struct bf_sim *sim = bf_sim_create();
    char text[512];
    // On an empty machine nothing but the calendar is in the way of the first job.
    snprintf(text, sizeof text, "fcfs%s", strstr(spec, " estimate"));
    some->jobs.count = 1;
    const bf_time alone = bf_test_run(sim, &some->jobs, w->procs, text).start[0];
    const bf_time wait = alone - w->jobs.submit[0];
    const bf_time start = bf_test_run(sim, &w->jobs, w->procs, spec).start[0];
    if (start > alone + wait / 2)
        bf_text_add(why, "the first job starts at %lld, alone at %lld", (long long)start,
                    (long long)alone);
    some->jobs.count = w->jobs.count;
    bf_test_workload_destroy(some);
    bf_sim_destroy(sim);
    return !why->used;
}

// A calendar whose outages all lie before the first submit or behind everything, or with no line.
static bool far_outages_are_none(const struct bf_test_workload *w, const char *spec,
                                 struct bf_text *why)
{
    char with[512];
    const bf_time behind = (bf_time)1 << 40;
    snprintf(with, sizeof with, "%s calendar=%lld-%lld:all", spec, (long long)behind,
             (long long)behind + 9);
    if (!same_starts(w, spec, with, why))
        return false;
    snprintf(with, sizeof with, "%s calendar=,", spec);
    return same_starts(w, spec, with, why);
}

// Plans by every model; a job that may run past its request goes with no calendar.
static void draw_plans(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_plans(seed, spec);
    bf_text_add(spec, " overrun=%s",
                bf_test_pick(seed, 200, (const char *const[]){"kill", "extend", NULL}));
}

static void draw_anything(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

static void draw_without_calendar(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
}

static void draw_behind_policy(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_orders(seed, spec);
    draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

// Plans that no job outlasts, by requests or by run times.
static const char *const long_enough[] = {"request", "exact", "factor:1.5", "pad:2", NULL};

static void draw_plans_that_hold(uint64_t seed, struct bf_text *spec)
{
    static const char *const variants[] = {"queue", "start", "none", NULL};
    bf_text_add(spec, "conservative compress=%s estimate=%s", bf_test_pick(seed, 101, variants),
                bf_test_pick(seed, 102, long_enough));
    bf_test_draw_orders(seed, spec);
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

static void draw_selective(uint64_t seed, struct bf_text *spec)
{
    static const char *const thresholds[] = {"adaptive", "1", "1.5", "3", NULL};
    bf_text_add(spec, "selective threshold=%s estimate=%s", bf_test_pick(seed, 101, thresholds),
                bf_test_pick(seed, 102, long_enough));
    bf_test_draw_orders(seed, spec);
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

static void draw_relaxed(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, "relaxed slack=0.5 backfill=%s estimate=%s",
                bf_test_pick(seed, 101, bf_order_names), bf_test_pick(seed, 102, long_enough));
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

// In the order fcfs.
static void draw_all_but_order(uint64_t seed, struct bf_text *spec)
{
    draw_plans(seed, spec);
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, LONGEST, spec);
}

static void engine_equals_reference(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){8000, LONGEST, draw_anything, same});
}

// Short jobs, so that ends, shadow times and edges of outages fall together.
#define SHORT 10

static void draw_easy(uint64_t seed, struct bf_text *spec)
{
    bf_text_add(spec, "easy extra=%s estimate=%s backfill=%s",
                bf_test_pick(seed, 101, (const char *const[]){"full", "first", "first", NULL}),
                bf_test_pick(seed, 102, (const char *const[]){"request", "exact", "pad:2", NULL}),
                bf_test_pick(seed, 103, bf_order_names));
    bf_test_draw_events(seed, spec);
    bf_test_draw_calendar(seed, SHORT, spec);
}

static void easy_equals_reference(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){6000, SHORT, draw_easy, same});
}

static void no_job_runs_into_an_outage(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){4000, LONGEST, draw_anything, nothing_runs_into_an_outage});
}

// Short jobs: the area is counted second by second.
static void draw_anything_short(uint64_t seed, struct bf_text *spec)
{
    draw_without_calendar(seed, spec);
    bf_test_draw_calendar(seed, SHORT, spec);
}

static void outages_are_not_lost(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1000, SHORT, draw_anything_short, lost_area_is_right});
}

static void conservative_keeps_its_promises(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){3000, LONGEST, draw_plans_that_hold, promises_are_kept});
}

static void selective_keeps_its_promises(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, LONGEST, draw_selective, promises_are_kept});
}

static void relaxed_keeps_to_its_slack(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){2000, LONGEST, draw_relaxed, slack_is_kept});
}

static void reservations_1_equals_easy(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, LONGEST, draw_behind_policy, one_reservation_is_easy});
}

static void the_family_meets_where_it_should(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, LONGEST, draw_behind_policy, no_slack_is_easy});
    bf_test_property_check(
        &(struct bf_test_property){2000, LONGEST, draw_behind_policy, all_requests_are_easy});
    bf_test_property_check(&(struct bf_test_property){2000, LONGEST, draw_all_but_order,
                                                      everybody_selected_is_conservative});
}

static void outages_out_of_reach_change_nothing(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, LONGEST, draw_without_calendar, far_outages_are_none});
}

BF_TEST_MAIN(BF_TEST(engine_equals_reference), BF_TEST(easy_equals_reference),
             BF_TEST(no_job_runs_into_an_outage), BF_TEST(outages_are_not_lost),
             BF_TEST(conservative_keeps_its_promises), BF_TEST(selective_keeps_its_promises),
             BF_TEST(relaxed_keeps_to_its_slack), BF_TEST(reservations_1_equals_easy),
             BF_TEST(the_family_meets_where_it_should),
             BF_TEST(outages_out_of_reach_change_nothing))
