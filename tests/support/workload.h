// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small workloads for tests: from a table in the test, or at random from a seed.
#ifndef BF_TESTS_SUPPORT_WORKLOAD_H
#define BF_TESTS_SUPPORT_WORKLOAD_H

#include <stdint.h>
#include <stdio.h>

#include "engine/core/jobs.h"

struct bf_test_workload {
    struct bf_jobs jobs;
    bf_procs procs; // of the machine
};

// A line of a table in a test. `user` and what stands behind it may be left out.
struct bf_test_job {
    bf_time submit;
    bf_procs procs;
    bf_time request, run;
    uint32_t user;
    uint8_t bits; // enum bf_job_bit
};

// Makes a workload of a table, in its order; numbers count from 1. Owned by the caller. Running out
// of memory ends the program, here and below.
struct bf_test_workload *bf_test_workload_of(const struct bf_test_job *table, uint32_t count,
                                             bf_procs procs);

// A workload that is hard on schedulers: equal submits, equal lengths, jobs of no length, jobs that
// take the whole machine, run times at, below and above the request, few users. No request is
// longer than `longest` (at least 2). The same for the same arguments.
struct bf_test_workload *bf_test_workload_random(uint64_t seed, bf_time longest);

// The same workload without the jobs [from, from + count).
struct bf_test_workload *bf_test_workload_without(const struct bf_test_workload *w, uint32_t from,
                                                  uint32_t count);

// The workload as the table from which bf_test_workload_of makes it.
void bf_test_workload_print(FILE *to, const struct bf_test_workload *w);

void bf_test_workload_destroy(struct bf_test_workload *w); // NULL is allowed

#endif
