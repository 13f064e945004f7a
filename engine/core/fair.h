// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fair start times. The fair start of a job is when it would have started had no job come after it:
// its start in a run of the jobs up to it, under the same rules (Sabin, Kochhar, Sadayappan, 'Job
// fairness in non-preemptive job scheduling', ICPP 2004; Sabin, Sadayappan, JSSPP 2005). A job is
// treated unfairly by what it starts later than that.
//
// Exact for every policy, order and estimate model: the run is done again; before the arrival of
// each job whose fair start is not known otherwise the whole state is copied, arrivals end with
// that job, and time goes on until it starts or until it is no earlier than it did; then the copy
// is put back. A job needs none of this when
//  - it started as it arrived: nothing is earlier;
//  - no other job came before it started: nothing was different;
//  - nobody who came later started before it, and the policy heeds only jobs ahead in the queue
//    (policy.h), in batch order, with fcfs as both orders, and with plans that hold. Up to its
//    start, the same jobs run at the same times then.
//
// With n jobs, of which m need it: O(m (memory of the run + passes while one job waits)). Memory is
// about 300 bytes a job, so m n x 0.6 KB are copied: about a second for ten thousand jobs, minutes
// for a hundred thousand.
#ifndef BF_CORE_FAIR_H
#define BF_CORE_FAIR_H

#include "engine/base/arena.h"
#include "engine/core/config.h"
#include "engine/core/rows.h"
#include "engine/core/sim.h"

// What each job started later than its fair start, at least 0, into `late` (by job, s). `outcome`
// is that of the last run of `sim`, under `config`; it is good as before afterwards. Scratch from
// `arena`. BF_ERR_ENV: no memory.
enum bf_err bf_fair_lateness(struct bf_sim *sim, const struct bf_config *config,
                             struct bf_outcome *outcome, bf_time *late, struct bf_arena *arena,
                             struct bf_error *e);

// The same, into the columns unfair, mean_unfairness and max_unfairness.
enum bf_err bf_fair_fill(struct bf_run_row *row, struct bf_sim *sim, const struct bf_config *config,
                         struct bf_outcome *outcome, struct bf_arena *arena, struct bf_error *e);

#endif
