// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fault/fault_io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>

static unsigned calls, failing;
static int why;
static bool lasting, halved, unlockable;
static const char *failed = "";

void bf_fault_set(unsigned nth, int reason, bool for_good)
{
    calls = 0;
    failing = nth;
    why = reason;
    lasting = for_good;
    halved = false;
    failed = "";
}

void bf_fault_locks(bool refused)
{
    unlockable = refused;
}

unsigned bf_fault_calls(void)
{
    return calls;
}

const char *bf_fault_failed(void)
{
    return failed;
}

static bool fails(const char *name)
{
    calls++;
    if (failing == 0 || (lasting ? calls < failing : calls != failing))
        return false;
    if (!failed[0])
        failed = name;
    errno = why;
    return true;
}

// The linker's names for the call as it was and as it is seen by the code under test.
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t n);
ssize_t __wrap_write(int fd, const void *bytes, size_t n);
ssize_t __real_pwrite(int fd, const void *bytes, size_t n, off_t at);
ssize_t __wrap_pwrite(int fd, const void *bytes, size_t n, off_t at);
int __real_ftruncate(int fd, off_t size);
int __wrap_ftruncate(int fd, off_t size);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_flock(int fd, int operation);
int __wrap_flock(int fd, int operation);

int __wrap_open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if ((flags & O_CREAT) && fails("open"))
        return -1;
    return __real_open(path, flags, mode);
}

// How many bytes a write of `n` may write before it fails; 0: it fails.
static size_t room(const char *name, size_t n)
{
    if (!fails(name))
        return n;
    if (!lasting || halved)
        return 0;
    halved = true; // the last room on the disk
    return n / 2;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t n)
{
    n = room("write", n);
    return n ? __real_write(fd, bytes, n) : -1;
}

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    n = room("pwrite", n);
    return n ? __real_pwrite(fd, bytes, n, at) : -1;
}

int __wrap_ftruncate(int fd, off_t size)
{
    return fails("ftruncate") ? -1 : __real_ftruncate(fd, size);
}

int __wrap_fsync(int fd)
{
    return fails("fsync") ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails("rename") ? -1 : __real_rename(from, to);
}

int __wrap_flock(int fd, int operation)
{
    if (!unlockable)
        return __real_flock(fd, operation);
    errno = ENOLCK;
    return -1;
}
