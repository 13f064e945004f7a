// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/axis_internal.h"
#include "analysis/statistics/conditions_internal.h"
#include "engine/base/sort.h"
#include "engine/base/text.h"

enum { MOST_NAMED = 16, MOST_KEYS = 128, MOST_NAMES = 64 };

// ---- The baseline -----------------------------------------------------------

static enum bf_err no_such_key(const struct bf_frame *f, const char *name, struct bf_error *e)
{
    const char *names[MOST_KEYS + 1];
    size_t count = 0;
    for (size_t k = 0; k < f->key_count && count < MOST_KEYS; k++)
        names[count++] = f->keys[k].name;
    names[count] = NULL;
    char near[160];
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    bf_text_suggest(&suggestion, name, names, "name one, as in 'policy=easy'");
    return bf_error_set(e, BF_ERR_USAGE, "runs have no axis '%s'%s", name, near);
}

static enum bf_err no_such_level(const struct bf_key *key, const char *value, struct bf_error *e)
{
    char listed[256], near[600], before[sizeof key->name + 1];
    const char *names[MOST_NAMES + 1];
    size_t count = 0;
    struct bf_text list = bf_text_init(listed, sizeof listed);
    struct bf_text suggestion = bf_text_init(near, sizeof near);
    struct bf_text lead = bf_text_init(before, sizeof before);
    for (; count < key->levels && count < MOST_NAMES; count++) {
        names[count] = key->level[count].text;
        bf_text_add(&list, "%s%s", count ? ", " : "", names[count][0] ? names[count] : "none");
    }
    names[count] = NULL;
    if (list.cut)
        memcpy(listed + sizeof listed - 4, "...", 4);
    bf_text_add(&lead, "%s=", key->name);
    if (bf_text_add_nearest(&suggestion, value, names, before, ""))
        return bf_error_set(e, BF_ERR_USAGE, "no run has %s=%s; did you mean %s?", key->name, value,
                            near);
    return bf_error_set(e, BF_ERR_USAGE, "no run has %s=%s; found: %s", key->name, value, listed);
}

static bool is_level(const struct bf_level *level, const char *value)
{
    const double number = bf_axis_number(value);
    return strcmp(level->text, value) == 0 || (!isnan(number) && number == level->number);
}

// Takes runs that have another value out of the baseline.
static enum bf_err restrict_to(const struct bf_frame *f, struct bf_pairs *p, size_t k,
                               const char *value, struct bf_error *e)
{
    const struct bf_key *key = &f->keys[k];
    bool found = false;
    for (uint32_t l = 0; l < key->levels; l++)
        found |= is_level(&key->level[l], value);
    if (!found)
        return no_such_level(key, value, e);
    for (size_t r = 0; r < f->runs; r++)
        p->base[r] &= is_level(&key->level[key->code[r]], value);
    p->named[p->named_count++] = k;
    return BF_OK;
}

// A value that some run has, of a key.
static bool is_value(const void *set, const char *text, size_t n)
{
    const struct bf_key *key = set;
    for (uint32_t l = 0; l < key->levels; l++)
        if (strlen(key->level[l].text) == n && strncmp(key->level[l].text, text, n) == 0)
            return true;
    return false;
}

static enum bf_err no_condition(const char *text, size_t n, struct bf_error *e)
{
    return bf_error_set(
        e, BF_ERR_USAGE,
        "'%.*s' says of no axis what the baseline has; expected NAME=VALUE, as in 'policy=easy'",
        (int)n, text);
}

// Takes the condition at `*from` and moves behind it; to NULL behind the last.
static enum bf_err take_condition(const struct bf_frame *f, struct bf_pairs *p, const char **from,
                                  struct bf_error *e)
{
    char name[sizeof f->keys->name], value[BF_AXIS_TEXT_SIZE];
    const char *text = *from;
    const size_t sign = strcspn(text, "!<>=,");
    if (sign == 0 || text[sign] != '=')
        return no_condition(text, strcspn(text, ","), e);
    bf_text_copy(name, sign < sizeof name ? sign + 1 : sizeof name, text);
    for (size_t k = 0; k < f->key_count; k++) {
        if (strcmp(f->keys[k].name, name) != 0)
            continue;
        const char *begin = text + sign + 1;
        const size_t n = bf_condition_value(begin, is_value, &f->keys[k]);
        bf_text_copy(value, n < sizeof value ? n + 1 : sizeof value, begin);
        *from = begin[n] ? begin + n + 1 : NULL;
        return restrict_to(f, p, k, value, e);
    }
    return no_such_key(f, name, e);
}

static enum bf_err find_baseline(const struct bf_frame *f, struct bf_pairs *p, const char *baseline,
                                 struct bf_error *e)
{
    enum bf_err err = BF_OK;
    bool any = false;
    memset(p->base, 1, f->runs);
    for (const char *from = baseline; from && !err;) {
        if (p->named_count == MOST_NAMED)
            return bf_error_set(e, BF_ERR_USAGE, "'%.40s...' is too long for a baseline", baseline);
        err = take_condition(f, p, &from, e);
    }
    for (size_t r = 0; !err && r < f->runs; r++)
        any |= p->base[r];
    if (err || any)
        return err;
    return bf_error_set(e, BF_ERR_USAGE, "no run has all of %s: there is no baseline", baseline);
}

bool bf_pairs_names(const struct bf_pairs *pairs, size_t key)
{
    for (size_t i = 0; i < pairs->named_count; i++)
        if (pairs->named[i] == key)
            return true;
    return false;
}

// ---- Pairs ------------------------------------------------------------------

static bool is_absent(const struct bf_key *key, uint32_t run)
{
    return !key->level[key->code[run]].text[0];
}

bool bf_pairs_alike(const struct bf_key *key, uint32_t a, uint32_t b)
{
    return key->code[a] == key->code[b] ||
           (key->kind == BF_KEY_LOOSE && (is_absent(key, a) || is_absent(key, b)));
}

// What is compared: the keys that the baseline does not name.
struct matching {
    const struct bf_frame *frame;
    struct bf_pairs *pairs;
    size_t firm_count, loose_count;
    size_t firm[MOST_KEYS], loose[MOST_KEYS];
    const struct bf_key *seed;        // NULL: named
    struct bf_keyed *bases, *scratch; // of the runs at hand, by seed
    size_t base_count;
};

static void divide_keys(struct matching *m)
{
    for (size_t k = 0; k < m->frame->key_count && k < MOST_KEYS; k++) {
        const struct bf_key *key = &m->frame->keys[k];
        if (bf_pairs_names(m->pairs, k))
            continue;
        if (key->kind == BF_KEY_FIRM)
            m->firm[m->firm_count++] = k;
        else if (key->kind == BF_KEY_LOOSE)
            m->loose[m->loose_count++] = k;
        if (strcmp(key->name, "seed") == 0)
            m->seed = key;
    }
}

static bool fits(const struct matching *m, uint32_t run, uint32_t base, bool *equal)
{
    *equal = true;
    for (size_t i = 0; i < m->loose_count; i++) {
        const struct bf_key *key = &m->frame->keys[m->loose[i]];
        if (key->code[run] == key->code[base])
            continue;
        *equal = false;
        if (!bf_pairs_alike(key, run, base))
            return false;
    }
    return true;
}

// Several runs fit: notes in which axes they differ.
static void note_many(struct matching *m, uint32_t run, uint32_t first)
{
    char *differ = m->pairs->differ;
    bool equal;
    struct bf_text text = {.at = differ, .size = sizeof m->pairs->differ, .used = strlen(differ)};
    m->pairs->partner[run] = BF_MANY_PAIRS;
    for (size_t b = 0; b < m->base_count; b++)
        for (size_t i = 0; fits(m, run, m->bases[b].item, &equal) && i < m->loose_count; i++) {
            const struct bf_key *key = &m->frame->keys[m->loose[i]];
            if (key->code[first] != key->code[m->bases[b].item] && !strstr(differ, key->name))
                bf_text_add(&text, "%s%s", text.used ? ", " : "", key->name);
        }
}

struct search {
    uint32_t run, found;
    size_t fitting, equal;
};

// Looks through the runs [from, to) of the baseline at hand.
static void look(struct matching *m, struct search *s, size_t from, size_t to)
{
    bool equal;
    for (size_t i = from; i < to; i++) {
        const uint32_t base = m->bases[i].item;
        if (!fits(m, s->run, base, &equal))
            continue;
        if (s->fitting == 0 || (equal && !s->equal))
            s->found = base;
        s->fitting++;
        s->equal += equal;
    }
}

// The first run of the baseline at hand whose seed is at least this one's.
static size_t first_with(const struct matching *m, double seed)
{
    size_t low = 0, high = m->base_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (m->bases[middle].key < seed)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Runs with a seed look at those with the same, and at those for which seeds play no part.
static void find_partner(struct matching *m, uint32_t run)
{
    struct search s = {.run = run};
    if (m->seed && !is_absent(m->seed, run)) {
        const double seed = m->seed->code[run];
        for (size_t i = 0; i < m->base_count && is_absent(m->seed, m->bases[i].item); i++)
            look(m, &s, i, i + 1);
        look(m, &s, first_with(m, seed), first_with(m, seed + 1));
    } else {
        look(m, &s, 0, m->base_count);
    }
    if (s.fitting == 1 || s.equal == 1)
        m->pairs->partner[run] = s.found;
    else if (s.fitting > 1)
        note_many(m, run, s.found);
}

static void pair_group(struct matching *m, const uint32_t *runs, size_t count)
{
    m->base_count = 0;
    for (size_t i = 0; i < count; i++)
        if (m->pairs->base[runs[i]])
            m->bases[m->base_count++] =
                (struct bf_keyed){.key = m->seed ? m->seed->code[runs[i]] : 0, .item = runs[i]};
    bf_sort_keyed(m->bases, m->scratch, m->base_count);
    for (size_t i = 0; i < count; i++)
        if (!m->pairs->base[runs[i]])
            find_partner(m, runs[i]);
}

static enum bf_err pair_all(const struct bf_frame *f, struct bf_pairs *pairs, struct bf_error *e)
{
    struct bf_groups groups;
    struct matching m = {.frame = f, .pairs = pairs};
    divide_keys(&m);
    const enum bf_err err = bf_frame_group(f, m.firm, m.firm_count, &groups, e);
    if (err)
        return err;
    m.bases = malloc((2 * f->runs + 1) * sizeof *m.bases);
    m.scratch = m.bases ? m.bases + f->runs : NULL;
    for (size_t g = 0; m.bases && g < groups.count; g++)
        pair_group(&m, groups.runs + groups.first[g], bf_group_size(&groups, g));
    bf_groups_fini(&groups);
    if (!m.bases)
        return bf_error_no_memory(e, 2 * f->runs * sizeof *m.bases, "pairs of runs");
    free(m.bases);
    return BF_OK;
}

enum bf_err bf_pairs_make(const struct bf_frame *frame, const char *baseline,
                          struct bf_pairs *pairs, struct bf_error *e)
{
    *pairs = (struct bf_pairs){.partner = malloc((frame->runs + 1) * sizeof *pairs->partner),
                               .base = malloc(frame->runs + 1)};
    enum bf_err err = BF_OK;
    if (!pairs->partner || !pairs->base)
        err = bf_error_no_memory(e, frame->runs * sizeof *pairs->partner, "pairs of runs");
    for (size_t r = 0; !err && r < frame->runs; r++)
        pairs->partner[r] = BF_NO_PAIR;
    if (!err)
        err = find_baseline(frame, pairs, baseline, e);
    if (!err)
        err = pair_all(frame, pairs, e);
    if (err)
        bf_pairs_fini(pairs);
    return err;
}

static bool agree(const struct bf_frame *f, const struct bf_pairs *pairs, const size_t *keys,
                  size_t key_count, uint32_t a, uint32_t b)
{
    for (size_t k = 0; k < key_count; k++)
        if (!bf_pairs_names(pairs, keys[k]) && !bf_pairs_alike(&f->keys[keys[k]], a, b))
            return false;
    return true;
}

size_t bf_pairs_left(const struct bf_frame *frame, const struct bf_pairs *pairs, const size_t *keys,
                     size_t key_count, const uint32_t *runs, size_t count, uint8_t *left)
{
    size_t number = 0;
    for (uint32_t r = 0; r < frame->runs; r++)
        left[r] = pairs->base[r] && agree(frame, pairs, keys, key_count, runs[0], r);
    for (size_t i = 0; i < count; i++)
        if (bf_pairs_has(pairs, runs[i]))
            left[pairs->partner[runs[i]]] = 0;
    for (size_t r = 0; r < frame->runs; r++)
        number += left[r];
    return number;
}

void bf_pairs_fini(struct bf_pairs *pairs)
{
    free(pairs->partner);
    free(pairs->base);
    *pairs = (struct bf_pairs){0};
}
