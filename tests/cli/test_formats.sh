#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What run prints, in each format, on the ten jobs of a textbook whose schedules are known by hand:
# fcfs ends after 350 minutes with waits 0 0 20 70 70 80 200 215 200 185.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

show run ten.swf
show run ten.swf --policy fcfs,easy,conservative
show run ten.swf --policy fcfs,easy,conservative,reservations --reservations all
show run ten.swf --policy fcfs --format csv
show run ten.swf --policy fcfs,conservative --format json
show run ten.swf --policy fcfs --jobs -
show run ten.swf --policy conservative --jobs -
show run ten.swf --policy easy --warmup 90%

# The first columns of CSV have a fixed order that scripts rely on.
call run ten.swf --policy fcfs --format csv
fixed=trace,policy,jobs,procs,mean_wait,median_wait,p95_wait,max_wait,mean_response,mean_bsld,median_bsld
fixed=$fixed,p95_bsld,max_bsld,rms_bsld,mean_slowdown,makespan,utilization,backfilled,killed
must "the columns are not in their order" grep -q "^$fixed," "$work/out"
must "the line does not begin as computed by hand" \
    grep -q "^ten.swf,fcfs,10,8,6240,4500,12[0-9.]*,12900," "$work/out"
finish
