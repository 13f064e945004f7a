// SPDX-License-Identifier: GPL-3.0-or-later
//
// Twins: neighbours in the queue that ask for as many processors for as long, as bulk submissions
// and job arrays do. What is found for one of them holds for the next ones, without a search and
// without a change of the profile.
//
// One that finds no earlier place has none for the twins that share its start (skip). Where it
// finds one, those that share its start move along, as many as fit side by side (join). The start
// that they leave is where as many of the next ones can go, and theirs is taken by the next, and so
// on: the run shifts by one (shift).
//
//     before     [a1 ][a2 ][a3 ]       a1 finds a place at `to`; a2 goes where a1 was, a3 where
//                                      a2 was. The profile changes at the ends only: a place is
//     after   [a1 ][a2 ][a3 ]....      taken at `to`, and the one that the last twin left is free.
//              to           left
//
// That a follower goes just there is exact (G: the profile before any of it; the jobs that move
// together need `all` processors, each of them `each`; the last that moved went from `left` to
// `taken`):
//  - nobody fits before `left`. The twin rule (earlier.h) excludes starts before `taken`, and every
//    start in [taken, left) runs into the instant left - 1 if left - 1 < taken + length; there,
//    G(left - 1), less `all` where the new place at `to` covers it, is below `each`;
//  - `all` fit at `left`, up to their own start: what the last twin left is free for them; where
//    the new place at `to` covers it, G has room for both.
#ifndef BF_POLICIES_TWINS_H
#define BF_POLICIES_TWINS_H

#include "engine/core/sched.h"
#include "policies/earlier.h"

// A run of twins that has moved. The promises are in the queue already; what is left to do is to
// reserve `all` processors over [to, to + length) and to release them over [left, left + length).
struct bf_run {
    bf_time to, left, length;
    bf_procs all;
    uint32_t last; // the place of the last twin that is settled
};

static inline bool bf_twins_alike(const struct bf_queue *q, uint32_t a, uint32_t b)
{
    return q->procs[a] == q->procs[b] && q->plan[a] == q->plan[b];
}

// The last of the twins behind `at` that share its start, or `at`: bf_earlier_find has found
// nothing earlier for it.
uint32_t bf_twins_skip(struct bf_earlier *e, struct bf_sched *s, uint32_t at);

// Moves the job at `at` to `fit`, the earlier place that bf_earlier_find has found for it, and with
// it the twins behind it that follow. O(1) queries a start that is left.
struct bf_run bf_twins_move(struct bf_earlier *e, struct bf_sched *s, uint32_t at, bf_time fit);

#endif
