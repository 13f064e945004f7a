// SPDX-License-Identifier: GPL-3.0-or-later
//
// A struct bf_hash is xxhash's own state under another name: the type is never completed here, so
// that no second allocation is needed.
#include "engine/base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

static void to_text(XXH128_hash_t h, char text[BF_HASH_TEXT_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < 16; i++) {
        text[i] = digits[h.high64 >> (60 - 4 * i) & 15];
        text[16 + i] = digits[h.low64 >> (60 - 4 * i) & 15];
    }
    text[32] = '\0';
}

struct bf_hash *bf_hash_create(void)
{
    XXH3_state_t *state = XXH3_createState();
    if (state)
        XXH3_128bits_reset(state);
    return (struct bf_hash *)state;
}

void bf_hash_destroy(struct bf_hash *h)
{
    XXH3_freeState((XXH3_state_t *)h);
}

void bf_hash_update(struct bf_hash *h, const void *bytes, size_t n)
{
    XXH3_128bits_update((XXH3_state_t *)h, bytes, n);
}

void bf_hash_text(const struct bf_hash *h, char text[BF_HASH_TEXT_SIZE])
{
    to_text(XXH3_128bits_digest((const XXH3_state_t *)h), text);
}

void bf_hash_bytes(const void *bytes, size_t n, char text[BF_HASH_TEXT_SIZE])
{
    to_text(XXH3_128bits(bytes, n), text);
}

void bf_hash_read(const char *text, uint64_t *high, uint64_t *low)
{
    char half[17] = "";
    memcpy(half, text, 16);
    *high = strtoull(half, NULL, 16);
    *low = strtoull(text + 16, NULL, 16);
}

void bf_hash_sum_add(struct bf_hash_sum *sum, const char *text)
{
    uint64_t high, low;
    bf_hash_read(text, &high, &low);
    sum->high += high;
    sum->low += low;
}

void bf_hash_sum_text(const struct bf_hash_sum *sum, char text[BF_HASH_TEXT_SIZE])
{
    snprintf(text, BF_HASH_TEXT_SIZE, "%016llx%016llx", (unsigned long long)sum->high,
             (unsigned long long)sum->low);
}
