#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # usage is for lib.sh
usage="usage: bench/baseline.sh [-q] [FILE]

Runs the quick benchmarks and writes their tables to FILE (bench/baseline.tsv), each under a comment
line with its command, all under lines that say on which machine and commit. It takes some minutes;
-q: tiny sizes, to see that it works."
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

help_wanted "$@"
quick=
while getopts :q option; do
    case $option in
    q) quick=yes ;;
    *) refuse "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -le 1 ] || refuse "one file is wanted, found $#"
file=${1:-$top/bench/baseline.tsv}
[ -d "$(dirname "$file")" ] || refuse "'$file' is in no folder"
make_work
find_programs

# table PROGRAM ARGUMENT...: its output below its command.
table() {
    printf '\n# %s\n' "$*"
    local program=$1
    shift
    case $program in
    *.sh) BFSWEEP_BENCH=$programs "$top/bench/$program" "$@" ;;
    *) "$programs/$program" "$@" ;;
    esac || fail "$program failed"
}

model() {
    printf 'lublin:jobs=%d,procs=%d,seed=1,load=0.9,types=1,estimates=tsafrir' "$1" "$2"
}

all() {
    printf '# Times drift with the machine: compare with bench/compare.sh. Counters do not drift.\n'
    describe_machine
    if [ "$quick" ]; then
        table bench_profile -n 1 -t 0 -s 10,100
        table bench_reader -n 1 -t 0 -s 100
        table bench_runs "$(model 200 64)" - fcfs,easy 1
        table policies.sh -j 200 -l 0.9 -n 1
        return
    fi
    table bench_profile -n 9
    table bench_reader
    table bench_runs "$(model 100000 1024)" - fcfs,easy 7
    table bench_runs "$(model 100000 100000)" - fcfs,easy 7
    table bench_runs "$(model 20000 1024)" - conservative,reservations 3
    table policies.sh -p fcfs,easy -j 10000,100000 -l 0.7,1.0,1.3
    table policies.sh -p conservative,reservations -j 10000 -l 0.7,1.0,1.3
}

all >"$work/baseline.tsv"
cp "$work/baseline.tsv" "$file"
