// SPDX-License-Identifier: GPL-3.0-or-later
//
// Somebody who watches a run. An observer looks, and changes nothing: a run with one gives the same
// bytes as a run without. It is called from inside the event loop and must not fail.
#ifndef BF_CORE_OBSERVER_H
#define BF_CORE_OBSERVER_H

#include <stdint.h>

struct bf_policy;
struct bf_sched;

struct bf_observer {
    void *self; // handed to each

    // A pass begins: the queue is in the primary order, arrivals are in it.
    void (*pass_begins)(void *self, const struct bf_sched *s);

    // The waiting job at `place` is being started; it still stands there, and its processors still
    // count as free.
    void (*starts)(void *self, const struct bf_sched *s, uint32_t place);

    // The pass has ended. The policy and its state are for policy->explain.
    void (*pass_ended)(void *self, const struct bf_sched *s, const struct bf_policy *policy,
                       void *policy_state);
};

#endif
