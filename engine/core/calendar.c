// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/calendar.h"

#include "engine/base/sort.h"
#include "engine/base/text.h"

// What is taken after some edges: by numbered lines, and how many lines take everything.
struct level {
    int64_t procs;
    int64_t all;
};

static bf_procs taken(const struct level *l)
{
    return l->all || l->procs >= BF_CALENDAR_ALL ? BF_CALENDAR_ALL : (bf_procs)l->procs;
}

// The starts and ends of all lines in order of time: line i has the items 2 i and 2 i + 1. (Times
// are whole numbers that a double holds.)
static void sort_edges(struct bf_keyed *edges, const struct bf_outage *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        edges[2 * i] = (struct bf_keyed){(double)lines[i].start, (uint32_t)(2 * i), 0};
        edges[2 * i + 1] = (struct bf_keyed){(double)lines[i].end, (uint32_t)(2 * i + 1), 0};
    }
    bf_sort_keyed(edges, edges + 2 * count, 2 * count);
}

// Passes an edge. Returns the line that begins there, or 0.
static uint64_t pass_edge(struct level *l, const struct bf_outage *lines, uint32_t item)
{
    const struct bf_outage *line = &lines[item / 2];
    const int sign = item % 2 ? -1 : 1;
    if (line->procs == BF_CALENDAR_ALL)
        l->all += sign;
    else
        l->procs += sign * (int64_t)line->procs;
    return item % 2 ? 0 : line->line;
}

static void add_up(struct bf_calendar *c, struct bf_calendar_step *steps,
                   const struct bf_keyed *edges, const struct bf_outage *lines, size_t count)
{
    struct level level = {0};
    bf_procs before = 0;
    for (size_t i = 0; i < count;) {
        const bf_time at = (bf_time)edges[i].key;
        uint64_t last = 0; // of the lines that begin at this time
        for (; i < count && (bf_time)edges[i].key == at; i++) {
            const uint64_t line = pass_edge(&level, lines, edges[i].item);
            last = line > last ? line : last;
        }
        if (level.procs > c->most) {
            c->most = level.procs;
            c->most_at = at;
            c->most_line = last;
        }
        if (taken(&level) != before) {
            before = taken(&level);
            steps[c->count++] = (struct bf_calendar_step){at, before};
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
    struct bf_keyed *edges = bf_arena_alloc(arena, 4 * count + 1, sizeof *edges);
    struct bf_calendar_step *steps = bf_arena_alloc(arena, 2 * count + 1, sizeof *steps);
    if (!edges || !steps)
        return bf_error_no_memory(e, 4ull * count * sizeof *edges, "a calendar");
    sort_edges(edges, lines, count);
    add_up(c, steps, edges, lines, 2 * count);
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
