// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/team.h"

#include <omp.h>

void bf_team_run(int threads, void (*member)(void *self, int number, int count), void *self)
{
#pragma omp parallel num_threads(threads)
    member(self, omp_get_thread_num(), omp_get_num_threads());
}
