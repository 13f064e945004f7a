# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Flux (flux-core 0.56 or newer). What each function has to do is said in jobs.sh and task.
#
# Flux has no arrays: --cc submits a copy of the job for each index, and every copy is a job.

system_programs="flux"
export FLUX_F58_FORCE_ASCII=1 # ids that every terminal shows

# Each id is a word of the merge's dependencies; thousands still fit.
system_most_tasks() {
    echo
}

system_common() { # NAME SECONDS
    command=(flux submit --job-name="$1" --nslots=1 --time-limit="$2s" --cwd="$cwd")
    [ -z "$partition" ] || command+=(--queue="$partition")
    [ -z "$account" ] || command+=(--bank="$account")
    command+=(${more[@]+"${more[@]}"})
}

# There is no throttle: a queue has limits of its own.
system_array() { # NAME JOB-SCRIPT COUNT AT-A-TIME
    system_common "$1" "$limit"
    command+=(--cores-per-slot="$cpus" --signal="USR1@${lead}s" --cc="0-$(($3 - 1))" --output="$dir/logs/{{id}}.out" bash "$2")
}

system_merge() { # NAME JOB-SCRIPT JOBS...
    local name=$1 job=$2 each
    shift 2
    system_common "$name" "$merge_limit"
    for each in "$@"; do
        command+=(--dependency="afterany:$each")
    done
    command+=(--output="$dir/logs/merge.{{id}}.out" bash "$job")
}

system_job_id() {
    printf '%s\n' "$1"
}

system_is_transient() {
    [[ $1 =~ (Connection (refused|reset)|timed out|Resource temporarily unavailable|No route to host) ]]
}

# flux jobs lists a thousand, unless told otherwise.
system_find() { # in the order of their indices
    flux jobs -n -a --count=1000000 --name="$1" -o '{id.dec} {id.f58plain}' 2>/dev/null | sort -n | awk '{ print $2 }'
}

system_active() {
    flux jobs -n --count=1000000 --filter=pending,running -o '{id.f58plain}' | awk -v jobs="$*" '
        BEGIN { n = split(jobs, list, " "); for (i = 1; i <= n; i++) known[list[i]] }
        $1 in known { print $1, 0 }'
}

system_cancel() {
    local output
    output=$(flux cancel "$@" 2>&1) || ! grep -v 'inactive' <<<"$output" >&2
}

system_watch() {
    echo "flux jobs -a $*"
}

# ---- Within a task ---------------------------------------------------------------------

system_task() {
    task_number=$FLUX_JOB_CC
    job_name=${FLUX_JOB_ID}_$FLUX_JOB_CC
    node_name=$(hostname)
    launcher=()
    passes_signals=yes
}

system_goes_on() {
    echo resume
}
