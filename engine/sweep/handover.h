// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results on their way from workers to the one thread that writes them: a queue that holds copies,
// up to a number of bytes. A worker that finds it full waits.
#ifndef BF_SWEEP_HANDOVER_H
#define BF_SWEEP_HANDOVER_H

#include <pthread.h>
#include <stdbool.h>

#include "engine/core/sink.h"

// A copy of all rows of a result, in one block.
struct bf_handed {
    struct bf_handed *next;
    size_t bytes;
    uint64_t number; // of the run
    double seconds;  // that it took
    bool failed;
    struct bf_result result;
};

// Copies a result; owned by the caller, who frees it with free. NULL: no memory.
struct bf_handed *bf_handed_copy(const struct bf_result *result);

struct bf_handover {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    struct bf_handed *first, **last;
    size_t bytes, limit; // limit 0: none
    bool closed;         // nobody takes anything any more
};

void bf_handover_init(struct bf_handover *h, size_t limit);
void bf_handover_fini(struct bf_handover *h);

// Appends; the result now belongs to the queue. Waits while the queue is full. Returns the seconds
// waited.
double bf_handover_put(struct bf_handover *h, struct bf_handed *handed);

// The oldest; NULL: there is none within `seconds`.
struct bf_handed *bf_handover_take(struct bf_handover *h, double seconds);

// Wakes the thread that takes, and for good those that put.
void bf_handover_wake(struct bf_handover *h);
void bf_handover_close(struct bf_handover *h);

// Seconds of a clock that only goes on.
double bf_handover_now(void);

// Seconds of processor time of the calling thread.
double bf_handover_core(void);

#endif
