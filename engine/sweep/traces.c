// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/traces.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/sweep/team.h"

struct entry {
    struct bf_trace_info info;
    char *source;
    struct bf_trace *trace; // NULL: not in memory
    bool known;             // it has been loaded, or tried, before
    bool loading;           // by some thread
    int users;
    int64_t needed; // runs to come
    size_t bytes;
};

struct bf_traces {
    pthread_mutex_t lock;
    pthread_cond_t loaded; // some trace has been
    struct entry *entries;
    size_t count, room;
    size_t limit, bytes;
    size_t next; // to be loaded by the team
};

struct bf_traces *bf_traces_create(size_t limit)
{
    struct bf_traces *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->limit = limit;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->loaded, NULL);
    return t;
}

void bf_traces_destroy(struct bf_traces *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++) {
        bf_trace_destroy(t->entries[i].trace);
        free(t->entries[i].source);
        free(t->entries[i].info.message);
        free(t->entries[i].info.warnings);
    }
    free(t->entries);
    pthread_cond_destroy(&t->loaded);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

size_t bf_traces_add(struct bf_traces *t, const struct bf_trace_options *options)
{
    if (t->count == t->room) {
        const size_t room = t->room ? 2 * t->room : 16;
        struct entry *entries = realloc(t->entries, room * sizeof *entries);
        if (!entries)
            return SIZE_MAX;
        t->entries = entries;
        t->room = room;
    }
    struct entry *new = &t->entries[t->count];
    *new = (struct entry){.info.options = *options};
    new->source = strdup(options->source);
    if (!new->source)
        return SIZE_MAX;
    new->info.options.source = new->source;
    return t->count++;
}

size_t bf_traces_count(const struct bf_traces *t)
{
    return t->count;
}

const struct bf_trace_info *bf_traces_info(const struct bf_traces *t, size_t number)
{
    return &t->entries[number].info;
}

// ---- Memory -----------------------------------------------------------------

// The lock is held, here and below.
static void release(struct bf_traces *t, struct entry *entry)
{
    if (!entry->trace || entry->users)
        return;
    bf_trace_destroy(entry->trace);
    entry->trace = NULL;
    t->bytes -= entry->bytes;
}

// Releases traces that nobody uses until the rest fits; those that no run needs first.
static void make_room(struct bf_traces *t, const struct entry *kept)
{
    for (int needed = 0; needed < 2; needed++)
        for (size_t i = 0; i < t->count && t->bytes > t->limit; i++)
            if (&t->entries[i] != kept && (needed || t->entries[i].needed <= 0))
                release(t, &t->entries[i]);
}

// ---- Loading ----------------------------------------------------------------

// Keeps what a first loading has told.
static void learn(struct entry *entry, enum bf_err code, const struct bf_error *e)
{
    struct bf_trace_info *info = &entry->info;
    entry->known = true;
    info->code = code;
    if (code) {
        info->message = strdup(e->text);
        if (!info->message)
            info->code = BF_ERR_ENV;
        return;
    }
    info->row = entry->trace->row;
    info->procs = entry->trace->procs;
    info->jobs = entry->trace->jobs.count;
    info->warnings = strdup(entry->trace->warnings);
}

// Compares with what a first loading has told.
static enum bf_err compare(struct entry *entry, struct bf_error *e)
{
    if (strcmp(entry->info.row.hash, entry->trace->row.hash) == 0)
        return BF_OK;
    bf_trace_destroy(entry->trace);
    entry->trace = NULL;
    return bf_error_set(e, BF_ERR_INPUT, "%s: has changed while the sweep was running; run again",
                        entry->source);
}

// Loads, with the lock given up meanwhile.
static enum bf_err load(struct bf_traces *t, size_t number, struct bf_error *e)
{
    struct bf_trace *trace = NULL;
    struct bf_trace_options options = t->entries[number].info.options;
    t->entries[number].loading = true;
    pthread_mutex_unlock(&t->lock);
    enum bf_err code = bf_trace_load(&options, &trace, e);
    pthread_mutex_lock(&t->lock);
    struct entry *entry = &t->entries[number];
    entry->loading = false;
    entry->trace = code ? NULL : trace;
    if (!entry->known)
        learn(entry, code, e);
    else if (!code)
        code = compare(entry, e);
    if (!code) {
        entry->bytes = bf_trace_bytes(entry->trace);
        t->bytes += entry->bytes;
        make_room(t, entry);
    }
    pthread_cond_broadcast(&t->loaded);
    return code;
}

enum bf_err bf_traces_take(struct bf_traces *t, size_t number, const struct bf_trace **trace,
                           struct bf_error *e)
{
    enum bf_err code = BF_OK;
    pthread_mutex_lock(&t->lock);
    while (t->entries[number].loading)
        pthread_cond_wait(&t->loaded, &t->lock);
    struct entry *entry = &t->entries[number];
    if (entry->info.code)
        code = bf_error_set(e, entry->info.code, "%s",
                            entry->info.message ? entry->info.message : "no memory");
    else if (!entry->trace)
        code = load(t, number, e);
    if (!code) {
        entry->users++;
        *trace = entry->trace;
    }
    pthread_mutex_unlock(&t->lock);
    return code;
}

void bf_traces_give_back(struct bf_traces *t, size_t number)
{
    pthread_mutex_lock(&t->lock);
    struct entry *entry = &t->entries[number];
    entry->users--;
    if (entry->needed <= 0)
        release(t, entry);
    else if (t->bytes > t->limit)
        make_room(t, NULL);
    pthread_mutex_unlock(&t->lock);
}

void bf_traces_need(struct bf_traces *t, size_t number, int64_t runs)
{
    pthread_mutex_lock(&t->lock);
    struct entry *entry = &t->entries[number];
    entry->needed += runs;
    if (entry->needed <= 0)
        release(t, entry);
    pthread_mutex_unlock(&t->lock);
}

// ---- All at once ------------------------------------------------------------

static void load_some(void *self, int number, int count)
{
    struct bf_traces *t = self;
    struct bf_error e;
    (void)number;
    (void)count;
    pthread_mutex_lock(&t->lock);
    while (t->next < t->count) {
        const size_t i = t->next++;
        if (!t->entries[i].known)
            load(t, i, &e);
        make_room(t, NULL);
    }
    pthread_mutex_unlock(&t->lock);
}

void bf_traces_load(struct bf_traces *t, int threads)
{
    const size_t wanted = t->count < (size_t)threads ? t->count : (size_t)threads;
    t->next = 0;
    bf_team_run(wanted > 0 ? (int)wanted : 1, load_some, t);
}
