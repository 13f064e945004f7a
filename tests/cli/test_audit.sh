#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep audit: schedules of every kind of file that hold, schedules that are wrong in one way, and what
# it refuses. tests/analysis goes through the checks themselves.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

# What the program has written holds, from any kind of file.
must "no results" "$binary" run ten.swf --policy fcfs,easy,conservative -o ten.h5 --format csv >/dev/null
must "no schedule" "$binary" run ten.swf --policy easy --jobs easy.csv --format csv >/dev/null
must "no log" "$binary" run ten.swf --policy easy --overrun extend --jobs easy.swf.gz --format csv >/dev/null
show audit ten.h5
show audit ten.h5 --run 1 --format csv
show audit easy.csv
show audit easy.csv --trace ten.swf --policy easy --procs 8
show audit easy.swf.gz --trace ten.swf --format json
must "a check was not held" [ "$(grep -c '"verdict":"held"' "$work/out")" -eq 7 ]

# Options of the log come from the run.
must "no results" "$binary" run ten.swf --first 8 --load 1.5 --shake 600 --seed 3 --policy easy -o part.h5 --format csv >/dev/null
call audit part.h5
must "part.h5 does not hold: $(cat "$work/err")" [ "$status" -eq 0 ]
must "the log of part.h5 was not found" grep -q '^  jobs  *held  *8 jobs' "$work/out"

# A long list of users or numbers is in the run as a hash: without it, the log is as good as not given.
list=1,2,3,4,$(seq -s, 5 2 1001)
must "no results" "$binary" run ten.swf --numbers "$list" -o list.h5 --format csv >/dev/null
call audit list.h5
must "list.h5 does not hold: $(cat "$work/err")" [ "$status" -eq 0 ]
must "list.h5 has a log" grep -q '^  log  *not given' "$work/out"
call audit list.h5 --numbers "$list"
must "list.h5 does not hold with its list: $(cat "$work/err")" [ "$status" -eq 0 ]
must "the log of list.h5 was not found" grep -q '^  jobs  *held  *7 jobs' "$work/out"
call audit list.h5 --trace ten.swf
must "a list that is missing was not noticed" grep -q 'give --users or --numbers' "$work/err"

# A calendar is found out to be the run's or not.
printf '3600 7200 all\n' >outage.txt
printf '3600 7201 all\n' >other.txt
must "no results" "$binary" run ten.swf --policy conservative --calendar outage.txt -o out.h5 --format csv >/dev/null
show audit out.h5
show audit out.h5 --calendar outage.txt
refuse 1 audit out.h5 --calendar other.txt

# Ten jobs on 256 nodes as published: the backfilled ones use more than there are. Start times alone, and
# the log; then what easy gives.
awk 'BEGIN { split("0 0 1 2 3 4 5 6 7 8", s); split("96 96 64 256 16 8 32 8 16 32", p); split("3 3 4 6 1 1 2 1 1 1", r)
    print "; MaxProcs: 256"
    for (i = 1; i <= 10; i++)
        print i, s[i] * 3600, -1, r[i] * 3600, p[i], -1, -1, p[i], r[i] * 3600, -1, 1, -1, -1, -1, -1, -1, -1, -1 }' >b.swf
awk 'BEGIN { n = split("0 0 1 5 3 4 11 6 7 8", s); print "job,start"
    for (i = 1; i <= n; i++) print i "," s[i] * 3600 }' >b.csv
show audit b.csv --trace b.swf
for policy in fcfs easy; do
    must "no schedule" "$binary" run b.swf --policy "$policy" --jobs "b_$policy.csv" --format csv >/dev/null
    call audit "b_$policy.csv" --trace b.swf --policy "$policy"
    must "$policy does not hold: $(cat "$work/err")" [ "$status" -eq 0 ]
done

# One thing wrong at a time, in a schedule of easy: job 8 late, job 9 too early, job 10 cut short, job 9 twice.
# shellcheck disable=SC2016 # `$` of awk and of the transcript
wrong() {
    awk -F, -v OFS=, "$2" easy.csv >"$1.csv"
    call audit "$1.csv" --trace ten.swf --policy easy --quiet
    transcript audit "$1.csv" --trace ten.swf --policy easy --quiet | grep -e '^[$2=]' -e violated
    must "$1 was not noticed" [ "$status" -eq 1 ]
}
# shellcheck disable=SC2016
{
    wrong late '$1 == 8 { $3 += 60; $4 += 60 } { print }'
    wrong early '$1 == 9 { $3 -= 60; $4 -= 60 } { print }'
    wrong short '$1 == 10 { $4 -= 60 } { print }'
    wrong twice '$1 == 10 { $1 = 9 } { print }'
    wrong wide '$1 == 10 { $5 = 4 } { print }'
}

# Names that other simulators use, numbers with a fraction of 0, and lines that end with CR LF.
printf 'job_id,submission_time,starting_time,finish_time,requested_number_of_resources\r\n"1",0,0.0,60.0,4\r\n2,0,0,60,5\r\n' >foreign.csv
show audit foreign.csv --procs 8

refuse 2 audit
refuse 2 audit ten.h5 ten.h5
refuse 2 audit ten.h5 --policy easy
refuse 2 audit easy.csv --policy easy,fcfs
refuse 2 audit easy.csv --strict
refuse 2 audit easy.csv --order sjf
refuse 2 audit easy.csv --first 3
refuse 2 audit easy.csv --run 0
refuse 2 audit ten.h5 --order sjf
refuse 2 audit ten.h5 --first 3
refuse 2 audit ten.h5 --column start
refuse 2 audit ten.h5 --run 3
refuse 2 audit ten.h5 --format xml
refuse 1 audit missing.h5
refuse 1 audit missing.csv
refuse 1 audit ten.swf
refuse 1 audit ten.h5 --trace b.swf --run 0
must "no results" "$binary" run ten.swf -o bare.h5 --no-jobs --format csv >/dev/null
refuse 1 audit bare.h5
printf 'job,when\n1,2\n' >bad.csv
refuse 1 audit bad.csv
refuse 1 audit bad.csv --column there
printf 'job,start\n1,2\n2,soon\n' >bad.csv
refuse 1 audit bad.csv
printf 'job,start\n1,2,3\n' >bad.csv
refuse 1 audit bad.csv
printf 'job,start\n' >bad.csv
refuse 1 audit bad.csv
: >bad.csv
refuse 1 audit bad.csv

call audit --help
must "audit --help ended with $status" [ "$status" -eq 0 ]
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "audit --help has a line of $longest characters" [ "$longest" -le 80 ]
finish
