// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file in the making takes its name when it is whole.
#include "engine/base/part.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "tests/support/bf_test.h"
#include "tests/support/files.h"

// A folder of this test's own, and a file in it.
struct place {
    char folder[512], path[600];
};

static struct place begin(const char *name)
{
    struct place p;
    bf_text_copy(p.folder, sizeof p.folder, bf_test_folder(name));
    snprintf(p.path, sizeof p.path, "%s/file", p.folder);
    return p;
}

static struct bf_part *create(const char *path)
{
    struct bf_part *part = NULL;
    struct bf_error e = {0};
    assert_ok(bf_part_create(path, &part, &e), e);
    assert_string_equal(bf_part_path(part), path);
    return part;
}

static void commit(struct bf_part *part)
{
    struct bf_error e = {0};
    assert_ok(bf_part_commit(part, &e), e);
}

static void write_file(const char *path, const char *text)
{
    struct bf_part *part = create(path);
    bf_part_append(part, text, strlen(text));
    commit(part);
}

static void expect_file(const char *path, const char *text)
{
    size_t n;
    char *found = bf_test_read(path, &n);
    assert_string_equal(found, text);
    free(found);
}

static void a_file_appears_when_it_is_committed(void **state)
{
    (void)state;
    struct place p = begin("appears");
    struct bf_part *part = create(p.path);
    bf_part_append(part, "ab", 2);
    bf_part_append(part, "cd", 2);
    assert_int_equal(access(p.path, F_OK), -1);
    assert_int_equal(bf_test_entries(p.folder), 1);
    commit(part);
    expect_file(p.path, "abcd");
    assert_int_equal(bf_test_entries(p.folder), 1);
}

static void the_old_file_stays_until_then(void **state)
{
    (void)state;
    struct place p = begin("stays");
    write_file(p.path, "old");
    struct bf_part *part = create(p.path);
    bf_part_append(part, "new", 3);
    expect_file(p.path, "old");
    commit(part);
    expect_file(p.path, "new");
}

static void a_discarded_part_leaves_nothing_behind(void **state)
{
    (void)state;
    struct place p = begin("discarded");
    write_file(p.path, "old");
    struct bf_part *part = create(p.path);
    bf_part_append(part, "new", 3);
    bf_part_discard(part);
    bf_part_discard(NULL);
    expect_file(p.path, "old");
    assert_int_equal(bf_test_entries(p.folder), 1);
}

static void bytes_are_written_and_read_anywhere(void **state)
{
    (void)state;
    struct place p = begin("anywhere");
    struct bf_part *part = create(p.path);
    char back[8];
    bf_part_resize(part, 6);
    bf_part_write(part, 4, "yz", 2);
    bf_part_write(part, 0, "ab", 2);
    assert_true(bf_part_read(part, 0, back, 8));
    assert_memory_equal(back, "ab\0\0yz\0\0", 8); // what is not there is zero
    bf_part_resize(part, 2);
    assert_int_equal(bf_part_check(part, NULL), BF_OK);
    commit(part);
    expect_file(p.path, "ab");
}

static void a_symbolic_link_stays_and_its_target_is_replaced(void **state)
{
    (void)state;
    struct place p = begin("link");
    char link[700];
    struct stat status;
    write_file(p.path, "old");
    snprintf(link, sizeof link, "%s/link", p.folder);
    assert_int_equal(symlink("file", link), 0);
    write_file(link, "new");
    expect_file(p.path, "new");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void expect_refused(const char *path, enum bf_err code, const char *what)
{
    struct bf_part *part = NULL;
    struct bf_error e = {0};
    assert_int_equal(bf_part_create(path, &part, &e), code);
    assert_null(part);
    assert_non_null(strstr(e.text, what));
    assert_null(strchr(e.text, '\n'));
}

static void places_where_no_file_can_be_are_refused(void **state)
{
    (void)state;
    struct place p = begin("refused");
    char path[700];
    expect_refused("", BF_ERR_USAGE, "name");
    expect_refused(p.folder, BF_ERR_USAGE, p.folder);
    snprintf(path, sizeof path, "%s/", p.folder);
    expect_refused(path, BF_ERR_USAGE, "name");
    expect_refused("/dev/null", BF_ERR_USAGE, "/dev/null");
    snprintf(path, sizeof path, "%s/no/such/folder", p.folder);
    expect_refused(path, BF_ERR_ENV, path);
    assert_int_equal(bf_test_entries(p.folder), 0);
}

static void a_stream_goes_to_a_device_as_it_is(void **state)
{
    (void)state;
    struct bf_part *part = NULL;
    struct bf_error e = {0};
    assert_ok(bf_part_create_stream("/dev/null", &part, &e), e);
    bf_part_append(part, "abc", 3);
    commit(part);
    struct stat status;
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void a_stream_to_a_file_is_a_part_like_any_other(void **state)
{
    (void)state;
    struct place p = begin("stream");
    struct bf_part *part = NULL;
    struct bf_error e = {0};
    assert_ok(bf_part_create_stream(p.path, &part, &e), e);
    bf_part_append(part, "abc", 3);
    assert_int_equal(access(p.path, F_OK), -1);
    commit(part);
    expect_file(p.path, "abc");
}

static void what_a_dead_writer_left_is_removed_and_what_a_living_one_writes_is_not(void **state)
{
    (void)state;
    struct place p = begin("stale");
    struct bf_part *living = create(p.path);
    const pid_t child = fork();
    if (child == 0) {
        struct bf_part *part = NULL;
        _exit(bf_part_create(p.path, &part, NULL) ? 1 : 0); // without a word
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(bf_test_entries(p.folder), 2);
    struct bf_part *next = create(p.path);
    assert_int_equal(bf_test_entries(p.folder), 2); // the living one's and this one's
    bf_part_append(living, "living", 6);
    commit(living);
    bf_part_append(next, "next", 4);
    commit(next);
    expect_file(p.path, "next");
}

static void the_first_failure_of_a_write_is_kept_and_the_old_file_with_it(void **state)
{
    (void)state;
    struct place p = begin("fails");
    write_file(p.path, "old");
    static char many[20000];
    struct rlimit kept, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &kept), 0);
    small = (struct rlimit){.rlim_cur = 10000, .rlim_max = kept.rlim_max};
    void (*const before)(int) = signal(SIGXFSZ, SIG_IGN);
    struct bf_part *part = create(p.path);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bf_part_append(part, many, sizeof many);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &kept), 0);
    signal(SIGXFSZ, before);
    bf_part_append(part, "more", 4); // dropped
    struct bf_error e = {0};
    assert_int_equal(bf_part_check(part, &e), BF_ERR_ENV);
    assert_non_null(strstr(e.text, p.path));
    assert_non_null(strstr(e.text, "ulimit"));
    assert_int_equal(bf_part_commit(part, &e), BF_ERR_ENV);
    expect_file(p.path, "old");
    assert_int_equal(bf_test_entries(p.folder), 1);
}

BF_TEST_MAIN(BF_TEST(a_file_appears_when_it_is_committed), BF_TEST(the_old_file_stays_until_then),
             BF_TEST(a_discarded_part_leaves_nothing_behind),
             BF_TEST(bytes_are_written_and_read_anywhere),
             BF_TEST(a_symbolic_link_stays_and_its_target_is_replaced),
             BF_TEST(places_where_no_file_can_be_are_refused),
             BF_TEST(a_stream_goes_to_a_device_as_it_is),
             BF_TEST(a_stream_to_a_file_is_a_part_like_any_other),
             BF_TEST(what_a_dead_writer_left_is_removed_and_what_a_living_one_writes_is_not),
             BF_TEST(the_first_failure_of_a_write_is_kept_and_the_old_file_with_it))
