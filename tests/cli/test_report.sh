#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep report: options, what it refuses, what it does without gnuplot, and that nothing of a file's text
# becomes markup or a command. What pages look like is tested in tests/analysis.
. "$(dirname "$0")/lib.sh"

workload=lublin:jobs=40,procs=32,seed=3,load=0.9,types=1,estimates=tsafrir
bfsweep sweep "$workload" --policy fcfs,easy --estimate request,exact --shake 600 --seed 1,2 -o plain.h5 --quiet
bfsweep run "$workload" --policy easy -o single.h5 >/dev/null
touch empty.h5

# Wrong use.
refuse 2 report
refuse 2 report plain.h5
refuse 2 report plain.h5 single.h5 -o page.html
refuse 2 report plain.h5 -o plain.h5
refuse 2 report plain.h5 -o page.html --figures figures --no-figures
refuse 2 report plain.h5 -o page.html --baseline easy
refuse 2 report plain.h5 -o page.html --baseline load=1
refuse 2 report plain.h5 -o page.html --baseline policy=conservative
refuse 2 report plain.h5 -o page.html --where polcy=easy
refuse 2 report plain.h5 -o page.html --run one
refuse 2 report plain.h5 -o page.html --run 5000
refuse 2 report plain.h5 -o page.html --run 0
refuse 2 report plain.h5 -o page.html --where policy=easy --run 5
refuse 2 report single.h5 -o page.html --run 0,0,0,0,0,0,0,0,0
refuse 2 report plain.h5 -o .

# Bad input, and a place that cannot be written.
refuse 1 report missing.h5 -o page.html
refuse 1 report empty.h5 -o page.html
refuse 1 report plain.h5 -o page.html --where policy=conservative
refuse 4 report plain.h5 -o no/such/place.html
must "something was left: $(files)" [ "$(files)" = "empty.h5 plain.h5 single.h5 " ]

# Without gnuplot, and with one that fails: one line, and the old page stays.
mkdir "$work/bin" "$work/none"
echo "an older page" >page.html
call_alone() { # where there is no other program
    env PATH="$work/none" "$binary" "$@" </dev/null >"$work/out" 2>"$work/err"
    status=$?
}
call_alone report plain.h5 -o page.html
transcript report plain.h5 -o page.html
must "without gnuplot the status is $status, not 4" [ "$status" -eq 4 ]
call_alone report plain.h5 -o tables.html --no-figures
must "a page without figures needs gnuplot: $(cat "$work/err")" [ "$status" -eq 0 ]
must "a page without figures has one" [ "$(grep -c '<figure' tables.html)" -eq 0 ]
must "a page without figures has no table" grep -q '<table' tables.html
printf '#!/bin/sh\necho "out of paint" >&2\nexit 3\n' >"$work/bin/gnuplot"
chmod +x "$work/bin/gnuplot"
PATH=$work/bin:$PATH
refuse 4 report plain.h5 -o page.html
printf '#!/bin/sh\necho "<?xml half a figure"\n' >"$work/bin/gnuplot"
refuse 4 report plain.h5 -o page.html
printf '#!/bin/sh\nkill -9 $$\n' >"$work/bin/gnuplot"
refuse 4 report plain.h5 -o page.html
rm "$work/bin/gnuplot"
must "the old page is gone" [ "$(cat page.html)" = "an older page" ]
must "something was left: $(files)" [ "$(files)" = "empty.h5 page.html plain.h5 single.h5 tables.html " ]

# Standard output, and what is no regular file.
bfsweep report plain.h5 -o - --no-figures >stdout.html
must "the page on standard output differs" cmp -s stdout.html tables.html
show report plain.h5 -o /dev/full --no-figures
must "a full disk is no failure" [ "$status" -eq 4 ]

# A single run, and one without a single pair of runs.
show report single.h5 -o single.html --no-figures
must "a single run has no row" grep -q 'All runs are of <strong>easy' single.html

# Runs of different seeds are no pairs, however few they are.
bfsweep sweep "$workload" --policy easy --shake 600 --seed 1 -o seeds.h5 --quiet
bfsweep sweep "$workload" --policy fcfs --shake 600 --seed 2..5 -o seeds.h5 --extend --quiet
bfsweep report seeds.h5 -o seeds.html --no-figures
must "runs of different seeds are compared" grep -q 'No run can be compared with one of the baseline <strong>easy' seeds.html
# A run that draws nothing goes with all that do.
bfsweep sweep "$workload" --policy easy --estimate request -o draws.h5 --quiet
bfsweep sweep "$workload" --policy easy --estimate uniform:2 --seed 0..2 -o draws.h5 --extend --quiet
bfsweep report draws.h5 -o draws.html --no-figures --baseline estimate=request
must "a run without a seed is compared with none" grep -q 'in [0-3] of 3 pairs' draws.html

# Classes in ascending order, whichever jobs come in the first rows.
printf '; MaxProcs: 64\n1 0 0 100000 1 -1 -1 1 200000 -1 1 1 1 1 1 1 -1 -1\n2 1 0 3000 64 -1 -1 64 5000 -1 1 1 1 1 1 1 -1 -1\n' >long.swf
bfsweep run long.swf -o long.h5 >/dev/null
bfsweep report long.h5 -o long.html --figures long >/dev/null 2>&1 || bfsweep report long.h5 -o long.html --no-figures
if [ -d long ]; then
    must "classes are not in ascending order" grep -q '1 h.* 0, .*1 d.* 1)' long/classes-*.gnuplot
fi

# Names from outside stay text: in markup, in figures, in scripts.
odd=$'a<script>alert(1)\'"`rm -rf x`$(touch y)\\&amp;;.swf'
bfsweep trace generate "$workload" -o odd.swf
mv odd.swf "$odd"
bfsweep run "$odd" --policy easy,fcfs -o odd.h5 >/dev/null
show report odd.h5 -o odd.html --no-figures
must "a name became markup" [ "$(grep -c '<script>' odd.html)" -eq 1 ]
# shellcheck disable=SC2016 # it is the name
must "the name is not there" grep -qF 'a&lt;script&gt;alert(1)&#39;&quot;`rm -rf x`$(touch y)\&amp;amp;;' odd.html
if command -v gnuplot >/dev/null; then
    bfsweep report odd.h5 -o odd.html --figures figures || fail "figures of odd names fail"
    must "a name became markup" [ "$(grep -c '<script>' odd.html)" -eq 1 ]
    must "a name became a command" [ ! -e y ]
    must "a file of a figure is missing" [ -s figures/change-mean-bsld.pdf ]
    (cd figures && mkdir again && cp ./*.tsv ./*.gnuplot again && cd again &&
        for script in *.gnuplot; do gnuplot "$script" 2>/dev/null || exit 1; done) || fail "a script of a figure fails"
    for svg in figures/*.svg; do # but for groups without content, by which pens are changed
        for folder in figures figures/again; do
            grep -Ev '^(</?g.*>)?$' "$folder/${svg#figures/}" >"$work/$(basename "$folder").svg"
        done
        must "$svg is not what its script draws" cmp -s "$work/figures.svg" "$work/again.svg"
    done

    # Where nobody waits, and a schedule without length.
    bfsweep run lublin:jobs=5,procs=8,seed=1 -o idle.h5 >/dev/null 2>&1
    bfsweep report idle.h5 -o idle.html || fail "where nobody waits there is no report"
    printf '; MaxProcs: 4\n1 0 0 0 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n' >instant.swf
    bfsweep run instant.swf -o instant.h5 >/dev/null
    bfsweep report instant.h5 -o instant.html || fail "a schedule without length has no report"

    # Two workloads, one of them with nothing to compare among estimates.
    bfsweep sweep "$workload" --policy easy --estimate request,exact -o models.h5 --quiet
    bfsweep sweep "$workload" "${workload/seed=3/seed=4}" --policy easy --estimate request -o models.h5 --extend --quiet
    bfsweep report models.h5 -o models.html || fail "a workload without estimates to compare has no report"
    must "estimates are not drawn where they can be compared" [ "$(grep -c 'id="figure-estimates' models.html)" -eq 2 ]

    # More loads than a figure has curves.
    bfsweep sweep lublin:jobs=10,procs=16,seed=3 --policy easy --depth 1,all --load "$(seq -s, 0.50 0.01 0.83)" -o loads.h5 --quiet
    bfsweep report loads.h5 -o loads.html --figures loads
    must "no word of loads that are not drawn" grep -q 'lowest 32 loads of its workload, of up to 34' loads.html
    must "a load is drawn as another" [ "$(cut -f1 loads/parameter-*.tsv | sort | uniq -c | awk '$1 > 2' | wc -l)" -eq 0 ]

    # Nothing is left out in silence: all settings and models are drawn, and figures that are not are counted.
    bfsweep sweep lublin:jobs=10,procs=16,seed=3 --policy easy --estimate request,exact,truncate:1..70 --load 0.9 -o wide.h5 --quiet
    bfsweep sweep lublin:jobs=10,procs=16,seed=3 --policy easy --depth 1..80,all --load 0.9 -o wide.h5 --quiet --extend
    bfsweep report wide.h5 -o wide.html --figures wide
    must "a model of estimates is not drawn" [ "$(cut -f3 wide/estimates-mean-bsld*.tsv | sort -u | wc -l)" -eq 73 ]
    must "a setting is not drawn" [ "$(cut -f3 wide/parameter-easy-depth*.tsv | sort -u | wc -l)" -eq 82 ]
    must "perfect estimates are not named" grep -qi 'exact[^ ]* 71)' wide/estimates-mean-bsld*.gnuplot
    must "no word of models that are not named" grep -q 'by estimates, at load 0.9; 1 of 8 values is named<' wide.html
    must "no word of schedulers that figures lack" grep -q 'Figures of the sections below show 1 of the 81 schedulers' wide.html
    traces=$(seq -f 'lublin:jobs=10,procs=16,seed=%g' 8)
    # shellcheck disable=SC2086 # one word each
    bfsweep sweep $traces --policy easy,fcfs --estimate request,exact --load 0.9,1.1 -o many.h5 --quiet
    bfsweep report many.h5 -o many.html
    for left in "12 of 32 figures; --where" "12 of 16 figures; --where" "8 of 16 figures; --where"; do
        must "no word of the figures that are left out: $left" grep -q "Drawn are the first $left" many.html
    done
    for drawn in schedulers=12 estimates=12 load=12 classes=8; do
        must "a section draws other figures than it says: $drawn" [ "$(grep -c "id=\"figure-${drawn%=*}" many.html)" -eq "${drawn#*=}" ]
    done
    bfsweep run lublin:jobs=10,procs=16,seed=3 --policy fcfs,easy,conservative,lookahead,selective -o picks.h5 >/dev/null
    bfsweep report picks.h5 -o picks.html
    must "no word of schedules that are not drawn" grep -q 'Drawn are the first 4 of 5 figures; --run picks' picks.html

    # The same page each time, whatever was there.
    bfsweep report odd.h5 -o page.html
    must "the page differs with --figures" cmp -s odd.html page.html
else
    echo "SKIPPED: figures, as gnuplot is not installed" >&3
fi
finish
