// SPDX-License-Identifier: GPL-3.0-or-later
//
// 128-bit content hashes (XXH3), as 32 lower-case hexadecimal digits. Not for secrets.
#ifndef BF_BASE_HASH_H
#define BF_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BF_HASH_TEXT_SIZE 33

struct bf_hash; // a running hash

// Returns an empty running hash (owned), or NULL when there is no memory.
struct bf_hash *bf_hash_create(void);
void bf_hash_destroy(struct bf_hash *h);
void bf_hash_update(struct bf_hash *h, const void *bytes, size_t n);
// The hash of all bytes so far; more may follow.
void bf_hash_text(const struct bf_hash *h, char text[BF_HASH_TEXT_SIZE]);

// The hash of one block of bytes.
void bf_hash_bytes(const void *bytes, size_t n, char text[BF_HASH_TEXT_SIZE]);

// The two halves of a hash in its text.
void bf_hash_read(const char *text, uint64_t *high, uint64_t *low);

// A sum of hashes (each half for itself, modulo 2^64): says of a set of them, given in any order,
// whether it is another. Starts as {0}.
struct bf_hash_sum {
    uint64_t high, low;
};

void bf_hash_sum_add(struct bf_hash_sum *sum, const char *text);
void bf_hash_sum_text(const struct bf_hash_sum *sum, char text[BF_HASH_TEXT_SIZE]);

#endif
