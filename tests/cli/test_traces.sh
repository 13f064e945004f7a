#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which jobs are simulated: options of the trace, warnings, models.
. "$(dirname "$0")/lib.sh"
cp "$data"/*.swf .

show run untidy.swf --max-bad 50 --jobs -
show run untidy.swf --max-bad 50 --quiet --too-wide clamp --format csv
show run wide.swf --too-wide clamp --jobs -
show run wide.swf --procs 7 --jobs -
show run ten.swf --first 3 --jobs -
show run ten.swf --from 600 --to 1800 --jobs -
show run ten.swf --load 2 --jobs -
show run ten.swf --status 0,5
show run ten.swf --first 1

# A model is a trace anywhere a file is, and as good as the file that it makes.
model=lublin:jobs=300,procs=64,seed=7,load=0.9,estimates=tsafrir
call run "$model" --policy fcfs,easy,conservative --format csv
must "a model gave $(wc -l <"$work/out") lines" [ "$(wc -l <"$work/out")" -eq 4 ]
must "a model's name is not quoted in CSV" grep -q "^\"$model\",easy,300,64," "$work/out"
call run "$model" --jobs direct.csv
call trace generate "$model" -o model.swf
must "generate ended with $status: $(cat "$work/err")" [ "$status" -eq 0 ]
call run model.swf --jobs by-file.csv
must "a model and the file that it makes differ" cmp -s direct.csv by-file.csv
finish
