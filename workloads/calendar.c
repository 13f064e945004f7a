// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/calendar.h"

#include <string.h>

#include "engine/base/text.h"
#include "workloads/lines_internal.h"

enum { WORDS = 3, WORD_SIZE = 32 };

// The words of a line; a word is cut where it is too long to be one.
struct words {
    char at[WORDS][WORD_SIZE];
    int count; // more than WORDS: too many
};

struct reading {
    const char *path;
    struct bf_outage *lines;
    size_t count, room;
    struct bf_arena *arena;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// What stands in front of a comment, in words.
static struct words split(const struct bf_line *line)
{
    struct words w = {.count = 0};
    const char *at = line->text, *end = line->text + line->length;
    while (at < end && *at != ';' && *at != '#') {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        size_t n = 0;
        while (at + n < end && !is_blank(at[n]) && at[n] != ';' && at[n] != '#')
            n++;
        if (w.count < WORDS)
            bf_text_copy(w.at[w.count], n + 1 < WORD_SIZE ? n + 1 : WORD_SIZE, at);
        w.count++;
        at += n;
    }
    return w;
}

static enum bf_err parse_time(const struct reading *r, const struct bf_line *line, const char *what,
                              const char *word, bf_time *time, struct bf_error *e)
{
    if (bf_text_to_int(word, time) && *time >= 0 && *time <= BF_MAX_TIME)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s:%llu: %s: expected whole seconds, 0 to 2^50, found '%s'", r->path,
                        (unsigned long long)line->number, what, word);
}

static enum bf_err parse_procs(const struct reading *r, const struct bf_line *line,
                               const char *word, bf_procs *procs, struct bf_error *e)
{
    int64_t value;
    if (strcmp(word, "all") == 0) {
        *procs = BF_CALENDAR_ALL;
        return BF_OK;
    }
    if (bf_text_to_int(word, &value) && value >= 1 && value <= BF_MAX_PROCS) {
        *procs = (bf_procs)value;
        return BF_OK;
    }
    return bf_error_set(e, BF_ERR_INPUT, "%s:%llu: procs: expected 1 to %d, or all, found '%s'",
                        r->path, (unsigned long long)line->number, (int)BF_MAX_PROCS, word);
}

static enum bf_err parse_line(const struct reading *r, const struct bf_line *line,
                              const struct words *w, struct bf_outage *o, struct bf_error *e)
{
    *o = (struct bf_outage){.line = line->number};
    if (w->count != WORDS)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s:%llu: expected three words, start end procs, found %d", r->path,
                            (unsigned long long)line->number, w->count);
    enum bf_err code = parse_time(r, line, "start", w->at[0], &o->start, e);
    if (code == BF_OK)
        code = parse_time(r, line, "end", w->at[1], &o->end, e);
    if (code == BF_OK)
        code = parse_procs(r, line, w->at[2], &o->procs, e);
    if (code == BF_OK && o->end <= o->start)
        code = bf_error_set(
            e, BF_ERR_INPUT, "%s:%llu: end: expected a time behind the start %lld, found %lld",
            r->path, (unsigned long long)line->number, (long long)o->start, (long long)o->end);
    return code;
}

static enum bf_err keep(struct reading *r, const struct bf_outage *o, struct bf_error *e)
{
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        struct bf_outage *lines = bf_arena_alloc(r->arena, room, sizeof *lines);
        if (!lines)
            return bf_error_no_memory(e, room * sizeof *lines, "a calendar");
        if (r->count)
            memcpy(lines, r->lines, r->count * sizeof *lines);
        r->lines = lines;
        r->room = room;
    }
    r->lines[r->count++] = *o;
    return BF_OK;
}

static enum bf_err read_lines(struct reading *r, struct bf_lines *lines, struct bf_error *e)
{
    struct bf_line line;
    struct bf_outage o;
    for (;;) {
        enum bf_err code = bf_lines_next(lines, &line, e);
        if (code != BF_OK || !line.text)
            return code;
        const struct words w = split(&line);
        if (w.count == 0)
            continue;
        code = parse_line(r, &line, &w, &o, e);
        if (code == BF_OK)
            code = keep(r, &o, e);
        if (code != BF_OK)
            return code;
    }
}

enum bf_err bf_calendar_read(const char *path, struct bf_arena *arena, struct bf_calendar *calendar,
                             struct bf_error *e)
{
    struct reading r = {.path = path, .arena = arena};
    struct bf_lines *lines = NULL;
    enum bf_err code = bf_lines_open(path, &lines, e);
    if (code != BF_OK)
        return code;
    code = read_lines(&r, lines, e);
    bf_lines_close(lines);
    return code == BF_OK ? bf_calendar_init(calendar, path, r.lines, r.count, arena, e) : code;
}
