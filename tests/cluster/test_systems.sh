#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Batch systems by stand-ins for their commands, which write down how they were called and queue the jobs: what is
# asserted is what manuals say of arrays, limits and dependencies; what becomes of tasks that are stopped, and of scripts
# that are called twice at a time or interrupted. And of all scripts: --help, and that wrong use is refused in one line.
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
# A task that goes on is a fault; what it has started goes with it.
clean_up() {
    [ -z "$session" ] || kill -KILL -- "-$session" 2>/dev/null
    rm -rf "$work"
}
session=
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

# ---- OpenPBS

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
stand_in qstat 'case $1 in -Bf) printf "Server: s\n    max_array_size = 3\n    pbs_version = 23\n" ;; *) echo "qstat: Unknown Job Id $2" >&2; exit 153 ;; esac'
stand_in qdel 'exit 0'
stand_in qselect 'exit 0'
run 0 "$scripts/submit-pbs" plan.ini --shards 5 --time 1:30:00 --cpus 2 --mem 4gb --partition long --account phys --throttle 4 -o pbs
called '^qsub -N bf-plan-1-[0-9a-f]*\.1 -l select=1:ncpus=2:mem=4gb -l walltime=1:30:00 -j oe -o .*/pbs/logs/ -q long -A phys -r y -J 0-2%2 .*/pbs/submissions/1/array.1.sh$'
called '^qsub .* -r y -J 0-1%2 .*/array.2.sh$'
called '^qsub -N bf-plan-1-[0-9a-f]*\.merge -l select=1:ncpus=1 -l walltime=0:30:00 .* -W depend=afterany:101\[\].server:102\[\].server .*/merge.sh$'
check pbs
must "without signals ahead of the limit, the budget is the limit less the lead" grep -qx 'budget=5280' pbs/settings
run 0 "$scripts/submit-pbs" plan.ini --shards 1 -o single
called '^qsub .* -r y -v BFSWEEP_TASK=0 .*/single/submissions/1/array.1.sh$'
check single
run 0 "$scripts/resume" pbs
says 'nothing is missing'
run 0 "$scripts/cancel" pbs
called '^qdel 101\[\].server 102\[\].server 103.server$'

# What qstat -t says of an array that is under way: tasks 1 and 3 are left to it, 2 is over.
# shellcheck disable=SC2016
stand_in qstat 'cat <<END
Job id            Name             User              Time Use S Queue
----------------  ---------------- ----------------  -------- - -----
101[].server      bf-plan-1        user                     0 B long
101[1].server     bf-plan-1        user              00:00:01 R long
101[2].server     bf-plan-1        user              00:00:01 X long
101[3].server     bf-plan-1        user                     0 Q long
END'
bash -c '. "$1/lib.sh"; . "$1/systems/pbs.sh"; system_active "101[].server" 103.server' x "$scripts" >"$work/out" || fail "system_active of pbs"
must "pbs: active tasks: $(cat "$work/out")" [ "$(tr '\n' ' ' <"$work/out")" = "101[].server 1 101[].server 3 " ]

# An error that passes, and one that does not: then what was submitted is taken back.
cp "$work/bin/qsub" "$work/bin/good-qsub"
# shellcheck disable=SC2016
stand_in qsub '[ -e "$calls.once" ] && exec good-qsub "$@"; : >"$calls.once"; echo "qsub: cannot connect to server pbs (errno=111)" >&2; exit 1'
stand_in qstat 'printf "max_array_size = 5\n"'
run 0 "$scripts/submit-pbs" plan.ini --shards 2 -o again
says 'cannot connect to server pbs.*trying again'
check again
# shellcheck disable=SC2016
stand_in qsub '[[ $* == *merge* ]] || exec good-qsub "$@"; echo "qsub: would exceed queue limit" >&2; exit 1'
run 4 "$scripts/submit-pbs" plan.ini --shards 2 -o never
says 'would exceed queue limit'
must "a submission that failed left its folder" [ ! -e never ]
called '^qdel 1[0-9]*\[\].server$'

# ---- LSF

# shellcheck disable=SC2016
stand_in bsub "$next_id"'
cat >"$calls.script.$id"
name=
while [ $# -gt 0 ]; do
    case $1 in -J) name=$2 ;; esac
    shift
done
echo "Job <$id> is submitted to queue <normal>."
if [[ $name =~ \[1-([0-9]+)\] ]]; then
    for ((i = 1; i <= BASH_REMATCH[1]; i++)); do
        queue "$id.$i" env LSB_JOBID=$id LSB_JOBINDEX=$i bash "$calls.script.$id"
    done
else
    queue "$id" env LSB_JOBID=$id LSB_JOBINDEX=0 bash "$calls.script.$id"
fi'
stand_in bparams 'printf "    MAX_JOB_ARRAY_SIZE = 3\n"'
stand_in bkill 'exit 0'
# shellcheck disable=SC2016
stand_in bjobs '[[ $* == *-noheader* ]] && printf "501 2 RUN\n501 4 PEND\n501 5 DONE\n"'
run 0 "$scripts/submit-lsf" plan.ini --shards 5 --time 90m --lead 3m --cpus 2 --mem 4000 --partition long --account phys --throttle 4 -o lsf
called "^bsub -J bf-plan-1-[0-9a-f]*\.1\[1-3\]%2 -W 1:30 -cwd $PWD -q long -P phys -n 2 -R span\[hosts=1\] -r -wa USR1 -wt 3 -o .*/lsf/logs/%J_%I.out -M 4000$"
called '^bsub -J bf-plan-1-[0-9a-f]*\.2\[1-2\]%2 '
called '^bsub -J bf-plan-1-[0-9a-f]*\.merge -W 0:30 .* -n 1 -w ended([0-9]*) && ended([0-9]*) -o .*/lsf/logs/merge.%J.out$'
check lsf
bash -c '. "$1/lib.sh"; . "$1/systems/lsf.sh"; system_active 501' x "$scripts" >"$work/out" || fail "system_active of lsf"
must "lsf: active tasks: $(cat "$work/out")" [ "$(tr '\n' ' ' <"$work/out")" = "501 1 501 3 " ]

# ---- Flux

# shellcheck disable=SC2016
stand_in flux 'case $1 in
jobs) printf "f2\nf99\n"; exit 0 ;;
submit) ;;
*) exit 0 ;;
esac
cc= script=${!#}
for each in "$@"; do
    case $each in --cc=*) cc=${each#--cc=} ;; esac
done
cc=${cc:-0-0}
for ((i = ${cc%-*}; i <= ${cc#*-}; i++)); do
    '"$next_id"'
    echo "f$id"
    queue "f$id" env FLUX_JOB_ID=f$id FLUX_JOB_CC=$i bash "$script"
done'
echo 0 >"$calls.id"
run 0 "$scripts/submit-flux" plan.ini --shards 3 --time 90m --lead 3m --cpus 2 --partition long --account phys -o flux
called "^flux submit --job-name=bf-plan-1-[0-9a-f]*\.1 --nslots=1 --time-limit=5400s --cwd=$PWD --queue=long --bank=phys --cores-per-slot=2 --signal=USR1@180s --cc=0-2 --output=.*/flux/logs/{{id}}.out bash .*/array.1.sh$"
called '^flux submit --job-name=bf-plan-1-[0-9a-f]*\.merge .*--dependency=afterany:f1 --dependency=afterany:f2 --dependency=afterany:f3 --output=.* bash .*/merge.sh$'
check flux
run 0 "$scripts/cancel" flux
called '^flux cancel f1 f2 f3 f4$'
bash -c '. "$1/lib.sh"; . "$1/systems/flux.sh"; system_active f1 f2 f3' x "$scripts" >"$work/out" || fail "system_active of flux"
must "flux: active tasks: $(cat "$work/out")" [ "$(cat "$work/out")" = "f2 0" ]

# ---- Slurm: tasks that are requeued, or refused

# shellcheck disable=SC2016
stand_in sbatch "$next_id"'
array=
for each in "$@"; do
    case $each in --array=*) array=${each#--array=0-} ;; esac
done
echo "$id"
[ -n "$array" ] || exec queue "$id" bash "${!#}"
for ((i = 0; i <= ${array%\%*}; i++)); do
    queue "${id}_$i" env SLURM_ARRAY_JOB_ID=$id SLURM_ARRAY_TASK_ID=$i bash "${!#}"
done'
# What is requeued runs before what depends on it.
# shellcheck disable=SC2016
stand_in scontrol 'case $* in
*config) echo "MaxArraySize = 1001" ;;
*"show job"*) echo "JobId=1 JobState=RUNNING Requeue=1" ;;
requeue*) [ ! -e "$QUEUE.refused" ] || { echo "scontrol: error: refused" >&2; exit 1; }; cp "$QUEUE/../job" "$QUEUE/$JOB" ;;
esac'
# shellcheck disable=SC2016
stand_in srun 'while [[ $1 == --* ]]; do shift; done; exec "$@"'
stand_in squeue 'exit 0'
stand_in scancel 'echo "scancel: error: Kill job error on job id 99: Invalid job id specified" >&2; exit 1'

# A program that behaves as the text says when it is to do a shard.
program() { # TEXT
    # shellcheck disable=SC2016
    printf '#!/usr/bin/env bash\n[[ "$*" != *" --shard "*" -o "* ]] || { %s; }\nexec bfsweep "$@"\n' "$1" >"$work/bin/program"
    chmod +x "$work/bin/program"
}
stops='echo "bfsweep: part.h5: stopped; 5 runs are left, the same call goes on with them" >&2; exit 3'
# shellcheck disable=SC2016
stops_once='[ -e "$QUEUE.stopped" ] || { : >"$QUEUE.stopped"; '$stops'; }'

# attempts DIR: how often shard 1 was begun, by hand and by itself, and how often that ended.
attempts() {
    awk '{ n[$2]++; if ($2 == "start") n[$6]++ }
        END { print n["start"] + 0, n["by=hand"] + 0, n["by=itself"] + 0, n["end"] + 0, n["refused"] + 0 }' "$1/shards/1/events"
}
attempted() { # DIR ATTEMPTS
    drain
    must "$1: attempts were $(attempts "$1"), not $2: $(cat "$1/shards/1/events" "$calls.log")" [ "$(attempts "$1")" = "$2" ]
}

program "$stops_once"
run 0 "$scripts/submit-slurm" plan.ini --shards 1 --program program -o requeued
check requeued
attempted requeued "2 2 0 2 0"
program "$stops"
run 0 "$scripts/submit-slurm" plan.ini --shards 1 --requeues 2 --program program -o thrice
attempted thrice "3 3 0 3 0"
: >"$QUEUE.refused"
run 0 "$scripts/submit-slurm" plan.ini --shards 1 --requeues 2 --program program -o refused
attempted refused "3 1 2 3 2"
must "the last attempt was not to go on: $(cat refused/shards/1/events)" [ "$(states refused)" = "1 stopped" ]
rm "$QUEUE.refused" "$QUEUE.stopped"
run 0 "$scripts/cancel" requeued # of whose jobs Slurm knows nothing any more

# ---- Tasks that the merge submits again: PBS

cp "$work/bin/good-qsub" "$work/bin/qsub"
# shellcheck disable=SC2016
stand_in qstat '[ "$1" != -Bf ] || { echo "    max_array_size = 5"; exit 0; }
for each in "$QUEUE"/*; do [ ! -e "$each" ] || echo "${each##*/*-} bf-plan user 0 Q long"; done'
submit() { # DIR [OPTION...]
    local dir=$1
    shift
    run 0 "$scripts/submit-pbs" plan.ini --shards 1 -o "$dir" "$@"
}

submit counted --requeues 2 --program program
attempted counted "3 1 2 3 0"
must "the log does not say why" grep -q 'stopped 2 times already' "$calls.log"
called '^qsub .*counted/submissions/2/array.1.sh in .* auto tasks $' # tasks that begin at once ask for it
submit stuck --program program
attempted stuck "4 1 3 4 0"
must "the log does not say why" grep -q 'no run has finished in three attempts' "$calls.log"
program 'exit 7'
submit unbegun --requeues 1 --program program
attempted unbegun "2 1 1 2 0"

# A node whose disk is full: what had finished cannot be put there, and the attempt ends as it should.
submit full
mkdir -p full/shards/1/part.h5.segments
# shellcheck disable=SC2016
stand_in cp '[[ $* != */bfsweep-task-* ]] || exit 1; exec /bin/cp "$@"'
attempted full "3 1 2 3 0"
rm "$work/bin/cp"
run 0 "$scripts/resume" full
check full

# A merge that is let go because its tasks were cancelled.
program "$stops"
submit let-go --program program
mv "$QUEUE"/*merge* "$work/job" 2>/dev/null
run 0 "$scripts/cancel" let-go
drain
must "what was cancelled was submitted again" [ ! -e let-go/submissions/2 ]

# ---- A result that is older than what has been done

run 0 "$scripts/status" single
touch single/shards/1/part.h5
run 3 "$scripts/status" single
says 'single/result.h5 is of an earlier merge'
run 0 "$scripts/resume" single
run 0 "$scripts/status" single
cp single/shards/1/events "$work/events"
printf '%(%s)T start 1 x y by=hand\n' -1 >>single/shards/1/events
rm -f single/submissions/1/ended
run 3 "$scripts/status" single
says 'is of an earlier merge'
cp "$work/events" single/shards/1/events
: >single/submissions/1/ended

# ---- Names with blanks; words

mkdir "$work/a folder"
ln -s "$binary" "$work/a folder/bfsweep"
(cd "$work/a folder" && run 0 "$scripts/submit-pbs" "$work/cwd/plan.ini" --shards 1 --program "$work/a folder/bfsweep" -o "$work/cwd/blank") || exit 1
check blank
run 0 "$scripts/resume" blank
submit words --program "env bfsweep"
check words
(PATH="$work/a folder:$PATH" && submit found) || exit 1
must "the program was divided: $(grep program found/settings)" grep -qF 'a\ folder/bfsweep ' found/settings
rm "$QUEUE"/*

# ---- Two at a time

# both STATUS STATUS command...: the command twice at a time; output in $work/first and second.
both() {
    local one=$1 other=$2 first second
    shift 2
    "$@" >"$work/first" 2>&1 </dev/null &
    first=$!
    "$@" >"$work/second" 2>&1 </dev/null &
    second=$!
    wait "$first"
    first=$?
    wait "$second"
    second=$?
    must "'$*' ended with $first and $second: $(cat "$work/first" "$work/second")" [ "$first $second" = "$one $other" -o "$second $first" = "$one $other" ]
}

both 0 1 "$scripts/submit-pbs" plan.ini --shards 2 -o twice
must "not one line about it: $(cat "$work/first" "$work/second")" [ "$(grep -c 'twice: \(cannot be made\|is there already\)' "$work/first" "$work/second" | awk -F: '{ n += $2 } END { print n }')" = 1 ]
check twice
rm twice/shards/*/{part.h5,events} twice/result.h5
both 0 0 "$scripts/resume" twice
must "not once: $(cat "$work/first" "$work/second")" [ "$(cat "$work/first" "$work/second" | grep -c 'submitted as\|the batch system has 2 shards')" = 2 ]
must "there were two submissions" [ ! -e twice/submissions/3 ]
check twice
flock twice/.lock sleep 100 &
holder=$!
until_true 10 "the lock" bash -c '! flock -n twice/.lock true'
for each in resume cancel; do
    BFSWEEP_LOCK_WAIT=0 refuse 4 "$scripts/$each" twice
    says 'another resume, cancel or merge is at work'
done
pkill -P "$holder"
wait "$holder" 2>/dev/null

# ---- Interrupted, or refused half way

# shellcheck disable=SC2016
stand_in qsub '[[ $* == *merge* ]] || exec good-qsub "$@"; good-qsub "$@"; : >"$QUEUE.reached"; sleep 1'
"$scripts/submit-pbs" plan.ini --shards 1 -o interrupted >"$work/out" 2>"$work/err" &
each=$!
until_true 30 "its last job" [ -e "$QUEUE.reached" ]
kill -TERM "$each"
wait "$each"
status=$?
must "it has not ended with 3: $(cat "$work/err")" [ "$status" -eq 3 ]
says 'interrupted; nothing was submitted'
must "its folder is left" [ ! -e interrupted ]
last=$(cat "$calls.id")
called "^qdel $((last - 1)).server $last.server\$"
rm "$QUEUE"/*
# shellcheck disable=SC2016
stand_in qsub '[[ $* == *merge* ]] && { echo "qsub: would exceed queue limit" >&2; exit 1; }; exec good-qsub "$@"'
stand_in qdel 'echo "qdel: cannot connect to server" >&2; exit 1'
run 4 "$scripts/submit-pbs" plan.ini --shards 1 -o half
says 'the batch system has [0-9]*.server, and did not take them back; .*/cancel '
must "it says that nothing was submitted" [ "$(grep -c 'nothing was submitted' "$work/err")" -eq 0 ]
stand_in qdel 'exit 0'
run 0 "$scripts/cancel" half
rm "$QUEUE"/*
cp "$work/bin/good-qsub" "$work/bin/qsub"
cp "$work/bin/qstat" "$work/bin/good-qstat"
stand_in qstat 'echo "qstat: cannot connect to server" >&2; exit 1'
run 4 "$scripts/submit-pbs" plan.ini --shards 1 -o silent
must "a submission that failed left its folder" [ ! -e silent ]
cp "$work/bin/good-qstat" "$work/bin/qstat"

# ---- Signals that meet all processes of a task

# task DIR: the task of a submission, in a session of its own, whose id is `session`.
task() {
    rm -f "$QUEUE"/* "$QUEUE.reached"
    # shellcheck disable=SC2016
    setsid --wait env PBS_JOBID=1.server BFSWEEP_TASK=0 bash -c 'echo $$ >"$QUEUE.session"; exec bash "$0/scripts/task" "$0" 1 0' \
        "$PWD/$1" >"$work/out" 2>"$work/err" &
    task=$!
    until_true 30 "the task of $1 at work" [ -e "$QUEUE.reached" ]
    session=$(cat "$QUEUE.session")
}

await_task() {
    until_true 30 "the end of a task that was told to stop" is_over
}
is_over() {
    ! kill -0 "$task"
}

# In the midst of making its scratch.
# shellcheck disable=SC2016
stand_in mktemp '/bin/mktemp "$@"; : >"$QUEUE.reached"; sleep 0.5'
submit early
task early
kill -TERM -- "-$session"
await_task
rm "$work/bin/mktemp"
nothing_left
must "an attempt has not ended as stopped: $(cat early/shards/1/events)" grep -q ' end .* status=3 ' early/shards/1/events

# Its program takes its time to stop: the shard is alive until then.
# shellcheck disable=SC2016
program 'trap "sleep 2.5; '"${stops//\"/\\\"}"'" USR1; : >"$QUEUE.reached"; while :; do sleep 0.1; done'
BFSWEEP_BEAT=1 submit patient --program program
task patient
until_true 10 "its first beat" [ -e patient/shards/1/alive ]
kill -USR1 -- "-$session"
: >"$work/mark"
until_true 3 "a beat after the signal" [ patient/shards/1/alive -nt "$work/mark" ]
await_task
must "an attempt has not ended as stopped: $(cat patient/shards/1/events)" grep -q ' end .* status=3 ' patient/shards/1/events
must "the task said: $(cat "$work/err")" [ -z "$(grep -v '^task: ' "$work/err" | grep -vxFf patient/shards/1/log)" ]
nothing_left

# Its program has not got as far as to catch anything: it is told none the less.
# shellcheck disable=SC2016
program ': >"$QUEUE.reached"; exec sleep 1000'
submit hasty --program program
task hasty
nap 0.3
kill -TERM "$(cat "$QUEUE.session")" # and nobody else
await_task
must "an attempt has not ended as stopped: $(cat hasty/shards/1/events)" grep -q ' end .* status=3 ' hasty/shards/1/events
nothing_left

# ---- Help, and wrong use

for each in submit-slurm submit-pbs submit-lsf submit-flux submit-local status resume cancel merge task; do
    run 0 "$scripts/$each" --help
    says "^Usage: $each"
    must "$each --help writes on standard error" [ ! -s "$work/err" ]
    must "a line of $each --help is too long" [ "$(wc -L <"$work/out")" -le 130 ]
done
while read -r status words; do
    # shellcheck disable=SC2086
    refuse "$status" "$scripts/submit-pbs" $words
done <<END
2
2 plan.ini other.ini
2 plan.txt
1 none.ini
2 plan.ini --shards
2 plan.ini --shards 0
2 plan.ini --shards 1000
2 plan.ini --time 60
2 plan.ini --time 30s
2 plan.ini --time 1h --lead 2h
2 plan.ini --sharts 3
2 plan.ini --cpus many
2 plan.ini --program no-such-program
END
refuse 2 "$scripts/submit-pbs" plan.ini -o 'a folder'
for each in submit-lsf submit-flux submit-local; do
    refuse 2 "$scripts/$each" plan.ini --sharts 3
done
for each in status resume cancel merge; do
    refuse 2 "$scripts/$each"
    refuse 2 "$scripts/$each" nowhere
    refuse 2 "$scripts/$each" .
    refuse 2 "$scripts/$each" pbs flux
    refuse 2 "$scripts/$each" pbs --wrong
done
refuse 2 "$scripts/resume" pbs --time soon
refuse 2 "$scripts/resume" pbs --throttle 0
refuse 2 "$scripts/submit-pbs" plan.ini --program ' '
printf '[axes]\ntrace = a.swf\npolicy = esay\n' >wrong.ini
refuse 2 "$scripts/submit-pbs" wrong.ini
must "something was left by a refusal" [ ! -e wrong.sweep ]
nothing_left
