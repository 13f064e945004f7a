#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The same call gives the same bytes: twice, in another locale, alone or beside other policies; and what
# decides the result, and nothing else, is in the key.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .
model=lublin:jobs=500,procs=64,seed=3,load=0.9,estimates=tsafrir

# same FILE what...: the output of the last call is that file.
same() {
    local file=$1
    shift
    must "not the same bytes: $*" cmp -s "$file" "$work/out"
}

for format in text csv json; do
    call run "$model" --policy fcfs,easy,conservative --format "$format"
    cp "$work/out" "first.$format"
    call run "$model" --policy fcfs,easy,conservative --format "$format"
    same "first.$format" "a second time ($format)"
    for locale in de_DE.UTF-8 de_DE C.UTF-8 tr_TR.UTF-8; do
        call run "$model" --policy fcfs,easy,conservative --format "$format"
        same "first.$format" "locale $locale ($format)"
    done
    unset locale
done
call run "$model" --policy easy --format csv
must "a policy alone and beside others differ" \
    cmp -s <(sed -n 3p first.csv) <(sed -n 2p "$work/out")

# key ARGS...: the key of a run.
key() {
    bfsweep run "$@" --format json | sed 's/.*"key": *"\([0-9a-f]*\)".*/\1/'
}
base=$(key ten.swf)
must "the key '$base' is no hash" grep -qx '[0-9a-f]\{32\}' <<<"$base"
mv ten.swf renamed.swf
must "the name of a log is in the key" [ "$(key renamed.swf)" = "$base" ]
must "a seed that draws nothing is in the key" [ "$(key renamed.swf --seed 9)" = "$base" ]
must "the machine's size as in the header changes the key" [ "$(key renamed.swf --procs 8)" = "$base" ]
must "a correction is in the key though no plan can expire" \
    [ "$(key renamed.swf --correction none)" = "$base" ]
must "a correction of plans that expire is not in the key" \
    [ "$(key renamed.swf --estimate avg2)" != "$(key renamed.swf --estimate avg2 --correction none)" ]
for estimate in factor:2 pad:1 round; do
    must "a correction is in the key of $estimate, which never falls short" \
        [ "$(key renamed.swf --estimate $estimate)" = "$(key renamed.swf --estimate $estimate --correction none)" ]
done
must "the seed of drawn plans is not in the key" \
    [ "$(key renamed.swf --estimate uniform:2)" != "$(key renamed.swf --estimate uniform:2 --seed 9)" ]
must "the default argument is another run than the same argument in words" \
    [ "$(key renamed.swf --estimate truncate)" = "$(key renamed.swf --estimate truncate:2)" ]
for change in "--procs 9" "--policy fcfs" "--strict" "--load 1.1" "--shake 60" "--first 9" "--tau 60" \
    "--estimate exact" "--events single" "--backfill-order sjf" "--overrun extend" "--warmup 1" \
    "--estimate avg2" "--estimate cap:60" "--estimate truncate:2"; do
    # shellcheck disable=SC2086 # two words
    must "$change is not in the key" [ "$(key renamed.swf $change)" != "$base" ]
done
sed -i 's/^1 0 -1 4800/1 0 -1 4801/' renamed.swf
must "the content of the log is not in the key" [ "$(key renamed.swf)" != "$base" ]
finish
