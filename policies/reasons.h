// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the policies' `explain` hooks share (engine/core/reason.h). A hook goes back to the moment
// at which the pass came to the job: what the pass started later is undone, in the reason's numbers
// and towards the calendar. At the end all of it is done again.
#ifndef BF_POLICIES_REASONS_H
#define BF_POLICIES_REASONS_H

#include "engine/core/reason.h"
#include "engine/core/sched.h"

// Undoes a start; does all again that are undone.
void bf_undo_start(const struct bf_sched *s, struct bf_start *start, struct bf_reason *r);
void bf_redo_starts(const struct bf_sched *s, struct bf_starts starts);

// Whether the job at `place` needs more than r->free, or the calendar does not allow its start, as
// things are, at an instant before `until`. If so, the reason says it.
bool bf_explain_unfit(const struct bf_sched *s, uint32_t place, bf_time until, struct bf_reason *r);

// A pass that started the head while it fitted, and then took the candidates behind it one by one,
// each being started if it fits and either is not planned longer than `window` or needs no more
// than the extra processors.
struct bf_taken {
    bf_time time;     // from which on the head is held
    bf_procs extra;   // after the pass
    bf_time window;   // s
    int64_t depth;    // how many candidates were taken; BF_COUNT_ALL
    bool all_at_once; // starts were made only when all candidates had been looked at
};

// Why such a pass has left the job at `place`: TOO_FEW, OUTAGE, DEPTH or DELAYS_HEAD; NOT_CHOSEN if
// it is none of these. With that, shadow time, extra processors and depth. O(queue) with a depth.
void bf_explain_taken(const struct bf_sched *s, struct bf_starts starts, uint32_t place,
                      const struct bf_taken *t, struct bf_reason *r);

#endif
