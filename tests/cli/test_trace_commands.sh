#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bfsweep trace: what is in a log, what is odd about it, conversion there and back, models.
. "$(dirname "$0")/lib.sh"
cp "$data"/*.swf "$data"/no_log.txt .

show trace info ten.swf
show trace info untidy.swf --max-bad 50
show trace check ten.swf
show trace check untidy.swf --max-bad 50
show trace info ten.swf --format csv
show trace info ten.swf --format json

# Jobs that go through a conversion are the same jobs.
call run ten.swf --jobs before.csv
for file in plain.swf packed.swf.gz; do
    call trace convert ten.swf "$file"
    must "convert to $file ended with $status: $(cat "$work/err")" [ "$status" -eq 0 ]
    call run "$file" --jobs after.csv
    must "ten.swf and $file simulate to different schedules" cmp -s before.csv after.csv
done
must "plain.swf holds other job lines" cmp -s <(grep -v '^;' ten.swf) <(grep -v '^;' plain.swf)

# A model gives the same bytes each time, on standard output as in a file, and others by another seed.
model=lublin:jobs=50,procs=32,estimates=tsafrir
call trace generate "$model,seed=5" -o a.swf
must "generate ended with $status: $(cat "$work/err")" [ "$status" -eq 0 ]
call trace generate "$model,seed=5"
must "a model on standard output and in a file differ" cmp -s a.swf "$work/out"
call trace generate "$model,seed=6"
must "the seed of a model plays no part" [ -n "$(cmp a.swf "$work/out")" ]

refuse 1 trace info missing.swf
refuse 1 trace check no_log.txt
refuse 1 trace convert missing.swf out.swf
refuse 2 trace info
refuse 2 trace info ten.swf --formt csv
refuse 2 trace convert ten.swf
refuse 2 trace generate ten.swf
refuse 2 trace generate lublin:jobs=0
refuse 4 trace convert ten.swf no/such/folder/out.swf
must "a failed conversion left a file" [ ! -e out.swf ]
finish
