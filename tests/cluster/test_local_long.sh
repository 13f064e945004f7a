#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Submissions to this machine, where everything can be made to happen: by GNU parallel and by plain processes, stopped by
# a time budget, killed, cancelled, resumed, divided.
# shellcheck source=tests/cluster/lib.sh
. "$(dirname "$0")/lib.sh"
clean_up() {
    local each
    for each in "$work"/cwd/*/settings; do
        [ ! -e "$each" ] || "$scripts/cancel" "${each%/settings}" >/dev/null 2>&1
    done
    rm -rf "$work"
}

cat >plan.ini <<END
[axes]
trace    = lublin:jobs=50,procs=64,seed=1,load=0.9,types=1,estimates=tsafrir,
           lublin:jobs=500,procs=128,seed=2,load=0.85,types=1,estimates=tsafrir
policy   = easy, conservative
estimate = request, exact
shake    = 60
seed     = 1..10
END
bfsweep sweep plan.ini -o local.h5 --quiet || fail "the local run failed"
expected=$(digest local.h5)

# submit DIR [options]
submit() {
    local dir=$1
    shift
    run 0 "$scripts/submit-local" plan.ini -o "$dir" "$@"
}

await_merge() { # DIR SUBMISSION
    until_true 120 "the end of $1, submission $2" [ -e "$1/submissions/$2/ended" ]
    until_true 60 "the merge of $1" bash -c ". '$scripts/lib.sh'; load_submission '$1'; mapfile -t jobs < <(all_jobs); [ -z \"\$(system_active \"\${jobs[@]}\")\" ]"
}

check() {
    must "$1: there is no result: $(cat "$1"/logs/*)" [ -e "$1/result.h5" ]
    must "$1: another digest" [ "$(digest "$1/result.h5")" = "$expected" ]
    run 0 "$scripts/status" "$1" --all
    says "shards    .* done"
    nothing_left
}

# A program that behaves as the text says.
program() {
    printf '#!/usr/bin/env bash\n%s\n' "$1" >"$work/bin/program"
    chmod +x "$work/bin/program"
}

runs() { # PATTERN
    pgrep -f "$1" >/dev/null
}
is_gone() {
    ! runs "$1"
}
nothing_left_there() {
    [ -z "$(ls -A "$TMPDIR")" ]
}

# ---- With GNU parallel, and without

submit plain --shards 2 --scratch "$TMPDIR"
BFSWEEP_NO_PARALLEL=1 submit processes --shards 3 --scratch none
await_merge plain 1
check plain
await_merge processes 1
check processes
command -v parallel >/dev/null || echo "SKIPPED: GNU parallel is not installed; plain processes alone were looked at"
must "segments are left" [ -z "$(find plain/shards processes/shards -name '*.segments')" ]
run 0 "$scripts/resume" plain
says 'nothing is missing'
refuse 1 "$scripts/submit-local" plan.ini -o plain

# ---- The folder is all that is needed, from elsewhere, and not changed by looking

before=$(find plain -type f -exec md5sum {} + | sort)
(cd / && run 0 "$work/cwd/plain/scripts/status" "$work/cwd/plain") || exit 1
must "status has changed something" [ "$(find plain -type f -exec md5sum {} + | sort)" = "$before" ]

# ---- Stopped by the time budget: goes on by itself

# Slow enough that a second does not do: a nap before each call is not counted by the budget, so the budget is made
# tiny and each attempt ends with what it had begun.
# shellcheck disable=SC2016
program 'if [[ $* == *--shard* ]] && [ ! -e "$HOME_OF_TEST/second" ]; then
    : >"$HOME_OF_TEST/second"
    exec bfsweep "$@" --time-budget 0.05 -j 1
fi
exec bfsweep "$@"'
HOME_OF_TEST=$work submit budget --shards 1 --time-budget 1h --program program
await_merge budget 1
if [ -e budget/submissions/2 ]; then
    await_merge budget 2
    must "the second submission is not marked" [ -e budget/submissions/2/auto ]
else
    fail "a shard that was stopped did not go on: $(cat budget/logs/*)"
fi
check budget

# ---- Killed for the third time, and divided

# shellcheck disable=SC2016
program 'if [[ $* == *"--shard 2/3 -j"* ]]; then
    bfsweep "$@" --time-budget 0.05 -j 1
    kill -9 $$
fi
exec bfsweep "$@"'
submit split --shards 3 --program program
await_merge split 1
run 1 "$scripts/status" split
says '^2 .*killed'
must "the merge does not say how to resume" grep -q '1 of 3 shards are missing; .*/resume ' split/logs/merge.*
run 0 "$scripts/resume" split
await_merge split 2
run 0 "$scripts/resume" split --split
must "it was divided after two kills" [ ! -e split/shards/2.1 ]
await_merge split 3
run 0 "$scripts/resume" split --dry-run
says 'killed three times or more: 2'
run 0 "$scripts/resume" split --split
says '2.1 2.2'
await_merge split 4
check split
must "the table does not hold the halves" [ "$(awk '{ print $2 }' split/shards.tsv | tr '\n' ' ')" = "1/3 2/3,1/2 2/3,2/2 3/3 " ]
must "runs were lost in dividing" [ "$(awk '{ n += $3 } END { print n }' split/shards.tsv)" -eq 80 ]

# ---- The task script killed: the program ends, what it had is kept, nothing is left

# shellcheck disable=SC2016
program 'case "$*" in *"--shard 1/2 -j"*) [ -e "$HOME_OF_TEST/gone" ] || exec sleep 1013 ;; esac; exec bfsweep "$@"'
export HOME_OF_TEST=$work
BFSWEEP_BEAT=1 submit orphan --shards 2 --program program
until_true 60 "its program" runs "^sleep 1013"
: >"$work/gone"
victim=$(pgrep -f "task $PWD/orphan 1 0" | head -n 1) # the one that was there first
must "there is no task to kill" kill -9 "$victim"
until_true 60 "that its processes are gone" is_gone "^sleep 1013"
await_merge orphan 1
until_true 30 "that its scratch is gone" nothing_left_there
run 1 "$scripts/status" orphan
says '^1 .*killed'
run 0 "$scripts/resume" orphan
await_merge orphan 2
check orphan

# ---- Cancelled: nothing goes on, nothing is left

rm "$work/gone"
submit cancelled --shards 2 --program program
until_true 60 "its program" runs "^sleep 1013"
: >"$work/gone"
run 0 "$scripts/cancel" cancelled
must "a task goes on" is_gone "task $PWD/cancelled"
must "a program goes on" is_gone "^sleep 1013"
nothing_left
run 1 "$scripts/status" cancelled
run 0 "$scripts/resume" cancelled
await_merge cancelled 2
check cancelled

# ---- Cancelled while the merge is at work, and when the first process of a job was killed: nothing is left either

# shellcheck disable=SC2016
program 'case $1 in merge) exec sleep 1013 ;; esac; exec bfsweep "$@"'
submit merging --shards 2 --program program
until_true 60 "its merge" runs "^sleep 1013"
run 0 "$scripts/resume" merging
says 'the batch system has the merge'
run 0 "$scripts/cancel" merging
must "the merge goes on" is_gone "^sleep 1013"
must "its script goes on" is_gone "scripts/merge $PWD/merging"
must "it left something beside the result: $(ls -A merging)" [ "$(find merging -maxdepth 1 -name '.*' ! -name .lock ! -name . | wc -l)" -eq 0 ]
program 'exec bfsweep "$@"'
run 0 "$scripts/resume" merging
check merging

# shellcheck disable=SC2016
program 'case "$*" in *"--shard 1/2 -j"*) [ -e "$HOME_OF_TEST/gone" ] || exec sleep 1013 ;; esac; exec bfsweep "$@"'
rm -f "$work/gone"
submit headless --shards 2 --program program
until_true 60 "its program" runs "^sleep 1013"
: >"$work/gone"
must "there is no process to kill" kill -9 "$(awk 'NR == 1 { sub(":.*", "", $2); print $2 }' headless/submissions/1/jobs)"
run 0 "$scripts/resume" headless
says 'nothing to submit; the batch system has'
run 0 "$scripts/cancel" headless
must "a task goes on" is_gone "task $PWD/headless"
must "a program goes on" is_gone "^sleep 1013"
nothing_left
run 0 "$scripts/resume" headless
await_merge headless 2
check headless

# ---- A log that cannot be read; a log that changes

cp "$root/tests/cli/data/ten.swf" mine.swf
printf '[axes]\ntrace = mine.swf, missing.swf\npolicy = easy, fcfs\n' >logs.ini
run 0 "$scripts/submit-local" logs.ini --shards 2
await_merge logs.sweep 1
must "the merge does not say which runs failed: $(cat logs.sweep/logs/merge.*)" [ "$(grep -c '^missing.swf,' logs.sweep/logs/merge.*)" -eq 2 ]
run 1 "$scripts/merge" logs.sweep
says '2 runs have failed'
run 1 "$scripts/status" logs.sweep
says 'bad'
cp mine.swf missing.swf
refuse 1 "$scripts/resume" logs.sweep
says "a log has changed"
run 0 bfsweep sweep logs.sweep/plan.ini -o logs.sweep/result.h5 --quiet
must "the result was not completed" [ "$(bfsweep export logs.sweep/result.h5 runs --columns key --where status=ok | wc -l)" -eq 3 ]
