// SPDX-License-Identifier: GPL-3.0-or-later
//
// Overtaking, against the queue as it was at each pass; fair start times, against the reference run
// on the first job, the first two jobs, and so on.
#include "engine/core/explain.h"
#include "engine/core/fair.h"
#include "engine/core/overtaking.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

enum { MOST = 512 }; // jobs

// ---- Overtaking -------------------------------------------------------------

// Pairs as they were seen: `by` was started at `time` from behind `job`.
struct seen {
    struct pair {
        bf_job job;
        bf_time time;
    } pairs[MOST * MOST];
    uint32_t count;
};

static void note_overtakers(void *self, const struct bf_look *look)
{
    struct seen *s = self;
    for (uint32_t i = 0; i < look->overtaker_count; i++)
        s->pairs[s->count++] = (struct pair){look->job, look->time};
}

static bool overtakers_are_right(const struct bf_test_workload *w, const char *spec,
                                 struct bf_text *why)
{
    static struct seen seen;
    static uint32_t overtakers[MOST], expected[MOST];
    struct bf_config config = bf_test_config(spec);
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_explain x;
    struct bf_outcome o;
    struct bf_error e;
    assert_true(w->jobs.count <= MOST);
    assert_ok(bf_explain_init(&x, arena, w->jobs.count, &e), e);
    for (bf_job j = 0; j < w->jobs.count; j++)
        bf_explain_watch(&x, j);
    seen.count = 0;
    x.self = &seen;
    x.look = note_overtakers;
    config.observer = &x.observer;
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, &config, &o, &e), e);
    memset(expected, 0, sizeof expected);
    for (uint32_t i = 0; i < seen.count; i++)
        expected[seen.pairs[i].job] += seen.pairs[i].time < o.start[seen.pairs[i].job];
    assert_true(bf_overtakers(overtakers, &o, &config, arena));
    for (bf_job j = 0; j < w->jobs.count && !why->used; j++)
        if (overtakers[j] != expected[j])
            bf_text_add(why, "job %u is overtaken by %u, found %u", j + 1, expected[j],
                        overtakers[j]);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    return !why->used;
}

static void draw_batch(uint64_t seed, struct bf_text *spec)
{
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    bf_test_draw_plans(seed, spec);
}

static void overtakers_are_those_of_the_queue(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){3000, 200, draw_batch, overtakers_are_right});
}

// The last to come is the first to start: far from in order, where counting takes another way.
static void everybody_may_overtake_everybody(void **state)
{
    (void)state;
    enum { JOBS = 500 };
    static bf_time submit[JOBS], start[JOBS];
    static bf_procs procs[JOBS];
    static uint32_t overtakers[JOBS];
    const struct bf_jobs jobs = {.count = JOBS, .submit = submit, .procs = procs};
    const struct bf_outcome o = {.jobs = &jobs, .start = start, .plan = submit};
    const struct bf_config config = bf_test_config("easy");
    struct bf_arena *arena = bf_arena_create();
    for (bf_job j = 0; j < JOBS; j++)
        start[j] = JOBS - (bf_time)(j / 2); // in pairs
    assert_true(bf_overtakers(overtakers, &o, &config, arena));
    for (bf_job j = 0; j < JOBS; j++)
        assert_int_equal(overtakers[j], JOBS - 2 - j / 2 * 2);
    bf_arena_destroy(arena);
}

// ---- Fair start times -------------------------------------------------------

// Its start in the reference, had no job come after it.
static bf_time fair_start(const struct bf_test_workload *w, const struct bf_config *config,
                          bf_job job)
{
    const struct bf_ref_options options = bf_test_ref_options(config);
    struct bf_test_workload *first = bf_test_workload_without(w, job + 1, w->jobs.count - job - 1);
    struct bf_ref_result *r = bf_ref_run(&first->jobs, w->procs, &options);
    const bf_time start = r->start[job];
    bf_ref_free(r);
    bf_test_workload_destroy(first);
    return start;
}

static void compare_lateness(const struct bf_test_workload *w, const struct bf_config *config,
                             const struct bf_outcome *o, const bf_time *late, struct bf_text *why)
{
    for (bf_job j = 0; j < w->jobs.count && !why->used; j++) {
        const bf_time fair = fair_start(w, config, j);
        const bf_time expected = o->start[j] > fair ? o->start[j] - fair : 0;
        if (late[j] != expected)
            bf_text_add(why, "job %u starts at %lld, fair is %lld: late by %lld, found %lld", j + 1,
                        (long long)o->start[j], (long long)fair, (long long)expected,
                        (long long)late[j]);
    }
}

static bool lateness_is_right(const struct bf_test_workload *w, const char *spec,
                              struct bf_text *why)
{
    static bf_time late[MOST], start[MOST];
    const struct bf_config config = bf_test_config(spec);
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_outcome o, after;
    struct bf_error e;
    assert_true(w->jobs.count <= MOST);
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, &config, &o, &e), e);
    memcpy(start, o.start, w->jobs.count * sizeof *start);
    after = o;
    assert_ok(bf_fair_lateness(sim, &config, &after, late, arena, &e), e);
    if (memcmp(after.start, start, w->jobs.count * sizeof *start) != 0 ||
        memcmp(&after.counters, &o.counters, sizeof o.counters) != 0 ||
        after.queue_area != o.queue_area || after.lost_area != o.lost_area)
        bf_text_add(why, "the outcome is another one afterwards");
    compare_lateness(w, &config, &o, late, why);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    return !why->used;
}

// The estimates of tsafrir are dealt to all jobs of a table at once, so a part of it is another
// workload.
static void draw_anything_but_tsafrir(uint64_t seed, struct bf_text *spec)
{
    static const char *const replacement = "estimate=request";
    char text[512];
    struct bf_text drawn = bf_text_init(text, sizeof text);
    bf_test_draw_anything(seed, &drawn);
    char *at = strstr(text, "estimate=tsafrir");
    if (at)
        memcpy(at, replacement, strlen(replacement));
    bf_text_add(spec, "%s", text);
}

// Where the rule for jobs that nobody overtakes spares the most.
static void draw_first_come(uint64_t seed, struct bf_text *spec)
{
    static const char *const plans[] = {
        " estimate=request",  " estimate=exact",
        " estimate=factor:2", " overrun=extend",
        " estimate=avg2",     " estimate=factor:0.5 correction=none",
        " overrun=allow",     NULL};
    static const char *const events[] = {"", "", " events=single", NULL};
    static const char *const policies[] = {"fcfs",
                                           "easy",
                                           "easy extra=none",
                                           "easy strict=1",
                                           "easy extra=first",
                                           "easy depth=2",
                                           "reservations reservations=2",
                                           "reservations reservations=all",
                                           "conservative",
                                           NULL};
    bf_text_add(spec, "%s%s%s", bf_test_pick(seed, 100, policies), bf_test_pick(seed, 101, plans),
                bf_test_pick(seed, 102, events));
}

static void lateness_is_that_of_the_reference(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){400, 200, draw_anything_but_tsafrir, lateness_is_right});
}

static void lateness_is_right_where_it_is_found_without_a_run(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2500, 200, draw_first_come, lateness_is_right});
}

// Four processors. A holds three until 10, B wants four, and C takes the one that is left until 20:
// not past the shadow time, were A to hold on until 20 as planned. B is late by 10 s.
//
//     4 |      CCCCCCCCCCCCCCCC
//     1-3 | AAAAAAAA           BBBB
//           0      10         20
static void a_job_is_late_when_a_later_one_took_its_processors(void **state)
{
    (void)state;
    static const struct bf_test_job table[] = {
        {0, 3, 20, 10, 0, 0}, {1, 4, 5, 5, 0, 0}, {2, 1, 18, 18, 0, 0}};
    struct bf_test_workload *w = bf_test_workload_of(table, 3, 4);
    const struct bf_config config = bf_test_config("easy");
    struct bf_sim *sim = bf_sim_create();
    struct bf_arena *arena = bf_arena_create();
    struct bf_outcome o;
    struct bf_run_row row;
    struct bf_error e;
    memset(&row, 0, sizeof row);
    assert_ok(bf_sim_run(sim, &w->jobs, w->procs, &config, &o, &e), e);
    assert_int_equal(o.start[1], 20);
    assert_true(bf_overtaking_fill(&row, &o, &config, arena));
    assert_ok(bf_fair_fill(&row, sim, &config, &o, arena, &e), e);
    assert_int_equal(row.overtaken, 1);
    assert_int_equal(row.max_overtakers, 1);
    assert_true(row.mean_overtakers == 1.0 / 3);
    assert_int_equal(row.unfair, 1);
    assert_int_equal(row.max_unfairness, 10);
    assert_true(row.mean_unfairness == 10.0 / 3);
    bf_arena_destroy(arena);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
}

BF_TEST_MAIN(BF_TEST(overtakers_are_those_of_the_queue), BF_TEST(everybody_may_overtake_everybody),
             BF_TEST(lateness_is_that_of_the_reference),
             BF_TEST(lateness_is_right_where_it_is_found_without_a_run),
             BF_TEST(a_job_is_late_when_a_later_one_took_its_processors))
