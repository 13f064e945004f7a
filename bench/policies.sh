#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # usage is for lib.sh
usage="usage: bench/policies.sh [-p POLICY,...] [-j JOBS,...] [-l LOAD,...] [-m PROCS] [-n REPEATS] [-t SECONDS]

Runs each policy on generated workloads (Lublin-Feitelson, requests by Tsafrir-Etsion-Feitelson) of
JOBS jobs at each LOAD on PROCS processors, and prints the tab-separated lines of bench_runs with a
column 'load' in front. A run that takes over SECONDS is ended, and a comment line says so.
Without options: all policies, 10^4 to 10^6 jobs, loads 0.7 to 1.4, 1024 processors, 3 repeats, 60 s.
10^7 jobs take 1 GB: -j 10000000 -p fcfs,easy."
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

help_wanted "$@"
policies=fcfs,easy,reservations,conservative
sizes=10000,100000,1000000
loads=0.7,0.8,0.9,1.0,1.1,1.2,1.3,1.4
procs=1024 repeats=3 limit=60
while getopts :p:j:l:m:n:t: option; do
    case $option in
    p) policies=$OPTARG ;;
    j) sizes=$OPTARG ;;
    l) loads=$OPTARG ;;
    m) procs=$OPTARG ;;
    n) repeats=$OPTARG ;;
    t) limit=$OPTARG ;;
    :) refuse "-$OPTARG wants a value" ;;
    *) refuse "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || refuse "'$1' is too much"
positive -l "$loads"
whole -m "$procs" 1
whole -n "$repeats" 1
whole -t "$limit" 1
IFS=, read -ra sizes <<<"$sizes"
IFS=, read -ra loads <<<"$loads"
IFS=, read -ra policies <<<"$policies"
[ "${#sizes[@]}" -gt 0 ] || refuse "-j is empty"
[ "${#policies[@]}" -gt 0 ] || refuse "-p is empty"
for size in "${sizes[@]}"; do
    whole -j "$size" 2
done
make_work
find_programs

header=
for size in "${sizes[@]}"; do
    for load in "${loads[@]}"; do
        trace=lublin:jobs=$size,procs=$procs,seed=1,load=$load,types=1,estimates=tsafrir
        for policy in "${policies[@]}"; do
            status=0
            timeout "$limit" "$programs/bench_runs" "$trace" - "$policy" "$repeats" >"$work/out" 2>"$work/err" || status=$?
            if [ "$status" -eq 124 ]; then
                printf '# over %s s: %s jobs, load %s, %s\n' "$limit" "$size" "$load" "$policy"
                continue
            fi
            [ "$status" -eq 0 ] || fail "$(cat "$work/err")"
            if [ -z "$header" ]; then
                header=$(head -n 1 "$work/out")
                printf 'load\t%s\n' "$header"
            fi
            sed "1d;s/^/$load\t/" "$work/out"
        done
    done
done
