#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# How many threads a sweep uses: a mask of processors counts, and so does OMP_NUM_THREADS; variables that bind
# each thread to a processor of its own leave the number as it is.
set -eu
binary=${BFSWEEP_BINARY:?the test is told which program to run}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-threads.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
unset OMP_NUM_THREADS OMP_PROC_BIND OMP_PLACES GOMP_CPU_AFFINITY OMP_THREAD_LIMIT SLURM_CPUS_PER_TASK

# The number of threads of a sweep that is called by way of the given command.
threads() {
    rm -f out.h5
    "$@" "$binary" sweep lublin:jobs=20,procs=64,seed=1 --seed 1..4 -o out.h5 2>err || { cat err && exit 1; }
    sed -n 's/^core time .* on \([0-9]*\) threads\?;.*/\1/p' err
}

# expect N command...
expect() {
    local wanted=$1 found
    shift
    found=$(threads "$@")
    [ "$found" = "$wanted" ] || { echo "$*: $found threads, expected $wanted" && cat err && exit 1; }
}

all=$(threads env)
[ "$all" -gt 1 ] || { echo "SKIPPED: a sweep may use one processor only" && exit 77; }
cpus=$(taskset -cp $$ | sed 's/.*: *//')
first=${cpus%%[,-]*}

for words in OMP_PROC_BIND=true OMP_PROC_BIND=close OMP_PROC_BIND=false OMP_PLACES=cores "GOMP_CPU_AFFINITY=$cpus" \
    "OMP_PROC_BIND=spread OMP_PLACES=threads"; do
    # shellcheck disable=SC2086 # several words
    expect "$all" env $words
done
for words in OMP_NUM_THREADS=8 OMP_PROC_BIND=true; do
    expect 1 taskset -c "$first" env "$words"
    expect 1 env SLURM_CPUS_PER_TASK=1 "$words"
done
expect 1 env OMP_NUM_THREADS=1
expect 1 env OMP_NUM_THREADS=1 OMP_PROC_BIND=true
