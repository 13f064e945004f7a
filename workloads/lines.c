// SPDX-License-Identifier: GPL-3.0-or-later
//
//     buffer: | consumed ... | at: the line in hand ... | unread ... | size: '\n' |
//
// The byte at `size` is always a newline: a scan needs no other bound.
#include "workloads/lines_internal.h"

#include <stdlib.h>
#include <string.h>

#include "workloads/input_internal.h"

enum { BLOCK = 1 << 18, FIRST_BLOCK = 1 << 16 };

struct bf_lines {
    struct bf_input *input;
    struct bf_hash *hash;
    char *buffer;
    size_t room; // of the buffer, without the byte for the newline
    size_t at, size;
    bool ended; // the input has no more
    uint64_t number, bytes;
};

static enum bf_err read_block(struct bf_lines *l, struct bf_error *e)
{
    size_t got = 0;
    enum bf_err code = bf_input_read(l->input, l->buffer + l->size, l->room - l->size, &got, e);
    if (code)
        return code;
    bf_hash_update(l->hash, l->buffer + l->size, got);
    l->ended = got == 0;
    l->bytes += got;
    l->size += got;
    l->buffer[l->size] = '\n';
    return BF_OK;
}

static void skip_mark(struct bf_lines *l)
{
    if (l->size >= 3 && memcmp(l->buffer, "\xef\xbb\xbf", 3) == 0)
        l->at = 3;
}

static enum bf_err begin(struct bf_lines *l, const char *path, struct bf_error *e)
{
    l->room = BLOCK;
    l->buffer = malloc(l->room + 1);
    l->hash = bf_hash_create();
    if (!l->buffer || !l->hash)
        return bf_error_no_memory(e, l->room, "reading lines");
    enum bf_err code = bf_input_open(path, &l->input, e);
    while (code == BF_OK && !l->ended && l->size < FIRST_BLOCK)
        code = read_block(l, e);
    skip_mark(l);
    return code;
}

enum bf_err bf_lines_open(const char *path, struct bf_lines **lines, struct bf_error *e)
{
    struct bf_lines *l = calloc(1, sizeof *l);
    if (!l)
        return bf_error_no_memory(e, sizeof *l, "reading lines");
    enum bf_err code = begin(l, path, e);
    if (code) {
        bf_lines_close(l);
        return code;
    }
    *lines = l;
    return BF_OK;
}

void bf_lines_close(struct bf_lines *l)
{
    if (!l)
        return;
    bf_input_close(l->input);
    bf_hash_destroy(l->hash);
    free(l->buffer);
    free(l);
}

const char *bf_lines_name(const struct bf_lines *l)
{
    return bf_input_name(l->input);
}

const char *bf_lines_first_block(const struct bf_lines *l, size_t *n, bool *whole)
{
    *n = l->size - l->at;
    *whole = l->ended;
    return l->buffer + l->at;
}

// Makes room behind what is left of the buffer: by moving it to the front, or by growing.
static enum bf_err make_room(struct bf_lines *l, struct bf_error *e)
{
    memmove(l->buffer, l->buffer + l->at, l->size - l->at);
    l->size -= l->at;
    l->at = 0;
    if (l->size < l->room)
        return BF_OK;
    if (l->room >= BF_LONGEST_LINE)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s:%llu: a line longer than %zu bytes; this is no log",
                            bf_lines_name(l), (unsigned long long)l->number + 1, BF_LONGEST_LINE);
    char *buffer = realloc(l->buffer, 2 * l->room + 1);
    if (!buffer)
        return bf_error_no_memory(e, 2 * l->room, "a long line");
    l->buffer = buffer;
    l->room *= 2;
    return BF_OK;
}

// Finds the newline that ends the line in hand, reading on where needed. At the end of the text it
// is the one at `size`.
static enum bf_err find_newline(struct bf_lines *l, size_t *newline, struct bf_error *e)
{
    size_t seen = 0;
    for (;;) {
        const char *from = l->buffer + l->at + seen;
        const char *found = memchr(from, '\n', l->size - l->at - seen);
        if (found || l->ended) {
            *newline = found ? (size_t)(found - l->buffer) : l->size;
            return BF_OK;
        }
        seen = l->size - l->at;
        enum bf_err code = make_room(l, e);
        if (code == BF_OK)
            code = read_block(l, e);
        if (code)
            return code;
    }
}

enum bf_err bf_lines_next(struct bf_lines *l, struct bf_line *line, struct bf_error *e)
{
    size_t newline = 0;
    enum bf_err code = find_newline(l, &newline, e);
    if (code)
        return code;
    if (l->at == l->size) { // only so at the end: a line in hand has at least its newline
        line->text = NULL;
        return BF_OK;
    }
    line->text = l->buffer + l->at;
    line->length = newline - l->at;
    line->number = ++l->number;
    l->at = newline < l->size ? newline + 1 : l->size;
    return BF_OK;
}

void bf_lines_hash(const struct bf_lines *l, char text[BF_HASH_TEXT_SIZE])
{
    bf_hash_text(l->hash, text);
}

uint64_t bf_lines_bytes(const struct bf_lines *l)
{
    return l->bytes;
}
