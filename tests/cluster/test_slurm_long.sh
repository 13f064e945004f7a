#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Against a real Slurm of four virtual nodes, whose clock runs sixty times as fast: whatever happens to the tasks of a
# plan of 200 runs, the merged result has the digest of the local run.
# shellcheck source=tests/cluster/lib.sh
. "$(dirname "$0")/lib.sh"
up=$shared/slurm/slurm-up.sh
[ -e "$up" ] || { echo "SKIPPED: there is no script that starts a Slurm ($up)"; exit 77; }
# shellcheck disable=SC2317 # called by a trap
clean_up() {
    unset LD_PRELOAD FAKETIME FAKETIME_SHARED
    [ ! -d "$work/slurm" ] || bash "$shared/slurm/slurm-down.sh" "$work/slurm" >/dev/null 2>&1
    # The fast clock leaves a page of shared memory for each process that asked for the time.
    find /dev/shm -maxdepth 1 -newer "$work/bin" -name '*faketime_s*_[0-9]*' 2>/dev/null | while read -r page; do
        [ -e "/proc/${page##*_}" ] || rm -f "$page"
    done
    rm -rf "$work"
}

# start_slurm [NAME=VALUE...]: with the client's environment. Now and then a daemon ends at once under the fast
# clock, before there is anything of ours: that is tried again.
start_slurm() {
    local status attempt
    for attempt in 1 2 3 4; do
        status=0
        (
            unset LD_PRELOAD FAKETIME FAKETIME_SHARED
            env -u TMPDIR NODES=4 TIMESCALE=60 REQUEUE_DELAY=1 KILL_WAIT=10 "$@" bash "$up" "$work/slurm"
        ) >"$work/slurm.log" 2>&1 || status=$?
        [ "$status" -eq 1 ] || break
        echo "Slurm does not start (attempt $attempt)"
        sleep 1
    done
    if [ "$status" -eq 77 ]; then
        echo "SKIPPED: Slurm cannot be installed here: $(tail -n 1 "$work/slurm.log")"
        exit 77
    fi
    [ "$status" -eq 0 ] || fail "Slurm does not start: $(cat "$work/slurm.log")"
    # shellcheck disable=SC1091
    . "$work/slurm/env.sh"
}

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=300,procs=64,seed=1,load=0.9,types=1,estimates=tsafrir,
           lublin:jobs=3000,procs=128,seed=2,load=0.85,types=1,estimates=tsafrir
policy   = easy, conservative
estimate = request, exact
shake    = 60
seed     = 1..25
END
bfsweep sweep plan.ini -o local.h5 --quiet || fail "the local run failed"
expected=$(digest local.h5)

submit() {
    run 0 "$scripts/submit-slurm" plan.ini --time 60m "$@"
}

is_over() {
    [ -z "$(squeue -h -r)" ]
}

# Nothing is queued any more.
await_end() {
    until_true 120 "the end of $1" is_over
}

has_saved() {
    ls "$1"/shards/*/part.h5.segments/0*.h5 >/dev/null
}

# A task in the midst of its work, some of which is saved: sets `task`, as JOB_INDEX.
find_busy() {
    local each
    for each in "$1"/shards/*/part.h5.segments; do
        task=$(awk '$2 == "start" { job = $4 } $2 == "end" { job = "" } END { print job }' "${each%/*}/events")
        [ -n "$task" ] && [ "$(squeue -h -r -t R -j "$task" -o %t)" = R ] && return
    done
    return 1
}

check() {
    [ -e "$1/result.h5" ] || tail -n 6 "$1"/shards/*/events "$1"/shards/*/log "$1"/logs/*
    must "$1: there is no result: $(cat "$1"/logs/merge.*)" [ -e "$1/result.h5" ]
    must "$1: another digest" [ "$(digest "$1/result.h5")" = "$expected" ]
    run 0 "$scripts/status" "$1"
    nothing_left
}

# Kills the program of a task that has saved something.
kill_one() {
    local victim
    find_busy "$1" && victim=$(pgrep -f "sweep $PWD/$1/plan.ini --shard" | head -n 1) && [ -n "$victim" ] && kill -9 "$victim"
}

no_program_of() {
    ! pgrep -f "sweep $PWD/$1/plan.ini" >/dev/null
}

begin() {
    echo "$SECONDS s: $*"
}

start_slurm

begin "eight tasks on four nodes"
run 0 "$scripts/submit-slurm" plan.ini --shards 8 --time 60m --dry-run
must "a dry run has submitted" [ -z "$(squeue -h)" ]
must "a dry run has left something" [ ! -e plan.sweep ]
must "not the lines of sbatch: $(cat "$work/out")" [ "$(grep -c '^sbatch --parsable' "$work/out")" -eq 2 ]
says '--array=0-7%50 .*--cpus-per-task=1 --time=60 --signal=USR1@120 --requeue'
says '--dependency=afterany:JOB1 '
submit --shards 8 -o whole
await_end "eight tasks"
check whole
must "not eight tasks on four nodes" [ "$(cat whole/shards/*/events | awk '$2 == "start" { print $5 }' | sort | uniq -c | wc -l)" -eq 4 ]
run 0 "$scripts/resume" whole
says 'nothing is missing'

begin "two tasks cancelled, one killed"
submit --shards 8 -o hurt
until_true 60 "a task that has saved something" find_busy hurt
scancel "$task"
until_true 60 "that a task is gone" bash -c "! squeue -h -r -t R -j $task -o %t | grep ."
until_true 60 "another task" find_busy hurt
scancel "$task"
until_true 60 "a program to kill" kill_one hurt
await_end "what is left"
must "there is a result though shards are missing" [ ! -e hurt/result.h5 ]
must "the merge does not say what is missing: $(cat hurt/logs/merge.*)" grep -q 'of 8 shards are missing; .*resume' hurt/logs/merge.*
must "the merge has not failed with 3" grep -q 'Name=bf-hurt.*merge JobState=FAILED.*\|Name=bf-plan-1-[0-9a-f]*.merge JobState=FAILED .*ExitCode=3:0' "$work/slurm/jobcomp.txt"
run 1 "$scripts/status" hurt
says 'killed'
missing=$(find hurt/shards -mindepth 1 -maxdepth 1 | while read -r each; do [ -e "$each/part.h5" ] || echo x; done | wc -l)
run 0 "$scripts/resume" hurt
says "$missing of 8 shards"
await_end "the resumption"
check hurt
must "what was done was done again" [ "$(cat hurt/shards/*/events | grep -c ' start ')" -eq $((8 + missing)) ]

begin "requeued by scontrol"
submit --shards 4 -o requeued
until_true 60 "a task that has saved something" find_busy requeued
scontrol requeue "$task"
await_end "the requeued task"
check requeued
must "it was not requeued" [ "$(cat requeued/shards/*/events | grep -c ' start ')" -eq 5 ]

begin "cut off by the time limit, with a signal ahead"
# In its first attempt the program is held up in the midst of its work until the signal is there, however fast it is.
cat >"$work/bin/held" <<'END'
#!/usr/bin/env bash
hold() {
    trap '' USR1
    while [ -z "$(ls "$1".segments/0*.h5 2>/dev/null)" ]; do env -u LD_PRELOAD sleep 0.05; done
    kill -STOP $$
    until ((16#$(sed -n 's/^ShdPnd:\t//p' /proc/$$/status) & 0x200)); do env -u LD_PRELOAD sleep 0.05; done
    kill -CONT $$
}
output=$(sed -n 's/.* -o \([^ ]*\) .*/\1/p' <<<"$*")
if [ "$1" = sweep ] && [ -n "$output" ] && [ ! -e once ]; then
    : >once
    hold "$output" &
fi
exec bfsweep "$@"
END
chmod +x "$work/bin/held"
run 0 "$scripts/submit-slurm" plan.ini --shards 2 --time 15m --lead 5m --time-budget none --requeues 50 --program held -o limited
await_end "tasks that are cut off"
check limited
must "no task met its limit: $(cat limited/shards/*/events)" grep -q 'status=3 .* next=requeue' limited/shards/1/events limited/shards/2/events

begin "cancelled, with nothing left behind"
submit --shards 4 -o cancelled
until_true 60 "a task that has saved something" find_busy cancelled
run 0 "$scripts/cancel" cancelled
until_true 60 "that the tasks are gone" is_over
until_true 30 "that the programs are gone" no_program_of cancelled
nothing_left
run 1 "$scripts/status" cancelled
run 0 "$scripts/resume" cancelled
await_end "the resumption"
check cancelled

begin "more shards than an array may have, and a log that cannot be read"
start_slurm MAX_ARRAY=3
submit --shards 8 -o arrays
must "not three arrays and a merge" [ "$(wc -l <arrays/submissions/1/jobs)" -eq 4 ]
sed 's/^trace    = /&missing.swf, /' plan.ini >bad.ini
run 0 "$scripts/submit-slurm" bad.ini --shards 3 --time 60m -o bad
await_end "both"
check arrays
must "the merge did not fail: $(cat bad/logs/merge.*)" grep -q '100 runs have failed' bad/logs/merge.*
must "it does not say which" [ "$(grep -c '^missing.swf,' bad/logs/merge.*)" -eq 100 ]
must "the merge has not ended with 1" grep -q 'Name=bf-bad-1-[0-9a-f]*.merge JobState=FAILED .*ExitCode=1:0' "$work/slurm/jobcomp.txt"
must "the runs of the others are missing" [ "$(bfsweep export bad/result.h5 runs --columns key --where status=ok | wc -l)" -eq 201 ]
run 1 "$scripts/status" bad
begin "end"
