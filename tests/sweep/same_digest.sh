#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One plan, one digest: on 1, 2 and 8 threads, as 1 share and as 7 that are merged in two orders (one of
# them stopped and merged from segments), with the axes in another order, and from two merges in a row.
set -eu
binary=${BFSWEEP_BINARY:?the test is told which program to run}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-digest.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=150,procs=64,seed=5,load=0.9,estimates=tsafrir,
           lublin:jobs=100,procs=32,seed=6,estimates=tsafrir
policy   = fcfs, easy, conservative
estimate = request, exact, avg2
load     = 0.9, 1, 1.1
shake    = 0, 60
seed     = 1..3
[axes easy]
depth    = 10, all
[axes conservative]
calendar = none, maintenance.txt, course.txt
[options]
jobs     = yes
END
printf '20000 30000 all\n50000 60000 8\n' >maintenance.txt
printf '40000 90000 16\n' >course.txt
cat >turned.ini <<END
[options]
jobs     = yes
[axes conservative]
calendar = course.txt, maintenance.txt, none
[axes easy]
depth    = all, 10
[axes]
seed     = 3, 1..2
shake    = 60, 0
load     = 0.9..1.1/0.1
estimate = avg2, request, exact
policy   = conservative, fcfs, easy
trace    = lublin:jobs=100,procs=32,seed=6,estimates=tsafrir, lublin:jobs=150, procs=64, seed=5,
           load=0.9, estimates=tsafrir
END

sweep() {
    "$binary" sweep "$@" --quiet
}

expected=
# same WHAT FILE
same() {
    local digest
    digest=$("$binary" digest "$2")
    : "${expected:=$digest}"
    if [ "$digest" != "$expected" ]; then
        echo "$1: digest $digest, expected $expected"
        exit 1
    fi
}

for threads in 1 2 8; do
    sweep plan.ini -o "threads-$threads.h5" -j "$threads"
    same "$threads threads" "threads-$threads.h5"
done
sweep turned.ini -o turned.h5
same "axes in another order" turned.h5
sweep plan.ini --shard 1/1 -o one.h5
same "one share" one.h5
sweep plan.ini --save-every 0.001 -j 3 -o segments.h5
same "many segments" segments.h5

for i in 1 2 3 4 5 6 7; do
    sweep plan.ini --shard "$i/7" -o "share-$i.h5" -j 2
done
"$binary" merge -q -o up.h5 share-[1-7].h5
same "seven shares" up.h5
"$binary" merge -q -o down.h5 share-7.h5 share-3.h5 share-1.h5 share-2.h5 share-6.h5 share-5.h5 share-4.h5
same "seven shares in another order" down.h5
"$binary" merge -q -o some.h5 share-[135].h5 --allow-missing
"$binary" merge -q -o some.h5 share-[2467].h5 some.h5 share-1.h5
same "a merge of a merge" some.h5
[ "$("$binary" export one.h5 runs --columns calendar | sort -u | wc -l)" -eq 4 ] || {
    echo "calendars are not among the runs"
    exit 1
}
if "$binary" merge -q -o missing.h5 share-[1-6].h5 2>missing; then
    echo "a share that is missing was not noticed"
    exit 1
fi
grep -q "of the plan's .* runs are missing" missing
[ ! -e missing.h5 ]

# More files than are open at a time; each share ten times.
for i in 0 1 2 3 4 5 6 7 8 9; do
    for share in share-[1-7].h5; do
        ln "$share" "copy-$i-$share"
    done
done
"$binary" merge -q -o many.h5 copy-*.h5
same "seventy files" many.h5
[ ! -e many.h5.segments ]
