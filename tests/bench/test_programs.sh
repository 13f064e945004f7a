#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The benchmark programs print their tables and refuse wrong arguments.
# shellcheck disable=SC2016 # $1 and the like are fields of awk
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
lines="bench case size n fastest_ns median_ns unit counters"

for program in bench_runs bench_profile bench_reader bench_cost; do
    run "$BFSWEEP_BENCH/$program" --help
    must "$program has no usage" grep -q "^usage: $program " "$work/out"
done

run "$BFSWEEP_BENCH/bench_runs" "$model" - fcfs,easy,reservations,conservative 3
table "trace procs jobs policy fastest_s median_s passes jobs_examined profile_queries profile_updates steps_visited moves queue_max profile_max" 4
cp "$work/table" runs
run "$BFSWEEP_BENCH/bench_runs" "$model" - fcfs,easy,reservations,conservative
grep -v '^#' "$work/out" >again
must "counters differ from call to call" cmp <(cut -f 1-4,7- runs) <(cut -f 1-4,7- again)
refuse 2 "$BFSWEEP_BENCH/bench_runs"
refuse 2 "$BFSWEEP_BENCH/bench_runs" "$model" 0 easy
refuse 2 "$BFSWEEP_BENCH/bench_runs" "$model" - easy 2x
refuse 2 "$BFSWEEP_BENCH/bench_runs" "$model" - eazy
refuse 1 "$BFSWEEP_BENCH/bench_runs" missing.swf 8 easy

# Each operation on both kinds of profile, random and clustered; the program compares their answers.
run "$BFSWEEP_BENCH/bench_profile" -n 2 -t 0 -s 10,70,3000
table "$lines" 72
must "no verdict" [ "$(grep -c '^# .*: the ' "$work/out")" -eq 12 ]
refuse 2 "$BFSWEEP_BENCH/bench_profile" -s 10,,20
refuse 2 "$BFSWEEP_BENCH/bench_profile" -n 0
refuse 2 "$BFSWEEP_BENCH/bench_profile" -x
refuse 2 "$BFSWEEP_BENCH/bench_profile" log.swf

run "$BFSWEEP_BENCH/bench_reader" -n 1 -t 0 -s 50,200
table "$lines" 4
printf '; MaxProcs: 8\n%s\n' '1 0 -1 10 1 -1 -1 1 10 -1 1 1 -1 -1 -1 -1 -1 -1' >small.swf
gzip -k small.swf
for log in small.swf small.swf.gz; do
    run "$BFSWEEP_BENCH/bench_reader" -n 1 -t 0 "$log"
    table "$lines" 2
    must "the text of $log has another size" grep -q "bytes=$(wc -c <small.swf) jobs=1$" "$work/out"
done
refuse 1 "$BFSWEEP_BENCH/bench_reader" missing.swf
refuse 2 "$BFSWEEP_BENCH/bench_reader" small.swf small.swf

cost="mean_ns median_ns p99_ns max_ns examined examined_max visited visited_max"
run "$BFSWEEP_BENCH/bench_cost" "$model" - fcfs,conservative 0.5,- 2 queues.tsv
table "trace procs jobs load policy passes mean_queue queue_max profile_max ns_per_job $cost queries updates moves" 4
must "the load is not the one wanted" [ "$(sed -n 2p "$work/table" | cut -f 4)" = 0.500 ]
must "times are out of order" awk -F '\t' 'NR > 1 && ($12 > $13 || $13 > $14) { exit 1 }' "$work/table"
awk -F '\t' 'NR > 1 { print $4, $5, $6 }' "$work/table" | sort >passes
must "queues.tsv does not add up to the passes" cmp passes \
    <(awk -F '\t' 'NR > 1 { n[$3 " " $4] += $6 } END { for (k in n) print k, n[k] }' queues.tsv | sort)
cp queues.tsv "$work/out"
table "trace procs load policy queue passes $cost" "$(($(wc -l <queues.tsv) - 1))"
refuse 2 "$BFSWEEP_BENCH/bench_cost" "$model" - easy
refuse 2 "$BFSWEEP_BENCH/bench_cost" "$model" - easy much
refuse 2 "$BFSWEEP_BENCH/bench_cost" "$model" - eazy 1
refuse 1 "$BFSWEEP_BENCH/bench_cost" "$model" - easy 1 1 no/such/folder.tsv
