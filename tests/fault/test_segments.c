// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every call that changes a file fails in turn while segments are written and joined: the failure
// is told, what was whole before is whole still, and the next writer ends with all there is.
#include "tests/support/bf_test.h"

#include <errno.h>

#include "engine/base/text.h"
#include "engine/store/determinism.h"
#include "engine/store/segments.h"
#include "tests/fault/fault_io.h"
#include "tests/support/files.h"

enum { RUNS = 3 };

static const struct bf_store_about about = {.program_version = "1",
                                            .semantics_version = 1,
                                            .command_line = "",
                                            .plan = "a plan",
                                            .host = "",
                                            .compiler = "",
                                            .started = "",
                                            .plan_runs = RUNS};

static enum bf_err put(const struct bf_sink *sink, int number, struct bf_error *e)
{
    struct bf_run_row row = {.mean_wait = number};
    const struct bf_cost_row cost = {.passes = number};
    struct bf_result result = {.run = &row};
    bf_result_add(&result, &bf_table_cost, &cost, 1);
    snprintf(row.key, sizeof row.key, "%032d", number);
    snprintf(row.config, sizeof row.config, "policy=easy depth=%d", number);
    bf_text_copy(row.status, sizeof row.status, "ok");
    return sink->put_result(sink->self, &result, e);
}

// One segment a run, and their join.
static enum bf_err write_all(const char *output, struct bf_error *e)
{
    struct bf_segments *s = NULL;
    struct bf_merge_count count;
    const struct bf_merge how = {
        .about = &about, .semantics_version = 1, .plan_runs = RUNS, .ended = ""};
    enum bf_err err = bf_segments_open(output, &about, &s, e);
    for (int i = 0; !err && i < RUNS; i++) {
        const struct bf_sink sink = bf_segments_sink(s);
        err = put(&sink, i, e);
        if (!err)
            err = bf_segments_flush(s, e);
    }
    if (!err)
        err = bf_segments_join(s, NULL, 0, output, &how, &count, e);
    if (!err)
        bf_segments_clear(s);
    bf_segments_close(s);
    return err;
}

static void digest_of(const char *path, char digest[33])
{
    struct bf_store_reader *reader;
    struct bf_error e;
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_ok(bf_store_digest(reader, digest, &e), e);
    bf_store_reader_close(reader);
}

static void fail_each_call(int reason, bool for_good)
{
    char folder[512], output[600], expected[33], found[33];
    struct bf_error e;
    bf_text_copy(folder, sizeof folder, bf_test_folder(for_good ? "full" : "once"));
    snprintf(output, sizeof output, "%s/x.h5", folder);
    bf_fault_set(0, 0, false);
    assert_ok(write_all(output, &e), e);
    const unsigned calls = bf_fault_calls();
    digest_of(output, expected);
    assert_int_equal(bf_test_entries(folder), 1);
    for (unsigned nth = 1; nth <= calls; nth++) {
        e = (struct bf_error){.text = ""};
        bf_fault_set(nth, reason, for_good);
        const enum bf_err err = write_all(output, &e);
        bf_fault_set(0, 0, false);
        if (err && (err != BF_ERR_ENV || !e.text[0]))
            fail_msg("call %u of %u: error %d, '%s'", nth, calls, (int)err, e.text);
        digest_of(output, found); // the old file, or the new one
        assert_string_equal(found, expected);
        assert_ok(write_all(output, &e), e); // nothing to clean up in between
        digest_of(output, found);
        assert_string_equal(found, expected);
        assert_int_equal(bf_test_entries(folder), 1);
    }
}

static void a_disk_that_fills_up(void **state)
{
    (void)state;
    fail_each_call(ENOSPC, true);
}

static void a_single_failure(void **state)
{
    (void)state;
    fail_each_call(EIO, false);
}

// As NFS and Lustre may do.
static void a_file_system_without_locks(void **state)
{
    (void)state;
    char output[600];
    struct bf_error e = {.text = ""};
    snprintf(output, sizeof output, "%s/x.h5", bf_test_folder("unlocked"));
    bf_fault_locks(true);
    const enum bf_err err = write_all(output, &e);
    bf_fault_locks(false);
    assert_int_equal(err, BF_ERR_ENV);
    assert_non_null(strstr(e.text, "write to a file system that has locks"));
}

// A merge that is killed leaves copies behind, which nobody needs.
static void copies_of_a_killed_merge_are_removed(void **state)
{
    (void)state;
    char output[600];
    struct bf_error e;
    struct bf_segments *s = NULL;
    const char *folder = bf_test_folder("copies");
    snprintf(output, sizeof output, "%s/x.h5", folder);
    assert_ok(bf_segments_open(output, &about, &s, &e), e);
    assert_ok(bf_segments_only_copies(s, &e), e);
    const struct bf_sink sink = bf_segments_sink(s);
    assert_ok(put(&sink, 1, &e), e);
    assert_ok(bf_segments_flush(s, &e), e);
    assert_int_equal(bf_segments_count(s), 1);
    bf_segments_close(s);
    assert_int_equal(bf_test_entries(folder), 1);
    assert_ok(bf_segments_open(output, &about, &s, &e), e);
    assert_int_equal(bf_segments_count(s), 0);
    bf_segments_close(s);
    assert_int_equal(bf_test_entries(folder), 0);
}

// However many are refused, the lock stays the first one's.
static void who_is_refused_leaves_the_lock_alone(void **state)
{
    (void)state;
    char output[600];
    struct bf_error e;
    struct bf_segments *first = NULL, *other = NULL;
    snprintf(output, sizeof output, "%s/x.h5", bf_test_folder("refused"));
    assert_ok(bf_segments_open(output, &about, &first, &e), e);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bf_segments_open(output, &about, &other, &e), BF_ERR_ENV);
        assert_non_null(strstr(e.text, "another bfsweep is writing it"));
    }
    bf_segments_close(first);
    assert_ok(bf_segments_open(output, &about, &other, &e), e);
    bf_segments_close(other);
}

BF_TEST_MAIN(BF_TEST(copies_of_a_killed_merge_are_removed),
             BF_TEST(who_is_refused_leaves_the_lock_alone), BF_TEST(a_file_system_without_locks),
             BF_TEST(a_disk_that_fills_up), BF_TEST(a_single_failure))
