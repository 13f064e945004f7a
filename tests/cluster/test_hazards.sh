#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What becomes of tasks that are stopped, and of scripts that are called twice at a time or interrupted, by stand-ins for
# Slurm and OpenPBS.
# shellcheck source=tests/cluster/stand_ins.sh
. "$(dirname "$0")/stand_ins.sh"

# A task that goes on is a fault; what it has started goes with it.
clean_up() {
    [ -z "$session" ] || kill -KILL -- "-$session" 2>/dev/null
    rm -rf "$work"
}
session=

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

# What an error leaves open is asked for: the array by its own id, and not another.
cp "$work/bin/sbatch" "$work/bin/good-sbatch"
# shellcheck disable=SC2016
stand_in sbatch '[[ $* == *merge* ]] && exec good-sbatch "$@"; good-sbatch "$@" >"$QUEUE.id"; echo "sbatch: error: Socket timed out" >&2; exit 1'
# shellcheck disable=SC2016
stand_in squeue 'case $* in *%F*) cat "$QUEUE.id" ;; *%A*) echo 999 ;; esac'
run 0 "$scripts/submit-slurm" plan.ini --shards 2 -o asked
called "^sbatch .*--dependency=afterany:$(cat "$QUEUE.id") "
rm "$QUEUE"/*
stand_in squeue 'echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1'
before=$(grep -c '^sbatch' "$calls")
run 4 "$scripts/submit-slurm" plan.ini --shards 2 -o unanswered
says 'does not say whether it has the job bf-plan-1-[0-9a-f]*.1: '
must "it was submitted again blindly" [ "$(($(grep -c '^sbatch' "$calls") - before))" -eq 2 ] # the stand-in and what it calls
rm "$QUEUE"/*

# ---- Tasks that the merge submits again: PBS

pbs_stand_ins 5
cp "$work/bin/qsub" "$work/bin/good-qsub"
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

# shellcheck disable=SC2016
program 'kill -KILL $$'
submit shot --program program
attempted shot "1 1 0 1 0"
must "it was not killed: $(cat shot/shards/1/events)" [ "$(states shot)" = "1 killed" ]

# Somebody is at work in the folder when the merge wants to submit again: it says what to do.
program "$stops"
submit locked --program program
flock locked/.lock sleep 100 &
holder=$!
until_true 10 "the lock" bash -c '! flock -n locked/.lock true'
export BFSWEEP_LOCK_WAIT=0
drain
unset BFSWEEP_LOCK_WAIT
pkill -P "$holder"
wait "$holder" 2>/dev/null
must "the merge did not say what to do: $(tail "$calls.log")" grep -q '^merge: 1 of 1 shards are missing; .*/resume .*/locked does them' "$calls.log"
run 0 "$scripts/resume" locked
rm "$QUEUE"/*

# A node whose disk is full: what had finished cannot be put there, and the attempt ends as it should.
submit full
mkdir -p full/shards/1/part.h5.segments
# shellcheck disable=SC2016
stand_in cp '[[ $* != */bfsweep-task-* ]] || exit 1; exec /bin/cp "$@"'
attempted full "3 1 2 3 0"
rm "$work/bin/cp"

# A merge that is let go because its tasks were cancelled.
program "$stops"
submit let-go --program program
merge=$(find "$QUEUE" -type f | sort | tail -n 1)
mv "$merge" "$work/merge"
drain
must "the task was not stopped: $(states let-go)" [ "$(states let-go)" = "1 waiting" ]
mv "$work/merge" "$merge"
run 0 "$scripts/cancel" let-go
drain
must "no merge was let go" [ "$(grep -c 'let-go/scripts/resume' "$calls.log")" -eq 1 ]
must "what was cancelled was submitted again" [ ! -e let-go/submissions/2 ]

# ---- A result that is older than what has been done

submit single
check single
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

# ---- Killed with its node: what was saved counts; divided by a program that reads what it is given

submit kept --shards 2
rm "$QUEUE"/*
for each in 1 2; do
    mkdir -p "kept/shards/$each"
    for at in 1000 2000 3000; do
        echo "$at start 1 job node by=hand" >>"kept/shards/$each/events"
    done
    echo '3100 7' >"kept/shards/$each/alive"
done
run 1 "$scripts/status" kept
says '^2 .* killed  *7/20'
# shellcheck disable=SC2016
printf '#!/usr/bin/env bash\ncat >/dev/null\nexec bfsweep "$@"\n' >"$work/bin/greedy"
chmod +x "$work/bin/greedy"
sed -i "s|^program=.*|program=($work/bin/greedy )|" kept/settings
run 0 "$scripts/resume" kept --split
must "not both were divided: $(cat kept/shards.tsv)" [ "$(cut -f 1 kept/shards.tsv | tr '\n' ' ')" = "1.1 1.2 2.1 2.2 " ]
check kept

# ---- Names with blanks; words

mkdir "$work/a folder"
ln -s "$binary" "$work/a folder/bfsweep"
(cd "$work/a folder" && run 0 "$scripts/submit-pbs" "$work/cwd/plan.ini" --shards 1 --program "$work/a folder/bfsweep" -o "$work/cwd/blank") || exit 1
check blank
run 0 "$scripts/resume" blank
submit words --program "env bfsweep"
must "the program was not divided: $(grep program words/settings)" grep -qx 'program=([^ ]*/env bfsweep )' words/settings
rm "$QUEUE"/*
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
run 4 "$scripts/cancel" half
must "it is marked as cancelled: $(ls half/submissions/1)" [ ! -e half/submissions/1/cancelled ]
stand_in qdel 'exit 0'
run 0 "$scripts/cancel" half
rm "$QUEUE"/*
cp "$work/bin/good-qsub" "$work/bin/qsub"
cp "$work/bin/qstat" "$work/bin/good-qstat"
stand_in qstat 'echo "qstat: cannot connect to server" >&2; exit 1'
run 4 "$scripts/submit-pbs" plan.ini --shards 1 -o silent
must "a submission that failed left its folder" [ ! -e silent ]
cp "$work/bin/good-qstat" "$work/bin/qstat"

# The terminal's interrupt meets all processes, at any moment after the batch system has taken the array. All is taken
# back, or nothing: bash passes over an interrupt when the process that it waits for ends well in spite of it.
cp "$work/bin/good-qsub" "$work/bin/qsub"
submit again
rm "$QUEUE"/*
# shellcheck disable=SC2016
stand_in qsub '[[ $* == *merge* ]] && { sleep 1; exec good-qsub "$@"; }
good-qsub "$@"
(sleep "$DELAY"; kill -INT 0) >/dev/null 2>&1 </dev/null &'
seen=0
interrupt() { # SECONDS SUBMISSION command...
    local status=0
    DELAY=$1 setsid --wait env --default-signal=INT "${@:3}" >"$work/out" 2>"$work/err" </dev/null || status=$?
    if [ "$status" -eq 0 ]; then
        must "not all of it was submitted: $(cat "$2/jobs")" [ "$(cut -d ' ' -f 1 "$2/jobs" | tr '\n' ' ')" = "1 merge " ]
        rm -r "$2"
    else
        must "'${*:3}' ended with $status, not 3: $(cat "$work/err")" [ "$status" -eq 3 ]
        says 'interrupted; nothing was submitted'
        called "^qdel \(.* \)\?$(cat "$calls.id").server\$"
        must "its submission is left" [ ! -e "$2" ]
        seen=$((seen + 1))
    fi
    rm -f "$QUEUE"/*
}
for each in 0 0.01 0.02 0.04 0.08; do
    interrupt "$each" "at-$each/submissions/1" "$scripts/submit-pbs" plan.ini --shards 1 -o "at-$each"
    must "its folder is left" [ ! -e "at-$each" -o -e "at-$each/settings" ]
    interrupt "$each" again/submissions/2 "$scripts/resume" again
done
must "no interrupt was seen" [ "$seen" -gt 0 ]
cp "$work/bin/good-qsub" "$work/bin/qsub"

# Before there is anything to take back.
# shellcheck disable=SC2016
printf '#!/usr/bin/env bash\n[[ $* != *--shares* ]] || { kill -INT 0; sleep 1; }\nexec bfsweep "$@"\n' >"$work/bin/slow"
chmod +x "$work/bin/slow"
run 3 setsid --wait env --default-signal=INT "$scripts/submit-pbs" plan.ini --program slow -o soon
says '^submit-pbs: interrupted; nothing was submitted$'
must "its folder is left" [ ! -e soon ]

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
program ': >"$QUEUE.reached"; exec sleep 1007'
submit hasty --program program
task hasty
nap 0.3
kill -TERM "$(cat "$QUEUE.session")" # and nobody else
await_task
must "an attempt has not ended as stopped: $(cat hasty/shards/1/events)" grep -q ' end .* status=3 ' hasty/shards/1/events
nothing_left
