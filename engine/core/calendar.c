// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/calendar.h"

#include <stdbool.h>
#include <stdlib.h>

#include "engine/base/text.h"

// An edge of a line: what it changes.
struct edge {
    bf_time at;
    int64_t procs; // of numbered lines
    int all;       // lines that take everything
    uint64_t line; // 0: an end
};

static int by_time(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void make_edges(struct edge *edges, const struct bf_outage *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bool all = lines[i].procs == BF_CALENDAR_ALL;
        const int64_t procs = all ? 0 : lines[i].procs;
        edges[2 * i] = (struct edge){lines[i].start, procs, all, lines[i].line};
        edges[2 * i + 1] = (struct edge){lines[i].end, -procs, -(int)all, 0};
    }
    qsort(edges, 2 * count, sizeof *edges, by_time);
}

// What is taken after the edges so far.
static bf_procs taken(int64_t procs, int all)
{
    return all || procs >= BF_CALENDAR_ALL ? BF_CALENDAR_ALL : (bf_procs)procs;
}

static void add_up(struct bf_calendar *c, struct bf_calendar_step *steps, const struct edge *edges,
                   size_t count)
{
    int64_t procs = 0;
    int all = 0;
    bf_procs before = 0;
    for (size_t i = 0; i < count; i++) {
        procs += edges[i].procs;
        all += edges[i].all;
        if (i + 1 < count && edges[i + 1].at == edges[i].at)
            continue;
        if (procs > c->most) {
            c->most = procs;
            c->most_at = edges[i].at;
            c->most_line = edges[i].line;
        }
        if (taken(procs, all) != before) {
            before = taken(procs, all);
            steps[c->count++] = (struct bf_calendar_step){edges[i].at, before};
        }
    }
}

static enum bf_err hash_steps(struct bf_calendar *c, struct bf_error *e)
{
    struct bf_hash *hash = bf_hash_create();
    if (!hash)
        return bf_error_no_memory(e, 0, "the hash of a calendar");
    for (size_t i = 0; i < c->count; i++) {
        char words[64];
        struct bf_text text = bf_text_init(words, sizeof words);
        bf_text_add(&text, "%lld %ld\n", (long long)c->steps[i].at, (long)c->steps[i].procs);
        bf_hash_update(hash, words, text.used);
    }
    bf_hash_text(hash, c->hash);
    bf_hash_destroy(hash);
    return BF_OK;
}

enum bf_err bf_calendar_init(struct bf_calendar *c, const char *name, const struct bf_outage *lines,
                             size_t count, struct bf_arena *arena, struct bf_error *e)
{
    *c = (struct bf_calendar){.count = 0};
    bf_text_copy(c->name, sizeof c->name, name);
    struct edge *edges = bf_arena_alloc(arena, 2 * count + 1, sizeof *edges);
    struct bf_calendar_step *steps = bf_arena_alloc(arena, 2 * count + 1, sizeof *steps);
    if (!edges || !steps)
        return bf_error_no_memory(e, 2ull * count * sizeof *edges, "a calendar");
    make_edges(edges, lines, count);
    add_up(c, steps, edges, 2 * count);
    c->steps = steps;
    return hash_steps(c, e);
}

enum bf_err bf_calendar_check(const struct bf_calendar *c, bf_procs procs, struct bf_error *e)
{
    if (c->most <= procs)
        return BF_OK;
    return bf_error_set(
        e, BF_ERR_INPUT,
        "%s:%llu: %lld processors are taken at %lld (lines that overlap add up), "
        "expected at most the %ld of the machine; write 'all' for the whole machine",
        c->name, (unsigned long long)c->most_line, (long long)c->most, (long long)c->most_at,
        (long)procs);
}
