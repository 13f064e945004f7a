// SPDX-License-Identifier: GPL-3.0-or-later
//
// Header lines: `; MaxProcs: 128` and what people make of it.
#include <stdlib.h>
#include <string.h>

#include "workloads/swf_internal.h"

enum { LONGEST_HEADER = 1 << 22, LONGEST_KEY = 24, FIRST_ROOM = 1 << 12 };

const char *const bf_swf_key_names[BF_SWF_KEYS] = {"MaxProcs", "MaxNodes", "MaxJobs", "MaxRecords",
                                                   "MaxRuntime"};

void bf_swf_header_init(struct bf_swf_header *h)
{
    memset(h, 0, sizeof *h);
    for (int k = 0; k < BF_SWF_KEYS; k++)
        h->value[k] = -1;
}

void bf_swf_header_fini(struct bf_swf_header *h)
{
    free(h->text);
    h->text = NULL;
}

static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Skips blanks and semicolons at the beginning of a header line.
static const char *skip_lead(const char *at, const char *end)
{
    while (at < end && (is_blank(*at) || *at == ';'))
        at++;
    return at;
}

// Copies the key without blanks and in lower case. Returns what follows the colon, NULL when there
// is no key of a sensible length.
static const char *read_key(const char *at, const char *end, char key[LONGEST_KEY])
{
    size_t n = 0;
    for (at = skip_lead(at, end); at < end && *at != ':'; at++) {
        if (is_blank(*at))
            continue;
        if (n == LONGEST_KEY - 1)
            return NULL;
        key[n++] = to_lower(*at);
    }
    key[n] = '\0';
    return at < end ? at + 1 : NULL;
}

static bool same_word(const char *lower, const char *name)
{
    while (*lower && *lower == to_lower(*name)) {
        lower++;
        name++;
    }
    return *lower == *name;
}

static enum bf_swf_key find_key(const char *key)
{
    int k = 0;
    while (k < BF_SWF_KEYS && !same_word(key, bf_swf_key_names[k]))
        k++;
    return (enum bf_swf_key)k;
}

enum bf_swf_key bf_swf_header_key(const char *text, size_t length)
{
    char key[LONGEST_KEY];
    return read_key(text, text + length, key) ? find_key(key) : BF_SWF_KEYS;
}

// The number that a value begins with; what follows behind a blank is an explanation.
static bool read_value(const char *at, const char *end, int64_t *value, int *length)
{
    struct bf_number number;
    while (at < end && is_blank(*at))
        at++;
    const char *token = at;
    while (at < end && !is_blank(*at))
        at++;
    *length = (int)(at - token < 40 ? at - token : 40);
    if (!bf_number_read(token, (size_t)(at - token), &number) || number.fraction ||
        number.too_large)
        return false;
    *value = number.whole;
    return true;
}

static const char *value_start(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static void take_value(struct bf_swf_header *h, enum bf_swf_key key, const char *file,
                       uint64_t number, const char *at, const char *end, struct bf_notes *notes)
{
    int64_t value = 0;
    int length = 0;
    const char *name = bf_swf_key_names[key];
    const bool is_number = read_value(at, end, &value, &length);
    if (!is_number || value == 0 || value < -1) {
        bf_notes_add(notes, "%s:%llu: %s is '%.*s', which is no size; taken as not given", file,
                     (unsigned long long)number, name, length, value_start(at, end));
        return;
    }
    if (value == -1)
        return;
    if (h->line[key] && h->value[key] != value)
        bf_notes_add(notes, "%s:%llu: %s again, %lld; the first one, %lld in line %llu, counts",
                     file, (unsigned long long)number, name, (long long)value,
                     (long long)h->value[key], (unsigned long long)h->line[key]);
    if (h->line[key])
        return;
    h->value[key] = value;
    h->line[key] = number;
}

static enum bf_err keep_text(struct bf_swf_header *h, const char *text, size_t length,
                             struct bf_error *e)
{
    if (h->cut || h->size + length + 2 > LONGEST_HEADER) {
        h->cut = true;
        return BF_OK;
    }
    if (h->size + length + 2 > h->room) {
        size_t room = h->room ? 2 * h->room : FIRST_ROOM;
        while (room < h->size + length + 2)
            room *= 2;
        char *grown = realloc(h->text, room);
        if (!grown)
            return bf_error_no_memory(e, room, "the header of a log");
        h->text = grown;
        h->room = room;
    }
    memcpy(h->text + h->size, text, length);
    h->size += length;
    h->text[h->size++] = '\n';
    h->text[h->size] = '\0';
    return BF_OK;
}

enum bf_err bf_swf_header_add(struct bf_swf_header *h, const char *file, uint64_t number,
                              const char *text, size_t length, bool keep, struct bf_notes *notes,
                              struct bf_error *e)
{
    char key[LONGEST_KEY];
    if (length && text[length - 1] == '\r')
        length--;
    const char *value = read_key(text, text + length, key);
    const enum bf_swf_key known = value ? find_key(key) : BF_SWF_KEYS;
    if (known != BF_SWF_KEYS)
        take_value(h, known, file, number, value, text + length, notes);
    return keep ? keep_text(h, text, length, e) : BF_OK;
}
