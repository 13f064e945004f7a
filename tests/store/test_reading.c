// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that were not written by this version, or not by us, or not to the end.
#include "tests/support/bf_test.h"

#include <hdf5.h>
#include <math.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/seed.h"
#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/store/sample_rows.h"
#include "tests/support/files.h"

// HDF5 1.10 itself loses a few bytes for each damaged header it meets.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

static const char *write_sample(const char *name, size_t jobs)
{
    static char path[512];
    struct bf_error e;
    struct bf_sample sample;
    bf_text_copy(path, sizeof path, bf_test_temporary(name));
    bf_sample_make(&sample, jobs, 0);
    assert_ok(bf_sample_write(&sample, path, &e), e);
    bf_sample_free(&sample);
    return path;
}

static hid_t change(const char *path)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static void set_root(const char *path, const char *name, int value)
{
    const hid_t file = change(path);
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_INT, &value) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void assert_refused(const char *path, enum bf_err code, const char *reason)
{
    struct bf_error e = {.text = ""};
    struct bf_store_reader *reader = NULL;
    assert_int_equal(bf_store_open(path, &reader, &e), code);
    assert_null(reader);
    if (!strstr(e.text, reason) || !strstr(e.text, path) || strchr(e.text, '\n'))
        fail_msg("'%s' does not say '%s' and '%s'", e.text, reason, path);
}

static void newer_schema_is_refused_by_number(void **state)
{
    (void)state;
    const char *path = write_sample("newer.h5", 3);
    set_root(path, "schema_version", BF_ROWS_SCHEMA_VERSION + 1);
    char expected[64];
    snprintf(expected, sizeof expected, "has result schema %d, written by bfsweep 0.1.0",
             BF_ROWS_SCHEMA_VERSION + 1);
    assert_refused(path, BF_ERR_NEWER, expected);
}

static void incomplete_file_is_refused(void **state)
{
    (void)state;
    const char *path = write_sample("incomplete.h5", 3);
    set_root(path, "complete", 0);
    assert_refused(path, BF_ERR_INPUT, "is incomplete");
}

// Replaces /classes by a table that has, of each row, only what an earlier version might have had;
// the columns come in another order, and one more that nobody knows; /cost is not there at all.
static void make_old(const char *path)
{
    struct old_row {
        int32_t unknown;
        double mean_bsld;
        int32_t jobs; // of 64 bits today
        uint64_t run;
    } rows[] = {{7, 1.5, 11, 0}, {7, 2.5, 12, 1}};
    const hsize_t count = 2;
    const hid_t file = change(path);
    assert_true(H5Ldelete(file, "cost", H5P_DEFAULT) >= 0);
    assert_true(H5Ldelete(file, "classes", H5P_DEFAULT) >= 0);
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof rows[0]);
    H5Tinsert(type, "unknown", offsetof(struct old_row, unknown), H5T_NATIVE_INT32);
    H5Tinsert(type, "mean_bsld", offsetof(struct old_row, mean_bsld), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "jobs", offsetof(struct old_row, jobs), H5T_NATIVE_INT32);
    H5Tinsert(type, "run", offsetof(struct old_row, run), H5T_NATIVE_UINT64);
    const hid_t space = H5Screate_simple(1, &count, NULL);
    const hid_t set =
        H5Dcreate2(file, "classes", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Tclose(type);
    H5Fclose(file);
}

static void older_file_is_read(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store_reader *reader;
    struct bf_class_row rows[2];
    uint64_t count;
    const char *path = write_sample("older.h5", 3);
    make_old(path);
    memset(rows, 0x5a, sizeof rows);
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_ok(bf_store_rows(reader, &bf_table_cost, &count, &e), e);
    assert_int_equal(count, 0);
    assert_ok(bf_store_rows(reader, &bf_table_classes, &count, &e), e);
    assert_int_equal(count, 2);
    assert_ok(bf_store_read(reader, &bf_table_classes, 0, 2, rows, &e), e);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rows[i].run, i);
        assert_int_equal(rows[i].jobs, 11 + i);
        assert_true(rows[i].mean_bsld == 1.5 + i);
        assert_int_equal(rows[i].procs_max, 0); // not in the file
        assert_true(isnan(rows[i].mean_wait));
        assert_true(isnan(rows[i].area));
    }
    bf_store_reader_close(reader);
}

// A column whose type cannot be converted, and a table that is none.
static void other_shapes_are_refused(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store_reader *reader;
    struct bf_class_row row;
    uint64_t count;
    const hsize_t one = 1;
    const double number = 1;
    const char *path = write_sample("shapes.h5", 3);
    const hid_t file = change(path), space = H5Screate_simple(1, &one, NULL);
    H5Ldelete(file, "classes", H5P_DEFAULT);
    H5Ldelete(file, "cost", H5P_DEFAULT);
    const hid_t text = H5Tcopy(H5T_C_S1), type = H5Tcreate(H5T_COMPOUND, 8);
    H5Tset_size(text, 8);
    H5Tinsert(type, "mean_wait", 0, text);
    hid_t set = H5Dcreate2(file, "classes", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(set);
    set = H5Dcreate2(file, "cost", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number);
    H5Dclose(set);
    H5Tclose(type);
    H5Tclose(text);
    H5Sclose(space);
    H5Fclose(file);
    assert_ok(bf_store_open(path, &reader, &e), e);
    assert_int_equal(bf_store_read(reader, &bf_table_classes, 0, 1, &row, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "table classes"));
    assert_int_equal(bf_store_rows(reader, &bf_table_cost, &count, &e), BF_ERR_INPUT);
    assert_non_null(strstr(e.text, "table cost"));
    bf_store_reader_close(reader);
}

static void what_is_no_result_file(void **state)
{
    (void)state;
    char path[512], folder[512];
    bf_text_copy(path, sizeof path, bf_test_temporary("missing.h5"));
    assert_refused(path, BF_ERR_INPUT, "No such file");
    bf_text_copy(folder, sizeof folder, bf_test_temporary("folder.h5"));
    assert_int_equal(mkdir(folder, 0777), 0);
    assert_refused(folder, BF_ERR_INPUT, "no regular file");
    assert_refused("/dev/null", BF_ERR_INPUT, "no regular file");
    bf_text_copy(path, sizeof path, bf_test_temporary("empty.h5"));
    bf_test_write(path, "", 0);
    assert_refused(path, BF_ERR_INPUT, "is no HDF5 file");
    bf_text_copy(path, sizeof path, bf_test_temporary("text.h5"));
    bf_test_write(path, "trace,policy\n", 13);
    assert_refused(path, BF_ERR_INPUT, "is no HDF5 file");
    bf_text_copy(path, sizeof path, bf_test_temporary("foreign.h5"));
    H5Fclose(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    assert_refused(path, BF_ERR_INPUT, "no result file of bfsweep");
}

static void truncated_file_is_refused(void **state)
{
    (void)state;
    size_t n;
    const char *path = write_sample("truncated.h5", 2000);
    char *bytes = bf_test_read(path, &n);
    for (size_t cut = 1; cut < n; cut += n / 60 + 1) {
        bf_test_write(path, bytes, n - cut);
        assert_refused(path, BF_ERR_INPUT, n - cut < 100 ? "" : "is damaged or cut short");
    }
    free(bytes);
}

// Reads all that can be read; damage may show at any place, but only as an error of the file.
static void read_all(const char *path)
{
    enum { PIECE = 100 };
    struct bf_error e = {.text = ""};
    struct bf_store_reader *reader;
    char text[64];
    enum bf_err err = bf_store_open(path, &reader, &e);
    if (err) {
        assert_int_equal(err, BF_ERR_INPUT);
        return;
    }
    bf_store_text(reader, "plan", text, sizeof text, &e);
    for (size_t t = 0; bf_tables[t]; t++) {
        uint64_t rows = 0;
        char *row = calloc(PIECE, bf_tables[t]->row_size);
        assert_non_null(row);
        err = bf_store_rows(reader, bf_tables[t], &rows, &e);
        for (uint64_t at = 0; !err && at < rows && at < 4000; at += PIECE)
            err = bf_store_read(reader, bf_tables[t], at, rows - at < PIECE ? rows - at : PIECE,
                                row, &e);
        assert_true(err == BF_OK || err == BF_ERR_INPUT);
        free(row);
    }
    bf_store_reader_close(reader);
}

// The rows themselves are guarded by the checksums of deflate, headers by those of HDF5's format.
static void damaged_file_is_no_crash(void **state)
{
    (void)state;
    enum { ROUNDS = 60 };
    const uint64_t seed = 20240229;
    size_t n;
    const char *path = write_sample("damaged.h5", 300);
    char *bytes = bf_test_read(path, &n);
    printf("seed %llu\n", (unsigned long long)seed);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        const uint64_t draw = bf_seed_bits(seed, BF_STREAM_TEST, round);
        const size_t at = (size_t)(draw % n);
        const char bit = (char)(1u << (draw >> 60) % 8);
        bytes[at] = (char)(bytes[at] ^ bit);
        bf_test_write(path, bytes, n);
        read_all(path);
        bytes[at] = (char)(bytes[at] ^ bit);
    }
    free(bytes);
}

static void lock_of_another_program(void **state)
{
    (void)state;
    const char *path = write_sample("locked.h5", 3);
    FILE *other = fopen(path, "r+");
    assert_non_null(other);
    assert_int_equal(flock(fileno(other), LOCK_EX), 0);
    unsetenv("HDF5_USE_FILE_LOCKING");
    assert_refused(path, BF_ERR_ENV, "HDF5_USE_FILE_LOCKING=FALSE");
    fclose(other);
    read_all(path);
}

BF_TEST_MAIN(BF_TEST(newer_schema_is_refused_by_number), BF_TEST(incomplete_file_is_refused),
             BF_TEST(older_file_is_read), BF_TEST(other_shapes_are_refused),
             BF_TEST(what_is_no_result_file), BF_TEST(truncated_file_is_refused),
             BF_TEST(damaged_file_is_no_crash), BF_TEST(lock_of_another_program))
