// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merging by rows that were made up: order, repetition, conflict, failure; segments.
#include "tests/support/bf_test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/hash.h"
#include "engine/base/text.h"
#include "engine/store/determinism.h"
#include "engine/store/segments.h"
#include "tests/support/files.h"

static struct bf_store_about about = {.program_version = "1",
                                      .semantics_version = 1,
                                      .command_line = "",
                                      .plan = "a plan",
                                      .host = "",
                                      .compiler = "",
                                      .started = "",
                                      .plan_runs = 9};

static const struct bf_merge plain = {.about = &about, .semantics_version = 1, .ended = ""};

static char folder[512];

// What is otherwise the same in the files that are made.
static int other_jobs;
static const char *failure = "", *log_hash = "";

static const char *path_of(const char *name)
{
    static char paths[64][700];
    static int next;
    next = (next + 1) % 64;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

// A run whose place in the order and key are `number`, with a wait and two classes.
static struct bf_run_row row_of(int number, double wait, const char *status)
{
    struct bf_run_row row = {.mean_wait = wait};
    snprintf(row.key, sizeof row.key, "%032d", number);
    snprintf(row.config, sizeof row.config, "policy=easy depth=%d", number);
    bf_text_copy(row.trace, sizeof row.trace, "t");
    bf_text_copy(row.policy, sizeof row.policy, "easy");
    bf_text_copy(row.status, sizeof row.status, status);
    bf_text_copy(row.message, sizeof row.message, strcmp(status, "ok") ? failure : "");
    return row;
}

static void put(const struct bf_sink *sink, int number, double wait, const char *status)
{
    struct bf_error e;
    const struct bf_run_row row = row_of(number, wait, status);
    const struct bf_cost_row cost = {.passes = number};
    const struct bf_class_row classes[] = {{.jobs = number}, {.jobs = 2 * number + other_jobs}};
    const bool failed = strcmp(status, "ok") != 0;
    struct bf_result result = {.run = &row};
    bf_result_add(&result, &bf_table_cost, &cost, failed ? 0 : 1);
    bf_result_add(&result, &bf_table_classes, classes, failed ? 0 : 2);
    assert_ok(sink->put_result(sink->self, &result, &e), e);
}

// Writes the runs in this order; the file has them in that of runs.
static const char *file_of(const char *name, const int *numbers, int count, double wait,
                           const char *status)
{
    struct bf_store_about sorted = about;
    struct bf_store *store;
    struct bf_error e;
    sorted.sorted = sorted.passing = true;
    assert_ok(bf_store_create(path_of(name), &sorted, &store, &e), e);
    const struct bf_sink sink = bf_store_sink(store);
    struct bf_trace_row trace = {.name = "t"};
    bf_text_copy(trace.hash, sizeof trace.hash, log_hash);
    assert_ok(sink.put_trace(sink.self, &trace, &e), e);
    for (int i = 0; i < count; i++)
        put(&sink, numbers[i], wait, status);
    assert_ok(bf_store_close(store, "", &e), e);
    return path_of(name);
}

// Every row is where the run's row says, in order, and belongs to it.
static void expect_runs(const char *path, const int *numbers, size_t count)
{
    struct bf_store_reader *reader;
    struct bf_run_row row;
    struct bf_class_row classes[2];
    struct bf_cost_row cost;
    struct bf_error e;
    uint64_t rows, traces;
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_ok(bf_store_rows(reader, &bf_table_runs, &rows, &e), e);
    assert_ok(bf_store_rows(reader, &bf_table_traces, &traces, &e), e);
    assert_int_equal(rows, count);
    assert_int_equal(traces, 1);
    for (size_t i = 0; i < count; i++) {
        assert_ok(bf_store_read(reader, &bf_table_runs, i, 1, &row, &e), e);
        assert_int_equal(atoi(row.key), numbers[i]);
        assert_int_equal(row.classes_rows, 2);
        assert_ok(
            bf_store_read(reader, &bf_table_classes, (uint64_t)row.classes_first, 2, classes, &e),
            e);
        assert_int_equal(classes[0].run, i);
        assert_int_equal(classes[1].jobs, 2 * numbers[i]);
        assert_ok(bf_store_read(reader, &bf_table_cost, i, 1, &cost, &e), e);
        assert_int_equal(cost.run, i);
        assert_int_equal(cost.passes, numbers[i]);
    }
    bf_store_reader_close(reader);
}

static void rows_come_out_in_order(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){10, 2, 7}, 3, 1, "ok"),
                            file_of("b.h5", (const int[]){9, 1}, 2, 1, "ok"),
                            file_of("c.h5", NULL, 0, 1, "ok")};
    assert_ok(bf_store_merge(inputs, 3, path_of("all.h5"), &plain, &count, &e), e);
    assert_int_equal(count.runs, 5);
    // numbers within texts are numbers: 2 comes before 10
    expect_runs(path_of("all.h5"), (const int[]){1, 2, 7, 9, 10}, 5);
    const char *again[] = {inputs[2], inputs[1], inputs[0]};
    assert_ok(bf_store_merge(again, 3, path_of("again.h5"), &plain, &count, &e), e);
    expect_runs(path_of("again.h5"), (const int[]){1, 2, 7, 9, 10}, 5);
}

static void repeated_runs_are_there_once(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){1, 2, 3}, 3, 1, "ok"),
                            file_of("b.h5", (const int[]){2, 3, 4}, 3, 1, "ok"),
                            file_of("c.h5", (const int[]){3}, 1, 1, "ok")};
    assert_ok(bf_store_merge(inputs, 3, inputs[0], &plain, &count, &e), e);
    assert_int_equal(count.runs, 4);
    assert_int_equal(count.repeated, 3);
    expect_runs(path_of("a.h5"), (const int[]){1, 2, 3, 4}, 4);
}

static void conflicts_are_refused(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){1, 2}, 2, 1, "ok"),
                            file_of("b.h5", (const int[]){2}, 1, 1.5, "ok")};
    assert_int_equal(bf_store_merge(inputs, 2, path_of("no.h5"), &plain, &count, &e), BF_ERR_INPUT);
    if (!strstr(e.text, "a.h5") || !strstr(e.text, "b.h5") || !strstr(e.text, "000002"))
        fail_msg("'%s' names neither files nor key", e.text);
    assert_int_not_equal(access(path_of("no.h5"), F_OK), 0);
}

// What a run has in other tables counts as much as its own row.
static void conflicts_in_other_tables_are_refused(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){1, 2, 3}, 3, 1, "ok"), NULL, NULL};
    other_jobs = 1; // in the second class of run 2
    inputs[1] = file_of("b.h5", (const int[]){2}, 1, 1, "ok");
    other_jobs = 0;
    inputs[2] = file_of("c.h5", (const int[]){2, 4}, 2, 1, "ok");
    for (int i = 0; i < 3; i++) {
        const char *all[] = {inputs[i], inputs[(i + 1) % 3], inputs[(i + 2) % 3]};
        assert_int_equal(bf_store_merge(all, 3, path_of("no.h5"), &plain, &count, &e),
                         BF_ERR_INPUT);
        if (!strstr(e.text, "b.h5") || !strstr(e.text, "000002"))
            fail_msg("'%s' names neither file nor key", e.text);
        assert_int_not_equal(access(path_of("no.h5"), F_OK), 0);
    }
    const char *same[] = {inputs[0], inputs[2]};
    assert_ok(bf_store_merge(same, 2, path_of("all.h5"), &plain, &count, &e), e);
    expect_runs(path_of("all.h5"), (const int[]){1, 2, 3, 4}, 4);
}

static void expect_message(const char *const *inputs, const struct bf_merge *how,
                           const char *message)
{
    struct bf_store_reader *reader;
    struct bf_merge_count count;
    struct bf_run_row row;
    struct bf_error e;
    assert_ok(bf_store_merge(inputs, 2, path_of("all.h5"), how, &count, &e), e);
    assert_int_equal(count.failed, 1);
    assert_ok(bf_store_open(path_of("all.h5"), &reader, &e), e);
    assert_ok(bf_store_read(reader, &bf_table_runs, count.runs - 1, 1, &row, &e), e);
    assert_string_equal(row.message, message);
    bf_store_reader_close(reader);
}

// Of shares the order says nothing; what a sweep tries again is told by its last try.
static void of_two_failures_the_order_of_inputs_says_nothing_but_in_time(void **state)
{
    (void)state;
    failure = "no log";
    const char *a = file_of("a.h5", (const int[]){1}, 1, 0, "failed");
    failure = "no memory";
    const char *b = file_of("b.h5", (const int[]){1}, 1, 0, "failed");
    struct bf_merge in_time = plain;
    in_time.in_time = true;
    expect_message((const char *[]){a, b}, &plain, "no log");
    expect_message((const char *[]){b, a}, &plain, "no log");
    expect_message((const char *[]){a, b}, &in_time, "no memory");
    expect_message((const char *[]){b, a}, &in_time, "no log");
}

// The keys of row_of are their numbers, so that the sum of keys is that of numbers, as digits in
// hexadecimal.
static void runs_of_a_plan_are_told_by_their_keys(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_merge how = plain;
    struct bf_error e;
    char keys[BF_HASH_TEXT_SIZE] = "00000000000000000000000000000006";
    about.plan_keys = how.plan_keys = keys;
    how.plan_runs = 3;
    const char *a = file_of("a.h5", (const int[]){1, 2}, 2, 1, "ok");
    const char *b = file_of("b.h5", (const int[]){3}, 1, 1, "ok");
    const char *d = file_of("d.h5", (const int[]){4}, 1, 1, "ok");
    about.plan_keys = "00000000000000000000000000000007";
    const char *other = file_of("other.h5", (const int[]){3}, 1, 1, "ok");
    about.plan_keys = "";
    const char *extended = file_of("extended.h5", (const int[]){3}, 1, 1, "ok");
    about.plan_keys = NULL;
    assert_ok(bf_store_merge((const char *[]){b, a}, 2, path_of("all.h5"), &how, &count, &e), e);
    const struct {
        const char *input, *expected;
    } refused[] = {{d, "these are not the runs of the plan"},
                   {other, "a log has changed"},
                   {extended, "holds runs of several plans"}};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const char *inputs[] = {a, refused[i].input};
        assert_int_equal(bf_store_merge(inputs, 2, path_of("no.h5"), &how, &count, &e),
                         BF_ERR_INPUT);
        if (!strstr(e.text, refused[i].expected))
            fail_msg("'%s' does not say '%s'", e.text, refused[i].expected);
    }
}

// Rows of two logs of one name would pass for rows of one; where plans are not asked for, they may.
static void one_plan_has_one_log_of_a_name(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_merge how = plain;
    struct bf_error e;
    char hash[BF_HASH_TEXT_SIZE];
    bf_hash_bytes(about.plan, strlen(about.plan), hash);
    const char *a = file_of("a.h5", (const int[]){1}, 1, 1, "ok");
    log_hash = "another";
    const char *b = file_of("b.h5", (const int[]){2}, 1, 1, "ok");
    log_hash = "";
    assert_ok(bf_store_merge((const char *[]){a, b}, 2, path_of("all.h5"), &how, &count, &e), e);
    how.plan_hash = hash;
    assert_int_equal(bf_store_merge((const char *[]){a, b}, 2, path_of("no.h5"), &how, &count, &e),
                     BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "different logs of the name t"));
}

static void what_is_ok_beats_what_has_failed(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){1, 2}, 2, 0, "failed"),
                            file_of("b.h5", (const int[]){1, 2, 3}, 3, 1, "ok"),
                            file_of("c.h5", (const int[]){2}, 1, 0, "failed")};
    assert_ok(bf_store_merge(inputs, 3, path_of("all.h5"), &plain, &count, &e), e);
    assert_int_equal(count.failed, 0);
    expect_runs(path_of("all.h5"), (const int[]){1, 2, 3}, 3);
}

static void plans_versions_and_gaps_are_checked(void **state)
{
    (void)state;
    struct bf_merge_count count;
    struct bf_merge how = plain;
    struct bf_error e;
    const char *inputs[] = {file_of("a.h5", (const int[]){1, 2}, 2, 1, "ok")};
    how.plan_hash = "another";
    assert_int_equal(bf_store_merge(inputs, 1, path_of("no.h5"), &how, &count, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "belongs to another plan"));
    how = plain;
    how.semantics_version = 2;
    assert_int_equal(bf_store_merge(inputs, 1, path_of("no.h5"), &how, &count, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "version 1 of the semantics"));
    how = plain;
    how.plan_runs = 9;
    assert_int_equal(bf_store_merge(inputs, 1, path_of("no.h5"), &how, &count, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "7 of the plan's 9 runs are missing"));
    static const _Atomic(int) yes = 1;
    how = plain;
    how.stop = &yes;
    assert_int_equal(bf_store_merge(inputs, 1, path_of("no.h5"), &how, &count, &e),
                     BF_ERR_INCOMPLETE);
    assert_int_not_equal(access(path_of("no.h5"), F_OK), 0);
}

// More segments than are open at a time, left by a writer that was killed, with a temporary file.
static void segments_outlive_their_writer(void **state)
{
    (void)state;
    struct bf_segments *s;
    struct bf_merge_count count;
    struct bf_error e;
    int numbers[40];
    const char *output = path_of("out.h5");
    assert_ok(bf_segments_open(output, &about, &s, &e), e);
    const struct bf_sink sink = bf_segments_sink(s);
    const struct bf_trace_row trace = {.name = "t"};
    assert_ok(sink.put_trace(sink.self, &trace, &e), e);
    for (int i = 0; i < 40; i++) {
        numbers[i] = i;
        put(&sink, 39 - i, 1, "ok");
        assert_ok(bf_segments_flush(s, &e), e);
    }
    put(&sink, 100, 1, "ok"); // never flushed
    struct bf_segments *second;
    assert_int_equal(bf_segments_open(output, &about, &second, &e), BF_ERR_ENV);
    assert_non_null(strstr(e.text, "another bfsweep is writing it"));
    bf_segments_close(s);
    bf_test_write_text(path_of("out.h5.segments/.000099.h5.elsewhere-01234567.part"), "x");

    assert_ok(bf_segments_open(output, &about, &s, &e), e);
    assert_int_equal(bf_segments_count(s), 40);
    assert_int_equal(bf_test_entries(path_of("out.h5.segments")), 41); // and the lock
    assert_ok(bf_segments_join(s, NULL, 0, output, &plain, &count, &e), e);
    assert_int_equal(count.runs, 40);
    bf_segments_clear(s);
    bf_segments_close(s);
    assert_int_not_equal(access(path_of("out.h5.segments"), F_OK), 0);
    expect_runs(output, numbers, 40);
}

static bool count_calls(void *self, const struct bf_run_row *run)
{
    (void)run;
    ++*(int *)self;
    return true;
}

// Of many segments: a run is written once a round of joins, not once a join, and what was written
// last stands for what was tried again.
static void many_segments_are_joined_in_rounds_and_in_time(void **state)
{
    (void)state;
    enum { SEGMENTS = 40, ROUNDS = 3 }; // 4^3 are more than 40
    struct bf_segments *s;
    struct bf_merge_count count;
    struct bf_error e;
    int written = 0;
    struct bf_merge how = plain;
    how.in_time = true;
    how.keep = count_calls;
    how.self = &written;
    assert_ok(bf_segments_open(path_of("many.h5"), &about, &s, &e), e);
    const struct bf_sink sink = bf_segments_sink(s);
    for (int i = 0; i < SEGMENTS; i++) {
        char text[32];
        snprintf(text, sizeof text, "try %d", i);
        failure = text;
        put(&sink, 1000, 0, "failed");
        put(&sink, i, 1, "ok");
        assert_ok(bf_segments_flush(s, &e), e);
    }
    failure = "";
    assert_ok(bf_segments_join(s, NULL, 0, path_of("many.h5"), &how, &count, &e), e);
    assert_int_equal(count.runs, SEGMENTS + 1);
    if (written > 2 * SEGMENTS * ROUNDS)
        fail_msg("%d runs were written %d times", 2 * SEGMENTS, written);
    bf_segments_clear(s);
    bf_segments_close(s);
    expect_message((const char *[]){path_of("many.h5"), path_of("many.h5")}, &plain, "try 39");
}

// Whoever removes a segment is no fault of the input: the next call does its runs again.
static void a_segment_that_is_gone_is_a_failure_of_the_environment(void **state)
{
    (void)state;
    struct bf_segments *s;
    struct bf_merge_count count;
    struct bf_error e;
    assert_ok(bf_segments_open(path_of("gone.h5"), &about, &s, &e), e);
    const struct bf_sink sink = bf_segments_sink(s);
    for (int i = 0; i < 3; i++) {
        put(&sink, i, 1, "ok");
        assert_ok(bf_segments_flush(s, &e), e);
    }
    assert_int_equal(unlink(bf_segments_paths(s)[1]), 0);
    assert_int_equal(bf_segments_join(s, NULL, 0, path_of("gone.h5"), &plain, &count, &e),
                     BF_ERR_ENV);
    assert_non_null(strstr(e.text, "000002.h5: is gone"));
    assert_int_not_equal(access(path_of("gone.h5"), F_OK), 0);
    bf_segments_close(s);
}

static void digests_leave_out_clocks_and_hosts(void **state)
{
    (void)state;
    char digest[3][33];
    for (int i = 0; i < 3; i++) {
        struct bf_store *store;
        struct bf_store_reader *reader;
        struct bf_error e;
        struct bf_run_row row = row_of(1, i == 2 ? 2 : 1, "ok");
        row.wall_s = row.cpu_s = i;
        snprintf(row.host, sizeof row.host, "host%d", i);
        const struct bf_cost_row cost = {.sched_ns = i, .sched_ns_max = i};
        struct bf_result result = {.run = &row};
        bf_result_add(&result, &bf_table_cost, &cost, 1);
        assert_ok(bf_store_create(path_of("x.h5"), &about, &store, &e), e);
        const struct bf_sink sink = bf_store_sink(store);
        assert_ok(sink.put_result(sink.self, &result, &e), e);
        assert_ok(bf_store_close(store, "", &e), e);
        assert_ok(bf_store_open(path_of("x.h5"), &reader, &e), e);
        assert_ok(bf_store_digest(reader, digest[i], &e), e);
        bf_store_reader_close(reader);
    }
    assert_string_equal(digest[0], digest[1]);
    assert_string_not_equal(digest[0], digest[2]);
}

static int set_up(void **state)
{
    (void)state;
    bf_text_copy(folder, sizeof folder, bf_test_folder("merge"));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BF_TEST(rows_come_out_in_order),
        BF_TEST(repeated_runs_are_there_once),
        BF_TEST(conflicts_are_refused),
        BF_TEST(conflicts_in_other_tables_are_refused),
        BF_TEST(of_two_failures_the_order_of_inputs_says_nothing_but_in_time),
        BF_TEST(runs_of_a_plan_are_told_by_their_keys),
        BF_TEST(one_plan_has_one_log_of_a_name),
        BF_TEST(what_is_ok_beats_what_has_failed),
        BF_TEST(plans_versions_and_gaps_are_checked),
        BF_TEST(segments_outlive_their_writer),
        BF_TEST(many_segments_are_joined_in_rounds_and_in_time),
        BF_TEST(a_segment_that_is_gone_is_a_failure_of_the_environment),
        BF_TEST(digests_leave_out_clocks_and_hosts)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
