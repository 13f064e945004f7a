// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/bf_test.h"

#include <sched.h>

#include "engine/sweep/threads.h"

static void parts(void **state)
{
    (void)state;
    assert_int_equal(bf_threads_of_omp(NULL), 0);
    assert_int_equal(bf_threads_of_omp("4"), 4);
    assert_int_equal(bf_threads_of_omp("4,2"), 4);
    assert_int_equal(bf_threads_of_omp("many"), 0);
    assert_int_equal(bf_threads_of_slurm("8"), 8);
    assert_int_equal(bf_threads_of_slurm("2(x3)"), 0); // a list, of other tasks too
    assert_int_equal(bf_threads_of_slurm("2,3"), 0);
    assert_int_equal(bf_threads_of_slurm("0"), 0);
    assert_int_equal(bf_threads_of_cpu_max("max 100000"), 0);
    assert_int_equal(bf_threads_of_cpu_max("150000 100000"), 1);
    assert_int_equal(bf_threads_of_cpu_max("50000 100000"), 1);
    assert_int_equal(bf_threads_of_cpu_max("400000 100000"), 4);
    assert_int_equal(bf_threads_of_quota("-1", "100000"), 0);
    assert_int_equal(bf_threads_of_quota("200000", "100000"), 2);
}

static void the_least_counts(void **state)
{
    (void)state;
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    setenv("OMP_NUM_THREADS", "1", 1);
    setenv("SLURM_CPUS_PER_TASK", "1000", 1);
    const struct bf_threads one = bf_threads_allowed();
    assert_int_equal(one.count, 1);
    setenv("OMP_NUM_THREADS", "1000", 1);
    const struct bf_threads all = bf_threads_allowed();
    assert_true(all.count >= 1 && all.count <= CPU_COUNT(&set));
    setenv("SLURM_CPUS_PER_TASK", "1", 1);
    assert_int_equal(bf_threads_allowed().count, 1);
}

BF_TEST_MAIN(BF_TEST(parts), BF_TEST(the_least_counts))
