// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/notes_internal.h"

#include <stdarg.h>
#include <stdio.h>

void bf_notes_add(struct bf_notes *notes, const char *format, ...)
{
    va_list args;
    unsigned room = BF_NOTES_SIZE - notes->used;
    va_start(args, format);
    int n = vsnprintf(notes->text + notes->used, room, format, args);
    va_end(args);
    if (n < 0 || (unsigned)n + 1 >= room) { // a note is there as a whole or not at all
        notes->text[notes->used] = '\0';
        notes->left_out++;
        return;
    }
    notes->used += (unsigned)n;
    notes->text[notes->used++] = '\n';
    notes->text[notes->used] = '\0';
}
