// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/team.h"

#include <omp.h>

// OpenMP orders what happens before, in and after its threads in a way that ThreadSanitizer does
// not see. It is told, and does not look at the function that OpenMP makes of fork_and_join.
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#define UNSEEN          __attribute__((no_sanitize("thread")))
#define HAND_OVER(to)   __tsan_release(to)
#define TAKE_OVER(from) __tsan_acquire(from)
#else
#define UNSEEN
#define HAND_OVER(to)   ((void)(to))
#define TAKE_OVER(from) ((void)(from))
#endif

int bf_team_processors(void)
{
    return omp_get_num_procs();
}

struct team {
    void (*member)(void *self, int number, int count);
    void *self;
};

static void join_in(struct team *team, int number, int count)
{
    TAKE_OVER(team);
    team->member(team->self, number, count);
    HAND_OVER(team);
}

static void fork_and_join(struct team *team, int threads) UNSEEN;

static void fork_and_join(struct team *team, int threads)
{
#pragma omp parallel num_threads(threads)
    join_in(team, omp_get_thread_num(), omp_get_num_threads());
}

void bf_team_run(int threads, void (*member)(void *self, int number, int count), void *self)
{
    struct team team = {.member = member, .self = self};
    HAND_OVER(&team);
    fork_and_join(&team, threads);
    TAKE_OVER(&team);
}
