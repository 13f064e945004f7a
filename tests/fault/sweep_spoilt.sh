#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A segment that the disk has damaged is dropped, and its runs are done again; one that is fine, but
# cannot be read now, or is of a newer version, stays where it is, and the sweep says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
binary=${BFSWEEP_BINARY:?the test is told which program to run}
# shellcheck source=tests/store/find_python.sh
. "$here/../store/find_python.sh"
find_python h5py
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-spoilt.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*"
    exit 1
}

plan=("lublin:jobs=100,procs=64,seed=1,estimates=tsafrir" --policy easy --shake 60 --seed 1..600
    --jobs --save-every 0.05 --quiet)

sweep() {
    "$binary" sweep "${plan[@]}" -o "$1.h5"
}

sweep whole
expected=$("$binary" digest whole.h5)

# A sweep that was stopped when it had written some segments: tried until it was not at its end already.
stop_one() {
    local child i
    "$binary" sweep "${plan[@]}" -o x.h5 2>stopped &
    child=$!
    for ((i = 0; i < 2000; i++)); do
        [ ! -e x.h5.segments/000003.h5 ] || break
        sleep 0.01
    done
    kill -TERM "$child" 2>/dev/null || true
    status=0
    wait "$child" || status=$?
}
for ((try = 0; try < 20; try++)); do
    rm -f x.h5
    stop_one
    [ "$status" -eq 0 ] || break
done
[ "$status" -eq 3 ] || fail "stopped with status $status: $(cat stopped)"
mv x.h5.segments kept

for how in runs params classes weeks accuracy cost cost_histogram jobs traces cut empty text; do
    cp -r kept x.h5.segments
    "$python" -B "$here/spoil.py" "$how" x.h5.segments/000002.h5
    sweep x 2>err || fail "$how: status $?: $(cat err)"
    [ "$(grep -c '^bfsweep: warning: x.h5.segments/000002.h5: .*; its runs are done again$' err)" -eq 1 ] ||
        fail "$how: $(cat err)"
    [ "$("$binary" digest x.h5)" = "$expected" ] || fail "$how: another digest"
    [ ! -e x.h5.segments ] || fail "$how: left over: $(ls x.h5.segments)"
    rm x.h5
done

# stays STATUS TEXT: the sweep refuses, and touches nothing.
stays() {
    local status=0
    sweep x 2>err || status=$?
    [ "$status" -eq "$1" ] || fail "'$2': status $status: $(cat err)"
    [ "$(grep -c "$2" err)" -eq 1 ] || fail "not '$2': $(cat err)"
    [ "$(ls x.h5.segments)" = "$(ls kept)" ] || fail "'$2': left are $(ls x.h5.segments)"
    rm -r x.h5.segments
}

cp -r kept x.h5.segments
"$python" -B "$here/spoil.py" newer x.h5.segments/000002.h5
stays 1 'has result schema 10.*: use a newer one'
cp -r kept x.h5.segments
ln -sf 000002.h5 x.h5.segments/000002.h5 # leads to itself: cannot be read, even by root
stays 4 '000002.h5: cannot read it: '
