#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sweep_kill.sh KILLS: a sweep that is killed (-9) at random moments, with resumption in between, gives
# the digest of one that nobody disturbed; after each kill every file under its name is whole; nothing
# is left over in the end. BFSWEEP_SEED repeats the moments.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
binary=${BFSWEEP_BINARY:?the test is told which program to run}
kills=$1
RANDOM=${BFSWEEP_SEED:-$$}
echo "seed ${BFSWEEP_SEED:-$$}"
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-kill.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir out

python=
for candidate in "${BFSWEEP_PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import h5py, numpy' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || echo "SKIPPED: files are looked at by our own reader only: no python3 here has h5py"

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=1500,procs=128,seed=5,load=0.9,estimates=tsafrir,
           lublin:jobs=600,procs=64,seed=6,estimates=tsafrir
policy   = fcfs, easy, conservative
estimate = request, exact, avg2
load     = 0.9, 1.1
shake    = 60
seed     = 1..5
[options]
jobs = yes
END

sweep() {
    "$binary" sweep plan.ini -o "out/$1" --quiet --save-every 0.1
}

check_files() {
    local file
    if [ -n "$python" ]; then
        "$python" -B "$here/whole_files.py" out
        return
    fi
    for file in out/*.h5 out/*.h5.segments/*.h5; do
        [ ! -e "$file" ] || "$binary" digest "$file" >/dev/null
    done
}

sweep undisturbed.h5
expected=$("$binary" digest out/undisturbed.h5)
began=$(date +%s%N)
sweep timed.h5
took=$((($(date +%s%N) - began) / 1000000)) # ms
rm out/timed.h5

disturbed=0
for ((i = 0; i < kills; i++)); do
    "$binary" sweep plan.ini -o out/killed.h5 --quiet --save-every 0.1 2>/dev/null &
    child=$!
    delay=$((RANDOM % (took + took / 4) + 1))
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    if kill -9 "$child" 2>/dev/null; then
        disturbed=$((disturbed + 1))
    fi
    wait "$child" 2>/dev/null || true
    check_files
    # A file that is finished would leave nothing to disturb.
    if [ -e out/killed.h5 ] && [ ! -e out/killed.h5.segments ]; then
        [ "$("$binary" digest out/killed.h5)" = "$expected" ] || { echo "another digest"; exit 1; }
        rm out/killed.h5
    fi
done
echo "$disturbed of $kills kills met a sweep that was running ($took ms when left alone)"
[ "$disturbed" -gt 0 ] || { echo "no kill came in time"; exit 1; }

sweep killed.h5
check_files
found=$("$binary" digest out/killed.h5)
[ "$found" = "$expected" ] || { echo "digest $found, expected $expected"; exit 1; }
rm out/killed.h5 out/undisturbed.h5
left=$(find out -mindepth 1 | grep -v '/\.killed\.h5\..*\.part$' || true)
[ -z "$left" ] || { echo "left over: $left"; exit 1; }
