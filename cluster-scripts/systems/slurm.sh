# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Slurm (20.11 or newer). What each function has to do is said in jobs.sh and task.

system_programs="sbatch scontrol squeue scancel srun"

# An array's highest index is one less than MaxArraySize.
system_most_tasks() {
    scontrol show config | awk '$1 == "MaxArraySize" { print $3 }'
}

# The limit is asked for in whole minutes, rounded up, as Slurm reads it.
system_common() {
    command=(sbatch --parsable --job-name="$1" --nodes=1 --ntasks=1 --chdir="$cwd" --open-mode=append)
    [ -z "$partition" ] || command+=(--partition="$partition")
    [ -z "$account" ] || command+=(--account="$account")
    command+=(${more[@]+"${more[@]}"})
}

system_array() { # NAME JOB-SCRIPT COUNT AT-A-TIME
    system_common "$1"
    command+=(--array="0-$(($3 - 1))%$4" --cpus-per-task="$cpus" --time="$(((limit + 59) / 60))"
        --signal="USR1@$lead" --requeue --output="$dir/logs/%A_%a.out")
    [ -z "$mem" ] || command+=(--mem="$mem")
    command+=("$2")
}

# afterany, not afterok: after a task that failed, afterok would wait for ever; the merge itself sees what is
# missing and says so.
system_merge() { # NAME JOB-SCRIPT JOBS...
    local name=$1 job=$2 jobs
    shift 2
    jobs=$(IFS=: && echo "$*")
    system_common "$name"
    command+=(--dependency="afterany:$jobs" --kill-on-invalid-dep=yes --time="$(((merge_limit + 59) / 60))"
        --output="$dir/logs/merge.%j.out" "$job")
}

system_job_id() {
    printf '%s\n' "${1%%;*}"
}

# Errors after which the same call may succeed. It may even have succeeded: then system_find sees the job.
system_is_transient() {
    [[ $1 =~ (timed out|Unable to contact|temporarily|try again|Connection (refused|reset)|Transport|Zero Bytes) ]]
}
# %F is the id of the whole array; %A is another one for each task.
system_find() {
    squeue --me -h -o %F -n "$1" | sort -u | head -n 1
}

# Tasks of these jobs that are queued or running.
system_active() {
    local jobs
    jobs=$(IFS=, && echo "$*")
    squeue --me -h -r -o '%F %K' | awk -v jobs="$jobs" '
        BEGIN { n = split(jobs, list, ","); for (i = 1; i <= n; i++) known[list[i]] }
        $1 in known { print $1, $2 == "N/A" ? "" : $2 }'
}

# A job that is over and forgotten is no error.
system_cancel() {
    local output
    output=$(scancel -- "$@" 2>&1) || ! grep -v 'Invalid job id' <<<"$output" >&2
}

system_watch() {
    echo "squeue -r --jobs=$(IFS=, && echo "$*")"
}

# ---- Within a task ---------------------------------------------------------------------

system_task() {
    task_number=$SLURM_ARRAY_TASK_ID
    job_name=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
    node_name=${SLURMD_NODENAME:-$(hostname)}
    # srun does not take the number of processors from the job since Slurm 22.05. It runs the program itself, and
    # Slurm signals all that a step runs: the program gets each signal once, without a shell in between.
    launcher=(srun --nodes=1 --ntasks=1 --cpus-per-task="$cpus")
    passes_signals=no
}

# A job that is cancelled, or requeued by Slurm itself, is not to go on by us. One that has reached its limit is, though
# the signal ahead of it was lost. When Slurm does not answer, the merge may find it again.
system_goes_on() {
    local state
    state=$(scontrol -o show job "$job_name" 2>/dev/null | sed -n 's/.* JobState=\([A-Z]*\).*/\1/p')
    case $state in
    RUNNING) echo requeue ;;
    TIMEOUT | COMPLETING) [ "$took" -ge "$limit" ] && echo requeue || echo no ;;
    '') echo resume ;;
    *) echo no ;;
    esac
}

system_requeue() {
    scontrol requeue "$job_name"
}
