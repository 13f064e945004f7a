#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The files that run writes: results (-o) and schedules (--jobs) in three endings; whole under their
# name or not there at all.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

show run ten.swf --policy fcfs,conservative -o r.h5
show export r.h5 runs --columns policy,jobs,mean_wait,backfilled,status
show export r.h5 jobs --columns run,job,start --where run=1
show export r.h5 accuracy
call run ten.swf --estimate truncate:0.5 -o t.h5
show export t.h5 accuracy
show export t.h5 runs --columns estimate,estimate_arg,correction,planned_long,planned_exact,planned_short,mean_accuracy,accuracy_rows
rm t.h5
show export /no/such/file.h5 jobs
must "-o gave no HDF5 file" [ "$(head -c 4 r.h5)" = "$(printf '\211HDF')" ]
call run ten.swf --no-jobs -o small.h5
call export small.h5 jobs --columns job
must "--no-jobs left jobs in the file" [ "$(cat "$work/out")" = job ]

# The schedule is the same in all endings, and by way of SWF simulates to what it was.
call run ten.swf --jobs s.csv
cat s.csv
call run ten.swf --jobs -
must "--jobs - is another schedule" cmp -s s.csv "$work/out"
call run ten.swf --jobs s.swf
cat s.swf
call run ten.swf --jobs s.swf.gz
must ".swf.gz is no gzip" gzip -t s.swf.gz
must ".swf.gz is another schedule" cmp -s s.swf <(gzip -dc s.swf.gz)
waits=$(awk -F, 'NR > 1 { print $3 - $2 }' s.csv)
must "the waits of SWF and CSV differ" [ "$waits" = "$(awk '!/^;/ { print $3 }' s.swf)" ]
call run s.swf --jobs again.csv
must "a schedule written as SWF simulates to another" cmp -s s.csv again.csv

# A file that is there is replaced, and survives a call that fails.
echo old >s.csv
call run ten.swf --jobs s.csv
must "a schedule did not replace what was there" grep -q '^10,' s.csv
cp r.h5 before.h5
refuse 1 run missing.swf -o r.h5 --jobs s.swf
must "a failed call changed the results" cmp -s r.h5 before.h5

# The log that is read is never written over, whatever it is called.
ln ten.swf link.swf
refuse 2 trace convert ten.swf ten.swf
refuse 2 trace convert ten.swf ./link.swf --first 3
refuse 2 run ten.swf --jobs link.swf
must "the log was written over" cmp -s "$data/ten.swf" ten.swf
rm link.swf

refuse 4 run ten.swf -o no/such/folder/r.h5
refuse 4 run ten.swf --jobs no/such/folder/s.csv
refuse 4 run ten.swf --jobs no/such/folder/s.swf
must "something is left behind: $(files)" \
    [ "$(files)" = "again.csv before.h5 r.h5 s.csv s.swf s.swf.gz small.h5 ten.swf " ]
finish
