// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a pass left a job waiting, worked out in the most obvious way from what was there when the
// pass began: the queue, planned ends, requests of running jobs and the lines of the calendar. For
// policies whose reservations last, from what is there when it has ended.
#ifndef BF_TESTS_PROP_NAIVE_REASONS_H
#define BF_TESTS_PROP_NAIVE_REASONS_H

#include "engine/core/config.h"
#include "engine/core/reason.h"
#include "engine/core/sched.h"
#include "tests/prop/naive_profile.h"
#include "tests/ref/ref.h"

// A pass as it was seen.
struct bf_naive_pass {
    const struct bf_config *config;
    struct bf_ref_options options; // for the lines of the calendar
    const struct bf_jobs *jobs;
    const struct bf_sched *s;
    bf_job queue[BF_NAIVE_MOST];   // when the pass began, in order
    bf_job started[BF_NAIVE_MOST]; // in this pass
    uint32_t queued, starts;
    bf_procs free;                             // when the pass began
    struct bf_naive_piece ends[BF_NAIVE_MOST]; // then, where the policy knows them
    uint32_t end_count;
    bf_job running[BF_NAIVE_MOST]; // now, those started in this pass at the end
    uint32_t running_count;
    bf_time start[BF_NAIVE_MOST];   // by job
    uint32_t order[BF_NAIVE_MOST];  // by job: how many have started before it
    bool backfilled[BF_NAIVE_MOST]; // by job

    bool held; // relaxed: there has been a head that had to wait
    bf_job head;
    bf_time head_reserved, head_slack;
};

struct bf_naive_fact {
    enum bf_why why;
    bf_procs free;
    bf_time shadow, reserved, blocked;
    int64_t extra, level, taken;
    bf_time outage, outage_end;
};

bool bf_naive_is(const struct bf_naive_pass *p, const char *policy);

// At the end of each pass, before anything is asked: what relaxed keeps in mind.
void bf_naive_note(struct bf_naive_pass *p);

// The facts about a job that waits. `reserved` is its promise, where there are such.
struct bf_naive_fact bf_naive_fact_of(const struct bf_naive_pass *p, bf_job job, bf_time reserved);

#endif
