// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/prop/naive_profile.h"

#include "tests/support/bf_test.h"

void bf_naive_hold(struct bf_naive_profile *f, bf_time from, bf_time to, bf_procs procs)
{
    assert_true(f->count < BF_NAIVE_MOST);
    f->at[f->count++] = (struct bf_naive_piece){.from = from, .time = to, .procs = procs};
}

int64_t bf_naive_level(const struct bf_naive_profile *f, bf_time t)
{
    int64_t level = f->whole;
    for (uint32_t i = 0; i < f->count; i++)
        if (f->at[i].from <= t && t < f->at[i].time)
            level -= f->at[i].procs;
    return level;
}

bf_time bf_naive_first_below(const struct bf_naive_profile *f, bf_time from, bf_time to,
                             bf_procs procs)
{
    bf_time first = bf_naive_level(f, from) < procs ? from : BF_NEVER;
    for (uint32_t i = 0; i < f->count; i++) {
        const bf_time t = f->at[i].from;
        if (t > from && t < to && t < first && bf_naive_level(f, t) < procs)
            first = t;
    }
    return first;
}
