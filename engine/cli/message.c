// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cli.h"

#include <stdio.h>
#include <string.h>

int cli_status(enum bf_err code)
{
    switch (code) {
    case BF_OK:
        return 0;
    case BF_ERR_INPUT:
    case BF_ERR_NEWER:
        return 1;
    case BF_ERR_USAGE:
        return 2;
    case BF_ERR_INCOMPLETE:
        return 3;
    case BF_ERR_ENV:
        break;
    }
    return 4;
}

// Prints `length` bytes of `text` as one line: a control character (from a file name or a foreign
// log) would break the line or the terminal, so it is shown as '?'.
static void print_line(const char *prefix, const char *text, size_t length)
{
    flockfile(stderr);
    fputs(prefix, stderr);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        putc_unlocked(c < 0x20 || c == 0x7f ? '?' : c, stderr);
    }
    putc_unlocked('\n', stderr);
    funlockfile(stderr);
}

int cli_fail(const struct bf_error *e)
{
    if (e->text[0])
        print_line("bfsweep: ", e->text, strlen(e->text));
    return cli_status(e->code);
}

void cli_warn_lines(const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        print_line("bfsweep: warning: ", lines, length);
        lines += length;
        lines += *lines == '\n';
    }
}
