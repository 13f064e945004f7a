// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hashes: XXH3-128 in the usual spelling, whatever the size of the pieces.
#include "engine/base/hash.h"

#include "engine/base/seed.h"
#include "tests/support/bf_test.h"

// As xxh128sum and Python's xxhash print them.
static void known_texts_have_their_published_hashes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } known[] = {
        {"", "99aa06d3014798d86001c324468d497f"},
        {"a", "a96faf705af16834e6c632b61e964e1f"},
        {"abc", "06b05ab6733a618578af5f94892f3950"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[BF_HASH_TEXT_SIZE];
        bf_hash_bytes(known[i].text, strlen(known[i].text), text);
        assert_string_equal(text, known[i].hash);
    }
}

static void pieces_of_any_size_give_the_hash_of_the_whole(void **state)
{
    (void)state;
    enum { SIZE = 5000 };
    unsigned char bytes[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (unsigned char)bf_seed_bits(3, BF_STREAM_TEST, i);
    char whole[BF_HASH_TEXT_SIZE], pieces[BF_HASH_TEXT_SIZE];
    bf_hash_bytes(bytes, SIZE, whole);
    for (size_t step = 1; step < 2000; step = 3 * step + 1) {
        struct bf_hash *h = bf_hash_create();
        assert_non_null(h);
        for (size_t at = 0; at < SIZE; at += step)
            bf_hash_update(h, bytes + at, SIZE - at < step ? SIZE - at : step);
        bf_hash_text(h, pieces);
        assert_string_equal(pieces, whole);
        bf_hash_destroy(h);
    }
}

static void more_may_follow_after_a_hash_was_read(void **state)
{
    (void)state;
    char text[BF_HASH_TEXT_SIZE], expected[BF_HASH_TEXT_SIZE];
    struct bf_hash *h = bf_hash_create();
    bf_hash_text(h, text);
    assert_string_equal(text, "99aa06d3014798d86001c324468d497f");
    bf_hash_update(h, "ab", 2);
    bf_hash_text(h, text);
    bf_hash_update(h, "c", 1);
    bf_hash_text(h, text);
    bf_hash_bytes("abc", 3, expected);
    assert_string_equal(text, expected);
    bf_hash_destroy(h);
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    bf_hash_destroy(NULL);
}

BF_TEST_MAIN(BF_TEST(known_texts_have_their_published_hashes),
             BF_TEST(pieces_of_any_size_give_the_hash_of_the_whole),
             BF_TEST(more_may_follow_after_a_hash_was_read), BF_TEST(destroying_nothing_is_allowed))
