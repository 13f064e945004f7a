// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calendars from files: docs/calendars.md.
#ifndef BF_WORKLOADS_CALENDAR_H
#define BF_WORKLOADS_CALENDAR_H

#include "engine/base/arena.h"
#include "engine/base/error.h"
#include "engine/core/calendar.h"

// Reads a file of lines `start end procs`, plain or gzip. All memory comes from `arena`.
// BF_ERR_INPUT: cannot be read, or a line is wrong (the text names file and line, what was expected
// and what was found). BF_ERR_ENV: no memory.
enum bf_err bf_calendar_read(const char *path, struct bf_arena *arena, struct bf_calendar *calendar,
                             struct bf_error *e);

#endif
