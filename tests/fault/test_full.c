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
#include "tests/fault/fault_file.h"
#include "tests/support/files.h"

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

static char path[600];

static const char *path_in(const char *folder, const struct bf_fault_file *file)
{
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    return path;
}

// Writes a file that does not fit and expects to be told why.
static void assert_fails(const struct bf_fault_file *file, const char *reason)
{
    struct bf_error e = {.text = ""};
    assert_int_equal(file->write(true, path, &e), BF_ERR_ENV);
    if (!strstr(e.text, path) || !strstr(e.text, reason))
        fail_msg("'%s' does not say '%s' and '%s'", e.text, path, reason);
}

// Mounts a small file system and does something to it with each kind of file.
static void on_a_disk_of_its_own(const char *name, unsigned long flags,
                                 void (*body)(const char *disk, const struct bf_fault_file *file))
{
    const char *disk = enter_namespace() ? mount_small(name, "size=192k", flags) : NULL;
    if (!disk) {
        printf("SKIPPED: no file system can be mounted here\n");
        skip();
    }
    for (const struct bf_fault_file *file = bf_fault_files; file->name; file++)
        body(disk, file);
    assert_int_equal(umount(disk), 0);
}

static void fill_a_small_disk(const char *disk, const struct bf_fault_file *file)
{
    struct bf_error e;
    path_in(disk, file);
    assert_ok(file->write(false, path, &e), e);
    assert_fails(file, "No space left on device; free some space there");
    assert_true(bf_fault_file_is(file, false, path)); // the old file is still there,
    assert_int_equal(bf_test_entries(disk), 1);       // and the room is free
    assert_ok(file->write(false, path, &e), e);
    unlink(path);
}

static void write_where_nothing_can_be_written(const char *disk, const struct bf_fault_file *file)
{
    path_in(disk, file);
    assert_fails(file, "Read-only file system; write where you have the right to");
}

static void a_full_disk(void **state)
{
    (void)state;
    on_a_disk_of_its_own("disk", 0, fill_a_small_disk);
}

static void a_read_only_file_system(void **state)
{
    (void)state;
    on_a_disk_of_its_own("read-only", MS_RDONLY, write_where_nothing_can_be_written);
}

static void a_limit_on_file_sizes(void **state)
{
    (void)state;
    struct rlimit before, limit;
    const char *folder = bf_test_folder("limited");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 100 * 1024;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (const struct bf_fault_file *file = bf_fault_files; file->name; file++) {
        path_in(folder, file);
        assert_fails(file, "File too large; raise the limit of file sizes (ulimit -f)");
    }
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(bf_test_entries(folder), 0);
}

static int set_up(void **state)
{
    (void)state;
    bf_fault_files_begin();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    bf_fault_files_end();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {BF_TEST(a_full_disk), BF_TEST(a_read_only_file_system),
                                       BF_TEST(a_limit_on_file_sizes)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
