// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each call that changes a file fails in turn, while a result file is written: the error is told,
// no crash, no leak, nothing left behind, and under the final name is what was there before.
#include "tests/support/bf_test.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/fault/fault_io.h"
#include "tests/store/sample_rows.h"

enum { JOBS = 7000 };

static struct bf_sample old_rows, new_rows;
static char directory[512], path[600];

static size_t count_entries(const char *of)
{
    size_t count = 0;
    DIR *opened = opendir(of);
    assert_non_null(opened);
    while (readdir(opened))
        count++;
    closedir(opened);
    return count;
}

static int set_up(void **state)
{
    (void)state;
    struct bf_error e;
    bf_text_copy(directory, sizeof directory, bf_test_temporary("results"));
    snprintf(path, sizeof path, "%s/x.h5", directory);
    if (mkdir(directory, 0777) != 0)
        return -1;
    bf_sample_make(&old_rows, 5, 0);
    bf_sample_make(&new_rows, JOBS, 0);
    bf_fault_set(0, 0, false);
    return bf_sample_write(&old_rows, path, &e) == BF_OK ? 0 : -1; // HDF5 has all it wants to keep
}

static int tear_down(void **state)
{
    (void)state;
    bf_sample_free(&old_rows);
    bf_sample_free(&new_rows);
    return 0;
}

// Is the old file, or no file, under the final name, and nothing else in its directory?
static void assert_as_before(bool old_file)
{
    struct bf_error e;
    assert_int_equal(count_entries(directory), old_file ? 3 : 2);
    if (old_file && !bf_sample_matches(&old_rows, path, &e))
        fail_msg("the old file: %s", e.text);
}

// One attempt whose nth call fails. False: it had fewer calls than that.
static bool attempt(unsigned nth, int reason, bool for_good, bool old_file)
{
    struct bf_error e = {.text = ""}, e2;
    bf_fault_set(nth, reason, for_good);
    const enum bf_err err = bf_sample_write(&new_rows, path, &e);
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
        assert_as_before(old_file);
    else if (!bf_sample_matches(&new_rows, path, &e2)) // only its directory was not synced
        fail_msg("call %u (%s): %s", nth, failed, e2.text);
    return true;
}

static void every_call_fails(int reason, bool for_good, bool old_file)
{
    struct bf_error e;
    unsigned nth = 1;
    const size_t descriptors = count_entries("/proc/self/fd");
    for (;; nth++) {
        unlink(path);
        if (old_file)
            assert_ok(bf_sample_write(&old_rows, path, &e), e);
        if (!attempt(nth, reason, for_good, old_file))
            break;
    }
    assert_true(nth > 10);                       // there were calls to fail
    if (!bf_sample_matches(&new_rows, path, &e)) // and when none does, all is well again
        fail_msg("%s", e.text);
    assert_int_equal(count_entries("/proc/self/fd"), descriptors);
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
static void interrupted_calls_go_on(void **state)
{
    (void)state;
    struct bf_error e;
    unsigned interrupted = 0;
    for (unsigned nth = 1;; nth++) {
        bf_fault_set(nth, EINTR, false);
        const enum bf_err err = bf_sample_write(&new_rows, path, &e);
        const char *failed = bf_fault_failed();
        bf_fault_set(0, 0, false);
        if (!failed[0])
            break;
        if (!strcmp(failed, "open") || !strcmp(failed, "rename"))
            continue;
        assert_ok(err, e);
        assert_true(bf_sample_matches(&new_rows, path, &e));
        interrupted++;
    }
    assert_true(interrupted > 8);
}

// A store that has failed says so again at every call, and is given up in good order.
static void a_failed_store_stays_failed(void **state)
{
    (void)state;
    struct bf_error e, again = {.text = ""};
    struct bf_store *store;
    bf_fault_set(0, 0, false);
    assert_ok(bf_store_create(path, &bf_sample_about, &store, &e), e);
    const struct bf_sink sink = bf_store_sink(store);
    bf_fault_set(1, ENOSPC, true);
    enum bf_err err = BF_OK;
    for (int i = 0; !err && i < 100; i++)
        err = bf_sample_put(&new_rows, sink, &e);
    bf_fault_set(0, 0, false); // room again: too late
    assert_int_equal(err, BF_ERR_ENV);
    assert_int_equal(bf_sample_put(&new_rows, sink, &again), BF_ERR_ENV);
    assert_string_equal(again.text, e.text);
    assert_int_equal(bf_store_close(store, bf_sample_ended, &again), BF_ERR_ENV);
    assert_string_equal(again.text, e.text);
    assert_int_equal(count_entries(directory), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BF_TEST(disk_full_from_the_nth_call_on), BF_TEST(disk_full_and_an_old_file),
        BF_TEST(the_nth_call_alone_fails),       BF_TEST(interrupted_calls_go_on),
        BF_TEST(a_failed_store_stays_failed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
