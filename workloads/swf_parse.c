// SPDX-License-Identifier: GPL-3.0-or-later
//
// One job line of SWF 2.2 to its 18 fields. Nearly every field of nearly every log is a plain run
// of at most 18 digits, perhaps with a minus sign: that road has no bounds check (the newline stops
// it) and no overflow check. All else goes through number.c.
#include <stdio.h>
#include <string.h>

#include "engine/base/text.h"
#include "workloads/swf_internal.h"

const char *const bf_swf_field_names[BF_SWF_FIELDS] = {
    "job",       "submit",    "wait",      "run",        "allocated",
    "cpu_time",  "memory",    "procs",     "request",    "requested_memory",
    "status",    "user",      "group",     "executable", "queue",
    "partition", "preceding", "think_time"};

enum kind { LABEL, TIME, PROCS, SIZE, REAL };

// What each field is. Times are rounded, sizes too but without a count; labels and processors are
// whole.
static const unsigned char kinds[BF_SWF_FIELDS] = {LABEL, TIME,  TIME,  TIME,  PROCS, REAL,
                                                   SIZE,  PROCS, TIME,  SIZE,  LABEL, LABEL,
                                                   LABEL, LABEL, LABEL, LABEL, LABEL, REAL};

static const int64_t limits[] = {[LABEL] = INT64_MAX,
                                 [TIME] = BF_MAX_TIME,
                                 [PROCS] = INT32_MAX,
                                 [SIZE] = INT64_MAX,
                                 [REAL] = INT64_MAX};

struct slot {
    int64_t whole;
    double real; // fields 6 and 18 only
};

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static inline const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

const char *bf_swf_skip_blanks(const char *at)
{
    return skip_blanks(at);
}

static void set_flaw(struct bf_swf_line *line, enum bf_swf_flaw flaw, const char *token,
                     size_t length)
{
    if (line->flaw != BF_SWF_FINE)
        return;
    line->flaw = flaw;
    line->flaw_field = line->count + 1;
    line->token = token;
    line->token_length = length;
}

// A field that is no plain run of digits. Returns what follows it.
static const char *scan_slowly(const char *token, struct slot *slot, struct bf_swf_line *line)
{
    struct bf_number number;
    const enum kind kind = kinds[line->count];
    const char *end = token;
    while (!is_blank(*end) && *end != '\n')
        end++;
    const size_t length = (size_t)(end - token);
    if (!bf_number_read(token, length, &number)) {
        set_flaw(line, BF_SWF_NO_NUMBER, token, length);
        return end;
    }
    slot->whole = number.whole;
    slot->real = number.real;
    if (number.too_large || number.whole > limits[kind] || number.whole < -limits[kind])
        set_flaw(line, BF_SWF_TOO_LARGE, token, length);
    else if (number.fraction && (kind == LABEL || kind == PROCS))
        set_flaw(line, BF_SWF_FRACTION, token, length);
    else if (number.fraction && kind == TIME)
        line->rounded = true;
    return end;
}

static inline const char *scan_field(const char *token, struct slot *slot, struct bf_swf_line *line)
{
    const bool negative = *token == '-';
    const char *digits = token + negative, *at = digits;
    uint64_t value = 0;
    for (; is_digit(*at); at++)
        value = 10 * value + (uint64_t)(*at - '0');
    const size_t count = (size_t)(at - digits);
    if (count - 1 >= 18 || !(is_blank(*at) || *at == '\n') ||
        value > (uint64_t)limits[kinds[line->count]])
        return scan_slowly(token, slot, line);
    slot->whole = negative ? -(int64_t)value : (int64_t)value;
    slot->real = (double)slot->whole;
    return at;
}

static void fill_fields(struct bf_swf_fields *f, const struct slot *s)
{
    f->number = s[0].whole;
    f->submit = s[1].whole;
    f->wait = s[2].whole;
    f->run = s[3].whole;
    f->allocated = s[4].whole;
    f->cpu_time = s[5].real;
    f->memory = s[6].whole;
    f->requested_procs = s[7].whole;
    f->requested_time = s[8].whole;
    f->requested_memory = s[9].whole;
    f->status = s[10].whole;
    f->user = s[11].whole;
    f->group = s[12].whole;
    f->executable = s[13].whole;
    f->queue = s[14].whole;
    f->partition = s[15].whole;
    f->preceding = s[16].whole;
    f->think_time = s[17].real;
}

bool bf_swf_parse(const char *text, size_t length, struct bf_swf_line *line)
{
    struct slot slots[BF_SWF_FIELDS];
    const char *at = text, *end = text + length;
    line->flaw = BF_SWF_FINE;
    line->rounded = false;
    for (line->count = 0; line->count < BF_SWF_FIELDS; line->count++) {
        at = skip_blanks(at);
        if (at >= end)
            break;
        at = scan_field(at, &slots[line->count], line);
    }
    line->extra = skip_blanks(at) < end;
    if (line->count < BF_SWF_FIELDS)
        line->flaw = BF_SWF_TOO_FEW; // before any other flaw: the fields may be other fields
    if (line->flaw != BF_SWF_FINE)
        return false;
    fill_fields(&line->fields, slots);
    return true;
}

void bf_swf_explain(const struct bf_swf_line *line, char *text, size_t size)
{
    static const char *const what[] = {[BF_SWF_NO_NUMBER] = "is no number",
                                       [BF_SWF_TOO_LARGE] = "is too large a number",
                                       [BF_SWF_FRACTION] =
                                           "has a fraction, a whole number was expected"};
    if (line->flaw == BF_SWF_TOO_FEW) {
        snprintf(text, size, "%d %s, 18 expected", line->count,
                 bf_text_plural(line->count, "field", "fields"));
        return;
    }
    const int shown = line->token_length < 40 ? (int)line->token_length : 40;
    snprintf(text, size, "field %d (%s) '%.*s' %s", line->flaw_field,
             bf_swf_field_names[line->flaw_field - 1], shown, line->token, what[line->flaw]);
}
