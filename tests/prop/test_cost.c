// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the work of scheduling grows with the queue, in counters: no clock is looked at. Where many
// jobs wait and none of them fits, a pass of easy looks at a logarithm of the queue; bounds are
// such that growth in proportion to the queue would break them many times over.
#include "tests/support/bf_test.h"
#include "tests/support/spec.h"
#include "tests/support/workload.h"

enum { MACHINE = 64, HUGE_MACHINE = 1 << 22, FREE = 16, DAY = 86400 };

// What waits behind the blocked head, none of it fit to start: too wide for what is free; or narrow
// enough, but longer than until the head starts; or twice as wide as what is free and more (WIDER);
// or LONG and WIDER in turn; or as wide as the machine. FLEET is WIDE on a machine so large that
// all of them start together once the head has ended.
enum kind { WIDE, LONG, MIXED, WIDER, WHOLE, FLEET, KINDS };

static bf_procs machine(enum kind kind)
{
    return kind == FLEET ? HUGE_MACHINE : MACHINE;
}

static struct bf_test_job waiting_job(enum kind kind, uint32_t i)
{
    const bf_time brief = 60 + i * 37 % DAY, longer = DAY + i * 37 % DAY;
    if (kind == MIXED)
        kind = i % 2 ? WIDER : LONG;
    switch (kind) {
    case WIDE:
    case FLEET:
        return (struct bf_test_job){2, FREE + 1 + (bf_procs)(i * 7 % 40), brief, brief, 0, 0};
    case WIDER:
        return (struct bf_test_job){2, 2 * FREE + (bf_procs)(i * 7 % 30), brief, brief, 0, 0};
    case LONG:
        return (struct bf_test_job){2, 1 + (bf_procs)(i * 7 % FREE), longer, longer, 0, 0};
    default:
        return (struct bf_test_job){2, MACHINE, brief, brief, 0, 0};
    }
}

// The first job leaves FREE processors free for a day, the second wants the whole machine and
// blocks the queue, `waiting` more come at once. Every minute of that day a visitor comes that can
// be backfilled at once, and is gone before the next: it ends early. Then the queue drains.
static struct bf_test_workload *burst(enum kind kind, uint32_t waiting, uint32_t visitors)
{
    const uint32_t count = 2 + waiting + visitors;
    struct bf_test_job *jobs = calloc(count, sizeof *jobs);
    assert_non_null(jobs);
    assert_true(visitors * 60 < DAY);
    jobs[0] = (struct bf_test_job){0, machine(kind) - FREE, DAY, DAY, 0, 0};
    jobs[1] = (struct bf_test_job){1, machine(kind), DAY, DAY, 0, 0};
    for (uint32_t i = 0; i < waiting; i++)
        jobs[2 + i] = waiting_job(kind, i);
    for (uint32_t i = 0; i < visitors; i++)
        jobs[2 + waiting + i] =
            (struct bf_test_job){60 * ((bf_time)i + 1), 1 + (bf_procs)(i % FREE), 50, 30, 0, 0};
    struct bf_test_workload *w = bf_test_workload_of(jobs, count, machine(kind));
    free(jobs);
    return w;
}

static struct bf_counters cost(const char *spec, enum kind kind, uint32_t waiting,
                               uint32_t visitors)
{
    struct bf_test_workload *w = burst(kind, waiting, visitors);
    struct bf_sim *sim = bf_sim_create();
    assert_non_null(sim);
    const struct bf_counters c = bf_test_run(sim, &w->jobs, w->procs, spec).counters;
    assert_int_equal(c.starts, w->jobs.count);
    assert_true(c.queue_max >= waiting);
    bf_sim_destroy(sim);
    bf_test_workload_destroy(w);
    return c;
}

// Jobs, blocks and steps looked at.
static double work(const struct bf_counters *c)
{
    return (double)c->jobs_examined + (double)c->steps_visited;
}

// The work of a pass while `waiting` jobs wait: what 500 visitors add to that of the queue alone,
// whose drain is the same with and without them.
static double work_of_a_pass(const char *spec, enum kind kind, uint32_t waiting)
{
    const struct bf_counters without = cost(spec, kind, waiting, 0);
    const struct bf_counters with = cost(spec, kind, waiting, 500);
    assert_true(with.passes >= without.passes + 1000); // a pass as each comes, and as it goes
    return (work(&with) - work(&without)) / (double)(with.passes - without.passes);
}

// A queue 64 times as long may make a pass 4 times the work (2.4 and 2.2 were seen, most of it the
// blocks of 64 in which a search begins), one 16 times as long 2.5 times.
static void easy_looks_at_a_logarithm_of_the_queue(void **state)
{
    (void)state;
    for (enum kind kind = WIDE; kind <= WIDER; kind++) {
        const double few = work_of_a_pass("easy", kind, 1000);
        const double more = work_of_a_pass("easy", kind, 4000);
        const double many = work_of_a_pass("easy", kind, 64000);
        if (many > 4 * few || many > 2.5 * more)
            fail_msg("kind %d: a pass looks at %g with 1000 waiting, %g with 4000, %g with 64000",
                     kind, few, more, many);
    }
}

// The bound above has teeth: a policy that walks the queue is far over it.
static void walking_the_queue_would_be_noticed(void **state)
{
    (void)state;
    const double few = work_of_a_pass("easy backfill=sjf depth=1000000", LONG, 1000);
    const double more = work_of_a_pass("easy backfill=sjf depth=1000000", LONG, 4000);
    assert_true(more > 3 * few);
}

// So does easy with another backfill order, which sorts only those that can start. (Of WIDER nobody
// can: the drain of the others is a sort of many, and not the same with visitors and without.)
static void another_backfill_order_looks_at_a_logarithm_too(void **state)
{
    (void)state;
    const double few = work_of_a_pass("easy backfill=sjf", WIDER, 1000);
    const double many = work_of_a_pass("easy backfill=sjf", WIDER, 64000);
    if (many > 4 * few)
        fail_msg("a pass looks at %g with 1000 waiting, %g with 64000", few, many);
}

static void fcfs_looks_at_the_head_alone(void **state)
{
    (void)state;
    const struct bf_counters few = cost("fcfs", WIDE, 1000, 500);
    const struct bf_counters many = cost("fcfs", WIDE, 64000, 500);
    assert_true(work(&few) <= 3 * (double)few.passes);
    assert_true(work(&many) <= 3 * (double)many.passes);
}

// ---- 100,000 waiting -------------------------------------------------------

enum { CROWD = 100000 };

static void fcfs_and_easy_serve_a_long_queue(void **state)
{
    (void)state;
    for (enum kind kind = WIDE; kind < KINDS; kind++) {
        const struct bf_counters fcfs = cost("fcfs", kind, CROWD, 100);
        assert_true(work(&fcfs) <= 4.0 * CROWD);
        const struct bf_counters easy = cost("easy", kind, CROWD, 100);
        if (work(&easy) > 1000.0 * CROWD) // walking the queue would be 50,000 a job
            fail_msg("kind %d: easy looks at %g a job", kind, work(&easy) / CROWD);
    }
}

// Nothing can move when a visitor ends early, but everybody is asked; placing a job and asking one
// are searches of a profile of up to two steps a job, at steps / 64 nodes each at worst. A tenth of
// the crowd where reservations lie one behind the other and start one by one.
static void conservative_serves_a_long_queue(void **state)
{
    (void)state;
    const enum kind kinds[] = {WIDE, FLEET};
    const uint32_t crowds[] = {CROWD / 10, CROWD};
    for (int i = 0; i < 2; i++) {
        const struct bf_counters c = cost("conservative", kinds[i], crowds[i], 10);
        assert_true(c.jobs_examined <= 10.0 * (crowds[i] + 10));
        assert_true(c.profile_queries <= 22.0 * crowds[i]);
        if ((double)c.steps_visited > 200.0 * crowds[i])
            fail_msg("kind %d: conservative visits %g steps a job", kinds[i],
                     (double)c.steps_visited / crowds[i]);
    }
}

// Plans anew and walks the queue at each pass in which something could start: as a visitor comes,
// as it goes, and no more once the whole machine is asked for.
static void reservations_serve_a_long_queue(void **state)
{
    (void)state;
    const struct bf_counters c = cost("reservations reservations=4", WHOLE, CROWD, 20);
    assert_true(c.jobs_examined <= (2.0 * 20 + 10) * CROWD);
    assert_true((double)c.steps_visited <= 100.0 * CROWD);
}

BF_TEST_MAIN(BF_TEST(easy_looks_at_a_logarithm_of_the_queue),
             BF_TEST(walking_the_queue_would_be_noticed),
             BF_TEST(another_backfill_order_looks_at_a_logarithm_too),
             BF_TEST(fcfs_looks_at_the_head_alone), BF_TEST(fcfs_and_easy_serve_a_long_queue),
             BF_TEST(conservative_serves_a_long_queue), BF_TEST(reservations_serve_a_long_queue))
