// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calendar: processors that outages, maintenance, dedicated time and advance reservations take
// from the machine, all known before a run begins. docs/semantics.md ('Calendar') has the rules.
//
// A calendar is built once, checked, and shared read-only by any number of runs.
#ifndef BF_CORE_CALENDAR_H
#define BF_CORE_CALENDAR_H

#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/base/hash.h"
#include "engine/core/types.h"

#define BF_CALENDAR_ALL INT32_MAX // processors: the whole machine, whatever its size

// A line of a calendar: `procs` processors are taken over [start, end), 0 <= start < end <=
// BF_MAX_TIME, procs 1 to BF_MAX_PROCS or BF_CALENDAR_ALL.
struct bf_outage {
    bf_time start, end;
    bf_procs procs;
    uint64_t line; // of the file; 0: none
};

// From `at` up to the next step, `procs` are taken.
struct bf_calendar_step {
    bf_time at;
    bf_procs procs;
};

struct bf_calendar {
    char name[128];
    char hash[BF_HASH_TEXT_SIZE];         // of the steps: equal calendars, equal hashes
    const struct bf_calendar_step *steps; // ascending; neighbours differ; the last takes nothing
    size_t count;                         // 0: the calendar takes nothing
    // Where the numbered lines (without `all`) take the most together, and the line that makes it
    // so.
    int64_t most;
    bf_time most_at;
    uint64_t most_line;
};

// Adds up `lines`, in any order, to a calendar. Memory comes from `arena`, whose life it shares.
// BF_ERR_ENV: no memory.
enum bf_err bf_calendar_init(struct bf_calendar *c, const char *name, const struct bf_outage *lines,
                             size_t count, struct bf_arena *arena, struct bf_error *e);

// BF_ERR_INPUT: somewhere the calendar takes more processors than the machine has.
enum bf_err bf_calendar_check(const struct bf_calendar *c, bf_procs procs, struct bf_error *e);

#endif
