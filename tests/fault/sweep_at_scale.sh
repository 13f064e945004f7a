#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sweep_at_scale.sh KILLS PLAN.ini [TURNED.ini]: one plan, one digest: on 1, 2 and 8 threads, as one share and as
# seven that are merged in two orders, with its axes in another order (TURNED), and after KILLS kills with -9 at
# random moments with resumption in between. After each kill every file under its name is whole (to h5py, where
# python3 has it), and no run that was there before is missing; what was done 30 s before the kill is there.
# BFSWEEP_SEED repeats the moments; BFSWEEP_BINARY is the program; logs of the plan are in BFSWEEP_SHARED/traces.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
binary=${BFSWEEP_BINARY:?the test is told which program to run}
kills=$1
plan=$(realpath "$2")
turned=${3:+$(realpath "$3")}
RANDOM=${BFSWEEP_SEED:-$$}
echo "seed ${BFSWEEP_SEED:-$$}"
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-scale.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir out
shared=${BFSWEEP_SHARED:-$here/../../../shared}
if [ -d "$shared/traces" ]; then
    ln -s "$(realpath "$shared")"/traces/*-sc15.swf.gz .
fi
if ! "$binary" sweep "$plan" --dry-run --quiet >list 2>problem || [ -s problem ] || grep -q 'procs=0 ' list; then
    echo "SKIPPED: the logs of $plan are not there (BFSWEEP_SHARED/traces has them)"
    exit 77
fi

python=
for candidate in "${BFSWEEP_PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import h5py, numpy' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || echo "SKIPPED: files are not looked at by another reader: no python3 here has h5py"

fail() {
    echo "$*"
    exit 1
}

sweep() {
    "$binary" sweep "$@" --quiet
}

# kept: how many runs the files of the disturbed sweep hold; each file is checked. A join that was killed may
# have left a run in two files.
kept() {
    local file
    [ -z "$python" ] || "$python" -B "$here/whole_files.py" out >/dev/null || fail "a file is not whole"
    for file in out/*.h5 out/*.segments/*.h5; do
        [ ! -e "$file" ] || "$binary" export "$file" runs --columns key | sed 1d
    done | sort -u | wc -l
}

expected=
# same WHAT FILE
same() {
    local digest
    digest=$("$binary" digest "$2")
    : "${expected:=$digest}"
    [ "$digest" = "$expected" ] || fail "$1: digest $digest, expected $expected"
    echo "$1: $digest, $("$binary" export "$2" runs --columns key | sed 1d | wc -l) runs"
}

began=$(date +%s%N)
sweep "$plan" -o one.h5 -j 1
took=$((($(date +%s%N) - began) / 1000000)) # ms
same "1 thread" one.h5
for threads in 2 8; do
    sweep "$plan" -o some.h5 -j "$threads"
    same "$threads threads" some.h5
    rm some.h5
done
if [ -n "$turned" ]; then
    sweep "$turned" -o turned.h5
    same "axes in another order" turned.h5
fi
sweep "$plan" --shard 1/1 -o share.h5
same "1 share" share.h5
for i in 1 2 3 4 5 6 7; do
    sweep "$plan" --shard "$i/7" -o "share-$i.h5"
done
"$binary" merge -q -o up.h5 share-[1-7].h5
same "7 shares" up.h5
"$binary" merge -q -o down.h5 share-7.h5 share-3.h5 share-1.h5 share-2.h5 share-6.h5 share-5.h5 share-4.h5
same "7 shares in another order" down.h5

# Each call is killed within a part of the time of the whole, counted from when logs have been read.
began=$(date +%s%N)
sweep "$plan" --dry-run >/dev/null
planning=$((($(date +%s%N) - began) / 1000000))
disturbed=0 before=0
for ((i = 0; i < kills; i++)); do
    "$binary" sweep "$plan" -o out/killed.h5 --quiet -j 2 --save-every 0.2 2>/dev/null &
    child=$!
    delay=$((planning + RANDOM * took / kills / 16384 + 1))
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    if kill -9 "$child" 2>/dev/null; then
        disturbed=$((disturbed + 1))
    fi
    wait "$child" 2>/dev/null || true
    now=$(kept) || fail "$now"
    [ "$now" -ge "$before" ] || fail "kill $i: $now runs are left of $before"
    # A file that is finished would leave nothing to disturb.
    if [ -e out/killed.h5 ] && [ ! -e out/killed.h5.segments ]; then
        same "finished between kills" out/killed.h5
        rm out/killed.h5
        now=0
    fi
    before=$now
done
echo "$disturbed of $kills kills met a sweep that was running; before the last call $before runs were kept"
[ "$disturbed" -gt 0 ] || fail "no kill came in time"
sweep "$plan" -o out/killed.h5
same "after $kills kills" out/killed.h5
[ -z "$python" ] || "$python" -B "$here/whole_files.py" out
