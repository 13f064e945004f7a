// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was put into a store comes back from the file, and equal rows give equal bytes.
#include "tests/support/bf_test.h"

#include <hdf5.h>
#include <time.h>

#include "engine/base/hash.h"
#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/store/sample_rows.h"
#include "tests/support/files.h"

static void write_sample(const char *path, size_t jobs, int background)
{
    struct bf_error e;
    struct bf_sample sample;
    bf_sample_make(&sample, jobs, background);
    assert_ok(bf_sample_write(&sample, path, &e), e);
    bf_sample_free(&sample);
}

// 7000 jobs are more than two chunks.
static void rows_come_back(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 7000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct bf_error e;
        struct bf_sample sample;
        const char *path = bf_test_temporary("rows.h5");
        bf_sample_make(&sample, sizes[i], 0);
        assert_ok(bf_sample_write(&sample, path, &e), e);
        if (!bf_sample_matches(&sample, path, &e))
            fail_msg("%zu jobs: %s", sizes[i], e.text);
        bf_sample_free(&sample);
    }
}

static void equal_rows_give_equal_bytes(void **state)
{
    (void)state;
    char first[512];
    size_t size_a, size_b;
    bf_text_copy(first, sizeof first, bf_test_temporary("first.h5"));
    const char *second = bf_test_temporary("second.h5");
    write_sample(first, 7000, 0x00);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 1000000},
              NULL);                  // HDF5's time stamps are seconds
    write_sample(second, 7000, 0xa5); // other bytes in gaps and behind texts
    char *a = bf_test_read(first, &size_a), *b = bf_test_read(second, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(a, b, size_a);
    free(a);
    free(b);
}

static void one_row_is_read_anywhere(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_sample sample;
    struct bf_store_reader *reader;
    struct bf_job_row row;
    const char *path = bf_test_temporary("anywhere.h5");
    bf_sample_make(&sample, 7000, 0);
    assert_ok(bf_sample_write(&sample, path, &e), e);
    assert_ok(bf_store_open(path, &reader, &e), e);
    const struct bf_job_row *jobs = sample.rows[BF_SAMPLE_JOBS];
    for (uint64_t at = 0; at < 7002; at += 397) {
        assert_ok(bf_store_read(reader, &bf_table_jobs, at, 1, &row, &e), e);
        assert_int_equal(row.job, jobs[at].job);
        assert_int_equal(row.end, jobs[at].end);
    }
    assert_ok(bf_store_read(reader, &bf_table_jobs, 7002, 0, &row, &e), e);
    assert_int_equal(bf_store_read(reader, &bf_table_jobs, 7001, 2, &row, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "7002 rows"));
    assert_int_equal(bf_store_read(reader, &bf_table_jobs, UINT64_MAX, 2, &row, &e), BF_ERR_INPUT);
    bf_store_reader_close(reader);
    bf_sample_free(&sample);
}

static void the_root_tells_what_ran(void **state)
{
    (void)state;
    enum { LONG = 200000 };
    struct bf_error e;
    struct bf_store *store;
    struct bf_store_reader *reader;
    struct bf_store_about about = bf_sample_about;
    char *plan = malloc(LONG + 1), *read = malloc(LONG + 1), hash[BF_HASH_TEXT_SIZE];
    const char *path = bf_test_temporary("root.h5");
    assert_non_null(plan);
    assert_non_null(read);
    for (int i = 0; i < LONG; i++)
        plan[i] = (char)('a' + i % 23);
    plan[LONG] = '\0';
    about.plan = plan; // longer than an object header of HDF5 can be
    about.compiler = "";
    assert_ok(bf_store_create(path, &about, &store, &e), e);
    assert_ok(bf_store_close(store, "2024-03-01T00:00:00Z", &e), e);
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_ok(bf_store_text(reader, "plan", read, LONG + 1, &e), e);
    assert_string_equal(read, plan);
    bf_hash_bytes(plan, LONG, hash);
    assert_ok(bf_store_text(reader, "plan_hash", read, LONG + 1, &e), e);
    assert_string_equal(read, hash);
    assert_ok(bf_store_text(reader, "ended", read, LONG + 1, &e), e);
    assert_string_equal(read, "2024-03-01T00:00:00Z");
    assert_ok(bf_store_text(reader, "compiler", read, LONG + 1, &e), e);
    assert_string_equal(read, "");
    assert_ok(bf_store_text(reader, "complete", read, LONG + 1, &e), e);
    assert_string_equal(read, "1");
    assert_ok(bf_store_text(reader, "host", read, 4, &e), e);
    assert_string_equal(read, "nod");
    assert_int_equal(bf_store_text(reader, "colour", read, 4, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "colour"));
    bf_store_reader_close(reader);
    free(plan);
    free(read);
}

// An identifier of HDF5 that is not closed keeps its file open.
static void nothing_stays_open(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_sample sample;
    struct bf_store *store;
    const char *path = bf_test_temporary("often.h5");
    bf_sample_make(&sample, 3, 0);
    assert_ok(bf_sample_write(&sample, path, &e), e);
    const size_t before = bf_test_entries("/proc/self/fd");
    for (int i = 0; i < 20; i++) {
        assert_ok(bf_sample_write(&sample, path, &e), e);
        assert_true(bf_sample_matches(&sample, path, &e));
        assert_ok(bf_store_create(path, &bf_sample_about, &store, &e), e);
        assert_ok(bf_sample_put(&sample, bf_store_sink(store), &e), e);
        bf_store_abandon(store);
    }
    assert_int_equal(bf_test_entries("/proc/self/fd"), before);
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    bf_sample_free(&sample);
}

static void two_files_at_a_time(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_sample few, many;
    struct bf_store *a, *b;
    char first[512];
    bf_text_copy(first, sizeof first, bf_test_temporary("few.h5"));
    const char *second = bf_test_temporary("many.h5");
    bf_sample_make(&few, 5, 0);
    bf_sample_make(&many, 4000, 0);
    assert_ok(bf_store_create(first, &bf_sample_about, &a, &e), e);
    assert_ok(bf_store_create(second, &bf_sample_about, &b, &e), e);
    assert_ok(bf_sample_put(&many, bf_store_sink(b), &e), e);
    assert_ok(bf_sample_put(&few, bf_store_sink(a), &e), e);
    assert_ok(bf_store_close(b, bf_sample_ended, &e), e);
    assert_ok(bf_store_close(a, bf_sample_ended, &e), e);
    assert_true(bf_sample_matches(&few, first, &e));
    assert_true(bf_sample_matches(&many, second, &e));
    bf_sample_free(&few);
    bf_sample_free(&many);
}

BF_TEST_MAIN(BF_TEST(rows_come_back), BF_TEST(equal_rows_give_equal_bytes),
             BF_TEST(one_row_is_read_anywhere), BF_TEST(the_root_tells_what_ran),
             BF_TEST(nothing_stays_open), BF_TEST(two_files_at_a_time))
