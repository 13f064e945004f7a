# shellcheck shell=bash disable=SC2034 # variables for those who source this
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Batch systems by stand-ins for their commands, which write down how they were called and queue the jobs: a test runs
# these when it wants to. And the plan that is submitted to them.
# shellcheck source=tests/cluster/lib.sh
. "$(dirname "$0")/lib.sh"

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=50,procs=64,seed=1,load=0.9,types=1,estimates=tsafrir
policy   = easy, conservative
estimate = request, exact
shake    = 60
seed     = 1..10
END
bfsweep sweep plan.ini -o local.h5 --quiet || fail "the local run failed"
expected=$(digest local.h5)
calls=$work/calls
export calls BFSWEEP_RETRY_WAIT=0
: >"$calls"

# stand_in NAME text: a program of that name, which first writes down how it was called.
stand_in() {
    # shellcheck disable=SC2016
    printf '#!/usr/bin/env bash\nprintf "%%s" "%s" >>"$calls"; printf " %%s" "$@" >>"$calls"; echo >>"$calls"\n%s\n' "$1" "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

called() {
    grep -q -- "$1" "$calls" || fail "no call like '$1' among: $(cat "$calls")"
}

# Jobs are files of a queue, in the order in which they run: queue ID COMMAND...
export QUEUE=$work/queue
mkdir "$QUEUE"
cat >"$work/bin/queue" <<'END'
#!/usr/bin/env bash
n=$(($(cat "$QUEUE.number" 2>/dev/null || echo 1000) + 1))
echo "$n" >"$QUEUE.number"
id=$1
shift
printf '%q ' "$@" >"$QUEUE/$n-$id"
END
chmod +x "$work/bin/queue"

# Runs what is queued, and what that queues. So many jobs would never end.
drain() {
    local count=0
    while JOB=$(find "$QUEUE" -type f -printf '%f\n' | sort | head -n 1) && [ -n "$JOB" ]; do
        count=$((count + 1))
        must "jobs that never end: $(tail -n 5 "$calls")" [ "$count" -le 60 ]
        mv "$QUEUE/$JOB" "$work/job" # which may be put back
        (export JOB && cd / && bash "$work/job") >>"$calls.log" 2>&1
    done
}

check() {
    drain
    [ -e "$1/result.h5" ] || fail "$1: no result: $(cat "$work/out" "$work/err" "$1"/shards/*/events "$calls.log")"
    must "$1: another digest" [ "$(digest "$1/result.h5")" = "$expected" ]
    nothing_left
}

# A number that goes up with every job.
# shellcheck disable=SC2016
next_id='id=$(($(cat "$calls.id" 2>/dev/null || echo 100) + 1)); echo $id >"$calls.id"'

# pbs_stand_ins MOST: OpenPBS, whose largest array is MOST.
pbs_stand_ins() {
    # shellcheck disable=SC2016
    stand_in qsub "$next_id"'
array= script=${!#} index=
while [ $# -gt 1 ]; do
    case $1 in -J) array=$2 ;; -v) export "$2" ;; esac
    shift
done
echo "qsub $script in" $(ls "${script%/*}") "" >>"$calls"
if [ -z "$array" ]; then
    echo "$id.server"
    exec queue "$id.server" env PBS_JOBID="$id.server" ${BFSWEEP_TASK:+BFSWEEP_TASK="$BFSWEEP_TASK"} bash "$script"
fi
echo "$id[].server"
range=${array%\%*}
for ((i = ${range%-*}; i <= ${range#*-}; i++)); do
    queue "$id[$i].server" env PBS_ARRAY_INDEX=$i PBS_JOBID="$id[$i].server" bash "$script"
done'
    # shellcheck disable=SC2016
    stand_in qstat '[ "$1" != -Bf ] || { printf "Server: s\n    max_array_size = '"$1"'\n    pbs_version = 23\n"; exit 0; }
for each in "$QUEUE"/*; do [ ! -e "$each" ] || echo "${each##*/*-} bf-plan user 0 Q long"; done
[ -n "$(ls "$QUEUE")" ] || { echo "qstat: Unknown Job Id $2" >&2; exit 153; }'
    stand_in qdel 'exit 0'
    stand_in qselect 'exit 0'
}
