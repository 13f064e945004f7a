#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep explain on the ten jobs of a textbook, whose schedules are known by hand (test_formats.sh), and
# what it refuses.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

for policy in fcfs easy conservative "reservations --reservations 3" "easy --depth 1 --backfill-order sjf"; do
    # shellcheck disable=SC2086 # a policy and its parameters
    show explain ten.swf --job 7 --policy $policy
done
show explain ten.swf --job 9,8 --all
show explain ten.swf --job 8 --job 7 --format csv
show explain ten.swf --job 8 --policy conservative --format json

# The policies that are kin of these, and one without which a window is unknown.
for policy in "selective --threshold 1e9" lookahead "relaxed --slack 2" independent-shadow hpcpack; do
    # shellcheck disable=SC2086 # a policy and its parameters
    show explain ten.swf --job 7 --policy $policy
done
awk '!/^;/ && ($1 == 3 || $1 == 5) { $9 = -1 } { print }' ten.swf >limitless.swf
show explain limitless.swf --job 9 --policy hpcpack
awk '!/^;/ && $1 == 9 { $9 = -1 } { print }' ten.swf >limitless.swf
show explain limitless.swf --job 9 --policy hpcpack

# Outages have names.
printf '7200 9000 all ; maintenance\n20000 30000 2\n' >maintenance.cal
for policy in fcfs easy conservative; do
    show explain ten.swf --job 8 --policy "$policy" --calendar maintenance.cal
done
show explain ten.swf --job 8 --calendar maintenance.cal --format csv
refuse 2 explain ten.swf --job 7 --calendar maintenance.cal --overrun allow
refuse 1 explain ten.swf --job 7 --calendar missing.cal

# Two jobs with one number are both told of, once.
awk '!/^;/ && $1 == 8 { $1 = 7 } { print }' ten.swf >twice.swf
show explain twice.swf --job 7,7 --format csv
must "there are not two jobs" [ "$(cut -d, -f 1,2 "$work/out" | sort -u | wc -l)" -eq 3 ]
show explain twice.swf --job 7 --quiet --policy fcfs

refuse 2 explain ten.swf
refuse 2 explain --job 7
refuse 2 explain ten.swf --job
refuse 2 explain ten.swf --job seven
refuse 2 explain ten.swf --job 7,
refuse 2 explain ten.swf --job 11
refuse 2 explain twice.swf --job 8
refuse 2 explain ten.swf --job 0
refuse 2 explain ten.swf --job 7 --policy easy,fcfs
refuse 2 explain ten.swf --job 7 --format xml
refuse 2 explain ten.swf --job 7 --depth 3 --policy fcfs
refuse 2 explain ten.swf --job 7 --jobs x.csv
refuse 1 explain missing.swf --job 7

call explain --help
must "explain --help ended with $status" [ "$status" -eq 0 ]
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "explain --help has a line of $longest characters" [ "$longest" -le 80 ]
call explain lublin:jobs=300,procs=64,seed=3,load=1.2,types=1,estimates=tsafrir --job 290,300 --policy conservative
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "an explanation has a line of $longest characters" [ "$longest" -le 80 ]

# Lateness against fair starts.
show run ten.swf --policy fcfs,easy,conservative --fair-start
finish
