#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A sweep whose disk fills up, whose folder cannot be written, or whose folder is removed under it ends with status
# 4 and one line that says why. What had finished is whole, and the same call goes on when there is room. Needs file
# systems of its own: as root, or in a user's namespace; else it is skipped.
set -eu
binary=${BFSWEEP_BINARY:?the test is told which program to run}
if [ "${1-}" != inside ]; then
    for options in -m -rm; do
        ! unshare $options mount -t tmpfs none /tmp 2>/dev/null || exec unshare $options bash "$0" inside
    done
    echo "SKIPPED: file systems cannot be mounted here"
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-disk.XXXXXX")
trap 'cd /; umount "$work"/* 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*"
    exit 1
}

# The schedules of these runs take some megabytes.
sweep() {
    "$binary" sweep lublin:jobs=4000,procs=128,seed=1,load=0.7,estimates=tsafrir --policy fcfs,easy --shake 60 \
        --seed 1..12 --jobs --save-every 0.05 -j 2 -o "$@"
}

# refused STATUS WORDS: the sweep just run ended so, and said it in one line.
refused() {
    [ "$status" -eq 4 ] || fail "$1: status $status: $(cat err)"
    [ "$(grep -c "^bfsweep: .*$2" err)" -eq 1 ] || fail "$1: $(cat err)"
}

sweep whole.h5 --quiet
expected=$("$binary" digest whole.h5)

# ---- A disk that is full -----
mkdir small
mount -t tmpfs -o size=1400k none small
status=0
sweep small/x.h5 --quiet 2>err || status=$?
refused 'full disk' 'No space left on device'
[ ! -e small/x.h5 ] || fail 'full disk: there is an output'
ls small/x.h5.segments/*.h5 >/dev/null || fail 'full disk: nothing was kept'
"$binary" merge -o kept.h5 small/x.h5.segments/*.h5 --allow-missing 2>err || fail "full disk: $(cat err)"
kept=$("$binary" export kept.h5 runs --columns status | grep -c '^ok$')
[ "$kept" -gt 0 ] || fail 'full disk: no finished run was kept'
mount -o remount,size=64m small
sweep small/x.h5 2>err || fail "more room: $(cat err)"
[ "$("$binary" digest small/x.h5)" = "$expected" ] || fail 'more room: another result'
[ "$(ls small)" = x.h5 ] || fail "more room: left behind: $(ls small)"

# ---- A folder that cannot be written, known before the first run -----
mkdir locked
mount -t tmpfs -o ro none locked
status=0
sweep locked/x.h5 --quiet 2>err || status=$?
refused 'read-only' 'Read-only file system'

# ---- A folder that is removed -----
mkdir gone
sweep gone/x.h5 --quiet 2>err &
child=$!
for ((i = 0; i < 600; i++)); do
    ! ls gone/x.h5.segments/*.h5 >/dev/null 2>&1 || break
    sleep 0.02
done
rm -rf gone
status=0
wait "$child" || status=$?
refused 'removed folder' 'No such file or directory'
