// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nobody looks ahead: two workloads that are equal in all that has been seen by a time T - the jobs
// submitted by then, and the run times of those that have ended - are scheduled and planned alike
// up to T, whatever comes later. And draws belong to their jobs.
#include <pthread.h>

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"
#include "tests/support/property.h"
#include "tests/support/spec.h"

static uint64_t below(uint64_t seed, uint64_t index, uint64_t limit)
{
    return bf_seed_bits(seed, BF_STREAM_TEST + 2, index) % limit;
}

static struct bf_test_workload *copy_of(const struct bf_test_workload *w)
{
    return bf_test_workload_without(w, 0, 0);
}

// A time within the schedule: the start or the end of a job, or a second beside it.
static bf_time moment(const struct bf_outcome *o, uint64_t seed)
{
    const bf_job j = (bf_job)below(seed, 0, o->jobs->count);
    const bf_time t = o->start[j] + (below(seed, 1, 2) ? bf_outcome_run(o, j) : 0);
    return t + (bf_time)below(seed, 2, 3) - 1;
}

// Changes all that has not been seen by `t`. Jobs that run at t go on running.
static void change_future(struct bf_test_workload *w, const struct bf_outcome *o, bf_time t,
                          uint64_t seed)
{
    for (bf_job j = 0; j < w->jobs.count; j++) {
        const bf_time request = w->jobs.request[j];
        if (o->start[j] + bf_outcome_run(o, j) <= t)
            continue;
        const bf_time so_far = o->start[j] <= t ? t - o->start[j] + 1 : 0;
        w->jobs.run[j] = so_far + (bf_time)below(seed, 3 + 4 * j, (uint64_t)request + 2);
        if (w->jobs.submit[j] <= t)
            continue;
        w->jobs.request[j] = 1 + (bf_time)below(seed, 4 + 4 * j, 2 * (uint64_t)request);
        w->jobs.procs[j] = 1 + (bf_procs)below(seed, 5 + 4 * j, (uint64_t)w->procs);
        w->jobs.user[j] = (uint32_t)below(seed, 6 + 4 * j, w->jobs.users);
    }
}

static bool same_until(const struct bf_outcome *a, const struct bf_outcome *b, bf_time t,
                       struct bf_text *why)
{
    for (bf_job j = 0; j < a->jobs->count; j++) {
        if (a->jobs->submit[j] <= t && a->plan[j] != b->plan[j]) {
            bf_text_add(why, "job %u: plan %lld and %lld", j + 1, (long long)a->plan[j],
                        (long long)b->plan[j]);
            return false;
        }
        const bool started = a->start[j] <= t || b->start[j] <= t;
        if (started && a->start[j] != b->start[j]) {
            bf_text_add(why, "job %u: start %lld and %lld, the same seen by %lld", j + 1,
                        (long long)a->start[j], (long long)b->start[j], (long long)t);
            return false;
        }
    }
    return true;
}

static bool past_decides(const struct bf_test_workload *w, const char *spec, struct bf_text *why)
{
    bool same = true;
    for (uint64_t seed = 0; seed < 4 && same; seed++) {
        struct bf_test_workload *other = copy_of(w);
        struct bf_sim *sims[] = {bf_sim_create(), bf_sim_create()};
        const struct bf_outcome a = bf_test_run(sims[0], &w->jobs, w->procs, spec);
        const bf_time t = moment(&a, seed);
        change_future(other, &a, t, seed);
        const struct bf_outcome b = bf_test_run(sims[1], &other->jobs, w->procs, spec);
        same = same_until(&a, &b, t, why);
        bf_sim_destroy(sims[0]);
        bf_sim_destroy(sims[1]);
        bf_test_workload_destroy(other);
    }
    return same;
}

// Models that don't see run times. (Under `extend` a request tells of the run time.)
static void draw_causal(uint64_t seed, struct bf_text *spec)
{
    static const char *const estimates[] = {"request",           "avg2",
                                            "pad:0.3",           "cap:7",
                                            "truncate:0.5",      "truncate:1",
                                            "truncate:2.5",      "user-truncate:0.5",
                                            "truncate:1.5",      "user-truncate:1",
                                            "user-truncate:2.5", NULL};
    static const char *const overruns[] = {"kill", "allow", NULL};
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    bf_text_add(spec, " estimate=%s correction=%s overrun=%s", bf_test_pick(seed, 100, estimates),
                bf_test_pick(seed, 101, bf_correction_names), bf_test_pick(seed, 102, overruns));
    bf_test_draw_events(seed, spec);
}

static void no_model_looks_ahead(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){3000, 1000, draw_causal, past_decides});
}

// Deals the run times of the jobs that have not ended by `t` to each other: each gets that of the
// next one but `shift` of them.
static void permute_future(struct bf_test_workload *w, const struct bf_outcome *o, bf_time t,
                           uint32_t shift)
{
    bf_job open[256];
    bf_time run[256];
    uint32_t n = 0;
    for (bf_job j = 0; j < w->jobs.count; j++)
        if (o->start[j] + bf_outcome_run(o, j) > t) {
            assert_true(n < 256);
            run[n] = w->jobs.run[j];
            open[n++] = j;
        }
    for (uint32_t i = 0; i < n; i++)
        w->jobs.run[open[i]] = run[(i + 1 + shift) % n];
}

// The first end after `t`, or that would not have been seen by `t`.
static bf_time first_end(const struct bf_outcome *o, const struct bf_outcome *seen, bf_time t)
{
    bf_time first = BF_NEVER;
    for (bf_job j = 0; j < o->jobs->count; j++) {
        const bf_time end = o->start[j] + bf_outcome_run(o, j);
        const bool known = seen->start[j] + bf_outcome_run(seen, j) <= t;
        if (!known && end < first)
            first = end;
    }
    return first;
}

// Which job has which of the run times that nobody has seen yet decides nothing before one ends.
static bool dealt_run_times_decide_nothing(const struct bf_test_workload *w, const char *spec,
                                           struct bf_text *why)
{
    bool same = true;
    for (uint64_t seed = 0; seed < 4 && same; seed++) {
        struct bf_test_workload *other = copy_of(w);
        struct bf_sim *sims[] = {bf_sim_create(), bf_sim_create()};
        const struct bf_outcome a = bf_test_run(sims[0], &w->jobs, w->procs, spec);
        const bf_time t = moment(&a, seed);
        permute_future(other, &a, t, (uint32_t)seed);
        const struct bf_outcome b = bf_test_run(sims[1], &other->jobs, w->procs, spec);
        const bf_time end_a = first_end(&a, &a, t), end_b = first_end(&b, &a, t);
        same = same_until(&a, &b, (end_a < end_b ? end_a : end_b) - 1, why);
        bf_sim_destroy(sims[0]);
        bf_sim_destroy(sims[1]);
        bf_test_workload_destroy(other);
    }
    return same;
}

// The models that learn from the jobs that have ended.
static void draw_observing(uint64_t seed, struct bf_text *spec)
{
    static const char *const estimates[] = {"avg2",       "truncate:0.5",      "truncate:1.5",
                                            "truncate:1", "user-truncate:0.5", "user-truncate:1.5",
                                            NULL};
    static const char *const overruns[] = {"kill", "allow", NULL};
    bf_test_draw_policy(seed, spec);
    bf_test_draw_orders(seed, spec);
    bf_text_add(spec, " estimate=%s correction=%s overrun=%s", bf_test_pick(seed, 100, estimates),
                bf_test_pick(seed, 101, bf_correction_names), bf_test_pick(seed, 102, overruns));
    bf_test_draw_events(seed, spec);
}

static void run_times_not_seen_yet_can_be_permuted(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){2000, 1000, draw_observing, dealt_run_times_decide_nothing});
}

// ---- corrections -------------------------------------------------------------

static bool same_starts(const struct bf_outcome *a, const struct bf_outcome *b, struct bf_text *why)
{
    for (bf_job j = 0; j < a->jobs->count; j++)
        if (a->start[j] != b->start[j] || a->plan[j] != b->plan[j]) {
            bf_text_add(why, "job %u: start %lld and %lld", j + 1, (long long)a->start[j],
                        (long long)b->start[j]);
            return false;
        }
    return true;
}

// Where the canonical text of a run leaves the correction out, none changes anything.
static bool corrections_are_named_where_they_matter(const struct bf_test_workload *w,
                                                    const char *spec, struct bf_text *why)
{
    bool same = true;
    const struct bf_config config = bf_test_config(spec);
    if (bf_config_uses_corrections(&config))
        return true;
    struct bf_sim *sims[] = {bf_sim_create(), bf_sim_create()};
    const struct bf_outcome a = bf_test_run(sims[0], &w->jobs, w->procs, spec);
    for (size_t i = 0; bf_correction_names[i] && same; i++) {
        char other[512];
        snprintf(other, sizeof other, "%s correction=%s", spec, bf_correction_names[i]);
        const struct bf_outcome b = bf_test_run(sims[1], &w->jobs, w->procs, other);
        same = same_starts(&a, &b, why) && b.counters.corrections == 0;
    }
    bf_sim_destroy(sims[0]);
    bf_sim_destroy(sims[1]);
    return same;
}

static void corrections_that_cannot_happen_change_nothing(void **state)
{
    (void)state;
    bf_test_property_check(&(struct bf_test_property){2000, 200, bf_test_draw_anything,
                                                      corrections_are_named_where_they_matter});
}

// ---- draws -------------------------------------------------------------------

static bf_time plan_of_number(const struct bf_outcome *o, int64_t number)
{
    for (bf_job j = 0; j < o->jobs->count; j++)
        if (o->jobs->number[j] == number)
            return o->plan[j];
    return -1;
}

// Every job of `part` has the plan that it has in `o`.
static bool keeps_plans(const struct bf_outcome *o, const struct bf_test_workload *part,
                        const char *spec, struct bf_text *why)
{
    struct bf_sim *sim = bf_sim_create();
    const struct bf_outcome p = bf_test_run(sim, &part->jobs, part->procs, spec);
    bool same = true;
    for (bf_job j = 0; j < part->jobs.count && same; j++) {
        const int64_t number = part->jobs.number[j];
        same = p.plan[j] == plan_of_number(o, number);
        if (!same)
            bf_text_add(why, "job %lld: plan %lld instead of %lld", (long long)number,
                        (long long)p.plan[j], (long long)plan_of_number(o, number));
    }
    bf_sim_destroy(sim);
    return same;
}

// The jobs in the opposite order, at the same submits.
static void turn_round(struct bf_test_workload *w)
{
    for (bf_job a = 0, b = w->jobs.count - 1; a < b; a++, b--) {
        const struct bf_jobs *jobs = &w->jobs;
        const bf_time run = jobs->run[a], request = jobs->request[a];
        const int64_t number = jobs->number[a];
        jobs->run[a] = jobs->run[b];
        jobs->request[a] = jobs->request[b];
        jobs->number[a] = jobs->number[b];
        jobs->run[b] = run;
        jobs->request[b] = request;
        jobs->number[b] = number;
    }
}

static bool draws_belong_to_jobs(const struct bf_test_workload *w, const char *spec,
                                 struct bf_text *why)
{
    const bool dealt = strstr(spec, "tsafrir") != NULL; // depends on who is there
    struct bf_sim *sim = bf_sim_create();
    const struct bf_outcome o = bf_test_run(sim, &w->jobs, w->procs, spec);
    struct bf_test_workload *turned = copy_of(w);
    turn_round(turned);
    bool same = keeps_plans(&o, turned, spec, why);
    if (w->jobs.count > 1 && !dealt) {
        struct bf_test_workload *part = bf_test_workload_without(w, 0, w->jobs.count / 2);
        same = same && keeps_plans(&o, part, spec, why);
        bf_test_workload_destroy(part);
    }
    bf_test_workload_destroy(turned);
    bf_sim_destroy(sim);
    return same;
}

static void draw_drawing(uint64_t seed, struct bf_text *spec)
{
    static const char *const estimates[] = {"uniform:1.5", "uniform:20", "tsafrir", NULL};
    static const char *const seeds[] = {"0", "1", "18446744073709551615", NULL};
    static const char *const policies[] = {"easy", "conservative", "reservations", NULL};
    bf_text_add(spec, "%s estimate=%s seed=%s", bf_test_pick(seed, 99, policies),
                bf_test_pick(seed, 100, estimates), bf_test_pick(seed, 101, seeds));
    bf_test_draw_events(seed, spec);
}

static void draws_depend_on_the_job_and_not_on_its_place(void **state)
{
    (void)state;
    bf_test_property_check(
        &(struct bf_test_property){1000, 400000, draw_drawing, draws_belong_to_jobs});
}

struct task {
    const struct bf_test_workload *w;
    const char *spec;
    struct bf_sim *sim;
    struct bf_outcome outcome;
};

static void *work(void *task)
{
    struct task *t = task;
    for (int i = 0; i < 20; i++)
        t->outcome = bf_test_run(t->sim, &t->w->jobs, t->w->procs, t->spec);
    return NULL;
}

static void threads_draw_the_same(void **state)
{
    (void)state;
    struct bf_test_workload *w = bf_test_workload_random(12345, 400000);
    struct task tasks[3] = {{w, "easy estimate=uniform:4 seed=5", NULL, {0}},
                            {w, "easy estimate=uniform:4 seed=5", NULL, {0}},
                            {w, "conservative estimate=tsafrir seed=5", NULL, {0}}};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        tasks[i].sim = bf_sim_create();
        assert_int_equal(pthread_create(&threads[i], NULL, work, &tasks[i]), 0);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    struct task alone = {w, tasks[2].spec, bf_sim_create(), {0}};
    work(&alone);
    const size_t bytes = w->jobs.count * sizeof(bf_time);
    assert_memory_equal(tasks[0].outcome.plan, tasks[1].outcome.plan, bytes);
    assert_memory_equal(tasks[2].outcome.plan, alone.outcome.plan, bytes);
    for (int i = 0; i < 3; i++)
        bf_sim_destroy(tasks[i].sim);
    bf_sim_destroy(alone.sim);
    bf_test_workload_destroy(w);
}

BF_TEST_MAIN(BF_TEST(no_model_looks_ahead), BF_TEST(run_times_not_seen_yet_can_be_permuted),
             BF_TEST(corrections_that_cannot_happen_change_nothing),
             BF_TEST(draws_depend_on_the_job_and_not_on_its_place), BF_TEST(threads_draw_the_same))
