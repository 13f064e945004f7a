// SPDX-License-Identifier: GPL-3.0-or-later
//
// The driver through a sink in memory.
#include "tests/support/bf_test.h"

#include <math.h>
#include <stdatomic.h>

#include "engine/sweep/drive.h"
#include "engine/sweep/run_one.h"
#include "engine/sweep/share.h"
#include "tests/support/files.h"
#include "tests/sweep/sample_plan.h"

enum { MOST = 2000 };

// Rows by number of the run, and what happened.
struct memory {
    const struct bf_plan *plan;
    struct bf_run_row rows[MOST];
    uint64_t area[MOST]; // of the classes: something that is summed up elsewhere
    bool there[MOST];
    unsigned put, jobs, traces, flushes;
    unsigned fail_at; // the n-th put fails; 0: none
};

static struct memory memory; // too large for a stack

static uint64_t number_of(const struct bf_plan *plan, const char *key)
{
    char other[BF_HASH_TEXT_SIZE];
    for (uint64_t i = 0; i < bf_plan_runs(plan); i++) {
        bf_plan_key(plan, i, other);
        if (strcmp(key, other) == 0)
            return i;
    }
    fail_msg("a row has the key of no run");
    return 0;
}

static enum bf_err put_trace(void *self, const struct bf_trace_row *trace, struct bf_error *e)
{
    struct memory *m = self;
    (void)e;
    m->traces += trace->simulated > 0;
    return BF_OK;
}

static enum bf_err put_result(void *self, const struct bf_result *result, struct bf_error *e)
{
    struct memory *m = self;
    if (m->fail_at && m->put + 1 >= m->fail_at)
        return bf_error_set(e, BF_ERR_ENV, "the disk is full");
    const uint64_t n = number_of(m->plan, result->run->key);
    assert_false(m->there[n]);
    m->there[n] = true;
    m->rows[n] = *result->run;
    for (size_t p = 0; p < result->part_count; p++) {
        const struct bf_result_part *part = &result->parts[p];
        const struct bf_class_row *classes = part->rows;
        for (size_t i = 0; part->table == &bf_table_classes && i < part->count; i++)
            m->area[n] += (uint64_t)classes[i].area;
        m->jobs += part->table == &bf_table_jobs ? (unsigned)part->count : 0;
    }
    m->put++;
    return BF_OK;
}

static enum bf_err flush(void *self, struct bf_error *e)
{
    (void)e;
    ((struct memory *)self)->flushes++;
    return BF_OK;
}

static struct bf_sink forget(const struct bf_plan *plan)
{
    memset(&memory, 0, sizeof memory);
    memory.plan = plan;
    return (struct bf_sink){
        .self = &memory, .put_trace = put_trace, .put_result = put_result, .flush = flush};
}

static enum bf_err drive(const struct bf_plan *plan, const struct bf_sink *sink,
                         const struct bf_drive_options *how, struct bf_drive_result *result,
                         struct bf_error *e)
{
    uint64_t count;
    uint64_t *numbers = bf_share_runs(plan, (struct bf_share){.number = 1, .count = 1}, &count, e);
    assert_non_null(numbers);
    assert_true(count <= MOST);
    return bf_drive(plan, numbers, count, sink, how, result, e);
}

static const char some[] = "[axes]\n"
                           "trace = lublin:jobs=200,procs=32,seed=1,estimates=tsafrir, "
                           "lublin:jobs=100,procs=16,seed=2\n"
                           "policy = fcfs, easy, conservative\nestimate = request, exact, avg2\n"
                           "load = 0.8, 1, 1.2\nshake = 0, 60\nseed = 1..4\n";

// Clears what no clock repeats.
static void clear_times(struct bf_run_row *row)
{
    row->wall_s = row->cpu_s = 0;
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    static struct bf_run_row first[MOST];
    static uint64_t area[MOST];
    const int threads[] = {1, 2, 8};
    for (int t = 0; t < 3; t++) {
        struct bf_sample_plan p = bf_sample_plan_of(some, threads[t]);
        const struct bf_sink sink = forget(p.plan);
        const struct bf_drive_options how = {.threads = threads[t]};
        struct bf_drive_result result;
        struct bf_error e;
        const uint64_t runs = bf_plan_runs(p.plan);
        assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
        assert_int_equal(result.end, BF_DRIVE_DONE);
        assert_int_equal(result.done, runs);
        assert_int_equal(result.failed, 0);
        assert_int_equal(memory.put, runs);
        assert_true(memory.flushes > 0);
        for (uint64_t i = 0; i < runs; i++) {
            clear_times(&memory.rows[i]);
            if (t > 0 && (memcmp(&first[i], &memory.rows[i], sizeof first[i]) != 0 ||
                          area[i] != memory.area[i]))
                fail_msg("run %d differs with %d threads", (int)i, threads[t]);
        }
        memcpy(first, memory.rows, sizeof first);
        memcpy(area, memory.area, sizeof area);
        bf_sample_plan_free(&p);
    }
}

// Job tables are made from others, contexts are used again: each row is still that of a run done
// alone, from the log on.
static void rows_are_those_of_single_runs(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(some, 2);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 2};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    for (uint64_t i = 0; i < bf_plan_runs(p.plan); i += 5) {
        struct bf_plan_run run;
        struct bf_trace *trace;
        struct bf_worker worker;
        struct bf_run_row row;
        struct bf_outcome outcome;
        bf_plan_run(p.plan, i, &run);
        assert_ok(bf_trace_load(&run.options, &trace, &e), e);
        assert_ok(bf_worker_init(&worker, &e), e);
        assert_ok(bf_run_one(&worker, trace, &run.options, &run.config, &row, &outcome, &e), e);
        clear_times(&row);
        clear_times(&memory.rows[i]);
        if (memcmp(&row, &memory.rows[i], sizeof row) != 0)
            fail_msg("run %d differs: %s", (int)i, row.config);
        bf_worker_fini(&worker);
        bf_trace_destroy(trace);
    }
    bf_sample_plan_free(&p);
}

static void schedules_are_handed_over_when_asked_for(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(
        "[axes]\ntrace = lublin:jobs=50,procs=16,seed=1\npolicy = fcfs, easy\n", 1);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 2, .with_jobs = true};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(bf_drive_traces(p.plan, &sink, &e), e);
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(memory.traces, 1);
    assert_int_equal(memory.jobs, 100);
    bf_sample_plan_free(&p);
}

static void failures_are_rows(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(
        "[axes]\ntrace = nowhere.swf, lublin:jobs=50,procs=16,seed=1\nload = 1, 2\n", 2);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 2};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(result.done, 4);
    assert_int_equal(result.failed, 2);
    assert_non_null(strstr(result.failure, "nowhere.swf: there is no such file"));
    for (uint64_t i = 0; i < 4; i++) {
        const struct bf_run_row *row = &memory.rows[i];
        const bool failed = strcmp(row->trace, "nowhere.swf") == 0;
        assert_string_equal(row->status, failed ? "failed" : "ok");
        assert_int_equal(row->message[0] != '\0', failed);
        assert_int_equal(isnan(row->mean_wait) != 0, failed);
        assert_string_equal(row->policy, "easy");
    }
    bf_sample_plan_free(&p);
}

static void a_log_that_changes_is_noticed(void **state)
{
    (void)state;
    char text[700], path[512];
    const char *line = "; MaxProcs: 8\n1 0 -1 %d 1 -1 -1 1 10 -1 1 1 -1 -1 -1 -1 -1 -1\n";
    char log[200];
    bf_text_copy(path, sizeof path, bf_test_temporary("changing.swf"));
    snprintf(log, sizeof log, line, 9);
    bf_test_write_text(path, log);
    snprintf(text, sizeof text, "[axes]\ntrace = %s\n", path);
    struct bf_sample_plan p = bf_sample_plan_of(text, 1);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 1};
    struct bf_drive_result result;
    struct bf_error e;
    bf_traces_need(p.traces, 0, 0); // released: it has to be read again
    snprintf(log, sizeof log, line, 8);
    bf_test_write_text(path, log);
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(result.failed, 1);
    assert_non_null(strstr(result.failure, "has changed while the sweep was running"));
    bf_sample_plan_free(&p);
}

static void the_first_failure_can_stop_it(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of("[axes]\ntrace = nowhere.swf\nload = 1..50\n", 1);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 1, .fail_fast = true};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(result.end, BF_DRIVE_FAILURE);
    assert_true(result.failed >= 1 && result.done == result.failed);
    bf_sample_plan_free(&p);
}

static void an_interruption_stops_it(void **state)
{
    (void)state;
    static const atomic_int yes = 1;
    struct bf_sample_plan p = bf_sample_plan_of(
        "[axes]\ntrace = lublin:jobs=100000,procs=128,seed=1,load=1.5\npolicy=conservative\n"
        "load = 1, 1.1, 1.2\n",
        1);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 2, .interrupted = &yes};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(result.end, BF_DRIVE_INTERRUPTED);
    assert_int_equal(memory.put, result.done);
    assert_true(result.done < 3);
    bf_sample_plan_free(&p);
}

// Some runs are short, some are predicted to take much longer than there is time.
static void nothing_is_begun_that_does_not_fit_the_budget(void **state)
{
    (void)state;
    struct bf_sample_plan p = bf_sample_plan_of(
        "[axes]\ntrace = lublin:jobs=200000,procs=128,seed=1,load=2\npolicy=conservative\n"
        "first = 50, 60, 200000\n",
        2);
    const struct bf_sink sink = forget(p.plan);
    const struct bf_drive_options how = {.threads = 1, .budget = 2};
    struct bf_drive_result result;
    struct bf_error e;
    assert_ok(drive(p.plan, &sink, &how, &result, &e), e);
    assert_int_equal(result.end, BF_DRIVE_BUDGET);
    assert_int_equal(result.done, 2);
    bf_sample_plan_free(&p);
}

static void a_sink_that_fails_ends_it(void **state)
{
    (void)state;
    for (unsigned at = 1; at < 200; at = 3 * at + 1) {
        struct bf_sample_plan p = bf_sample_plan_of(some, 2);
        const struct bf_sink sink = forget(p.plan);
        const struct bf_drive_options how = {.threads = 3};
        struct bf_drive_result result;
        struct bf_error e;
        memory.fail_at = at;
        assert_int_equal(drive(p.plan, &sink, &how, &result, &e), BF_ERR_ENV);
        assert_string_equal(e.text, "the disk is full");
        assert_int_equal(memory.put, at - 1);
        bf_sample_plan_free(&p);
    }
}

// With room for no trace at all, each is loaded when it is needed, and the rows are the same.
static void a_memory_limit_changes_nothing(void **state)
{
    (void)state;
    static struct bf_run_row first[MOST];
    for (int round = 0; round < 2; round++) {
        struct bf_sample_plan p = bf_sample_plan_of(some, 1);
        struct bf_traces *small = bf_traces_create(round ? 1 : SIZE_MAX);
        struct bf_plan *plan;
        struct bf_error e;
        assert_ok(bf_plan_create(&p.axes, small, &plan, &e), e);
        bf_traces_load(small, 2);
        assert_ok(bf_plan_settle(plan, &e), e);
        const struct bf_sink sink = forget(plan);
        const struct bf_drive_options how = {.threads = 2};
        struct bf_drive_result result;
        assert_ok(drive(plan, &sink, &how, &result, &e), e);
        for (uint64_t i = 0; i < bf_plan_runs(plan); i++) {
            clear_times(&memory.rows[i]);
            if (round && memcmp(&first[i], &memory.rows[i], sizeof first[i]) != 0)
                fail_msg("run %d differs", (int)i);
        }
        memcpy(first, memory.rows, sizeof first);
        bf_plan_destroy(plan);
        bf_traces_destroy(small);
        bf_sample_plan_free(&p);
    }
}

BF_TEST_MAIN(BF_TEST(threads_do_not_matter), BF_TEST(rows_are_those_of_single_runs),
             BF_TEST(schedules_are_handed_over_when_asked_for), BF_TEST(failures_are_rows),
             BF_TEST(a_log_that_changes_is_noticed), BF_TEST(the_first_failure_can_stop_it),
             BF_TEST(an_interruption_stops_it),
             BF_TEST(nothing_is_begun_that_does_not_fit_the_budget),
             BF_TEST(a_sink_that_fails_ends_it), BF_TEST(a_memory_limit_changes_nothing))
