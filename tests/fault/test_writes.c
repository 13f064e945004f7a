// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each call that changes a file fails in turn, while files of all kinds are written: the error is
// told, no crash, no leak, nothing left behind, and under the final name is what was there before.
#include "tests/support/bf_test.h"

#include <errno.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/fault/fault_file.h"
#include "tests/fault/fault_io.h"
#include "tests/store/sample_rows.h"
#include "tests/support/files.h"

static char folder[512], path[600];

static int set_up(void **state)
{
    (void)state;
    bf_fault_set(0, 0, false);
    bf_fault_files_begin();
    bf_text_copy(folder, sizeof folder, bf_test_folder("results"));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    bf_fault_files_end();
    return 0;
}

// The old file is the small one. Is it, or no file, under the final name, and nothing beside it?
static void assert_as_before(const struct bf_fault_file *file, bool old_file)
{
    assert_int_equal(bf_test_entries(folder), old_file ? 1 : 0);
    if (old_file && !bf_fault_file_is(file, false, path))
        fail_msg("%s: the old file has changed", path);
}

// One attempt whose nth call fails. False: it had fewer calls than that.
static bool attempt(const struct bf_fault_file *file, unsigned nth, int reason, bool for_good,
                    bool old_file)
{
    struct bf_error e = {.text = ""};
    bf_fault_set(nth, reason, for_good);
    const enum bf_err err = file->write(true, path, &e);
    const char *failed = bf_fault_failed();
    bf_fault_set(0, 0, false);
    if (!failed[0]) {
        assert_ok(err, e);
        return false;
    }
    assert_int_equal(err, BF_ERR_ENV);
    if (!strstr(e.text, path) || !strstr(e.text, strerror(reason)))
        fail_msg("call %u (%s): '%s' does not name the file and the reason", nth, failed, e.text);
    if (!strstr(e.text, "is written and whole"))
        assert_as_before(file, old_file);
    else if (!bf_fault_file_is(file, true, path)) // only its folder was not synced
        fail_msg("call %u (%s): '%s' is not true", nth, failed, e.text);
    return true;
}

static void fail_each_call(const struct bf_fault_file *file, int reason, bool for_good,
                           bool old_file)
{
    struct bf_error e;
    unsigned nth = 1;
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    for (;; nth++) {
        unlink(path);
        if (old_file)
            assert_ok(file->write(false, path, &e), e);
        if (!attempt(file, nth, reason, for_good, old_file))
            break;
    }
    assert_true(nth > 6);                            // there were calls to fail
    assert_true(bf_fault_file_is(file, true, path)); // and when none does, all is well again
    unlink(path);
}

static void every_call_fails(int reason, bool for_good, bool old_file)
{
    const size_t descriptors = bf_test_entries("/proc/self/fd");
    for (const struct bf_fault_file *file = bf_fault_files; file->name; file++)
        fail_each_call(file, reason, for_good, old_file);
    assert_int_equal(bf_test_entries("/proc/self/fd"), descriptors);
}

static void disk_full_from_the_nth_call_on(void **state)
{
    (void)state;
    every_call_fails(ENOSPC, true, false);
}

static void disk_full_and_an_old_file(void **state)
{
    (void)state;
    every_call_fails(ENOSPC, true, true);
}

static void the_nth_call_alone_fails(void **state)
{
    (void)state;
    every_call_fails(EIO, false, true);
}

// A signal is no failure. (What creates and renames is not interrupted.)
static void interrupt_each_call(const struct bf_fault_file *file)
{
    struct bf_error e;
    unsigned interrupted = 0;
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    for (unsigned nth = 1;; nth++) {
        bf_fault_set(nth, EINTR, false);
        const enum bf_err err = file->write(true, path, &e);
        const char *failed = bf_fault_failed();
        bf_fault_set(0, 0, false);
        if (!failed[0])
            break;
        if (!strcmp(failed, "open") || !strcmp(failed, "rename"))
            continue;
        assert_ok(err, e);
        assert_true(bf_fault_file_is(file, true, path));
        interrupted++;
    }
    assert_true(interrupted > 4);
    unlink(path);
}

static void interrupted_calls_go_on(void **state)
{
    (void)state;
    for (const struct bf_fault_file *file = bf_fault_files; file->name; file++)
        interrupt_each_call(file);
}

// A device has no other name to be written under: its writes fail one by one, and are told.
static void writes_to_a_device_fail(void **state)
{
    (void)state;
    struct bf_error e = {.text = ""};
    for (const struct bf_fault_file *file = bf_fault_files; file->name; file++) {
        if (!file->is_text)
            continue;
        for (unsigned nth = 1; nth < 4; nth++) {
            bf_fault_set(nth, ENOSPC, nth == 1);
            assert_int_equal(file->write(true, "/dev/null", &e), BF_ERR_ENV);
            assert_string_equal(bf_fault_failed(), "write");
            assert_non_null(strstr(e.text, "/dev/null: cannot write: No space left on device"));
            bf_fault_set(nth, EINTR, false);
            assert_ok(file->write(true, "/dev/null", &e), e);
        }
    }
    bf_fault_set(0, 0, false);
}

// A store that has failed says so again at every call, and is given up in good order.
static void a_failed_store_stays_failed(void **state)
{
    (void)state;
    struct bf_error e, again = {.text = ""};
    struct bf_sample rows;
    struct bf_store *store;
    snprintf(path, sizeof path, "%s/x.h5", folder);
    bf_sample_make(&rows, 7000, 0);
    assert_ok(bf_store_create(path, &bf_sample_about, &store, &e), e);
    const struct bf_sink sink = bf_store_sink(store);
    bf_fault_set(1, ENOSPC, true);
    enum bf_err err = BF_OK;
    for (int i = 0; !err && i < 100; i++)
        err = bf_sample_put(&rows, sink, &e);
    bf_fault_set(0, 0, false); // room again: too late
    assert_int_equal(err, BF_ERR_ENV);
    assert_int_equal(bf_sample_put(&rows, sink, &again), BF_ERR_ENV);
    assert_string_equal(again.text, e.text);
    assert_int_equal(bf_store_close(store, bf_sample_ended, &again), BF_ERR_ENV);
    assert_string_equal(again.text, e.text);
    assert_int_equal(bf_test_entries(folder), 0);
    bf_sample_free(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BF_TEST(disk_full_from_the_nth_call_on), BF_TEST(disk_full_and_an_old_file),
        BF_TEST(the_nth_call_alone_fails),       BF_TEST(interrupted_calls_go_on),
        BF_TEST(writes_to_a_device_fail),        BF_TEST(a_failed_store_stays_failed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
