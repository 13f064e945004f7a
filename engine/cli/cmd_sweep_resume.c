// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_sweep_resume.h"

#include <stdlib.h>
#include <string.h>

#include "engine/cli/cli.h"

enum { BATCH = 64 };

// A set of keys, by open addressing. A key is 128 bits; all zeros are an empty place.
struct key {
    uint64_t high, low;
};

struct keys {
    struct key *places;
    size_t room, count; // room: a power of two
};

static struct key read_key(const char *text)
{
    char half[17] = "";
    struct key key;
    memcpy(half, text, 16);
    key.high = strtoull(half, NULL, 16);
    key.low = strtoull(text + 16, NULL, 16);
    return key;
}

static struct key *place_of(const struct keys *keys, struct key key)
{
    size_t at = (size_t)key.low & (keys->room - 1);
    while ((keys->places[at].high || keys->places[at].low) &&
           (keys->places[at].high != key.high || keys->places[at].low != key.low))
        at = (at + 1) & (keys->room - 1);
    return &keys->places[at];
}

static bool grow(struct keys *keys)
{
    struct keys new = {.room = keys->room ? 2 * keys->room : 1024, .count = keys->count};
    new.places = calloc(new.room, sizeof *new.places);
    if (!new.places)
        return false;
    for (size_t i = 0; i < keys->room; i++)
        if (keys->places[i].high || keys->places[i].low)
            *place_of(&new, keys->places[i]) = keys->places[i];
    free(keys->places);
    *keys = new;
    return true;
}

static bool add_key(struct keys *keys, struct key key)
{
    if (2 * keys->count >= keys->room && !grow(keys))
        return false;
    struct key *place = place_of(keys, key);
    keys->count += !place->high && !place->low;
    *place = key;
    return true;
}

static bool has_key(const struct keys *keys, struct key key)
{
    const struct key *place = keys->count ? place_of(keys, key) : NULL;
    return place && (place->high || place->low);
}

// Adds the keys of the runs of a file that are ok.
static enum bf_err add_runs(struct keys *keys, struct bf_store_reader *reader, struct bf_error *e)
{
    struct bf_run_row *rows = malloc(BATCH * sizeof *rows);
    uint64_t count = 0;
    enum bf_err err = rows ? bf_store_rows(reader, &bf_table_runs, &count, e)
                           : bf_error_no_memory(e, BATCH * sizeof *rows, "result rows");
    for (uint64_t at = 0; !err && at < count; at += BATCH) {
        const uint64_t n = count - at < BATCH ? count - at : BATCH;
        err = bf_store_read(reader, &bf_table_runs, at, n, rows, e);
        for (uint64_t i = 0; !err && i < n; i++)
            if (strcmp(rows[i].status, "ok") == 0 && !add_key(keys, read_key(rows[i].key)))
                err = bf_error_no_memory(e, keys->room * sizeof(struct key), "keys of runs");
    }
    free(rows);
    return err;
}

static enum bf_err check_plan(const struct cli_resume *r, const char *path,
                              struct bf_store_reader *reader, struct bf_error *e)
{
    char hash[64];
    enum bf_err err = bf_store_text(reader, "plan_hash", hash, sizeof hash, e);
    if (err || r->extend || strcmp(hash, r->plan_hash) == 0)
        return err;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: holds the results of another plan; --extend keeps them and adds those "
                        "of this one, or write elsewhere (-o)",
                        path);
}

static enum bf_err add_file(const struct cli_resume *r, struct keys *keys, const char *path,
                            struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    enum bf_err err = bf_store_open(path, &reader, e);
    if (!err)
        err = check_plan(r, r->output ? r->output : path, reader, e);
    if (!err)
        err = add_runs(keys, reader, e);
    bf_store_reader_close(reader);
    return err;
}

// A whole segment can only be damaged by the disk; then it is as if it had never been.
static void drop_damaged(const struct cli_resume *r)
{
    for (size_t i = bf_segments_count(r->segments); i-- > 0;) {
        struct bf_store_reader *reader = NULL;
        struct bf_error e;
        char line[BF_ERROR_TEXT_SIZE + 64];
        if (bf_store_open(bf_segments_paths(r->segments)[i], &reader, &e) == BF_ERR_INPUT) {
            struct bf_text text = bf_text_init(line, sizeof line);
            bf_text_add(&text, "%s; its runs are done again", e.text);
            cli_warn_lines(line);
            bf_segments_drop(r->segments, i);
        }
        bf_store_reader_close(reader);
    }
}

static enum bf_err collect(const struct cli_resume *r, struct keys *keys, struct bf_error *e)
{
    enum bf_err err = r->output ? add_file(r, keys, r->output, e) : BF_OK;
    for (size_t i = 0; !err && i < bf_segments_count(r->segments); i++)
        err = add_file(r, keys, bf_segments_paths(r->segments)[i], e);
    return err;
}

static uint64_t take_out(const struct cli_resume *r, const struct keys *keys, uint64_t *numbers,
                         uint64_t *count)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < *count; i++) {
        char key[BF_HASH_TEXT_SIZE];
        bf_plan_key(r->plan, numbers[i], key);
        if (!has_key(keys, read_key(key)))
            numbers[kept++] = numbers[i];
    }
    const uint64_t done = *count - kept;
    *count = kept;
    return done;
}

enum bf_err cli_resume(const struct cli_resume *r, uint64_t *numbers, uint64_t *count,
                       uint64_t *done, struct bf_error *e)
{
    struct keys keys = {0};
    *done = 0;
    drop_damaged(r);
    enum bf_err err = collect(r, &keys, e);
    if (!err && keys.count)
        *done = take_out(r, &keys, numbers, count);
    if (!err && keys.count > *done && !r->extend)
        err = bf_error_set(e, BF_ERR_INPUT,
                           "%s: %llu of its %zu runs are not among those of this call (a log has "
                           "changed, or it is another share); --extend keeps them, or write "
                           "elsewhere (-o)",
                           r->output ? r->output : bf_segments_paths(r->segments)[0],
                           (unsigned long long)(keys.count - *done), keys.count);
    free(keys.places);
    return err;
}
