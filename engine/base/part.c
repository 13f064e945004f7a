// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/text.h"

enum {
    LONGEST_NAME = 150, // of the final name and of the host in a temporary name: 255 bytes at most
    LONGEST_HOST = 64,
    RANDOM_DIGITS = 8,
    MOST_LINKS = 40
};

static const char suffix[] = ".part";

struct bf_part {
    char *path;      // for messages
    char *target;    // where links lead to
    char *directory; // of the target
    char *temporary; // in that directory; NULL: what has the final name is written itself
    int fd;
    uint64_t appended;      // bytes, by bf_part_append
    int failure;            // errno of the first failure, 0: none
    const char *failure_at; // what could not be done
};

static void fail(struct bf_part *part, const char *what, int reason)
{
    if (part->failure)
        return;
    part->failure = reason ? reason : EIO;
    part->failure_at = what;
}

static void free_part(struct bf_part *part)
{
    if (!part)
        return;
    if (part->fd >= 0)
        close(part->fd);
    free(part->path);
    free(part->target);
    free(part->directory);
    free(part->temporary);
    free(part);
}

const char *bf_part_path(const struct bf_part *part)
{
    return part->path;
}

// Refuses what a rename would do harm to: as root, a rename onto /dev/null succeeds.
static enum bf_err check_target(const char *path, struct bf_error *e)
{
    struct stat there;
    const size_t n = strlen(path);
    if (n == 0 || path[n - 1] == '/')
        return bf_error_set(e, BF_ERR_USAGE, "'%s' is no file name; give the file a name", path);
    if (stat(path, &there) != 0)
        return errno == ENAMETOOLONG ? bf_error_write(e, errno, path, "use this name") : BF_OK;
    if (S_ISDIR(there.st_mode))
        return bf_error_set(e, BF_ERR_USAGE, "%s: is a directory; name a file in it", path);
    if (!S_ISREG(there.st_mode))
        return bf_error_set(e, BF_ERR_USAGE,
                            "%s: is a device or pipe; such a file can only replace a regular file",
                            path);
    if (access(path, W_OK) != 0)
        return bf_error_set(e, BF_ERR_ENV,
                            "%s: cannot replace it: %s; make it writable, or write elsewhere", path,
                            strerror(errno));
    return BF_OK;
}

static bool is_standard_output(const char *path)
{
    return !strcmp(path, "-");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static char *directory_of(const char *path)
{
    const size_t n = (size_t)(base_name(path) - path);
    if (n == 0)
        return strdup(".");
    return strndup(path, n == 1 ? 1 : n - 1); // "/" stays "/"
}

// The part of a temporary name that names the file and the host: ".results.h5.node17-".
static void temporary_prefix(const char *target, char *to, size_t size)
{
    char host[LONGEST_HOST + 1] = "";
    if (gethostname(host, sizeof host) != 0)
        host[0] = '\0';
    host[LONGEST_HOST] = '\0';
    for (char *c = host; *c; c++)
        if (*c == '/')
            *c = '_';
    snprintf(to, size, ".%.*s.%s-", LONGEST_NAME, base_name(target), host[0] ? host : "host");
}

static bool is_temporary(const char *name, const char *prefix)
{
    const size_t n = strlen(prefix);
    return !strncmp(name, prefix, n) && strlen(name) == n + RANDOM_DIGITS + strlen(suffix) &&
           strspn(name + n, "0123456789abcdef") == RANDOM_DIGITS &&
           !strcmp(name + n + RANDOM_DIGITS, suffix);
}

static bool same_file(int fd, int directory, const char *name)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Removes the temporary file `name` when nobody holds its lock. Where locks do not work, it stays.
static void remove_if_stale(int directory, const char *name)
{
    struct stat status;
    const int fd = openat(directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        same_file(fd, directory, name))
        unlinkat(directory, name, 0);
    close(fd);
}

static void remove_stale(const struct bf_part *part)
{
    char prefix[LONGEST_NAME + LONGEST_HOST + 4];
    DIR *directory = opendir(part->directory);
    if (!directory)
        return; // it may be writable and not readable
    temporary_prefix(part->target, prefix, sizeof prefix);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (is_temporary(entry->d_name, prefix))
            remove_if_stale(dirfd(directory), entry->d_name);
    closedir(directory);
}

static uint32_t random_bits(void)
{
    uint32_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) == (ssize_t)sizeof bits)
        return bits;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint32_t)now.tv_nsec ^ ((uint32_t)getpid() << 12);
}

// Creates one temporary file and takes its lock. 0, or the errno. EEXIST and EAGAIN: try again.
static int try_temporary(struct bf_part *part)
{
    char prefix[LONGEST_NAME + LONGEST_HOST + 4];
    temporary_prefix(part->target, prefix, sizeof prefix);
    free(part->temporary);
    if (asprintf(&part->temporary, "%s/%s%08x%s", part->directory, prefix, random_bits(), suffix) <
        0) {
        part->temporary = NULL;
        return ENOMEM;
    }
    part->fd = open(part->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (part->fd < 0)
        return errno;
    // Between the two lines above and below another writer may take it for one left behind.
    if (flock(part->fd, LOCK_EX) == 0 && !same_file(part->fd, AT_FDCWD, part->temporary)) {
        close(part->fd);
        part->fd = -1;
        return EAGAIN;
    }
    return 0;
}

static int create_temporary(struct bf_part *part)
{
    int reason = EEXIST;
    for (int tries = 0; tries < 100 && (reason == EEXIST || reason == EAGAIN); tries++)
        reason = try_temporary(part);
    return reason;
}

// A part without a file; NULL: no memory.
static struct bf_part *new_part(const char *path)
{
    struct bf_part *part = calloc(1, sizeof *part);
    if (!part)
        return NULL;
    part->fd = -1;
    part->path = strdup(path);
    if (part->path)
        return part;
    free_part(part);
    return NULL;
}

// Where the link `path` leads, if it is one. NULL: it is none, or there is no memory.
static char *follow(const char *path)
{
    char to[PATH_MAX], *joined = NULL;
    const ssize_t n = readlink(path, to, sizeof to - 1);
    if (n <= 0)
        return NULL;
    to[n] = '\0';
    if (to[0] == '/')
        return strdup(to);
    const int directory = (int)(base_name(path) - path);
    return asprintf(&joined, "%.*s%s", directory, path, to) < 0 ? NULL : joined;
}

char *bf_part_target(const char *path)
{
    char *target = strdup(path);
    for (int links = 0; target && links < MOST_LINKS; links++) {
        char *next = follow(target);
        if (!next)
            break;
        free(target);
        target = next;
    }
    return target;
}

static bool find_place(struct bf_part *part)
{
    part->target = bf_part_target(part->path);
    part->directory = part->target ? directory_of(part->target) : NULL;
    return part->directory;
}

enum bf_err bf_part_create(const char *path, struct bf_part **part, struct bf_error *e)
{
    const enum bf_err err = check_target(path, e);
    if (err)
        return err;
    struct bf_part *new = new_part(path);
    if (!new || !find_place(new)) {
        free_part(new);
        return bf_error_no_memory(e, strlen(path), "the name of a file");
    }
    remove_stale(new);
    const int reason = create_temporary(new);
    if (reason) {
        free_part(new);
        return bf_error_write(e, reason, path, "create a file in its directory");
    }
    *part = new;
    return BF_OK;
}

// What `path` is written through without a name to take afterwards: a copy of standard output's
// descriptor, or a device or pipe.
static enum bf_err open_itself(const char *path, struct bf_part **part, struct bf_error *e)
{
    const bool standard = is_standard_output(path);
    struct bf_part *new = new_part(standard ? "standard output" : path);
    if (!new)
        return bf_error_no_memory(e, strlen(path), "the name of a file");
    new->fd = standard ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                       : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (new->fd < 0) {
        const enum bf_err err = bf_error_write(e, errno, new->path, "open it");
        free_part(new);
        return err;
    }
    *part = new;
    return BF_OK;
}

enum bf_err bf_part_create_stream(const char *path, struct bf_part **part, struct bf_error *e)
{
    struct stat there;
    if (is_standard_output(path))
        return open_itself(path, part, e);
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return open_itself(path, part, e);
    return bf_part_create(path, part, e);
}

void bf_part_write(struct bf_part *part, uint64_t at, const void *bytes, size_t n)
{
    const char *from = bytes;
    while (n && !part->failure) {
        const ssize_t done =
            part->temporary ? pwrite(part->fd, from, n, (off_t)at) : write(part->fd, from, n);
        if (done > 0) {
            from += done;
            at += (uint64_t)done;
            n -= (size_t)done;
        } else if (done == 0 || errno != EINTR) {
            fail(part, "write", done == 0 ? ENOSPC : errno);
        }
    }
}

void bf_part_append(struct bf_part *part, const void *bytes, size_t n)
{
    bf_part_write(part, part->appended, bytes, n);
    part->appended += n;
}

void bf_part_resize(struct bf_part *part, uint64_t size)
{
    while (!part->failure && ftruncate(part->fd, (off_t)size) != 0)
        if (errno != EINTR)
            fail(part, "set its length", errno);
}

bool bf_part_read(struct bf_part *part, uint64_t at, void *bytes, size_t n)
{
    char *to = bytes;
    while (n) {
        const ssize_t done = pread(part->fd, to, n, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        if (done == 0) {
            memset(to, 0, n);
            return true;
        }
        to += done;
        at += (uint64_t)done;
        n -= (size_t)done;
    }
    return true;
}

enum bf_err bf_part_check(const struct bf_part *part, struct bf_error *e)
{
    if (!part->failure)
        return BF_OK;
    return bf_error_write(e, part->failure, part->path, part->failure_at);
}

// fsync that goes on after a signal. 0, or the errno.
static int sync_descriptor(int fd)
{
    int reason = EINTR;
    while (reason == EINTR)
        reason = fsync(fd) == 0 ? 0 : errno;
    return reason;
}

// A rename is durable once its directory is. Some file systems cannot sync a directory; there is
// nothing more to be done on those.
static int sync_directory(const char *directory)
{
    const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES ? 0 : errno; // may be written and not read
    const int reason = sync_descriptor(fd);
    close(fd);
    return reason == EINVAL || reason == ENOTSUP || reason == ENOSYS ? 0 : reason;
}

// Until the final name is taken: all that can fail and leave the old file in place. The file stays
// open, and with it the lock, so that no other writer takes it for one left behind. (A close has
// nothing to add: fsync has reported what NFS or a quota refused.)
static void take_name(struct bf_part *part)
{
    const int reason = part->failure ? 0 : sync_descriptor(part->fd);
    if (reason)
        fail(part, "sync", reason);
    if (!part->failure && rename(part->temporary, part->target) != 0)
        fail(part, "give its temporary file its name", errno);
}

// What has its name already, and may be nothing that can be synced.
static void close_itself(struct bf_part *part)
{
    if (close(part->fd) != 0)
        fail(part, "close", errno);
    part->fd = -1;
}

enum bf_err bf_part_commit(struct bf_part *part, struct bf_error *e)
{
    if (part->temporary)
        take_name(part);
    else
        close_itself(part);
    enum bf_err err = bf_part_check(part, e);
    if (err) {
        bf_part_discard(part);
        return err;
    }
    const int reason = part->temporary ? sync_directory(part->directory) : 0;
    if (reason)
        err = bf_error_set(e, BF_ERR_ENV,
                           "%s: is written and whole, but its directory cannot be synced: %s; it "
                           "may not survive a power failure",
                           part->path, strerror(reason));
    free_part(part);
    return err;
}

void bf_part_discard(struct bf_part *part)
{
    if (part && part->temporary)
        unlink(part->temporary);
    free_part(part);
}
