// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real limits of the system: a full disk, a read-only file system, a limit on file sizes. File
// systems of our own are mounted where the kernel allows that (as root, or in a user's namespace);
// else those tests are skipped.
#include "tests/support/bf_test.h"

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/fault/fault_io.h"
#include "tests/store/sample_rows.h"

enum { JOBS = 30000 }; // about a megabyte

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fputs(text, file);
    fclose(file);
}

// Enters a mount namespace of our own. False: not allowed here.
static bool enter_namespace(void)
{
    char map[64];
    const unsigned uid = getuid(), gid = getgid();
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            return false;
        write_text("/proc/self/setgroups", "deny");
        snprintf(map, sizeof map, "0 %u 1", uid);
        write_text("/proc/self/uid_map", map);
        snprintf(map, sizeof map, "0 %u 1", gid);
        write_text("/proc/self/gid_map", map);
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

// Mounts a small file system on a folder of this test; NULL: not allowed. Static buffer.
static const char *mount_small(const char *name, const char *options, unsigned long flags)
{
    static char path[512];
    bf_text_copy(path, sizeof path, bf_test_temporary(name));
    assert_int_equal(mkdir(path, 0777), 0);
    return mount("none", path, "tmpfs", flags, options) == 0 ? path : NULL;
}

// Writes a file that does not fit and expects to be told why.
static void assert_fails(const char *path, const char *reason)
{
    struct bf_error e = {.text = ""};
    struct bf_sample sample;
    bf_sample_make(&sample, JOBS, 0);
    const enum bf_err err = bf_sample_write(&sample, path, &e);
    bf_sample_free(&sample);
    assert_int_equal(err, BF_ERR_ENV);
    if (!strstr(e.text, path) || !strstr(e.text, reason))
        fail_msg("'%s' does not say '%s' and '%s'", e.text, path, reason);
}

static void in_namespace(void (*body)(void))
{
    if (!enter_namespace()) {
        printf("SKIPPED: no file system can be mounted here\n");
        skip();
    }
    body();
}

static void fill_a_small_disk(void)
{
    struct bf_error e;
    struct bf_sample small;
    char path[600];
    const char *disk = mount_small("disk", "size=256k", 0);
    if (!disk) {
        printf("SKIPPED: no file system can be mounted here\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/x.h5", disk);
    bf_sample_make(&small, 5, 0);
    assert_ok(bf_sample_write(&small, path, &e), e);
    assert_fails(path, "No space left on device; free some space there");
    assert_true(
        bf_sample_matches(&small, path, &e)); // the old file is still there, and the room is free
    assert_ok(bf_sample_write(&small, path, &e), e);
    bf_sample_free(&small);
    assert_int_equal(umount(disk), 0);
}

static void write_where_nothing_can_be_written(void)
{
    char path[600];
    const char *disk = mount_small("read-only", "size=256k", MS_RDONLY);
    if (!disk) {
        printf("SKIPPED: no file system can be mounted here\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/x.h5", disk);
    assert_fails(path, "Read-only file system; write the file where you have the right to");
    assert_int_equal(umount(disk), 0);
}

static void a_full_disk(void **state)
{
    (void)state;
    in_namespace(fill_a_small_disk);
}

static void a_read_only_file_system(void **state)
{
    (void)state;
    in_namespace(write_where_nothing_can_be_written);
}

static void a_limit_on_file_sizes(void **state)
{
    (void)state;
    struct rlimit before, limit;
    char path[512];
    bf_text_copy(path, sizeof path, bf_test_temporary("limited.h5"));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 200 * 1024;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_fails(path, "File too large; raise the limit of file sizes (ulimit -f)");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_not_equal(access(path, F_OK), 0);
}

BF_TEST_MAIN(BF_TEST(a_full_disk), BF_TEST(a_read_only_file_system), BF_TEST(a_limit_on_file_sizes))
