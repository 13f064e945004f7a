#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep show: all that a file holds of one run, by number and by key; a failed run; what it refuses.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

# Without the clock nothing of it changes from call to call.
must "the run fails" bfsweep run lublin:jobs=800,procs=64,seed=3,load=0.6,types=1,estimates=tsafrir --policy easy,conservative \
    --no-clock -o runs.h5 >/dev/null
show show runs.h5 0
call show runs.h5 1 --format json
sed -i 's/"wall_s":[^,]*,"cpu_s":[^,]*,"host":"[^"]*"/"wall_s":0,"cpu_s":0,"host":"here"/' "$work/out"
transcript show runs.h5 1 --format json
key=$(bfsweep export runs.h5 runs --columns key --where policy=conservative | tail -n 1)
call show runs.h5 "${key:0:6}"
must "'show $key' ended with $status" [ "$status" -eq 0 ]
must "a key shows another run than its row" [ "$(cat "$work/out")" = "$(bfsweep show runs.h5 1)" ]

# The histogram of passes is a clock's: its lines are there, and each count is one of the table.
must "the run fails" bfsweep run ten.swf -o timed.h5 >/dev/null
call show timed.h5 0
must "there is no histogram" grep -q '^length of a pass     passes$' "$work/out"
shown=$(sed -n '/^length of a pass/,$p' "$work/out" | awk 'NR > 1 { n += $6 } END { print n }')
passes=$(bfsweep export timed.h5 cost --columns passes | tail -n 1)
must "the histogram shows $shown of $passes passes" [ "$shown" -eq "$passes" ]

call sweep missing.swf --policy fcfs -o failed.h5 --quiet
show show failed.h5 0

refuse 2 show
refuse 2 show runs.h5
refuse 2 show runs.h5 2
refuse 2 show runs.h5 -- -1
refuse 2 show runs.h5 ''
refuse 2 show runs.h5 xyz
refuse 2 show runs.h5 0 1
refuse 2 show runs.h5 0 --format csv
refuse 1 show missing.h5 0
refuse 1 show ten.swf 0

# One character is the beginning of several keys as soon as there are many runs.
must "the sweep fails" bfsweep sweep ten.swf --policy easy --depth 1..20 -o many.h5 --quiet
letter=$(bfsweep export many.h5 runs --columns key | grep -o '^[a-f]' | sort | uniq -d | head -n 1)
call show many.h5 "$letter"
must "a part of several keys ended with $status" [ "$status" -eq 2 ]
must "several keys are not told" grep -q "keys of [0-9]* runs begin with '$letter'; give more of it" "$work/err"

call show --help
must "show --help ended with $status" [ "$status" -eq 0 ]
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "show --help has a line of $longest characters" [ "$longest" -le 80 ]
call show runs.h5 0
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "show has a line of $longest characters" [ "$longest" -le 96 ]
finish
