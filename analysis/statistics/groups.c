// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/frame.h"

// Sorts runs by the level of one key, stably: counts, then places.
static void sort_by(const struct bf_key *key, const uint32_t *from, uint32_t *to, size_t runs,
                    uint32_t *place)
{
    memset(place, 0, (key->levels + 1) * sizeof *place);
    for (size_t i = 0; i < runs; i++)
        place[key->code[i] + 1]++;
    for (uint32_t l = 0; l < key->levels; l++)
        place[l + 1] += place[l];
    for (size_t i = 0; i < runs; i++)
        to[place[key->code[from[i]]]++] = from[i];
}

static bool are_equal(const struct bf_frame *f, const size_t *keys, size_t count, uint32_t a,
                      uint32_t b)
{
    for (size_t k = 0; k < count; k++)
        if (f->keys[keys[k]].code[a] != f->keys[keys[k]].code[b])
            return false;
    return true;
}

static void divide(const struct bf_frame *f, const size_t *keys, size_t count, struct bf_groups *g)
{
    for (uint32_t i = 0; i < f->runs; i++)
        if (i == 0 || !are_equal(f, keys, count, g->runs[i - 1], g->runs[i]))
            g->first[g->count++] = i;
    g->first[g->count] = (uint32_t)f->runs;
}

enum bf_err bf_frame_group(const struct bf_frame *frame, const size_t *keys, size_t key_count,
                           struct bf_groups *groups, struct bf_error *e)
{
    uint32_t most = 0;
    for (size_t k = 0; k < key_count; k++)
        if (frame->keys[keys[k]].levels > most)
            most = frame->keys[keys[k]].levels;
    *groups = (struct bf_groups){.runs = malloc((frame->runs + 1) * sizeof *groups->runs),
                                 .first = malloc((frame->runs + 2) * sizeof *groups->first)};
    uint32_t *scratch = malloc((frame->runs + 1) * sizeof *scratch);
    uint32_t *place = malloc(((size_t)most + 1) * sizeof *place);
    if (!groups->runs || !groups->first || !scratch || !place) {
        free(scratch);
        free(place);
        bf_groups_fini(groups);
        return bf_error_no_memory(e, (3 * frame->runs + most) * sizeof *scratch, "groups of runs");
    }
    for (uint32_t i = 0; i < frame->runs; i++)
        groups->runs[i] = i;
    for (size_t k = key_count;
         k-- > 0;) { // the last key first: stable sorts leave the first on top
        sort_by(&frame->keys[keys[k]], groups->runs, scratch, frame->runs, place);
        memcpy(groups->runs, scratch, frame->runs * sizeof *scratch);
    }
    divide(frame, keys, key_count, groups);
    free(scratch);
    free(place);
    return BF_OK;
}

void bf_groups_fini(struct bf_groups *groups)
{
    free(groups->runs);
    free(groups->first);
    *groups = (struct bf_groups){0};
}

enum bf_err bf_frame_axes(const struct bf_frame *frame, size_t *keys, size_t *count,
                          struct bf_error *e)
{
    enum bf_err err = BF_OK;
    size_t groups = 1;
    *count = 0;
    for (size_t k = 0; k < frame->key_count && !err; k++) {
        const struct bf_key *key = &frame->keys[k];
        struct bf_groups divided;
        if (key->kind == BF_KEY_OTHER || key->levels < 2 || strcmp(key->name, "seed") == 0)
            continue;
        keys[*count] = k;
        err = bf_frame_group(frame, keys, *count + 1, &divided, e);
        if (err)
            break;
        if (divided.count > groups)
            ++*count;
        groups = divided.count;
        bf_groups_fini(&divided);
    }
    return err;
}
