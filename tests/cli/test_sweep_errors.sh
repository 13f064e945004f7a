#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Mistakes of somebody who writes a first plan: one line that names file and line, what was expected and what was
# found, and the nearest word. Status 2, but 1 for what the file system has to answer for.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

# Writes plan.ini and runs it; the plan stands in the transcript.
plan() {
    local expected=$1
    printf '%b\n' "$2" >plan.ini
    sed 's/^/plan.ini> /' plan.ini
    refuse "$expected" sweep plan.ini
    must "a refused plan left files: $(files)" [ "$(files)" = "plan.ini ten.swf " ]
}
good='[axes]\ntrace = ten.swf\npolicy = easy'

# Names and values.
plan 2 '[axes]\ntrace = ten.swf\npolicy = fcfs, eazy'
plan 2 "$good\nestimate = exat"
plan 2 "$good\nestimate = truncate:x"
plan 2 "$good\nestimate = request,\n  truncat:2"
plan 2 "$good\norder = sfj"
plan 2 "$good\nordr = sjf"
plan 2 "$good\nseed = 5..1"
plan 2 "$good\nseed = 1..x"
plan 2 "$good\nseed = 1...5"
plan 2 "$good\nload = 0"
plan 2 "$good\nload = abc"
plan 2 "$good\nload = -1, 0.9"
plan 2 "$good\nload = 0.9..1.1"
plan 2 "$good\nload = 0.9..1.1/0"
plan 2 "$good\nprocs = 0"
plan 2 "$good\nfirst = ten"
plan 2 "$good\ndepth = -5"
plan 2 "$good\npolicy = fcfs"
plan 2 "$good\n[axes]\npolicy = fcfs"
plan 2 "$good\nload ="
plan 2 "$good\nload = 1,,2"

# Sections and options.
plan 2 "$good\n[optoins]\njobs = yes"
plan 2 "$good\n[axes eazy]\ndepth = 1"
plan 2 "$good\n[axes fcfs]\ndepth = 1"
plan 2 "$good\n[axes easy]\ndepht = 1"
plan 2 "$good\n[axes easy\ndepth = 1"
plan 2 "$good\n[options]\njob = yes"
plan 2 "$good\n[options]\nstats = 1"
plan 2 "$good\n[options]\nlaod = 1"
plan 2 "$good\n[options]\nzzzzzz = 1"
plan 2 "$good\n[options]\njobs = maybe"
plan 2 "$good\n[options]\njobs = yes\njobs = no"
plan 2 "$good\n[options]\nno_clock = yes\n[options]\nno-clock = no"
plan 2 "[sweep]\nnaem = a\n$good"
plan 2 "[sweep]\nname = a\nname = b\n$good"
plan 2 'policy = easy'
plan 2 "$good\npolicy fcfs"

# Traces and calendars.
plan 2 ''
plan 2 '; nothing but a comment'
plan 2 '[axes]'
plan 2 '[axes]\npolicy = easy'
plan 2 '[axes]\ntrace = no/*.swf'
plan 2 '[axes]\ntrace = lublin:jobs=3,prox=4'
plan 2 '[axes]\ntrace = ten.swf,\n  lubin:jobs=3,procs=4'
plan 2 '[axes]\ntrace = gauss:jobs=3,procs=4'
plan 1 "$good\ncalendar = none, nope.txt"

# What is no plan.
mkdir folder folder.ini
refuse 2 sweep .
refuse 2 sweep folder -o x.h5
refuse 2 sweep folder.ini
refuse 2 sweep ten.swf folder -o x.h5
refuse 2 sweep results.h5
refuse 1 sweep nope.ini
refuse 2 sweep nope.txt
refuse 2 sweep plan.ini plan.ini
refuse 2 sweep
printf '\177ELF\002\001\001\000\000\003\000>\000' >plan.ini
refuse 2 sweep plan.ini
printf '[axes]\ntrace = ten.swf\npolicy = eas\000y\n' >plan.ini
refuse 2 sweep plan.ini
printf '\000' >plan.ini
refuse 2 sweep plan.ini
printf '[axes]\npolicy = easy\n\001\002 = 3\n' >plan.ini
refuse 2 sweep plan.ini
printf '[axes]\npolicy easy\n\001\002 = 3\n' >plan.ini
refuse 2 sweep plan.ini

# A log that is not there has a run that failed, and the line says so.
refuse 1 sweep tne.swf --policy easy -o missing.h5 --quiet

# What looks odd, and is none of this: letters of other alphabets and old encodings, lines of other systems, no last
# line end, a name in two lines, a file that is named like a model, an option in place of the plan's.
printf '\357\273\277[sweep]\r\nname = \303\251t\303\251\r\n[axes]\r\ntrace = ten.swf ; caf\351\r\npolicy = easy' >plan.ini
call sweep plan.ini --quiet
must "odd text is refused: $(cat "$work/err")" [ "$status" -eq 0 ]
cp ten.swf gauss:jobs=3
call sweep gauss:jobs=3 --policy easy -o odd.h5 --quiet
must "a file with a colon is refused: $(cat "$work/err")" [ "$status" -eq 0 ]
printf '[sweep]\nname = one\n  two\n[axes]\ntrace = ten.swf\n[options]\nstatus = 1\nmax-bad = 2' >plan.ini
call sweep plan.ini -o name.h5 --status 0,1 --max-bad 3 --quiet
must "options do not take the place of the plan's: $(cat "$work/err")" [ "$status" -eq 0 ]
finish
