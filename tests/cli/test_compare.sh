#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep compare: the same schedule from files of every kind, schedules that differ, runs of result files,
# and what it refuses.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .
for policy in easy fcfs; do
    must "no schedule" "$binary" run ten.swf --policy "$policy" --jobs "$policy.csv" --format csv >/dev/null
    must "no log" "$binary" run ten.swf --policy "$policy" --jobs "$policy.swf.gz" --format csv >/dev/null
done
must "no results" "$binary" run ten.swf --policy fcfs,easy -o two.h5 --format csv >/dev/null
must "no results" "$binary" run ten.swf --policy easy -o easy.h5 --format csv >/dev/null
cut -d, -f 1,3 easy.csv | gzip >starts.csv.gz

# One schedule in five files.
show compare easy.csv easy.swf.gz
for pair in "easy.csv starts.csv.gz" "starts.csv.gz easy.h5" "easy.h5 easy.swf.gz" "starts.csv.gz starts.csv.gz"; do
    # shellcheck disable=SC2086 # two files
    call compare $pair
    must "$pair differ: $(cat "$work/out" "$work/err")" [ "$status" -eq 0 ]
done
show compare starts.csv.gz starts.csv.gz
show compare starts.csv.gz starts.csv.gz --trace ten.swf

# Two schedules.
show compare easy.csv fcfs.csv --procs 8
show compare easy.csv fcfs.csv --format csv
show compare easy.csv fcfs.csv --format json --tau 60
show compare easy.csv two.h5 --run 0:0
show compare easy.csv two.h5 --run 0:1 --quiet

# Jobs on one side only, and fields that differ.
awk -F, -v OFS=, 'NR == 1 || $1 > 2 { if ($1 == 3) $5 = 2; print } END { print 11, 0, 0, 5, 1, 5, 5, "", "", 0 }' easy.csv >other.csv
show compare easy.csv other.csv

# Columns by name.
awk -F, 'NR == 1 { print "job,mine,yours" } NR > 1 { print $1 "," $3 "," $3 + ($1 == 7) }' easy.csv >columns.csv
show compare columns.csv columns.csv --column mine:yours --quiet
show compare easy.csv columns.csv --column mine --quiet

# Result files: by key, whatever the order; without jobs by their metrics.
show compare two.h5 two.h5
must "no results" "$binary" run ten.swf --policy easy,conservative -o more.h5 --format csv >/dev/null
show compare two.h5 more.h5
must "no results" "$binary" run ten.swf --policy easy -o bare.h5 --no-jobs --format csv >/dev/null
show compare easy.h5 bare.h5
must "no results" "$binary" run ten.swf --policy easy --depth 1 -o depth.h5 --no-jobs --format csv >/dev/null
show compare easy.h5 depth.h5
show compare easy.h5 depth.h5 --format csv

refuse 2 compare
refuse 2 compare easy.csv
refuse 2 compare easy.csv fcfs.csv easy.h5
refuse 2 compare easy.csv two.h5
refuse 2 compare easy.csv two.h5 --run 0:2
refuse 2 compare easy.csv two.h5 --run 1
refuse 2 compare easy.csv fcfs.csv --column :
refuse 2 compare easy.csv fcfs.csv --tau 0
refuse 2 compare easy.csv fcfs.csv --first 3
refuse 1 compare easy.csv missing.csv
refuse 1 compare easy.csv columns.csv
refuse 1 compare easy.csv columns.csv --column his
must "no results" "$binary" run ten.swf --first 9 --policy fcfs,easy -o nine.h5 --format csv >/dev/null
refuse 1 compare two.h5 nine.h5

# Of runs that have failed nothing is equal.
printf '1 2 3\n' >broken.swf
call sweep broken.swf --policy easy --procs 10 -o broken.h5 --quiet
refuse 1 compare broken.h5 broken.h5

call compare --help
must "compare --help ended with $status" [ "$status" -eq 0 ]
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "compare --help has a line of $longest characters" [ "$longest" -le 80 ]
finish
