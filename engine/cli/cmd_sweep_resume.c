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
    struct key key;
    bf_hash_read(text, &key.high, &key.low);
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

// The keys of runs that are ok, and of those among them that have no schedule and should.
struct found {
    struct keys all, bare;
    bool mixed; // some file is of another plan, or of other logs
};

static bool add_run(struct found *found, const struct bf_run_row *run, bool with_jobs)
{
    const struct key key = read_key(run->key);
    if (with_jobs && run->jobs > 0 && run->jobs_rows == 0 && !add_key(&found->bare, key))
        return false;
    return add_key(&found->all, key);
}

// Adds the runs of a file that are ok.
static enum bf_err add_runs(struct found *found, struct bf_store_reader *reader, bool with_jobs,
                            struct bf_error *e)
{
    struct bf_run_row *rows = malloc(BATCH * sizeof *rows);
    uint64_t count = 0;
    enum bf_err err = rows ? bf_store_rows(reader, &bf_table_runs, &count, e)
                           : bf_error_no_memory(e, BATCH * sizeof *rows, "result rows");
    for (uint64_t at = 0; !err && at < count; at += BATCH) {
        const uint64_t n = count - at < BATCH ? count - at : BATCH;
        err = bf_store_read(reader, &bf_table_runs, at, n, rows, e);
        for (uint64_t i = 0; !err && i < n; i++)
            if (strcmp(rows[i].status, "ok") == 0 && !add_run(found, &rows[i], with_jobs))
                err = bf_error_no_memory(e, found->all.room * sizeof(struct key), "keys of runs");
    }
    free(rows);
    return err;
}

static enum bf_err check_plan(const struct cli_resume *r, struct found *found, const char *path,
                              struct bf_store_reader *reader, struct bf_error *e)
{
    char hash[64], keys[64];
    enum bf_err err = bf_store_text(reader, "plan_hash", hash, sizeof hash, e);
    if (bf_store_text(reader, "plan_keys", keys, sizeof keys, NULL) != BF_OK ||
        strcmp(keys, r->plan_keys) != 0)
        found->mixed = r->extend;
    if (err || r->extend || strcmp(hash, r->plan_hash) == 0)
        return err;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: holds the results of another plan; --extend keeps them and adds those "
                        "of this one, or write elsewhere (-o)",
                        path);
}

static enum bf_err add_file(const struct cli_resume *r, struct found *found, const char *path,
                            struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    enum bf_err err = bf_store_open(path, &reader, e);
    if (!err)
        err = check_plan(r, found, r->output ? r->output : path, reader, e);
    if (!err)
        err = add_runs(found, reader, r->with_jobs, e);
    bf_store_reader_close(reader);
    return err;
}

static enum bf_err check_segment(const char *path, struct bf_error *e)
{
    struct bf_store_reader *reader = NULL;
    enum bf_err err = bf_store_open(path, &reader, e);
    if (!err)
        err = bf_store_check(reader, e);
    bf_store_reader_close(reader);
    return err;
}

// A whole segment can only be damaged by the disk; then it is as if it had never been. One that is
// not ours to read stays, and is an error.
static enum bf_err drop_damaged(const struct cli_resume *r, struct bf_error *e)
{
    for (size_t i = bf_segments_count(r->segments); i-- > 0;) {
        char line[BF_ERROR_TEXT_SIZE + 64];
        struct bf_text text = bf_text_init(line, sizeof line);
        struct bf_error bad;
        const enum bf_err err = check_segment(bf_segments_paths(r->segments)[i], &bad);
        if (err && err != BF_ERR_INPUT)
            return bf_error_set(e, err, "%s", bad.text);
        if (!err)
            continue;
        bf_text_add(&text, "%s; its runs are done again", bad.text);
        cli_warn_lines(line);
        bf_segments_drop(r->segments, i);
    }
    return BF_OK;
}

static enum bf_err collect(const struct cli_resume *r, struct found *found, struct bf_error *e)
{
    enum bf_err err = r->output ? add_file(r, found, r->output, e) : BF_OK;
    for (size_t i = 0; !err && i < bf_segments_count(r->segments); i++)
        err = add_file(r, found, bf_segments_paths(r->segments)[i], e);
    return err;
}

// Takes out what has been found; `bare` is how many of these should have a schedule.
static uint64_t take_out(const struct cli_resume *r, const struct found *found, uint64_t *numbers,
                         uint64_t *count, uint64_t *bare)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < *count; i++) {
        char text[BF_HASH_TEXT_SIZE];
        bf_plan_key(r->plan, numbers[i], text);
        const struct key key = read_key(text);
        *bare += has_key(&found->bare, key);
        if (!has_key(&found->all, key))
            numbers[kept++] = numbers[i];
    }
    const uint64_t done = *count - kept;
    *count = kept;
    return done;
}

static const char *name_of(const struct cli_resume *r)
{
    return r->output ? r->output : bf_segments_paths(r->segments)[0];
}

static enum bf_err check_found(const struct cli_resume *r, uint64_t all, uint64_t done,
                               uint64_t bare, struct bf_error *e)
{
    if (bare)
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: %llu %s there without the schedule that --jobs asks for; write "
                            "elsewhere (-o), or leave --jobs out",
                            name_of(r), (unsigned long long)bare,
                            bf_text_plural((int64_t)bare, "run is", "runs are"));
    if (all == done || r->extend)
        return BF_OK;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s: %llu of its %llu runs are not among those of this call (a log has "
                        "changed, or it is another share); --extend keeps them, or write elsewhere "
                        "(-o)",
                        name_of(r), (unsigned long long)(all - done), (unsigned long long)all);
}

enum bf_err cli_resume(const struct cli_resume *r, uint64_t *numbers, uint64_t *count,
                       uint64_t *done, bool *mixed, struct bf_error *e)
{
    struct found found = {0};
    uint64_t bare = 0;
    *done = 0;
    enum bf_err err = drop_damaged(r, e);
    if (!err)
        err = collect(r, &found, e);
    if (!err && found.all.count)
        *done = take_out(r, &found, numbers, count, &bare);
    if (!err)
        err = check_found(r, found.all.count, *done, bare, e);
    *mixed = found.mixed;
    free(found.all.places);
    free(found.bare.places);
    return err;
}
