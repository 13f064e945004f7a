// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs in drawers: which have the same workload, load, scheduler, estimates; and what they are
// called.
#include "analysis/report/report_internal.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

// ---- Which key belongs to which drawer ----------------------------------------------------------

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return true;
    return false;
}

// A parameter of one policy is loose, too: engine's words without a column of their own.
static enum bf_role role_of(const struct bf_key *key)
{
    static const char *const estimates[] = {"estimate", "correction", NULL};
    static const char *const scheduler[] = {"policy",       "order", "backfill_order",
                                            "reservations", "depth", NULL};
    if (!strcmp(key->name, "seed"))
        return BF_SEED;
    if (!strcmp(key->name, "load"))
        return BF_LOAD;
    if (is_one_of(key->name, estimates))
        return BF_ESTIMATES;
    if (is_one_of(key->name, scheduler) || key->kind == BF_KEY_LOOSE)
        return BF_SCHEDULER;
    return BF_WORKLOAD;
}

static void assign_keys(struct bf_report *r)
{
    for (size_t k = 0; k < r->frame->key_count; k++) {
        struct bf_things *things = &r->things[role_of(&r->frame->keys[k])];
        if (things->key_count < BF_REPORT_MOST_KEYS)
            things->keys[things->key_count++] = k;
    }
}

// ---- Things ---------------------------------------------------------------------------------

static enum bf_err make_things(struct bf_report *r, struct bf_things *things, struct bf_error *e)
{
    struct bf_groups groups;
    const enum bf_err err = bf_frame_group(r->frame, things->keys, things->key_count, &groups, e);
    if (err)
        return err;
    things->all = calloc(groups.count, sizeof *things->all);
    things->of = malloc(r->frame->runs * sizeof *things->of);
    if (things->all && things->of) {
        things->count = (uint32_t)groups.count;
        for (uint32_t g = 0; g < groups.count; g++) {
            things->all[g].run = groups.runs[groups.first[g]];
            for (uint32_t i = groups.first[g]; i < groups.first[g + 1]; i++)
                things->of[groups.runs[i]] = g;
        }
    }
    bf_groups_fini(&groups);
    return things->count ? BF_OK : bf_report_no_memory(e);
}

// ---- Labels ---------------------------------------------------------------------------------

// `a/b/KTH-SP2.swf.gz` is KTH-SP2; a model is called by all of its text.
static void trace_label(const char *name, struct bf_text *to)
{
    static const char *const endings[] = {".gz", ".swf", NULL};
    const char *slash = strchr(name, ':') ? NULL : strrchr(name, '/');
    char base[BF_REPORT_LABEL_SIZE];
    bf_text_copy(base, sizeof base, slash ? slash + 1 : name);
    for (size_t i = 0; endings[i]; i++)
        if (bf_text_ends_with(base, endings[i]))
            base[strlen(base) - strlen(endings[i])] = '\0';
    bf_text_add(to, "%s", base);
}

// Does the key vary among the things that have the same level of `within` (NULL: among all)?
static bool varies(const struct bf_things *things, const struct bf_key *key,
                   const struct bf_key *within, uint32_t n)
{
    const uint32_t run = things->all[n].run;
    for (uint32_t i = 0; i < things->count; i++) {
        const uint32_t other = things->all[i].run;
        if ((!within || within->code[other] == within->code[run]) &&
            key->code[other] != key->code[run])
            return true;
    }
    return false;
}

static void add_value(struct bf_text *to, const char *name, const char *value)
{
    char words[32];
    bf_text_copy(words, sizeof words, strcmp(name, "backfill_order") ? name : "backfill");
    for (char *at = words; *at; at++)
        if (*at == '_')
            *at = ' ';
    bf_text_add(to, ", %s %s", words, value);
}

// An order that is fcfs goes without saying.
static bool is_silent(const struct bf_key *key, const char *value)
{
    return !value[0] || ((!strcmp(key->name, "order") || !strcmp(key->name, "backfill_order")) &&
                         !strcmp(value, "fcfs"));
}

static void label_scheduler(struct bf_report *r, uint32_t n)
{
    const struct bf_things *things = &r->things[BF_SCHEDULER];
    const struct bf_key *policy = bf_frame_key(r->frame, "policy");
    struct bf_thing *thing = &things->all[n];
    struct bf_text to = bf_text_init(thing->label, sizeof thing->label);
    const char *name = bf_key_of(policy, thing->run)->text;
    bf_text_add(&to, "%s", name);
    for (size_t k = 0; k < things->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[things->keys[k]];
        const char *value = bf_key_of(key, thing->run)->text;
        if (key == policy || is_silent(key, value) || !varies(things, key, policy, n))
            continue;
        if (!strcmp(key->name, name)) // `reservations 4`, once
            bf_text_add(&to, " %s", value);
        else
            add_value(&to, key->name, value);
    }
}

static void label_estimates(struct bf_report *r, uint32_t n)
{
    const struct bf_things *things = &r->things[BF_ESTIMATES];
    struct bf_thing *thing = &things->all[n];
    struct bf_text to = bf_text_init(thing->label, sizeof thing->label);
    const char *model = bf_key_of(bf_frame_key(r->frame, "estimate"), thing->run)->text;
    const struct bf_key *key = bf_frame_key(r->frame, "correction");
    const char *correction = bf_key_of(key, thing->run)->text;
    bf_text_add(&to, "%s", model[0] ? model : "none used");
    for (uint32_t i = 0; correction[0] && i < things->count; i++) {
        const char *other = bf_key_of(key, things->all[i].run)->text;
        const char *its = bf_key_of(bf_frame_key(r->frame, "estimate"), things->all[i].run)->text;
        if (!strcmp(its, model) && strcmp(other, correction) != 0) {
            add_value(&to, "correction", correction);
            break;
        }
    }
}

static void label_workload(struct bf_report *r, uint32_t n)
{
    const struct bf_things *things = &r->things[BF_WORKLOAD];
    struct bf_thing *thing = &things->all[n];
    const struct bf_key *trace = bf_frame_key(r->frame, "trace");
    struct bf_text to = bf_text_init(thing->label, sizeof thing->label);
    trace_label(bf_key_of(trace, thing->run)->text, &to);
    for (size_t k = 0; k < things->key_count; k++) {
        const struct bf_key *key = &r->frame->keys[things->keys[k]];
        const char *value = bf_key_of(key, thing->run)->text;
        if (key != trace && value[0] && varies(things, key, trace, n))
            add_value(&to, key->name, value);
    }
}

static void label_load(struct bf_report *r, uint32_t n)
{
    struct bf_thing *thing = &r->things[BF_LOAD].all[n];
    bf_text_copy(thing->label, sizeof thing->label,
                 bf_key_of(bf_frame_key(r->frame, "load"), thing->run)->text);
}

static void label_all(struct bf_report *r)
{
    static void (*const label[BF_ROLES])(struct bf_report *,
                                         uint32_t) = {[BF_WORKLOAD] = label_workload,
                                                      [BF_LOAD] = label_load,
                                                      [BF_SCHEDULER] = label_scheduler,
                                                      [BF_ESTIMATES] = label_estimates};
    for (int role = 0; role < BF_SEED; role++)
        for (uint32_t i = 0; i < r->things[role].count; i++)
            label[role](r, i);
}

// ---- Cells ----------------------------------------------------------------------------------

static void fill_cells(struct bf_report *r)
{
    uint32_t workload = 0;
    for (size_t g = 0; g < r->groups.count; g++) {
        const uint32_t *runs = r->groups.runs + r->groups.first[g];
        struct bf_cell *cell = &r->cells[g];
        *cell = (struct bf_cell){.workload = r->things[BF_WORKLOAD].of[runs[0]],
                                 .load = r->things[BF_LOAD].of[runs[0]],
                                 .scheduler = r->things[BF_SCHEDULER].of[runs[0]],
                                 .estimates = r->things[BF_ESTIMATES].of[runs[0]],
                                 .runs = runs,
                                 .n = bf_group_size(&r->groups, g)};
        while (workload <= cell->workload)
            r->cell_at[workload++] = (uint32_t)g;
    }
    while (workload <= r->things[BF_WORKLOAD].count)
        r->cell_at[workload++] = (uint32_t)r->groups.count;
}

static enum bf_err make_cells(struct bf_report *r, struct bf_error *e)
{
    size_t keys[BF_ROLES * BF_REPORT_MOST_KEYS], count = 0;
    for (int role = 0; role < BF_SEED; role++)
        for (size_t k = 0; k < r->things[role].key_count; k++)
            keys[count++] = r->things[role].keys[k];
    const enum bf_err err = bf_frame_group(r->frame, keys, count, &r->groups, e);
    if (err)
        return err;
    r->cell_count = r->groups.count;
    r->cells = calloc(r->cell_count, sizeof *r->cells);
    r->cell_at = calloc(r->things[BF_WORKLOAD].count + 1, sizeof *r->cell_at);
    if (!r->cells || !r->cell_at)
        return bf_report_no_memory(e);
    fill_cells(r);
    return BF_OK;
}

enum bf_err bf_report_cells(struct bf_report *r, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    assign_keys(r);
    for (int role = 0; role < BF_SEED && !err; role++)
        err = make_things(r, &r->things[role], e);
    if (err)
        return err;
    label_all(r);
    return make_cells(r, e);
}

static int compare(const struct bf_cell *c, uint32_t load, uint32_t scheduler, uint32_t estimates)
{
    const uint32_t a[] = {c->load, c->scheduler, c->estimates}, b[] = {load, scheduler, estimates};
    for (size_t i = 0; i < sizeof a / sizeof *a; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

const struct bf_cell *bf_report_cell(const struct bf_report *r, uint32_t workload, uint32_t load,
                                     uint32_t scheduler, uint32_t estimates)
{
    size_t low = r->cell_at[workload], high = r->cell_at[workload + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare(&r->cells[middle], load, scheduler, estimates);
        if (order == 0)
            return &r->cells[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct bf_cell *bf_report_cell_like_base(const struct bf_report *r, uint32_t workload,
                                               uint32_t load, uint32_t scheduler)
{
    const struct bf_cell *cell = bf_report_cell(r, workload, load, scheduler, r->base_estimates);
    for (uint32_t i = 0; !cell && i < r->things[BF_ESTIMATES].count; i++)
        cell = bf_report_cell(r, workload, load, scheduler, i);
    return cell;
}

const char *bf_report_variant(const struct bf_report *r, uint32_t scheduler, uint32_t estimates,
                              char text[2 * BF_REPORT_LABEL_SIZE])
{
    const struct bf_thing *plans = bf_estimates(r, estimates);
    struct bf_text to = bf_text_init(text, 2 * (size_t)BF_REPORT_LABEL_SIZE);
    bf_text_add(&to, "%s", bf_scheduler(r, scheduler)->label);
    if (bf_key_of(bf_frame_key(r->frame, "estimate"), plans->run)->text[0])
        bf_text_add(&to, " \xc2\xb7 %s", plans->label);
    return text;
}
