// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"

#include <stdarg.h>
#include <stdio.h>

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
