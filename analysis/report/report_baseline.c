// SPDX-License-Identifier: GPL-3.0-or-later
//
// What others are compared with, which schedulers figures show, and in which colours.
#include "analysis/report/report_internal.h"

#include <string.h>

#include "engine/base/text.h"

// How far a scheduler with its estimates is from what a site would have: easy with the users'
// requests, everything else plain.
static unsigned oddness(const struct bf_report *r, uint32_t scheduler, uint32_t estimates)
{
    static const struct {
        const char *key, *plain;
        unsigned weight;
    } habits[] = {{"policy", "easy", 1000},   {"estimate", "request", 100},
                  {"order", "fcfs", 10},      {"backfill_order", "fcfs", 10},
                  {"depth", "all", 5},        {"strict", "no", 2},
                  {"extra", "full", 2},       {"compress", "queue", 2},
                  {"reservations", "all", 1}, {"correction", "increments", 1}};
    unsigned odd = 0;
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        const struct bf_key *key = bf_frame_key(r->frame, habits[i].key);
        const bool of_plans =
            !strcmp(habits[i].key, "estimate") || !strcmp(habits[i].key, "correction");
        const struct bf_thing *thing =
            of_plans ? bf_estimates(r, estimates) : bf_scheduler(r, scheduler);
        const char *value = key ? bf_key_of(key, thing->run)->text : "";
        if (value[0] ? strcmp(value, habits[i].plain) != 0 : i < 2)
            odd += habits[i].weight;
    }
    return odd;
}

// ---- The baseline -------------------------------------------------------------------------------

enum { MOST_WISHES = 16 };

struct wish {
    const struct bf_key *key;
    bool of_plans;
    char value[128];
};

static enum bf_err add_wish(const struct bf_report *r, const char *text, size_t n,
                            struct wish *wish, struct bf_error *e)
{
    char word[192];
    bf_text_copy(word, n < sizeof word ? n + 1 : sizeof word, text);
    char *sign = strchr(word, '=');
    if (!sign)
        return bf_error_set(e, BF_ERR_USAGE,
                            "--baseline takes NAME=VALUE,... as in policy=easy,estimate=request, "
                            "found '%s'",
                            word);
    *sign = '\0';
    wish->key = bf_frame_key(r->frame, word);
    for (int role = BF_SCHEDULER; role <= BF_ESTIMATES && wish->key; role++)
        for (size_t k = 0; k < r->things[role].key_count; k++)
            if (wish->key == &r->frame->keys[r->things[role].keys[k]]) {
                wish->of_plans = role == BF_ESTIMATES;
                bf_text_copy(wish->value, sizeof wish->value, sign + 1);
                return BF_OK;
            }
    return bf_error_set(e, BF_ERR_USAGE,
                        "--baseline: '%s' is no property of a scheduler or its estimates in this "
                        "file; runs are always compared at equal trace, load and seed",
                        word);
}

static enum bf_err read_wishes(const struct bf_report *r, struct wish *wishes, size_t *count,
                               struct bf_error *e)
{
    *count = 0;
    for (const char *at = r->ask->baseline; at && *at; at += *at == ',') {
        const size_t n = strcspn(at, ",");
        if (*count == MOST_WISHES)
            return bf_error_set(e, BF_ERR_USAGE, "--baseline takes at most %d conditions",
                                MOST_WISHES);
        const enum bf_err err = add_wish(r, at, n, &wishes[(*count)++], e);
        if (err)
            return err;
        at += n;
    }
    return BF_OK;
}

static bool meets(const struct bf_report *r, const struct bf_cell *cell, const struct wish *wishes,
                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct bf_thing *thing = wishes[i].of_plans ? bf_estimates(r, cell->estimates)
                                                          : bf_scheduler(r, cell->scheduler);
        if (strcmp(bf_key_of(wishes[i].key, thing->run)->text, wishes[i].value) != 0)
            return false;
    }
    return true;
}

enum bf_err bf_report_baseline(struct bf_report *r, struct bf_error *e)
{
    struct wish wishes[MOST_WISHES];
    size_t count;
    unsigned best = UINT32_MAX;
    const enum bf_err err = read_wishes(r, wishes, &count, e);
    if (err)
        return err;
    for (size_t i = 0; i < r->cell_count; i++) {
        const struct bf_cell *cell = &r->cells[i];
        if (!meets(r, cell, wishes, count))
            continue;
        const unsigned odd = oddness(r, cell->scheduler, cell->estimates);
        if (odd >= best)
            continue;
        best = odd;
        r->base_scheduler = cell->scheduler;
        r->base_estimates = cell->estimates;
    }
    if (best == UINT32_MAX)
        return bf_error_set(e, BF_ERR_USAGE,
                            "%s: no run is as --baseline %s wants it; 'bfsweep "
                            "export %s runs --columns policy,estimate,config' shows what there is",
                            r->ask->path, r->ask->baseline, r->ask->path);
    return BF_OK;
}

// ---- Leaders ----------------------------------------------------------------------------------

// The plainest scheduler of each policy.
static void choose_leaders(struct bf_report *r)
{
    const struct bf_key *policy = bf_frame_key(r->frame, "policy");
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    for (uint32_t p = 0; p < policy->levels && r->leader_count < BF_REPORT_MOST_LEADERS; p++) {
        unsigned best = UINT32_MAX;
        uint32_t leader = 0;
        for (uint32_t i = 0; i < things->count; i++) {
            const bool is_base = i == r->base_scheduler;
            const unsigned odd = is_base ? 0 : 1 + oddness(r, i, r->base_estimates);
            if (policy->code[things->all[i].run] == p && odd < best) {
                best = odd;
                leader = i;
            }
        }
        if (best != UINT32_MAX)
            r->leaders[r->leader_count++] = leader;
    }
}

enum bf_err bf_report_leaders(struct bf_report *r, struct bf_error *e)
{
    const struct bf_key *policy = bf_frame_key(r->frame, "policy");
    struct bf_things *things = &r->things[BF_SCHEDULER];
    (void)e;
    r->all_lead = things->count <= BF_REPORT_MOST_LEADERS;
    if (r->all_lead)
        for (uint32_t i = 0; i < things->count; i++)
            r->leaders[r->leader_count++] = i;
    else
        choose_leaders(r);
    for (uint32_t i = 0; i < things->count; i++) {
        things->all[i].colour = BF_SERIES_COLOURS - 1;
        for (uint32_t l = 0; l < r->leader_count; l++)
            if (r->all_lead ? r->leaders[l] == i
                            : policy->code[things->all[r->leaders[l]].run] ==
                                  policy->code[things->all[i].run])
                things->all[i].colour = (int)l;
    }
    return BF_OK;
}
