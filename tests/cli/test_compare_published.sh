#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep compare on start times that others have published or that other programs gave, and bfsweep audit
# on our schedules of whole logs.
. "$(dirname "$0")/lib.sh"

kth=$shared/traces/KTH-SP2-sc15.swf.gz
sdsc=$shared/traces/SDSC-SP2-sc15.swf.gz
study=$shared/published/sc15/KTH-SP2.csv.gz
peers=$shared/published/peers/SDSC-SP2-first-10000.csv.gz
of_kth=$shared/published/peers/KTH-SP2.csv.gz
for file in "$kth" "$sdsc" "$study" "$peers" "$of_kth"; do
    [ -r "$file" ] || skip "$file is not there"
done

# Runs, compares with a column, and writes what is said of starts.
starts() {
    local log=$1 table=$2 column=$3
    shift 3
    must "no schedule of $*" "$binary" run "$log" --quiet --jobs ours.csv "$@" --format csv >/dev/null
    call compare ours.csv "$table" --column "$column"
    printf '%s: %d: ' "$column" "$status"
    grep '^starts' "$work/out"
}
starts "$kth" "$study" easy --like pyss
starts "$kth" "$study" easy_sjbf_avg2 --like pyss --backfill-order sjf --estimate avg2
starts "$sdsc" "$peers" pyss_easy --like pyss --first 10000
starts "$sdsc" "$peers" predictsim_easy --like predictsim --first 10000
starts "$kth" "$of_kth" drevt_easy --like dr_evt
starts "$kth" "$of_kth" predictsim_easy --like dr_evt

# The starts of another program, and the log: what can be audited of them.
call audit "$of_kth" --column drevt_easy --trace "$kth" --policy easy --strict --no-extra --quiet
grep -v ' log ' "$work/out" | sed "1s|.*/||"
must "the audit of drevt_easy ended with $status" [ "$status" -eq 0 ]
must "no results" "$binary" run "$kth" --quiet --policy fcfs,easy,conservative -o kth.h5 --format csv >/dev/null
call audit kth.h5
tail -n 1 "$work/out"
must "the audit of kth.h5 ended with $status: $(cat "$work/err")" [ "$status" -eq 0 ]
finish
