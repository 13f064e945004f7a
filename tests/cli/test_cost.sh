#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a result file says about the cost of scheduling: passes are timed unless --no-clock is given, and
# nothing but times depends on that.
# shellcheck disable=SC2016 # $1 and the like are fields of awk
. "$(dirname "$0")/lib.sh"
model=lublin:jobs=500,procs=64,seed=3,load=0.9,estimates=tsafrir

# table FILE TABLE COLUMNS: the rows, without a header.
table() {
    bfsweep export "$1" "$2" --columns "$3" | sed 1d
}

call run "$model" --policy fcfs,easy,conservative -o timed.h5
call run "$model" --policy fcfs,easy,conservative -o counted.h5 --no-clock

must "the runs have no passes of their own" \
    [ "$(table timed.h5 cost passes | awk '$1 > 500' | wc -l)" -eq 3 ]
must "the histogram does not add up to the passes" cmp \
    <(table timed.h5 cost run,passes) \
    <(table timed.h5 cost_histogram run,count | awk -F, '{ n[$1] += $2 } END { for (r = 0; r < 3; r++) print r "," n[r] }')
must "a bucket is empty, out of order or there twice" \
    awk -F, '$3 < 1 || ($1 == run && $2 <= bucket) || $1 < run { exit 1 } { run = $1; bucket = $2 }' \
    <(table timed.h5 cost_histogram run,bucket,count)
must "the longest pass is not in the last bucket" cmp \
    <(table timed.h5 cost run,sched_ns_max |
        awk -F, '{ for (b = 0; 2 ^ (b + 1) <= $2; b++); print $1 "," b }') \
    <(table timed.h5 cost_histogram run,bucket |
        awk -F, '{ last[$1] = $2 } END { for (r = 0; r < 3; r++) print r "," last[r] }')
must "the time of all passes is less than that of the longest" \
    awk -F, '$1 < $2 || $2 < 1 { exit 1 }' <(table timed.h5 cost sched_ns,sched_ns_max)

must "--no-clock left times" [ "$(table counted.h5 cost sched_ns,sched_ns_max | sort -u)" = 0,0 ]
must "--no-clock left a histogram" [ -z "$(table counted.h5 cost_histogram run)" ]
counters=run,passes,starts,jobs_examined,profile_queries,profile_updates,steps_visited,moves,corrections
must "a counter depends on the clock" cmp \
    <(table timed.h5 cost "$counters,queue_max,profile_max") \
    <(table counted.h5 cost "$counters,queue_max,profile_max")
must "the clock is in the key" cmp <(table timed.h5 runs key,config) <(table counted.h5 runs key,config)
must "the clock is in the schedule" \
    cmp <(bfsweep export timed.h5 jobs) <(bfsweep export counted.h5 jobs)
exit 0
