// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file takes its name when it is whole: what is there before, meanwhile and after; and places
// where no file can be written.
#include "tests/support/bf_test.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/store/sample_rows.h"
#include "tests/support/files.h"

static char *in(char *to, const char *directory, const char *name)
{
    snprintf(to, 1024, "%s/%s", directory, name);
    return to;
}

static void assert_text(const char *path, const char *expected)
{
    char text[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, expected);
}

static void old_file_stays_until_the_new_is_whole(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store *store;
    struct bf_sample sample;
    char path[1024];
    const char *directory = bf_test_folder("replaced");
    bf_sample_make(&sample, 10, 0);
    bf_test_write_text(in(path, directory, "x.h5"), "the old file");
    assert_ok(bf_store_create(path, &bf_sample_about, &store, &e), e);
    assert_ok(bf_sample_put(&sample, bf_store_sink(store), &e), e);
    assert_text(path, "the old file");
    assert_ok(bf_store_close(store, bf_sample_ended, &e), e);
    assert_true(bf_sample_matches(&sample, path, &e));
    assert_int_equal(bf_test_entries(directory), 1);
    bf_sample_free(&sample);
}

static void abandoned_leaves_nothing(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store *store;
    char path[1024];
    const char *directory = bf_test_folder("abandoned");
    assert_ok(bf_store_create(in(path, directory, "x.h5"), &bf_sample_about, &store, &e), e);
    assert_int_equal(bf_test_entries(directory), 1);
    bf_store_abandon(store);
    assert_int_equal(bf_test_entries(directory), 0);
    bf_store_abandon(NULL);
}

static void usual_rights(void **state)
{
    (void)state;
    struct bf_error e;
    struct stat status;
    struct bf_store *store;
    const char *path = bf_test_temporary("rights.h5");
    const mode_t mask = umask(027);
    assert_ok(bf_store_create(path, &bf_sample_about, &store, &e), e);
    assert_ok(bf_store_close(store, bf_sample_ended, &e), e);
    umask(mask);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void a_link_stays_a_link(void **state)
{
    (void)state;
    struct bf_error e;
    struct stat status;
    struct bf_store *store;
    char link[1024], target[1024];
    const char *directory = bf_test_folder("linked");
    bf_test_write_text(in(target, directory, "target.h5"), "old");
    assert_int_equal(symlink("target.h5", in(link, directory, "link.h5")), 0);
    assert_ok(bf_store_create(link, &bf_sample_about, &store, &e), e);
    assert_ok(bf_store_close(store, bf_sample_ended, &e), e);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat(target, &status), 0);
    assert_true(status.st_size > 100);
}

// The name of a part of x.h5 on this host.
static char *part_name(char *to, const char *directory, const char *digits)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(to, 1024, "%s/.x.h5.%s-%s.part", directory, host, digits);
    return to;
}

static void leftovers_are_removed_and_nothing_else(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store *store;
    char path[1024], stale[1024], alive[1024], other[1024];
    const char *directory = bf_test_folder("leftovers");
    bf_test_write_text(part_name(stale, directory, "0123abcd"), "of a killed writer");
    bf_test_write_text(part_name(alive, directory, "89abcdef"), "of a living one");
    bf_test_write_text(part_name(other, directory, "notes"), "of somebody else");
    const int fd = open(alive, O_RDWR);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_ok(bf_store_create(in(path, directory, "x.h5"), &bf_sample_about, &store, &e), e);
    assert_ok(bf_store_close(store, bf_sample_ended, &e), e);
    assert_int_not_equal(access(stale, F_OK), 0);
    assert_int_equal(access(alive, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    close(fd);
}

// Two writers of one file: neither takes the other's part for one left behind; the last one stays.
static void two_writers_of_one_file(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store *first, *second;
    struct bf_sample few, many;
    char path[1024];
    const char *directory = bf_test_folder("two-writers");
    bf_sample_make(&few, 1, 0);
    bf_sample_make(&many, 100, 0);
    assert_ok(bf_store_create(in(path, directory, "x.h5"), &bf_sample_about, &first, &e), e);
    assert_ok(bf_store_create(path, &bf_sample_about, &second, &e), e);
    assert_ok(bf_sample_put(&few, bf_store_sink(first), &e), e);
    assert_ok(bf_sample_put(&many, bf_store_sink(second), &e), e);
    assert_ok(bf_store_close(second, bf_sample_ended, &e), e);
    assert_ok(bf_store_close(first, bf_sample_ended, &e), e);
    assert_true(bf_sample_matches(&few, path, &e));
    assert_int_equal(bf_test_entries(directory), 1);
    bf_sample_free(&few);
    bf_sample_free(&many);
}

static void assert_refused(const char *path, enum bf_err code, const char *reason)
{
    struct bf_error e = {.text = ""};
    struct bf_store *store = NULL;
    assert_int_equal(bf_store_create(path, &bf_sample_about, &store, &e), code);
    assert_null(store);
    if (!strstr(e.text, reason) || !strstr(e.text, path) || strchr(e.text, '\n'))
        fail_msg("'%s' does not say '%s' and '%s'", e.text, reason, path);
}

static void places_that_cannot_be_written(void **state)
{
    (void)state;
    char path[1024], file[1024];
    const char *directory = bf_test_folder("places");
    bf_test_write_text(in(file, directory, "file"), "a file");
    assert_refused(in(path, directory, "missing/x.h5"), BF_ERR_ENV, "create the directory first");
    assert_refused(in(path, directory, "file/x.h5"), BF_ERR_ENV, "Not a directory");
    assert_refused("/proc/x.h5", BF_ERR_ENV, "cannot create a file in its directory");
    assert_refused(directory, BF_ERR_USAGE, "is a directory");
    assert_refused("/dev/null", BF_ERR_USAGE, "a device or pipe");
    assert_refused("", BF_ERR_USAGE, "no file name");
    assert_refused(in(path, directory, "x/"), BF_ERR_USAGE, "no file name");
    assert_int_equal(bf_test_entries(directory), 1);
}

// Found out before the first run, and not when the part is to be renamed.
static void a_name_too_long(void **state)
{
    (void)state;
    struct bf_error e;
    struct bf_store *store;
    char path[1024], name[301];
    const char *directory = bf_test_folder("too-long");
    memset(name, 'x', 300);
    name[300] = '\0';
    assert_int_equal(bf_store_create(in(path, directory, name), &bf_sample_about, &store, &e),
                     BF_ERR_ENV);
    assert_non_null(strstr(e.text, "too long"));
    name[255] = '\0'; // the longest that there is
    assert_ok(bf_store_create(in(path, directory, name), &bf_sample_about, &store, &e), e);
    assert_ok(bf_store_close(store, bf_sample_ended, &e), e);
    assert_int_equal(access(path, R_OK), 0);
    assert_int_equal(bf_test_entries(directory), 1);
}

BF_TEST_MAIN(BF_TEST(old_file_stays_until_the_new_is_whole), BF_TEST(abandoned_leaves_nothing),
             BF_TEST(usual_rights), BF_TEST(a_link_stays_a_link),
             BF_TEST(leftovers_are_removed_and_nothing_else), BF_TEST(two_writers_of_one_file),
             BF_TEST(places_that_cannot_be_written), BF_TEST(a_name_too_long))
