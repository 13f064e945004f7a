#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/compare.sh: verdicts on programs whose times are known, and on our own.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
compare=$root/bench/compare.sh

# program NAME TIMES: a program that prints a table whose two rows have the next of the times.
program() {
    printf '%s\n' "$2" | tr ' ' '\n' >"$1.times"
    cat >"$1" <<END
#!/bin/sh
t=\$(head -n 1 "$PWD/$1.times"); sed -i 1d "$PWD/$1.times"
printf '# comment\nname\tpolicy\ttime_s\nx\teasy\t%s\nx\tfcfs\t%s\n' "\$t" "\$t"
END
    chmod +x "$1"
}
columns="what rounds a_s b_s ratio low high verdict"

program slow "2 2.1 2.2 2 1.9 2 2.1"
program fast "1 1.1 1 1 0.9 1 1"
run "$compare" -n 7 -c time_s ./slow ./fast
table "$columns" 2
must "B is not said to be faster: $(cat "$work/out")" [ "$(grep -c 'B is faster$' "$work/out")" -eq 2 ]
must "rows are not named: $(cat "$work/out")" grep -q $'^easy\t7\t2\t1\t' "$work/out"

program slow "2 2.1 2.2 2 1.9 2 2.1"
program fast "1 1.1 1 1 0.9 1 1"
run "$compare" -n 7 -c time_s ./fast ./slow
must "A is not said to be faster" grep -q 'A is faster$' "$work/out"

# One round of seven went the other way: then 7 rounds are too few to tell.
program slow "2 2 2 2 2 2 2"
program fast "1 1 1 3 1 1 1"
run "$compare" -n 7 -c time_s ./slow ./fast
must "noise is not said to be noise" [ "$(grep -c 'within noise$' "$work/out")" -eq 2 ]

program slow "2 2 2"
program fast "1 1 1"
run "$compare" -n 3 -c time_s ./slow ./fast
must "three rounds are said to be enough" grep -q 'too few rounds to say$' "$work/out"

run "$compare" -n 2 "$BFSWEEP_BENCH/bench_runs" "$BFSWEEP_BENCH/bench_runs" "$model" - fcfs,easy 3
table "$columns" 2
run "$compare" -n 2 "$BFSWEEP_BINARY" "$BFSWEEP_BINARY" policies
table "${columns//_s/_ns}" 1
run "$compare" --help

refuse 2 "$compare" ./slow
refuse 2 "$compare" ./slow ./missing
refuse 2 "$compare" -n 0 ./slow ./fast
refuse 2 "$compare" -x ./slow ./fast
refuse 1 "$compare" -n 1 -c time_s "$BFSWEEP_BENCH/bench_runs" "$BFSWEEP_BENCH/bench_runs" "$model" - easy
refuse 1 "$compare" -n 1 "$BFSWEEP_BENCH/bench_runs" "$BFSWEEP_BENCH/bench_runs" missing.swf 8 easy
refuse 1 "$compare" -n 1 -c - false true
