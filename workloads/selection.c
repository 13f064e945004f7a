// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/selection.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "workloads/lines_internal.h"

enum { WORD_SIZE = 48, LONGEST_TEXT = 100 };

struct reading {
    struct bf_arena *arena;
    struct bf_range *ranges;
    size_t count, room;
};

static enum bf_err keep(struct reading *r, struct bf_range range, struct bf_error *e)
{
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        struct bf_range *ranges = bf_arena_alloc(r->arena, room, sizeof *ranges);
        if (!ranges)
            return bf_error_no_memory(e, room * sizeof *ranges, "a list of numbers");
        if (r->count)
            memcpy(ranges, r->ranges, r->count * sizeof *ranges);
        r->ranges = ranges;
        r->room = room;
    }
    r->ranges[r->count++] = range;
    return BF_OK;
}

// `7` or `100-120`; a minus may stand in front of either number.
static bool parse_range(char *word, struct bf_range *range)
{
    char *dash = word[0] ? strchr(word + 1, '-') : NULL;
    if (!dash) {
        const bool number = bf_text_to_int(word, &range->first);
        range->last = range->first;
        return number;
    }
    *dash = '\0';
    const bool numbers =
        bf_text_to_int(word, &range->first) && bf_text_to_int(dash + 1, &range->last);
    *dash = '-';
    return numbers && range->first <= range->last;
}

static enum bf_err parse_list(struct reading *r, const char *list, struct bf_error *e)
{
    for (const char *at = list;; at++) {
        char word[WORD_SIZE];
        struct bf_range range = {0};
        const size_t n = strcspn(at, ",");
        bf_text_copy(word, n + 1 < sizeof word ? n + 1 : sizeof word, at);
        if (!parse_range(word, &range))
            return bf_error_set(e, BF_ERR_USAGE,
                                "expected numbers and ranges such as 3,7,100-120, or @FILE, each "
                                "with not: in front for all others, found '%s'",
                                word);
        const enum bf_err code = keep(r, range, e);
        at += n;
        if (code != BF_OK || *at == '\0')
            return code;
    }
}

static enum bf_err parse_line(struct reading *r, const char *path, const struct bf_line *line,
                              struct bf_error *e)
{
    static const char separators[] = " ,\t\r\n", ends[] = " ,\t\r\n;#";
    const char *at = line->text, *stop = line->text + line->length;
    while (at < stop && *at != ';' && *at != '#') {
        char word[WORD_SIZE];
        struct bf_range range = {0};
        size_t n = 0;
        if (*at && strchr(separators, *at)) {
            at++;
            continue;
        }
        while (at + n < stop && !(at[n] && strchr(ends, at[n])))
            n++;
        bf_text_copy(word, n + 1 < sizeof word ? n + 1 : sizeof word, at);
        if (!parse_range(word, &range))
            return bf_error_set(e, BF_ERR_INPUT,
                                "%s:%llu: expected a number or a range such as 100-120, found '%s'",
                                path, (unsigned long long)line->number, word);
        const enum bf_err code = keep(r, range, e);
        if (code != BF_OK)
            return code;
        at += n;
    }
    return BF_OK;
}

static enum bf_err parse_file(struct reading *r, const char *path, struct bf_error *e)
{
    struct bf_lines *lines = NULL;
    struct bf_line line = {.text = ""};
    enum bf_err code = bf_lines_open(path, &lines, e);
    while (code == BF_OK) {
        code = bf_lines_next(lines, &line, e);
        if (code != BF_OK || !line.text)
            break;
        code = parse_line(r, path, &line, e);
    }
    bf_lines_close(lines);
    if (code == BF_OK && r->count == 0)
        return bf_error_set(e, BF_ERR_INPUT, "%s: has no number in it", path);
    return code;
}

static int by_first(const void *a, const void *b)
{
    const struct bf_range *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

// Sorts, and joins ranges that meet or touch.
static void settle(struct reading *r)
{
    size_t n = 0;
    qsort(r->ranges, r->count, sizeof *r->ranges, by_first);
    for (size_t i = 1; i < r->count; i++) {
        struct bf_range *last = &r->ranges[n];
        if (last->last == INT64_MAX || r->ranges[i].first <= last->last + 1) {
            if (r->ranges[i].last > last->last)
                last->last = r->ranges[i].last;
        } else {
            r->ranges[++n] = r->ranges[i];
        }
    }
    r->count = n + 1;
}

enum bf_err bf_selection_parse(const char *text, struct bf_arena *arena, struct bf_selection *s,
                               struct bf_error *e)
{
    struct reading r = {.arena = arena};
    const bool without = strncmp(text, "not:", 4) == 0;
    text += without ? 4 : 0;
    const enum bf_err code = *text == '@' ? parse_file(&r, text + 1, e) : parse_list(&r, text, e);
    if (code != BF_OK)
        return code;
    settle(&r);
    *s = (struct bf_selection){.without = without, .ranges = r.ranges, .count = r.count};
    return BF_OK;
}

bool bf_selection_has(const struct bf_selection *s, int64_t label)
{
    if (!s)
        return true;
    size_t low = 0, high = s->count; // the first range that ends at `label` or behind it
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->ranges[middle].last < label)
            low = middle + 1;
        else
            high = middle;
    }
    const bool listed = low < s->count && s->ranges[low].first <= label;
    return listed != s->without;
}

static void add_range(const struct bf_selection *s, size_t i, struct bf_text *to)
{
    const struct bf_range *range = &s->ranges[i];
    bf_text_add(to, "%s%lld", i ? "," : "", (long long)range->first);
    if (range->last != range->first)
        bf_text_add(to, "-%lld", (long long)range->last);
}

// All ranges, however many.
static void add_hash(const struct bf_selection *s, struct bf_text *to)
{
    char hash[BF_HASH_TEXT_SIZE];
    bf_hash_bytes(s->ranges, s->count * sizeof *s->ranges, hash);
    bf_text_add(to, "hash:%s", hash);
}

void bf_selection_text(const struct bf_selection *s, struct bf_text *to)
{
    char words[LONGEST_TEXT + 1];
    struct bf_text text = bf_text_init(words, sizeof words);
    for (size_t i = 0; i < s->count && !text.cut; i++)
        add_range(s, i, &text);
    bf_text_add(to, "%s", s->without ? "not:" : "");
    if (text.cut)
        add_hash(s, to);
    else
        bf_text_add(to, "%s", words);
}
