// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/html_buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

void bf_buffer_fini(struct bf_buffer *b)
{
    free(b->at);
    *b = (struct bf_buffer){0};
}

// Makes room for n more bytes and a terminator.
static bool make_room(struct bf_buffer *b, size_t n)
{
    if (b->failed)
        return false;
    if (b->room - b->used > n)
        return true;
    size_t room = b->room ? b->room : 256;
    while (room - b->used <= n)
        room *= 2;
    char *at = realloc(b->at, room);
    if (!at) {
        b->failed = true;
        return false;
    }
    b->at = at;
    b->room = room;
    return true;
}

void bf_buffer_bytes(struct bf_buffer *b, const char *bytes, size_t n)
{
    if (!make_room(b, n))
        return;
    memcpy(b->at + b->used, bytes, n);
    b->used += n;
    b->at[b->used] = '\0';
}

void bf_buffer_add(struct bf_buffer *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int wanted = vsnprintf(NULL, 0, format, args);
    if (wanted < 0) {
        b->failed = true;
    } else if (make_room(b, (size_t)wanted)) {
        vsnprintf(b->at + b->used, (size_t)wanted + 1, format, again);
        b->used += (size_t)wanted;
    }
    va_end(again);
    va_end(args);
}

void bf_buffer_double(struct bf_buffer *b, double value)
{
    char text[BF_DOUBLE_TEXT_SIZE];
    bf_buffer_add(b, "%s", isnan(value) ? "NaN" : bf_text_double(text, value));
}

size_t bf_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (s[0] < 0x80)
        return s[0] ? 1 : 0;
    const size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    unsigned code = s[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[n] || code > 0x10ffff || surrogate ? 0 : n;
}

static void add_cell(struct bf_buffer *b, const char *text, bool quoted)
{
    while (*text) {
        const size_t n = bf_utf8_length(text);
        const unsigned char c = (unsigned char)text[0];
        if (!n)
            bf_buffer_bytes(b, "\xef\xbf\xbd", 3);
        else if (c < 0x20 || c == 0x7f || (!quoted && c == '"'))
            bf_buffer_bytes(b, " ", 1); // gnuplot takes a quote for the beginning of a text
        else if (quoted && c == '\'')
            bf_buffer_bytes(b, "''", 2);
        else
            bf_buffer_bytes(b, text, n);
        text += n ? n : 1;
    }
}

void bf_buffer_cell(struct bf_buffer *b, const char *text)
{
    add_cell(b, text, false);
}

void bf_buffer_quoted(struct bf_buffer *b, const char *text)
{
    bf_buffer_bytes(b, "'", 1);
    add_cell(b, text, true);
    bf_buffer_bytes(b, "'", 1);
}

enum bf_err bf_buffer_check(const struct bf_buffer *b, struct bf_error *e)
{
    return b->failed ? bf_error_no_memory(e, b->room * 2, "a report") : BF_OK;
}
