#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # usage is for lib.sh
usage="usage: bench/sweep.sh [-q] [-j JOBS] [-r RUNS] [-t THREADS] [-n ROUNDS] [-m SMALL,LARGE]

Measures sweeps as wholes, from reading the plan to the closed result file:
  runs_per_s     of RUNS runs of JOBS jobs (half of them easy, half conservative) on 1 and on THREADS
                 threads, alternating, ROUNDS times: medians
  efficiency     runs a second on THREADS threads over THREADS x those on 1: median of the rounds
  idle           share of the time of THREADS workers that they waited
  result_files   share of processor time that writing and joining results takes: of these runs, and of
                 the many tiny runs of the next
  memory         peak of a sweep of SMALL and of one of LARGE runs of 300 jobs, and their ratio
and prints a tab-separated line each. THREADS defaults to 2, JOBS to 10000, RUNS to 200, ROUNDS to 5,
SMALL,LARGE to 1000,100000 (under a minute). -q: all very small, to see that it works."
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

help_wanted "$@"
jobs=10000 runs=200 threads=2 rounds=5 sizes=1000,100000
while getopts :qj:r:t:n:m: option; do
    case $option in
    q) jobs=500 runs=20 rounds=1 sizes=20,60 ;;
    j) jobs=$OPTARG ;;
    r) runs=$OPTARG ;;
    t) threads=$OPTARG ;;
    n) rounds=$OPTARG ;;
    m) sizes=$OPTARG ;;
    :) refuse "-$OPTARG wants a value" ;;
    *) refuse "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || refuse "'$1' is too much"
IFS=, read -r small large more <<<"$sizes"
[ -z "$more" ] || refuse "-m is two numbers, found '$sizes'"
whole -j "$jobs" 2
whole -r "$runs" 2
whole -t "$threads" 2
whole -n "$rounds" 1
whole "the first number of -m" "$small" 20
whole "the second number of -m" "$large" 20
make_work
find_programs
bfsweep=$programs/../engine/cli/bfsweep
[ -x "$bfsweep" ] || fail "$bfsweep: is not there"

# sweep THREADS ARGUMENT ...: one sweep; seconds in $took, its summary in $work/err.
sweep() {
    local count=$1 begin
    shift
    rm -f "$work/out.h5"
    begin=$(date +%s%N)
    "$bfsweep" sweep "$@" -j "$count" -o "$work/out.h5" >/dev/null 2>"$work/err" || fail "$(tail -n 1 "$work/err")"
    took=$(awk -v ns="$(($(date +%s%N) - begin))" 'BEGIN { print ns / 1e9 }')
}

# summary PATTERN: the number behind it in the summary of the last sweep.
summary() {
    sed -n "s/.*$1 \([0-9.]*\).*/\1/p" "$work/err" | head -n 1
}

# median FILE: of its lines.
median() {
    sort -g "$1" | awk '{ v[NR] = $1 } END { printf "%.6g\n", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# line MEASURE RUNS JOBS THREADS VALUE UNIT
line() {
    local IFS=$'\t'
    printf '%s\n' "$*"
}

measure_speed() {
    local trace=lublin:jobs=$jobs,procs=256,seed=1,load=0.9,types=1,estimates=tsafrir round one
    local plan=("$trace" --policy "easy,conservative" --shake 600 --seed "1..$((runs / 2))")
    for ((round = 0; round < rounds; round++)); do
        sweep 1 "${plan[@]}"
        one=$took
        awk -v s="$took" -v n="$runs" 'BEGIN { print n / s }' >>"$work/one"
        sweep "$threads" "${plan[@]}"
        awk -v s="$took" -v n="$runs" 'BEGIN { print n / s }' >>"$work/many"
        awk -v a="$one" -v b="$took" -v t="$threads" 'BEGIN { print a / b / t }' >>"$work/ratio"
        summary idle >>"$work/idle"
        summary "result files" >>"$work/files"
    done
    line runs_per_s "$runs" "$jobs" 1 "$(median "$work/one")" 1/s
    line runs_per_s "$runs" "$jobs" "$threads" "$(median "$work/many")" 1/s
    line efficiency "$runs" "$jobs" "$threads" "$(median "$work/ratio")" 1
    line idle "$runs" "$jobs" "$threads" "$(median "$work/idle")" %
    line result_files "$runs" "$jobs" "$threads" "$(median "$work/files")" %
}

# Twenty loads, so that the plan is a grid of several axes, as plans are.
measure_memory() {
    local count trace=lublin:jobs=300,procs=64,seed=5,load=0.9,types=1,estimates=tsafrir
    for count in "$small" "$large"; do
        sweep "$threads" "$trace" --load 0.8..0.99/0.01 --shake 600 --seed "1..$((count / 20))"
        summary "memory *" >>"$work/memory"
        line memory "$((count / 20 * 20))" 300 "$threads" "$(tail -n 1 "$work/memory")" MB
    done
    line memory_ratio "$((large / 20 * 20))" 300 "$threads" \
        "$(awk '{ v[NR] = $1 } END { printf "%.4g\n", v[2] / v[1] }' "$work/memory")" 1
    line result_files "$((large / 20 * 20))" 300 "$threads" "$(summary "result files")" %
}

line measure runs jobs threads value unit
measure_speed
measure_memory
