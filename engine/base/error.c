// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum bf_err bf_error_set(struct bf_error *e, enum bf_err code, const char *format, ...)
{
    if (e) {
        va_list args;
        va_start(args, format);
        vsnprintf(e->text, sizeof e->text, format, args);
        va_end(args);
        e->code = code;
    }
    return code;
}

enum bf_err bf_error_no_memory(struct bf_error *e, unsigned long long bytes, const char *what)
{
    return bf_error_set(
        e, BF_ERR_ENV, "no memory for %s (%llu bytes wanted); use fewer threads or a smaller trace",
        what, bytes);
}

// What the user can do about it.
static const char *advice(int reason)
{
    switch (reason) {
    case ENOSPC:
    case EDQUOT:
        return "free some space there, or write elsewhere";
    case EFBIG:
        return "raise the limit of file sizes (ulimit -f), or write elsewhere";
    case ENOENT:
    case ENOTDIR:
        return "create the directory first, or write elsewhere";
    case EACCES:
    case EPERM:
    case EROFS:
        return "write where you have the right to";
    case ENAMETOOLONG:
        return "give it a shorter one";
    case EIO:
    case ESTALE:
        return "have the file system checked, or write elsewhere";
    case EPIPE:
        return "its reader has ended";
    default:
        return "write elsewhere";
    }
}

enum bf_err bf_error_write(struct bf_error *e, int reason, const char *path, const char *what)
{
    if (reason == 0)
        reason = EIO;
    return bf_error_set(e, BF_ERR_ENV, "%s: cannot %s: %s; %s", path, what, strerror(reason),
                        advice(reason));
}
