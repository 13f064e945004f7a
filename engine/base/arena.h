// SPDX-License-Identifier: GPL-3.0-or-later
//
// An arena: memory that is given out piece by piece and taken back all at once.
//
// Every worker owns one arena for its simulation context; it is reset between runs and keeps its
// chunks, so a run of the same size as the last allocates nothing. Memory is NOT zeroed and large
// chunks come untouched from the system: an array sized for the worst case costs only the pages
// that are written (huge ones, of 2 MB, where the system has them). Under AddressSanitizer what has
// not been given out is poisoned.
//
//     | chunk 0: [used......|free]  | chunk 1: [used..|free.............] | ...
//
// An arena is used by one thread at a time.
#ifndef BF_BASE_ARENA_H
#define BF_BASE_ARENA_H

#include <stddef.h>

struct bf_arena;

// Returns an empty arena (owned by the caller), or NULL when there is no memory.
struct bf_arena *bf_arena_create(void);

// Frees the arena and all it gave out. NULL is allowed.
void bf_arena_destroy(struct bf_arena *arena);

// Gives out `count` objects of `size` bytes, aligned to a cache line (64 bytes), not zeroed.
// Returns NULL when there is no memory or count * size overflows. count = 0 gives a valid pointer.
void *bf_arena_alloc(struct bf_arena *arena, size_t count, size_t size);

// The same, zeroed.
void *bf_arena_zalloc(struct bf_arena *arena, size_t count, size_t size);

// Takes back everything that was given out; the memory stays with the arena.
void bf_arena_reset(struct bf_arena *arena);

// Bytes given out, with what lies between the pieces.
size_t bf_arena_used(const struct bf_arena *arena);

// Copies all that has been given out to `to` (bf_arena_used bytes, from elsewhere), and back: every
// piece then holds what it held, where it was. Nothing may have been given out or taken back since.
void bf_arena_save(const struct bf_arena *arena, void *to);
void bf_arena_restore(struct bf_arena *arena, const void *from);

// Bytes held from the system (an upper bound of what is resident).
size_t bf_arena_bytes(const struct bf_arena *arena);

#endif
