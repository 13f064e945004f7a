// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/statistics/levels_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/axis_internal.h"
#include "engine/base/sort.h"

static uint32_t hash_of(const char *id) // FNV-1a
{
    uint32_t h = 2166136261u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

static uint32_t *slot_of(const struct bf_levels *levels, const char *id)
{
    uint32_t at = hash_of(id) & (levels->slot_count - 1);
    while (levels->slots[at] && strcmp(levels->level[levels->slots[at] - 1].id, id) != 0)
        at = (at + 1) & (levels->slot_count - 1);
    return &levels->slots[at];
}

static bool grow(struct bf_levels *levels)
{
    const uint32_t room = levels->room ? 2 * levels->room : 8;
    struct bf_level *level = realloc(levels->level, room * sizeof *level);
    if (!level)
        return false;
    levels->level = level;
    levels->room = room;
    free(levels->slots);
    levels->slot_count = 4 * room;
    levels->slots = calloc(levels->slot_count, sizeof *levels->slots);
    if (!levels->slots)
        return false;
    for (uint32_t i = 0; i < levels->count; i++)
        *slot_of(levels, level[i].id) = i + 1;
    return true;
}

bool bf_levels_code(struct bf_levels *levels, const char *id, const char *text, uint32_t *code)
{
    if (levels->count == levels->room && !grow(levels))
        return false;
    uint32_t *slot = slot_of(levels, id);
    if (!*slot) {
        struct bf_level new = {strdup(text), strdup(id), bf_axis_number(text)};
        if (!new.text || !new.id) {
            bf_level_free(&new, 1);
            return false;
        }
        levels->level[levels->count++] = new;
        *slot = levels->count;
    }
    *code = *slot - 1;
    return true;
}

static bool are_numbers(const struct bf_levels *levels)
{
    for (uint32_t i = 0; i < levels->count; i++)
        if (levels->level[i].text[0] && isnan(levels->level[i].number))
            return false;
    return true;
}

// What sorts a level: its number, or its place; what does not exist is first.
static double place_of(const struct bf_levels *levels, uint32_t i, bool numbers)
{
    if (!levels->level[i].text[0])
        return -INFINITY;
    return numbers ? levels->level[i].number : (double)i;
}

bool bf_levels_sort(struct bf_levels *levels, uint32_t *codes, size_t runs)
{
    const uint32_t count = levels->count;
    const bool numbers = are_numbers(levels);
    struct bf_keyed *order = malloc((2 * (size_t)count + 1) * sizeof *order);
    struct bf_level *sorted = malloc(((size_t)levels->room + 1) * sizeof *sorted);
    uint32_t *new_code = malloc(((size_t)count + 1) * sizeof *new_code);
    const bool ok = order && sorted && new_code;
    for (uint32_t i = 0; ok && i < count; i++)
        order[i] = (struct bf_keyed){.key = place_of(levels, i, numbers), .item = i};
    if (ok) {
        bf_sort_keyed(order, order + count, count);
        for (uint32_t i = 0; i < count; i++) {
            sorted[i] = levels->level[order[i].item];
            new_code[order[i].item] = i;
        }
        for (size_t r = 0; r < runs; r++)
            codes[r] = new_code[codes[r]];
        free(levels->level);
        levels->level = sorted;
        sorted = NULL;
    }
    free(order);
    free(sorted);
    free(new_code);
    return ok;
}

void bf_level_free(struct bf_level *level, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        free(level[i].text);
        free(level[i].id);
    }
}

void bf_levels_fini(struct bf_levels *levels)
{
    bf_level_free(levels->level, levels->count);
    free(levels->level);
    free(levels->slots);
    *levels = (struct bf_levels){0};
}
