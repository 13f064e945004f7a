// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compression of a queue in which everybody holds a reservation (kept.h), on a machine without a
// calendar: as bf_kept_compress, but without looking in vain for an earlier place of each job
// (earlier.h, twins.h).
#ifndef BF_POLICIES_COMPRESS_H
#define BF_POLICIES_COMPRESS_H

#include "policies/earlier.h"
#include "policies/kept.h"

// In queue order, each job is put at its earliest fit, its own reservation not counted. It never
// moves later: beyond its reserved start its own processors are free for it.
void bf_compress_queue(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s);

// In queue order, each job that can start now moves there.
void bf_compress_start(struct bf_kept *kept, struct bf_earlier *earlier, struct bf_sched *s);

#endif
