#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shards of a plan whose runs differ by ten to one in jobs, and more in cost: none is more than 20 % above the mean, in
# predicted cost, in the work that is counted, and in core time. Other programs on the machine make core time longer, so
# of each shard the shortest of several tries counts: a bad division stays bad however often it is tried.
# shellcheck source=tests/cluster/lib.sh
. "$(dirname "$0")/lib.sh"

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=200,procs=64,seed=1,load=0.8,types=1,estimates=tsafrir,
           lublin:jobs=750,procs=64,seed=2,load=0.8,types=1,estimates=tsafrir,
           lublin:jobs=2000,procs=64,seed=3,load=0.8,types=1,estimates=tsafrir
policy   = fcfs, easy, conservative
estimate = request, exact
shake    = 60
seed     = 1..13
END
shards=6

# within WHAT: no number of standard input is more than 20 % above their mean.
is_balanced() {
    awk '{ sum += $1; if ($1 > most) most = $1 } END { print most * NR / sum; exit !(NR && most * NR <= 1.2 * sum) }'
}

# The work that is counted of each shard into `counted`, its shortest core time until now into `core`.
run_shards() {
    local i
    : >counted
    : >tried
    for ((i = 1; i <= shards; i++)); do
        rm -f part.h5
        run 0 bfsweep sweep plan.ini --shard "$i/$shards" -o part.h5 -j 1 --quiet
        bfsweep export part.h5 cost --columns jobs_examined,profile_queries,profile_updates,steps_visited |
            awk -F, 'NR > 1 { n += $1 + $2 + $3 + $4 } END { print n }' >>counted
        bfsweep export part.h5 runs --columns cpu_s | awk 'NR > 1 { s += $1 } END { print s }' >>tried
    done
    [ -e core ] || cp tried core
    paste core tried | awk '{ print $1 < $2 ? $1 : $2 }' >shortest
    mv shortest core
}

run 0 bfsweep sweep plan.ini --shares "$shards"
must "predicted cost is not balanced: $(cat "$work/out")" is_balanced < <(tail -n +2 "$work/out" | cut -d, -f 3)
run 0 bfsweep sweep plan.ini --dry-run --quiet
must "the runs are not unequal" [ "$(tail -n +2 "$work/out" | cut -d, -f 2 | sort -g | awk '{ a[NR] = $1 } END { print (a[NR] > 10 * a[1]) }')" = 1 ]
run_shards
must "work is not balanced: $(tr '\n' ' ' <counted)" is_balanced <counted
for try in 1 2 3 4 5 6 7 8; do
    is_balanced <core && exit 0
    echo "core time, shortest of $try tries: $(tr '\n' ' ' <core)"
    run_shards
done
fail "core time is not balanced"
