// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/sizes.h"

#include <stddef.h>

struct bf_sizes *bf_sizes_create(struct bf_arena *arena, bf_procs most)
{
    struct bf_sizes *s = bf_arena_zalloc(arena, 1, sizeof *s);
    if (!s)
        return NULL;
    size_t n = (size_t)most + 1;
    s->count = bf_arena_zalloc(arena, n, sizeof *s->count);
    if (!s->count)
        return NULL;
    do {
        n = (n + 63) / 64;
        s->bits[s->levels] = bf_arena_zalloc(arena, n, sizeof *s->bits[0]);
        if (!s->bits[s->levels++])
            return NULL;
    } while (n > 1);
    s->smallest = INT32_MAX;
    return s;
}

static bf_procs find_smallest(const struct bf_sizes *s)
{
    size_t at = 0;
    for (unsigned level = s->levels; level-- > 0;) {
        const uint64_t word = s->bits[level][at];
        if (!word)
            return INT32_MAX;
        at = 64 * at + (size_t)__builtin_ctzll(word);
    }
    return (bf_procs)at;
}

void bf_sizes_add(struct bf_sizes *s, bf_procs size)
{
    size_t at = (size_t)size;
    if (s->count[at]++)
        return;
    if (size < s->smallest)
        s->smallest = size;
    for (unsigned level = 0; level < s->levels; level++, at /= 64) {
        const uint64_t before = s->bits[level][at / 64];
        s->bits[level][at / 64] = before | (uint64_t)1 << at % 64;
        if (before)
            break;
    }
}

void bf_sizes_remove(struct bf_sizes *s, bf_procs size)
{
    size_t at = (size_t)size;
    if (--s->count[at])
        return;
    for (unsigned level = 0; level < s->levels; level++, at /= 64) {
        s->bits[level][at / 64] &= ~((uint64_t)1 << at % 64);
        if (s->bits[level][at / 64])
            break;
    }
    if (size == s->smallest)
        s->smallest = find_smallest(s);
}
