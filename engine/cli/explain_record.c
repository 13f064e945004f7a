// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>
#include <string.h>

#include "engine/cli/explain.h"

// Room for `need` entries of `size` bytes in *array, which has room for *room. False: no memory.
static bool make_room(void **array, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return true;
    const size_t more = need > 2 * *room ? need + 64 : 2 * *room;
    void *larger = realloc(*array, more * size);
    if (!larger)
        return false;
    *array = larger;
    *room = more;
    return true;
}

static bool make_room_for_look(struct cli_record *r)
{
    size_t room = r->room;
    void *looks = r->looks, *first = r->first;
    const bool good = make_room(&looks, &room, r->count + 1, sizeof *r->looks) &&
                      make_room(&first, &r->room, r->count + 1, sizeof *r->first);
    r->looks = looks;
    r->first = first;
    return good;
}

static bool make_room_for_overtakers(struct cli_record *r, size_t more)
{
    void *list = r->overtakers;
    const bool good =
        make_room(&list, &r->overtaker_room, r->overtaker_count + more + 1, sizeof *r->overtakers);
    r->overtakers = list;
    return good;
}

void cli_record_look(void *record, const struct bf_look *look)
{
    struct cli_record *r = record;
    if (r->failed || !make_room_for_look(r) ||
        !make_room_for_overtakers(r, look->overtaker_count)) {
        r->failed = true;
        return;
    }
    r->looks[r->count] = *look;
    r->looks[r->count].overtakers = NULL;
    r->first[r->count++] = r->overtaker_count;
    memcpy(r->overtakers + r->overtaker_count, look->overtakers,
           look->overtaker_count * sizeof *look->overtakers);
    r->overtaker_count += look->overtaker_count;
}

const bf_job *cli_record_overtakers(const struct cli_record *r, size_t i)
{
    return r->overtakers + r->first[i];
}

void cli_record_fini(struct cli_record *r)
{
    free(r->looks);
    free(r->first);
    free(r->overtakers);
}
