#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# OpenPBS, LSF and Flux by stand-ins: what is asserted is what their manuals say of arrays, limits and dependencies. And
# of all scripts: --help, and that wrong use is refused in one line.
# shellcheck source=tests/cluster/stand_ins.sh
. "$(dirname "$0")/stand_ins.sh"

# ---- OpenPBS

pbs_stand_ins 3
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
run 0 "$scripts/status" pbs
says '^left  *about 0 s$'
run 0 "$scripts/cancel" pbs
says 'nothing was left to cancel'
must "it cancelled what was over" [ "$(grep -c '^qdel' "$calls")" -eq 0 ]
run 0 "$scripts/submit-pbs" plan.ini --shards 5 -o back
run 0 "$scripts/cancel" back
called '^qdel 106\[\].server 107\[\].server 108.server$'
rm "$QUEUE"/*

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
cp "$work/bin/good-qsub" "$work/bin/qsub"

# ---- How many shards, when nobody says; where; how long

ls -A >"$work/before"
run 0 "$scripts/submit-pbs" plan.ini -o unasked
says ' 1 shards of '
must "shards: $(cat unasked/shards.tsv)" [ "$(cut -f 2 unasked/shards.tsv)" = 1/1 ]
check unasked
run 0 "$scripts/submit-pbs" plan.ini --shard-time 10m --factor 100000000 --dry-run
says ' 40 shards of '
run 0 "$scripts/submit-pbs" plan.ini --shard-time 10s --factor 2000 --dry-run
says ' \([2-9]\|[1-3][0-9]\) shards of '
run 0 "$scripts/submit-pbs" plan.ini -o 'no such/../dotted//' --dry-run
says ' [^ ]*/cwd/dotted/submissions/1/array.1.sh'
rm -r unasked
must "something new is left: $(ls -A)" [ "$(ls -A)" = "$(cat "$work/before")" ]

# budget SECONDS DIR [OPTION...]: what resume makes of it.
budget() {
    local expected=$1
    shift
    rm -f "$QUEUE"/*
    run 0 "$scripts/resume" "$@"
    must "the budget is not $expected after $*: $(grep 'limit\|budget' "$1/settings")" grep -qx "budget=$expected" "$1/settings"
}
run 0 "$scripts/submit-pbs" plan.ini --shards 1 --time-budget 30m -o chosen
budget 1800 chosen --time 1h
budget 1800 chosen --mem 4gb
budget 480 chosen --time=10m
run 0 "$scripts/submit-pbs" plan.ini --shards 1 --time-budget none -o without
budget none without --time 1h
run 0 "$scripts/submit-pbs" plan.ini --shards 1 -o derived
budget 3480 derived --time=1h
budget 10680 derived --time 3h
rm "$QUEUE"/*

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
run 0 "$scripts/submit-flux" plan.ini --shards 3 -o flux-back
run 0 "$scripts/cancel" flux-back
called '^flux cancel f5 f6 f7 f8$'
rm "$QUEUE"/*
bash -c '. "$1/lib.sh"; . "$1/systems/flux.sh"; system_active f1 f2 f3' x "$scripts" >"$work/out" || fail "system_active of flux"
must "flux: active tasks: $(cat "$work/out")" [ "$(cat "$work/out")" = "f2 0" ]

# ---- Help, and wrong use

for each in submit-slurm submit-pbs submit-lsf submit-flux submit-local status resume cancel merge task take-back; do
    run 0 "$scripts/$each" --help
    says "^Usage: $each"
    must "$each --help writes on standard error" [ ! -s "$work/err" ]
    run 0 "$scripts/$each" pbs --help
    says "^Usage: $each"
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
mkdir killed
: >killed/.lock
refuse 1 "$scripts/submit-pbs" plan.ini -o killed
says 'remove the folder'
refuse 2 "$scripts/resume" killed
says 'remove the folder'
refuse 1 env status=0 "$scripts/submit-pbs" none.ini
cp -r "$scripts" "$work/elsewhere"
(cd "$work" && run 0 env CDPATH="$work" elsewhere/submit-pbs "$work/cwd/plan.ini" --dry-run) || exit 1
rm "$work/bin/bfsweep"
refuse 2 "$work/elsewhere/submit-pbs" plan.ini
says 'no bfsweep on PATH; build it, or give --program'
ln -s "$binary" "$work/bin/bfsweep"
printf '[axes]\ntrace = a.swf\npolicy = esay\n' >wrong.ini
refuse 2 "$scripts/submit-pbs" wrong.ini
must "something was left by a refusal" [ ! -e wrong.sweep ]
nothing_left
