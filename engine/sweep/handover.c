// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/handover.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t aligned(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

// Copies `bytes` to `*to` and moves it on.
static const void *copy(char **to, const void *from, size_t bytes)
{
    void *at = *to;
    memcpy(at, from, bytes);
    *to += aligned(bytes);
    return at;
}

static size_t bytes_of(const struct bf_result_part *p)
{
    return p->count * p->table->row_size;
}

struct bf_handed *bf_handed_copy(const struct bf_result *r)
{
    const size_t head = aligned(sizeof(struct bf_handed));
    size_t bytes = head + aligned(sizeof *r->run);
    for (size_t i = 0; i < r->part_count; i++)
        bytes += aligned(bytes_of(&r->parts[i]));
    struct bf_handed *h = malloc(bytes);
    if (!h)
        return NULL;
    char *to = (char *)h + head;
    *h = (struct bf_handed){.bytes = bytes, .result = *r};
    h->result.run = copy(&to, r->run, sizeof *r->run);
    for (size_t i = 0; i < r->part_count; i++)
        h->result.parts[i].rows = copy(&to, r->parts[i].rows, bytes_of(&r->parts[i]));
    return h;
}

void bf_handover_init(struct bf_handover *h, size_t limit)
{
    pthread_condattr_t monotonic;
    *h = (struct bf_handover){.limit = limit};
    h->last = &h->first;
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&h->filled, &monotonic);
    pthread_cond_init(&h->emptied, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void bf_handover_fini(struct bf_handover *h)
{
    while (h->first) {
        struct bf_handed *next = h->first->next;
        free(h->first);
        h->first = next;
    }
    pthread_cond_destroy(&h->filled);
    pthread_cond_destroy(&h->emptied);
    pthread_mutex_destroy(&h->lock);
}

double bf_handover_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool is_full(const struct bf_handover *h, size_t more)
{
    return h->limit && h->first && h->bytes + more > h->limit && !h->closed;
}

double bf_handover_put(struct bf_handover *h, struct bf_handed *handed)
{
    double waited = 0;
    pthread_mutex_lock(&h->lock);
    if (is_full(h, handed->bytes)) {
        const double since = bf_handover_now();
        while (is_full(h, handed->bytes))
            pthread_cond_wait(&h->emptied, &h->lock);
        waited = bf_handover_now() - since;
    }
    handed->next = NULL;
    *h->last = handed;
    h->last = &handed->next;
    h->bytes += handed->bytes;
    pthread_cond_signal(&h->filled);
    pthread_mutex_unlock(&h->lock);
    return waited;
}

static struct timespec in_seconds(double seconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const int64_t ns = t.tv_nsec + (int64_t)(seconds * 1e9);
    t.tv_sec += (time_t)(ns / 1000000000);
    t.tv_nsec = (long)(ns % 1000000000);
    return t;
}

struct bf_handed *bf_handover_take(struct bf_handover *h, double seconds)
{
    const struct timespec until = in_seconds(seconds);
    pthread_mutex_lock(&h->lock);
    if (!h->first && seconds > 0)
        pthread_cond_timedwait(&h->filled, &h->lock, &until);
    struct bf_handed *first = h->first;
    if (first) {
        h->first = first->next;
        if (!h->first)
            h->last = &h->first;
        h->bytes -= first->bytes;
        pthread_cond_broadcast(&h->emptied);
    }
    pthread_mutex_unlock(&h->lock);
    return first;
}

void bf_handover_wake(struct bf_handover *h)
{
    pthread_mutex_lock(&h->lock);
    pthread_cond_signal(&h->filled);
    pthread_mutex_unlock(&h->lock);
}

void bf_handover_close(struct bf_handover *h)
{
    pthread_mutex_lock(&h->lock);
    h->closed = true;
    pthread_cond_broadcast(&h->emptied);
    pthread_mutex_unlock(&h->lock);
}
