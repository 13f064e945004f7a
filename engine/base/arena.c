// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chunks are kept in a list, each at least twice as large as the one before, so that their number
// is the logarithm of the memory. A reset rewinds to the first chunk. When more than one chunk was
// in use they stay as they are: the next run of the same size finds each piece where it was.
#include "engine/base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__) // gcc
#define WITH_ASAN 1
#elif defined(__has_feature) // clang
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif

#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>
#define poison(at, n)   ASAN_POISON_MEMORY_REGION(at, n)
#define unpoison(at, n) ASAN_UNPOISON_MEMORY_REGION(at, n)
#else
#define poison(at, n)   ((void)(at), (void)(n))
#define unpoison(at, n) ((void)(at), (void)(n))
#endif

enum { ALIGN = 64, RED_ZONE = 64, FIRST_CHUNK = 1 << 16, HUGE_PAGE = 1 << 21 };

struct chunk {
    struct chunk *next;
    size_t size; // bytes behind the header
    size_t used;
    unsigned char *bytes;
};

struct bf_arena {
    struct chunk *first, *last;
    struct chunk *current;
    size_t total;
};

struct bf_arena *bf_arena_create(void)
{
    return calloc(1, sizeof(struct bf_arena));
}

void bf_arena_destroy(struct bf_arena *arena)
{
    if (!arena)
        return;
    for (struct chunk *c = arena->first; c;) {
        struct chunk *next = c->next;
        unpoison(c->bytes, c->size);
        free(c->bytes);
        free(c);
        c = next;
    }
    free(arena);
}

// Large chunks ask for huge pages: a run touches most of its memory once, and half the time of a
// short one would go into page faults. Where there are none, nothing is lost.
static void *get_bytes(size_t size)
{
    if (size < HUGE_PAGE)
        return aligned_alloc(ALIGN, size);
    void *bytes = aligned_alloc(HUGE_PAGE, size);
#ifdef MADV_HUGEPAGE
    if (bytes)
        (void)madvise(bytes, size, MADV_HUGEPAGE);
#endif
    return bytes;
}

// Adds a chunk of at least `need` bytes behind the last.
static struct chunk *grow(struct bf_arena *arena, size_t need)
{
    if (need > SIZE_MAX - HUGE_PAGE)
        return NULL;
    size_t size = FIRST_CHUNK;
    if (arena->last)
        size = arena->last->size > SIZE_MAX / 4 ? need : 2 * arena->last->size;
    if (arena->last && size < HUGE_PAGE)
        size = HUGE_PAGE;
    if (size < need)
        size = need;
    const size_t unit = size < HUGE_PAGE ? ALIGN : HUGE_PAGE;
    size = (size + unit - 1) / unit * unit;
    struct chunk *c = malloc(sizeof *c);
    void *bytes = c ? get_bytes(size) : NULL;
    if (!bytes) {
        free(c);
        return NULL;
    }
    *c = (struct chunk){.size = size, .bytes = bytes};
    poison(c->bytes, size);
    if (arena->last)
        arena->last->next = c;
    else
        arena->first = c;
    arena->last = c;
    arena->total += size;
    return c;
}

void *bf_arena_alloc(struct bf_arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - ALIGN - RED_ZONE) / size)
        return NULL;
    size_t bytes = count * size;
    size_t taken = (bytes + ALIGN - 1) / ALIGN * ALIGN + RED_ZONE;
    struct chunk *c = arena->current ? arena->current : arena->first;
    while (c && c->size - c->used < taken)
        c = c->next;
    if (!c)
        c = grow(arena, taken);
    if (!c)
        return NULL;
    arena->current = c;
    void *at = c->bytes + c->used;
    c->used += taken;
    unpoison(at, bytes);
    return at;
}

void *bf_arena_zalloc(struct bf_arena *arena, size_t count, size_t size)
{
    void *at = bf_arena_alloc(arena, count, size);
    if (at)
        memset(at, 0, count * size);
    return at;
}

void bf_arena_reset(struct bf_arena *arena)
{
    for (struct chunk *c = arena->first; c; c = c->next) {
        c->used = 0;
        poison(c->bytes, c->size);
    }
    arena->current = arena->first;
}

size_t bf_arena_used(const struct bf_arena *arena)
{
    size_t used = 0;
    for (const struct chunk *c = arena->first; c; c = c->next)
        used += c->used;
    return used;
}

// Red zones are copied along, so AddressSanitizer must not look. (A piece takes whole cache lines.)
#ifdef WITH_ASAN
__attribute__((no_sanitize("address"))) static void copy(void *to, const void *from, size_t n)
{
    volatile uint64_t *a = to;
    const volatile uint64_t *b = from;
    for (size_t i = 0; i < n / sizeof *a; i++)
        a[i] = b[i];
}
#else
static void copy(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}
#endif

void bf_arena_save(const struct bf_arena *arena, void *to)
{
    unsigned char *at = to;
    for (const struct chunk *c = arena->first; c; at += c->used, c = c->next)
        copy(at, c->bytes, c->used);
}

void bf_arena_restore(struct bf_arena *arena, const void *from)
{
    const unsigned char *at = from;
    for (struct chunk *c = arena->first; c; at += c->used, c = c->next)
        copy(c->bytes, at, c->used);
}

size_t bf_arena_bytes(const struct bf_arena *arena)
{
    return arena->total;
}
