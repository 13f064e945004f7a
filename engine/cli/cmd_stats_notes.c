// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a reader of the numbers of `bfsweep stats` must be told besides them.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/cli/cmd_stats_result.h"

enum { NARROW_BELOW = 10, LONGEST_LIST = 60, MOST_GROUPS = 6 };

static void add_note(struct bf_text *notes)
{
    if (notes->used)
        bf_text_add(notes, "\n");
}

// The group's name: `conservative, avg2`.
static void add_group(struct bf_text *notes, const struct stats_result *r, size_t group)
{
    const uint32_t run = r->groups.runs[r->groups.first[group]];
    for (size_t k = 0; k < r->key_count; k++) {
        const struct bf_level *level = bf_key_of(&r->frame->keys[r->keys[k]], run);
        bf_text_add(notes, "%s%s", k ? ", " : "", level->text[0] ? level->text : "-");
    }
    if (r->key_count == 0)
        bf_text_add(notes, "all runs");
}

// Rows of /runs, as many as a line can bear.
static void add_rows(struct bf_text *notes, const char *rows)
{
    size_t n = strlen(rows);
    if (n > LONGEST_LIST)
        for (n = LONGEST_LIST; rows[n] != ' ';)
            n--;
    bf_text_add(notes, "rows %.*s%s of /runs", (int)n, rows, rows[n] ? " ..." : "");
}

static void note_failed(struct bf_text *notes, const struct stats_result *r)
{
    const uint64_t failed = r->frame->failed;
    if (!failed)
        return;
    add_note(notes);
    bf_text_add(notes,
                "%" PRIu64 " %s left out: 'bfsweep export %s runs --where status=failed --columns "
                "key,message' says why",
                failed, bf_text_plural((int64_t)failed, "run failed and is", "runs failed and are"),
                r->ask->path);
}

static void note_missing(struct bf_text *notes, const struct stats_result *r)
{
    for (size_t m = 0; m < r->metric_count; m++) {
        size_t missing = 0;
        for (size_t g = 0; r->summaries && g < r->groups.count; g++)
            missing += r->summaries[m * r->groups.count + g].missing;
        for (size_t i = 0; r->paired && i < r->compared_count; i++)
            missing += r->paired[m * r->compared_count + i].missing;
        if (!missing)
            continue;
        add_note(notes);
        bf_text_add(notes, "%s does not exist (NaN) in %zu %s, which %s left out",
                    r->metrics[m]->name, missing,
                    r->paired ? bf_text_plural((int64_t)missing, "pair", "pairs")
                              : bf_text_plural((int64_t)missing, "run", "runs"),
                    bf_text_plural((int64_t)missing, "is", "are"));
    }
}

// How many values there are for the intervals of a group.
static size_t values_of(const struct stats_result *r, size_t i)
{
    return r->paired ? r->paired[i].pairs : r->summaries[i].n;
}

static void note_few(struct bf_text *notes, const struct stats_result *r)
{
    const size_t count = r->metric_count * (r->paired ? r->compared_count : r->groups.count);
    const bool bca = r->ask->how.kind == BF_INTERVAL_BCA;
    const size_t fewest = bca ? BF_BOOTSTRAP_FEWEST : 2;
    size_t none = 0, narrow = 0, single = 0;
    for (size_t i = 0; i < count; i++) {
        none += values_of(r, i) < fewest;
        single += values_of(r, i) == 1;
        narrow += bca && values_of(r, i) >= fewest && values_of(r, i) < NARROW_BELOW;
    }
    if (none) {
        add_note(notes);
        bf_text_add(notes, "groups of fewer than %zu values have no interval%s", fewest,
                    bca ? " (--interval student: fewer than 2)" : "");
    }
    if (narrow) {
        add_note(notes);
        bf_text_add(notes,
                    "bootstrap intervals of fewer than %d values are too narrow (see "
                    "docs/statistics.md): --interval student, or more seeds",
                    NARROW_BELOW);
    }
    if (single && !r->paired) {
        add_note(notes);
        bf_text_add(notes,
                    "'bfsweep stats %s --weeks' makes intervals for single runs, from "
                    "their weeks",
                    r->ask->path);
    }
}

// ---- Comparisons ------------------------------------------------------------

static void note_unpaired(struct bf_text *notes, const struct stats_result *r,
                          const struct stats_versus *v)
{
    if (v->none + v->many == 0)
        return;
    add_note(notes);
    add_group(notes, r, v->group);
    bf_text_add(notes, ": ");
    if (v->none)
        bf_text_add(notes, "%zu %s no partner in the baseline", v->none,
                    bf_text_plural((int64_t)v->none, "run has", "runs have"));
    if (v->many)
        bf_text_add(notes,
                    "%s%zu %s several runs of the baseline, which differ in %s (name it in "
                    "--versus)",
                    v->none ? "; " : "", v->many,
                    bf_text_plural((int64_t)v->many, "run fits", "runs fit"), r->pairs.differ);
    bf_text_add(notes, ": ");
    add_rows(notes, v->unpaired);
}

static void note_left(struct bf_text *notes, const struct stats_result *r,
                      const struct stats_versus *v)
{
    if (!v->left || v->many) // they are among those that fit
        return;
    add_note(notes);
    add_group(notes, r, v->group);
    bf_text_add(notes, ": %zu %s of the baseline %s no partner in it: ", v->left,
                bf_text_plural((int64_t)v->left, "run", "runs"),
                bf_text_plural((int64_t)v->left, "has", "have"));
    add_rows(notes, v->unused);
}

// Pairs with one partner are not independent.
static void note_shared(struct bf_text *notes, const struct stats_result *r,
                        const struct stats_versus *v)
{
    if (!v->shared)
        return;
    add_note(notes);
    add_group(notes, r, v->group);
    bf_text_add(notes,
                ": %zu %s partner with another run, though tests and intervals take pairs as "
                "independent: name more axes in --by, or choose runs by --where",
                v->shared,
                bf_text_plural((int64_t)v->shared, "run shares its", "runs share their"));
}

// Groups too small for any p to fall below the level.
static void note_powerless(struct bf_text *notes, const struct stats_result *r)
{
    const double level = 1 - r->ask->how.confidence / 100;
    size_t tests = 0, fewest = 0, powerless = 0;
    for (size_t i = 0; i < r->metric_count * r->compared_count; i++)
        tests += isnan(r->paired[i].ranks.p) ? 0 : 1;
    for (size_t i = 0; i < r->metric_count * r->compared_count; i++) {
        const size_t n = r->paired[i].ranks.n;
        if (isnan(r->paired[i].ranks.p) || bf_paired_least_p(n) * (double)tests <= level)
            continue;
        fewest = powerless && fewest < n ? fewest : n;
        powerless++;
    }
    if (!powerless)
        return;
    add_note(notes);
    bf_text_add(notes,
                "%zu of %zu comparisons have too few pairs to show anything: with %zu that differ, "
                "no exact p can be below %.2g, nor below %.2g by Holm for %zu comparisons; "
                "a smaller p of signed ranks is the normal approximation's, for ties",
                powerless, tests, fewest, bf_paired_least_p(fewest),
                fmin(1, bf_paired_least_p(fewest) * (double)tests), tests);
}

static bool is_remarkable(const struct stats_versus *v)
{
    return v->none + v->many + v->left + v->shared > 0;
}

// The first groups with something to tell; of the others, how many there are.
static void note_comparisons(struct bf_text *notes, const struct stats_result *r)
{
    size_t remarkable = 0;
    for (size_t i = 0; i < r->compared_count; i++) {
        if (!is_remarkable(&r->compared[i]) || ++remarkable > MOST_GROUPS)
            continue;
        note_unpaired(notes, r, &r->compared[i]);
        note_left(notes, r, &r->compared[i]);
        note_shared(notes, r, &r->compared[i]);
    }
    if (remarkable > MOST_GROUPS) {
        add_note(notes);
        bf_text_add(notes,
                    "the same is true of %zu more groups: columns unpaired, unused and shared of "
                    "--format csv",
                    remarkable - MOST_GROUPS);
    }
    note_powerless(notes, r);
}

// ---- Batches ----------------------------------------------------------------

static void note_batches(struct bf_text *notes, const struct stats_result *r)
{
    size_t none = 0, few = 0, dependent = 0;
    for (size_t i = 0; i < r->metric_count * r->groups.count; i++) {
        const struct bf_batches *b = &r->batches[i];
        none += b->batches < BF_BATCHES_FEWEST;
        few += b->batches >= BF_BATCHES_FEWEST && b->batches < BF_BATCHES_ENOUGH;
        dependent += b->dependent;
    }
    if (none) {
        add_note(notes);
        bf_text_add(notes, "fewer than %d batches have no interval", BF_BATCHES_FEWEST);
    }
    if (few) {
        add_note(notes);
        bf_text_add(notes, "fewer than %d batches are few: intervals are rough", BF_BATCHES_ENOUGH);
    }
    if (dependent) {
        add_note(notes);
        bf_text_add(notes,
                    "%zu of %zu means: neighbouring batches are alike (lag 1), so that the "
                    "interval is too narrow; longer batches help, as by --weeks=%u",
                    dependent, r->metric_count * r->groups.count, 2 * r->ask->weeks);
    }
}

void cli_stats_notes(const struct stats_result *result, struct bf_text *lines)
{
    note_failed(lines, result);
    if (result->batches) {
        note_batches(lines, result);
        return;
    }
    note_missing(lines, result);
    if (result->ask->versus)
        note_comparisons(lines, result);
    note_few(lines, result);
}
