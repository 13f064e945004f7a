#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A sweep that is asked to stop, by signal or time budget, does so within five seconds in the midst of a
# long simulation, says so by exit status 3, keeps what has finished, and goes on when called again. Two
# sweeps cannot write one file.
set -eu
binary=${BFSWEEP_BINARY:?the test is told which program to run}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-stop.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*"
    exit 1
}

# Two short runs, and one that takes minutes.
short=lublin:jobs=200,procs=64,seed=1,estimates=tsafrir
long=lublin:jobs=300000,procs=256,seed=1,load=1.5,estimates=tsafrir

# The file may be there from an earlier sweep that was stopped.
has_lock() {
    find "/proc/$child/fd" -lname '*/x.h5.segments/lock' 2>/dev/null | grep -q .
}

start() {
    "$binary" sweep "$short" "$long" --policy conservative --load 0.5,1 --first 200,300000 -j 3 \
        -o x.h5 --save-every 1 2>err &
    child=$!
    for ((i = 0; i < 600; i++)); do # until a simulation has been running for a while
        ! has_lock || break
        sleep 0.1
    done
    has_lock || fail "the sweep does not begin: $(cat err)"
    sleep 2
    kill -0 "$child" || fail "the long simulation is too short for this test: $(cat err)"
}

# A log that does not come holds a sweep while it plans: it has written nothing, and leaves nothing.
mkfifo pipe.swf
for signal in TERM INT USR1; do
    "$binary" sweep pipe.swf -o x.h5 2>err &
    child=$!
    exec 3>pipe.swf # waits until the sweep reads
    kill -s "$signal" "$child"
    # ThreadSanitizer holds a signal back until the read it came in returns: there, something is read.
    [ "${BFSWEEP_SANITIZE:-}" != thread ] || echo ';' >&3
    status=0
    wait "$child" || status=$?
    exec 3>&-
    [ "$status" -eq 3 ] || fail "$signal while planning: status $status: $(cat err)"
    [ "$(cat err)" = "bfsweep: stopped by a signal before any result was written" ] || fail "$signal while planning: $(cat err)"
    [ "$(ls -A)" = "$(printf '%s\n' err pipe.swf)" ] || fail "$signal while planning left: $(ls -A)"
done

for signal in TERM INT USR1; do
    start
    status=0
    "$binary" sweep "$short" -o x.h5 2>second || status=$?
    [ "$status" -eq 4 ] || fail "a second sweep on one file ended with $status: $(cat second)"
    [ "$(grep -c 'another bfsweep is writing it' second)" -eq 1 ] || fail "second: $(cat second)"
    began=$(date +%s)
    kill -s "$signal" "$child"
    status=0
    wait "$child" || status=$?
    took=$(($(date +%s) - began))
    [ "$status" -eq 3 ] || fail "$signal: status $status: $(cat err)"
    [ "$took" -le 5 ] || fail "$signal: took $took s"
    grep -q 'stopped by a signal; .* runs are left, the same call goes on with them' err || fail "$signal: $(cat err)"
    [ ! -e x.h5 ] || fail "$signal: there is an output already"
    ls x.h5.segments/*.h5 >/dev/null || fail "$signal: nothing was kept"
done

# What has finished is not done again.
before=$("$binary" merge -o part.h5 x.h5.segments/*.h5 --allow-missing 2>&1)
case $before in
*' runs, 0 of them failed'*) ;;
*) fail "segments cannot be merged: $before" ;;
esac

# A budget that the long runs do not fit: the short ones are done, status 3.
status=0
"$binary" sweep "$short" "$long" --policy conservative --load 0.5,1 --first 200,300000 -j 3 -o x.h5 \
    --time-budget 3 2>err || status=$?
[ "$status" -eq 3 ] || fail "budget: status $status: $(cat err)"
grep -q 'the time budget is used up' err || fail "budget: $(cat err)"
