// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a waiting job was not started by a pass, in the words of the policy that decided: the numbers
// it compared, as they were when it came to the job. Filled in after the pass (explain.h), only for
// those who ask.
#ifndef BF_CORE_REASON_H
#define BF_CORE_REASON_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/core/types.h"

// Each says what holds beside it. A job that needs more processors than were free has the reason
// TOO_FEW and no other; one that the calendar keeps away has the reason OUTAGE. In all others it
// fits.
enum bf_why {
    BF_WHY_NONE,         // it was started
    BF_WHY_TOO_FEW,      // it needs more than `free` processors
    BF_WHY_OUTAGE,       // it could run on to `limit`, and at `blocked`, before that, the calendar
                         // leaves only `level` beside the limits of others
    BF_WHY_BEHIND_HEAD,  // nothing overtakes the head
    BF_WHY_DELAYS_HEAD,  // it ends after `shadow` and needs more than `extra` processors
    BF_WHY_DELAYS_AHEAD, // it does not end before `shadow`, when a job ahead of it could start
    BF_WHY_DEPTH,        // it stands behind the candidates that were examined
    BF_WHY_NOT_CHOSEN,   // it is not in the set of candidates that fills the machine best
    BF_WHY_NO_REQUEST,   // the log gives no request for it, and so it overtakes nobody
    BF_WHY_WINDOW_UNKNOWN, // a running job has no request in the log: nothing overtakes the head
    BF_WHY_RESERVATIONS,   // at `blocked`, before its planned end, only `level` are free beside
                           // reservations
    BF_WHY_NOT_MOVED,      // it could start, but reservations do not move up at this pass
    BF_WHY_POLICY          // the policy does not say more
};

extern const char *const bf_why_names[]; // in that order, ended by NULL

struct bf_reason {
    enum bf_why why;
    bf_procs free;    // processors free when the policy came to the job
    bf_time shadow;   // of the head; BF_NEVER: the policy has none
    bf_procs extra;   // when the policy came to the job; -1: the policy has none
    bf_time reserved; // the job's own reserved start; BF_NEVER: none
    bf_time blocked;  // BF_NEVER: nothing in the way
    bf_procs level;   // free at `blocked`
    int64_t depth;    // candidates examined a pass at most; -1: the policy has no such limit
    bf_time limit;    // now + request
    // OUTAGE: what the calendar takes at `blocked`, and for how long; else nothing.
    bf_procs taken;
    bf_time outage, outage_end;
};

// A start, as it was when the job was started.
struct bf_start {
    bf_job job;
    uint32_t place; // in the queue; places are good for a pass
    bf_procs procs;
    bf_time plan;
    bool head;   // it was the first in the queue
    bool undone; // scratch of whoever explains
};

// The starts of a pass, in their order.
struct bf_starts {
    struct bf_start *at;
    uint32_t count;
};

#endif
