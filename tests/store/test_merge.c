// SPDX-License-Identifier: GPL-3.0-or-later
//
// Merging by rows that were made up: order, repetition, conflict, failure; segments.
#include "tests/support/bf_test.h"

#include <sys/stat.h>
#include <unistd.h>

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

static const char *path_of(const char *name)
{
    static char paths[8][700];
    static int next;
    next = (next + 1) % 8;
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
    return row;
}

static void put(const struct bf_sink *sink, int number, double wait, const char *status)
{
    struct bf_error e;
    const struct bf_run_row row = row_of(number, wait, status);
    const struct bf_cost_row cost = {.passes = number};
    const struct bf_class_row classes[] = {{.jobs = number}, {.jobs = 2 * number}};
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
    const struct bf_trace_row trace = {.name = "t"};
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
    how.least = 9;
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
    const struct CMUnitTest tests[] = {BF_TEST(rows_come_out_in_order),
                                       BF_TEST(repeated_runs_are_there_once),
                                       BF_TEST(conflicts_are_refused),
                                       BF_TEST(what_is_ok_beats_what_has_failed),
                                       BF_TEST(plans_versions_and_gaps_are_checked),
                                       BF_TEST(segments_outlive_their_writer),
                                       BF_TEST(digests_leave_out_clocks_and_hosts)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
