#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep sweep, merge and digest: what is listed, refused, resumed, extended and merged.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" "$data/wide.swf" .
cat >plan.ini <<END
[sweep]
name = a trial
[axes]
trace    = ten.swf, lublin:jobs=60,procs=16,seed=1,estimates=tsafrir
policy   = easy, fcfs
estimate = exact, request
load     = 1, 1.2
[axes easy]
depth    = all, 2
[options]
tau = 60
END

show sweep plan.ini --dry-run
show sweep plan.ini --dry-run --shard 2/3
show sweep plan.ini --shares 3
show sweep plan.ini --shares 2 --shard 2/3
show sweep plan.ini --dry-run --shard 2/3,1/2 --quiet
refuse 1 sweep plan.ini --expect 0123 -o none.h5
show sweep ten.swf --policy fcfs,easy --strict=yes,no --dry-run --quiet

# Names with signs of lists, patterns and CSV in them.
mkdir names
for file in 'l[1].swf' 'c,d.swf' 'q"q.swf'; do cp ten.swf "names/$file" && echo "; $file" >>"names/$file"; done
show sweep 'names/l[1].swf' 'names/c,d.swf' 'names/q"q.swf' --dry-run --quiet
rm -r names

# rows CONDITIONS: what the file holds.
rows() {
    show export "$1" runs --columns trace,policy,depth,estimate,load,status,message ${2:+--where "$2"}
}

call sweep plan.ini --quiet
transcript sweep plan.ini --quiet
must "segments are left over" [ "$(files)" = "plan.h5 plan.ini ten.swf wide.swf " ]
rows plan.h5
before=$(bfsweep digest plan.h5)

# Nothing to do; another plan; the same plan again, spelt otherwise.
show sweep plan.ini
refuse 1 sweep plan.ini --load 1,1.1 --quiet
refuse 1 sweep plan.ini --shard 1/2 -o plan.h5 --quiet
must "a refusal has changed the file" [ "$(bfsweep digest plan.h5)" = "$before" ]
show sweep plan.ini --load 1,1.1 --extend --quiet
rows plan.h5 policy=fcfs

# A run of a sweep is the run of the same options.
must "another key than that of run" [ \
    "$(bfsweep run ten.swf --policy easy --depth 2 --estimate exact --load 1.2 --tau 60 --format csv | sed -n 2p)" = \
    "$(bfsweep export plan.h5 runs --where trace=ten.swf,depth=2,estimate=exact,load=1.2 \
        --columns "$(bfsweep run ten.swf --format csv | sed -n 1p)" | sed -n 2p)" ]

# Failures are rows, and tried again.
call sweep ten.swf later.swf --first 3 -o failed.h5 --quiet
transcript sweep ten.swf later.swf --first 3 -o failed.h5 --quiet
rows failed.h5
sed 's/4800/4801/' ten.swf >later.swf
show sweep ten.swf later.swf --first 3 -o failed.h5 --quiet
rows failed.h5
rm later.swf
refuse 1 sweep later.swf --load 1..9 -o fast.h5 --fail-fast --quiet -j 1
must "a sweep that failed fast has an output" [ ! -e fast.h5 ]

# What another plan has left stays, failures too; schedules cannot be added to runs that are done.
rm failed.h5
refuse 1 sweep ten.swf none.swf --first 3 -o failed.h5 --quiet
show sweep ten.swf --first 3 --policy easy --extend -o failed.h5 --quiet
rows failed.h5
before=$(bfsweep digest failed.h5)
refuse 1 sweep ten.swf --first 3 --policy easy --extend --jobs -o failed.h5 --quiet
must "a refusal has changed the file" [ "$(bfsweep digest failed.h5)" = "$before" ]

# A link is another name for the same output: it stays, and what it leads to is locked and written.
mkdir there
ln -s there/file.h5 link.h5
call sweep ten.swf -o link.h5 --quiet
must "the link is gone" [ -L link.h5 ]
must "the file is elsewhere" [ "$(ls -A there)" = file.h5 ]
mkdir there/file.h5.segments
exec 9>there/file.h5.segments/lock
flock -x 9
refuse 4 sweep ten.swf --policy easy --extend -o link.h5 --quiet
exec 9>&-
rm -r there link.h5

# Shares, and what merge refuses.
for i in 1 2; do
    bfsweep sweep ten.swf --policy easy,fcfs --load 1..4 --shard "$i/2" -o "share-$i.h5" --quiet
done
bfsweep sweep ten.swf --policy easy,fcfs --load 1..4 -o whole.h5 --quiet
bfsweep sweep ten.swf --policy easy -o other.h5 --quiet
refuse 1 merge -o all.h5 share-1.h5
show merge -o all.h5 share-2.h5 share-1.h5
must "the merged file differs from that of one sweep" [ "$(bfsweep digest all.h5)" = "$(bfsweep digest whole.h5)" ]
show merge -o part.h5 share-1.h5 --allow-missing
refuse 1 merge -o no.h5 share-1.h5 other.h5
cp ten.swf kept.swf
sed 's/4800/4801/' kept.swf >ten.swf
bfsweep sweep ten.swf --policy easy,fcfs --load 1..4 --shard 2/2 -o changed.h5 --quiet
refuse 1 merge -o no.h5 share-1.h5 changed.h5
refuse 1 merge -o no.h5 share-1.h5 changed.h5 --allow-missing
mv kept.swf ten.swf
bfsweep sweep ten.swf --policy lookahead --load 1..4 --shard 1/2 -o whole.h5 --extend --quiet
refuse 1 merge -o no.h5 whole.h5
show merge -o part.h5 whole.h5 --allow-missing
refuse 1 merge -o no.h5 share-1.h5 ten.swf
bfsweep run ten.swf -o run.h5 >"$work/ignored"
refuse 1 merge -o no.h5 run.h5
refuse 2 merge share-1.h5
refuse 2 merge -o no.h5
refuse 2 digest
refuse 1 digest ten.swf
must "a refused merge has an output" [ ! -e no.h5 ]

# Outages as an axis; passes that are not timed.
printf '5000 9000 all\n' >outage.txt
call sweep ten.swf --policy fcfs --calendar none,outage.txt --no-clock -o outages.h5 --quiet
show export outages.h5 runs --columns calendar,max_wait
must "passes are timed in spite of --no-clock" [ "$(bfsweep export outages.h5 cost --columns sched_ns | sort -u | tr '\n' ' ')" = "0 sched_ns " ]
call sweep ten.swf --policy fcfs -o timed.h5 --quiet
must "passes are not timed" [ "$(bfsweep export timed.h5 cost --columns sched_ns | sed -n 2p)" -gt 0 ]
printf '[axes]\ntrace = ten.swf\ncalendar = none, there-is-none.txt\n' >outages.ini
refuse 1 sweep outages.ini

# What --dry-run lists can be run, however long: as a range, and as values without any order.
must "a long range is not run" \
    bfsweep sweep ten.swf --policy easy --depth 1..150000 --shard 1/10000 -o long.h5 --quiet
must "a share has another number of runs" [ "$(bfsweep export long.h5 runs --columns key | wc -l)" -eq 16 ]
awk 'BEGIN {
    print "[axes]\ntrace = ten.swf\npolicy = fcfs\nload = 1"
    for (i = 1; i < 90000; i++)
        printf "%s%.12f%s", i % 10 == 1 ? "  " : "", 1 + (i * 7919 % 90001) / 90001, i % 10 ? "," : "\n"
}' >unordered.ini
must "a long list is not listed" [ "$(bfsweep sweep unordered.ini --dry-run --quiet --shard 1/10000 | wc -l)" -eq 10 ]
must "a long list is not run" bfsweep sweep unordered.ini --shard 1/10000 --quiet

# The time that logs take to be read is of the budget, too.
mkfifo slow.swf
{ sleep 3 && cat ten.swf; } >slow.swf &
refuse 3 sweep slow.swf --time-budget 2 -o slow.h5 --quiet
wait
rm slow.swf

# Nobody reads standard error any more: the results are there all the same.
mkfifo gone
head -c 1 gone >"$work/ignored" &
env --default-signal=PIPE "$binary" sweep ten.swf missing.swf --load 1..9 -o heard.h5 2>gone
status=$?
wait
must "a sweep whose messages are not read ended with $status" [ "$status" -eq 1 ]
must "it left no results" [ "$(bfsweep export heard.h5 runs --columns key --where status=ok | wc -l)" -eq 10 ]

# Wrong use.
refuse 2 sweep
refuse 2 sweep ten.swf
refuse 2 sweep ten.swf -o x.csv
refuse 2 sweep ten.swf -o x.h5 --polcy easy
refuse 2 sweep ten.swf -o x.h5 --policy esy
refuse 2 sweep ten.swf -o x.h5 --policy fcfs --depth 3
refuse 2 sweep ten.swf -o x.h5 --load 0.8..1.2
refuse 2 sweep ten.swf -o x.h5 --load 1 --load 2
refuse 2 sweep ten.swf -o x.h5 --shard 3/2
refuse 2 sweep ten.swf -o x.h5 --time-budget soon
refuse 2 sweep ten.swf -o x.h5 --memory-limit 3X
refuse 2 sweep ten.swf -o x.h5 -j 0
refuse 2 sweep 'nothing-*.swf' -o x.h5
refuse 2 sweep plan.ini plan.ini
refuse 1 sweep none.ini
refuse 4 sweep ten.swf -o no/such/folder/x.h5 --quiet
printf '[axes]\ntrace = ten.swf\npolicy = easy,\n  consevative\n' >wrong.ini
refuse 2 sweep wrong.ini
must "files are left over: $(files)" [ ! -e x.h5 ]
finish
