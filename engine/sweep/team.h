// SPDX-License-Identifier: GPL-3.0-or-later
//
// A team of threads: the only place that knows OpenMP. How many threads a sweep should have is
// threads.h's matter.
#ifndef BF_SWEEP_TEAM_H
#define BF_SWEEP_TEAM_H

// The processors that the members of a team may run on. Not those that the calling thread may run
// on, which are fewer where OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY bind each thread to one.
int bf_team_processors(void);

// Calls member(self, number, count) once in each of `count` threads at the same time, numbers 0 ..
// count - 1, number 0 in the calling thread, and returns when all have. The system may give fewer
// threads: `count` is how many there are.
void bf_team_run(int threads, void (*member)(void *self, int number, int count), void *self);

#endif
