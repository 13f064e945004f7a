#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Reports of two sweeps: in a browser (browser.mjs), number by number against the file and bfsweep stats
# (check_report.py), and how large they are.
#
# Usage: test_report_pages_long.sh BFSWEEP
set -euo pipefail

bfsweep=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-report.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "$*"
    exit 1
}

command -v gnuplot >/dev/null || { echo "SKIPPED: gnuplot is not installed"; exit 77; }

# A small one with all schedules, and one of some 500 runs on two traces, in which all sections have something.
cat >small.ini <<'END'
[axes]
trace    = lublin:jobs=120,procs=64,seed=3,load=1.1,types=1,estimates=tsafrir
policy   = fcfs, easy, conservative
estimate = request, exact
shake    = 600
seed     = 1..10
[options]
jobs = yes
END
cat >wide.ini <<'END'
[axes]
trace    = lublin:jobs=2500,procs=64,seed=3,load=0.7,types=1,estimates=tsafrir,
           lublin:jobs=400,procs=128,seed=4,load=0.8,types=1,estimates=tsafrir
policy   = fcfs, easy, conservative, reservations
estimate = request, exact, truncate:1, truncate:2
load     = 0.9, 1.1
shake    = 600
seed     = 1..5
[axes fcfs]
order    = fcfs, sjf
[axes easy]
depth    = 1, 10, all
[axes reservations]
reservations = 2, 4
END
sed -i 'N;s/,\n  *lublin/, lublin/;P;D' wide.ini
for plan in small wide; do
    "$bfsweep" sweep "$plan.ini" -o "$plan.h5" --quiet
    "$bfsweep" report "$plan.h5" -o "$plan.html"
    size=$(stat -c %s "$plan.html")
    [ "$size" -lt 5000000 ] || fail "$plan.html has $size bytes"
done
runs=$("$bfsweep" export wide.h5 runs --columns key | tail -n +2 | wc -l)
[ "$runs" -ge 450 ] || fail "the wide sweep has $runs runs"
for section in side-by-side estimates parameters load weeks classes cost origin; do
    grep -q "<h2 id=\"$section\"" wide.html || fail "wide.html has no section $section"
done
for section in waits machine schedules; do
    grep -q "<h2 id=\"$section\"" small.html || fail "small.html has no section $section"
done

skipped=
# shellcheck source=tests/store/find_python.sh
if (. "$here/../store/find_python.sh" && find_python h5py,numpy) >"$work/python"; then
    for plan in small wide; do
        sh "$here/../store/with_python.sh" h5py,numpy "$here/check_report.py" "$bfsweep" "$plan.h5" "$plan.html" \
            policy=easy,order=fcfs,estimate=request,depth=all
    done
else
    cat "$work/python"
    skipped=yes
fi

if command -v node >/dev/null && command -v chromium >/dev/null; then
    timeout 280 node "$here/browser.mjs" chromium small.html wide.html || fail "a browser finds faults"
else
    echo "SKIPPED: node or chromium is not installed: pages were not opened in a browser"
fi
[ -z "$skipped" ] || exit 77
