#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep stats on a small sweep: summaries, comparisons, batch means, and what it refuses.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

must "the sweep fails" bfsweep sweep lublin:jobs=200,procs=64,seed=3,load=0.9,types=1,estimates=tsafrir --policy fcfs,easy,conservative \
    --estimate request,avg2,truncate:2 --load 0.9,1.1 --shake 600 --seed 1..10 -o runs.h5 --quiet

show stats runs.h5 --where load=1.1 --metric mean_bsld
show stats runs.h5 --by policy,estimate --interval student --confidence 90% --metric utilization
show stats runs.h5 --by policy,load --metric mean_wait,mean_drift --format csv --resamples 1000
show stats runs.h5 --where policy=easy,estimate=truncate:2 --by load --metric max_wait --format json --seed 7 --resamples 500
quick="stats runs.h5 --by policy --metric mean_wait --format csv --resamples 200"
# shellcheck disable=SC2086 # options
first=$(bfsweep $quick)
# shellcheck disable=SC2086 # options
must "the same seed gives another interval" [ "$(bfsweep $quick)" = "$first" ]
# shellcheck disable=SC2086 # options
must "another seed gives the same interval" [ "$(bfsweep $quick --seed 7)" != "$first" ]
show stats runs.h5 --by compress --where policy=conservative --metric jobs --format csv

# A baseline: every policy and estimate has its pairs, fcfs too where the baseline names the estimate.
show stats runs.h5 --versus policy=easy,estimate=request --where load=1.1 --metric mean_bsld
show stats runs.h5 --versus policy=easy --by policy,load --metric mean_bsld --resamples 1000
show stats runs.h5 --versus policy=easy --where load=0.9,seed\<=4 --by policy,estimate --metric mean_wait --interval student
show stats runs.h5 --versus policy=fcfs --by policy --metric mean_wait --format csv --resamples 1000
show stats runs.h5 --versus load=0.9 --by policy,estimate --where policy=easy,seed!=3 --metric mean_wait --format json

# A run that is missing on either side is told; so is one that failed.
show stats runs.h5 --versus seed=1 --by policy --where load=0.9,estimate=avg2 --metric mean_wait
call sweep ten.swf missing.swf --policy fcfs,easy -o failed.h5 --quiet
show stats failed.h5 --metric mean_wait,max_queue
show stats failed.h5 --metric mean_wait --format csv
refuse 1 stats failed.h5 --where trace=missing.swf

# Weeks.
must "the long sweep fails" bfsweep sweep lublin:jobs=6000,procs=64,seed=3,load=0.4,types=1,estimates=tsafrir --policy easy,conservative -o long.h5 --quiet
show stats long.h5 --weeks
show stats long.h5 --weeks=2 --metric mean_bsld,offered_load --format csv
show stats ./failed.h5 --weeks

# Into a file.
show stats runs.h5 --metric mean_wait --by policy --format csv --resamples 200 -o table.csv
must "the file holds something else" [ "$(cat table.csv)" = "$first" ]

refuse 2 stats
refuse 2 stats runs.h5 --by polcy
refuse 2 stats runs.h5 --by policy,policy
refuse 2 stats runs.h5 --by stirct
refuse 2 stats runs.h5 --metric mean_bslt
refuse 2 stats runs.h5 --metric median_ # several are as near
refuse 2 stats runs.h5 --metric policy
refuse 2 stats runs.h5 --where laod=1
refuse 2 stats runs.h5 --where load
refuse 1 stats runs.h5 --where load=7
refuse 2 stats runs.h5 --versus policy=esay
refuse 2 stats runs.h5 --versus policy
refuse 2 stats runs.h5 --versus policy=fcfs,load=0.8
refuse 2 stats runs.h5 --where policy=easy --versus policy=easy
refuse 2 stats runs.h5 --versus policy=easy --weeks
refuse 2 stats runs.h5 --weeks=0
refuse 2 stats runs.h5 --weeks --metric max_wait
refuse 2 stats runs.h5 --confidence 100
refuse 2 stats runs.h5 --interval percentile
refuse 2 stats runs.h5 --resamples 10
refuse 2 stats runs.h5 --seed -1
refuse 2 stats runs.h5 --format xml
refuse 2 stats runs.h5 other.h5
refuse 2 stats runs.h5 -o ./runs.h5
refuse 1 stats missing.h5
refuse 1 stats ten.swf

# As many columns as there are.
every=$("$binary" export runs.h5 runs | head -n 1 | tr , '\n' | head -n 75 | paste -sd ,)
for more in "" "--versus policy=easy"; do
    # shellcheck disable=SC2086 # options
    call stats runs.h5 --metric mean_wait --by "$every" $more
    must "stats by 75 columns ended with $status: $(cat "$work/err")" [ "$status" -le 1 ]
done
# Seed 0 is a seed.
T=lublin:jobs=30,procs=16,seed=3,load=0.8
must "no runs" "$binary" sweep $T --policy easy --shake 600 --seed 0 -o zero.h5 --quiet
must "no runs" "$binary" sweep $T --policy fcfs --shake 600 --seed 0..3 -o zero.h5 --quiet --extend
call stats zero.h5 --versus policy=easy --metric mean_wait --format csv
must "not one pair: $(cat "$work/out")" [ "$(tail -n 1 "$work/out" | cut -d , -f 3)" = 1 ]

# Names of models have commas, and procs and seed are columns as well: each is read as far as a run has it.
must "no runs of two models" bfsweep sweep lublin:jobs=30,procs=16,seed=1 lublin:jobs=30,procs=16,seed=2 ten.swf --policy fcfs,easy -o models.h5 --quiet
model=lublin:jobs=30,procs=16,seed
for where in "trace=$model=1" "trace=$model=1,policy=easy" "policy=easy,trace=$model=1,load=1" "trace!=$model=1,policy=easy" "procs=16,trace!=ten.swf"; do
    show stats models.h5 --where "$where" --by trace,policy --metric jobs --format csv
done
for versus in "trace=$model=1" "trace=$model=1,policy=easy" "policy=easy,trace=$model=1"; do
    call stats models.h5 --versus "$versus" --by trace,policy --metric mean_wait --format csv
    must "--versus $versus: $(cat "$work/err")" grep -q "^\"$model=2\",easy,mean_wait,1,0," "$work/out"
done
call report models.h5 -o page.html --no-figures --where "trace=$model=2,policy=easy"
must "the report does not take a model: $(cat "$work/err")" [ "$status" -eq 0 ]
must "the report lacks the mean wait of the model" grep -q 'value="9273.53' page.html
must "the report has that of another" [ "$(grep -c 'value="492.53' page.html)" -eq 0 ]
refuse 1 stats models.h5 --where "trace=$model=3"
refuse 1 stats models.h5 --where "trace=lublin:jobs=30,types=1"
refuse 1 stats models.h5 --where trace=gauss:jobs=30
refuse 2 stats models.h5 --where "trace=$model=1,plicy=easy"
refuse 2 stats models.h5 --where "trace<$model=1"
refuse 2 stats models.h5 --versus "trace=$model=3"
refuse 2 stats models.h5 --versus "trace=$model=1,load"

call stats --help
must "stats --help ended with $status" [ "$status" -eq 0 ]
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "stats --help has a line of $longest characters" [ "$longest" -le 80 ]
for more in "" "--versus policy=easy" "--versus load=0.9 --metric mean_wait,max_wait,makespan"; do
    # shellcheck disable=SC2086 # options
    call stats runs.h5 --interval student $more
    longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
    must "stats $more has a line of $longest characters" [ "$longest" -le 96 ]
done
finish
