// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many threads this program may use: the least of OMP_NUM_THREADS, the processors that it may
// run on (affinity), the quota of its control group, and SLURM_CPUS_PER_TASK where that is a plain
// number.
#ifndef BF_SWEEP_THREADS_H
#define BF_SWEEP_THREADS_H

#include <stddef.h>

enum { BF_THREADS_MOST = 1024 };

struct bf_threads {
    int count;           // at least 1
    const char *limited; // what set it: "OMP_NUM_THREADS", "affinity", "control group", ...
};

struct bf_threads bf_threads_allowed(void);

// The parts, for tests. 0: says nothing. `text`: a value of OMP_NUM_THREADS ("4", "4,2"); one of
// SLURM_CPUS_PER_TASK; the files cpu.max (version 2), or cpu.cfs_quota_us and cpu.cfs_period_us
// (version 1) of a control group: half a processor counts as one.
int bf_threads_of_omp(const char *text);
int bf_threads_of_slurm(const char *text);
int bf_threads_of_cpu_max(const char *text);
int bf_threads_of_quota(const char *quota, const char *period);

#endif
