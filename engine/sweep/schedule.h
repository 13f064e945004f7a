// SPDX-License-Identifier: GPL-3.0-or-later
//
// In which order the runs of a plan are given to workers: the dearest first, so that the last ones
// to finish are short, and of about equal price those of one job table together, so that it is made
// once. Prices are predictions of the plan (bf_plan_cost), corrected by what has finished: by trace
// and policy, and by configuration. The order of rows in files does not depend on any of it.
//
// Used by one thread at a time.
#ifndef BF_SWEEP_SCHEDULE_H
#define BF_SWEEP_SCHEDULE_H

#include "engine/sweep/plan.h"

struct bf_schedule;

// A schedule of the `count` runs of the plan whose numbers are given (below 2^32, copied), for
// `threads` workers. NULL: no memory.
struct bf_schedule *bf_schedule_create(const struct bf_plan *plan, const uint64_t *numbers,
                                       uint64_t count, int threads);
void bf_schedule_destroy(struct bf_schedule *s); // NULL is allowed

// Takes up to `room` runs of one job table, in the order in which they are to be done; fewer
// towards the end, where work has to be shared out finely. Returns how many; 0: no run is left.
// Runs that are predicted to take more than `seconds` are passed over for good
// (bf_schedule_passed_over).
size_t bf_schedule_take(struct bf_schedule *s, double seconds, uint64_t *numbers, size_t room);

// Run `number` took so long. Prices, and from time to time the order, are corrected by it.
void bf_schedule_learn(struct bf_schedule *s, uint64_t number, double seconds);

// What run `number` is predicted to take, in seconds; and all that were not taken yet.
double bf_schedule_price(const struct bf_schedule *s, uint64_t number);
double bf_schedule_remaining(const struct bf_schedule *s);
uint64_t bf_schedule_passed_over(const struct bf_schedule *s);

#endif
