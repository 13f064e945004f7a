# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# OpenPBS and PBS Professional (2020 or newer). What each function has to do is said in jobs.sh and task.

system_programs="qsub qstat qdel"

# No attribute: the server's default.
system_most_tasks() {
    qstat -Bf | awk '$1 == "max_array_size" { n = $3 } END { print n ? n : 10000 }'
}

system_common() { # NAME SECONDS CPUS
    local chunk="select=1:ncpus=$3"
    [ -z "$mem" ] || [ "$1" != "${1%.merge}" ] || chunk+=":mem=$mem"
    command=(qsub -N "${1:0:200}" -l "$chunk" -l "walltime=$(printf '%d:%02d:%02d' "$(($2 / 3600))" "$(($2 / 60 % 60))" "$(($2 % 60))")"
        -j oe -o "$dir/logs/")
    [ -z "$partition" ] || command+=(-q "$partition")
    [ -z "$account" ] || command+=(-A "$account")
    command+=(${more[@]+"${more[@]}"})
}

# An array has two tasks at least. There is no signal ahead of the limit: the time budget has to do.
system_array() { # NAME JOB-SCRIPT COUNT AT-A-TIME
    system_common "$1" "$limit" "$cpus"
    if [ "$3" -gt 1 ]; then
        command+=(-r y -J "0-$(($3 - 1))%$4")
    else
        command+=(-r y -v BFSWEEP_TASK=0)
    fi
    command+=("$2")
}

system_merge() { # NAME JOB-SCRIPT JOBS...
    local name=$1 job=$2 jobs
    shift 2
    jobs=$(IFS=: && echo "$*")
    system_common "$name" "$merge_limit" 1
    command+=(-W "depend=afterany:$jobs" "$job")
}

system_job_id() {
    [[ $1 =~ ^[0-9]+(\[\])?[A-Za-z0-9._-]*$ ]] && printf '%s\n' "$1"
}

system_is_transient() {
    [[ $1 =~ (timed out|cannot connect|Connection (refused|reset)|Communication failure|temporarily|try again|busy) ]]
}
system_find() {
    qselect -N "$1" 2>/dev/null | head -n 1
}

# A job that is over and forgotten is no error.
system_active() {
    local output
    if ! output=$(qstat -t "$@" 2>&1) && ! grep -q 'Unknown Job Id\|has finished' <<<"$output"; then
        return 1
    fi
    awk -v jobs="$*" '
        BEGIN { n = split(jobs, list, " "); for (i = 1; i <= n; i++) { split(list[i], part, /[][.]/); known[part[1]] = list[i] } }
        $1 ~ /^[0-9]+/ && $5 !~ /^[XFE]$/ {
            split($1, part, /[][.]/)
            if (!(part[1] in known)) next
            if ($1 ~ /^[0-9]+\[[0-9]+\]/) print known[part[1]], part[2]
            else if ($1 !~ /\[\]/) print known[part[1]], 0
        }' <<<"$output"
}

# What has ended already cannot be deleted, and need not.
system_cancel() {
    local output
    output=$(qdel "$@" 2>&1) || ! grep -v 'Unknown Job Id\|has finished' <<<"$output" >&2
}

system_watch() {
    echo "qstat -t $*"
}

# ---- Within a task ---------------------------------------------------------------------

system_task() {
    task_number=${PBS_ARRAY_INDEX:-$BFSWEEP_TASK}
    job_name=$PBS_JOBID
    node_name=$(hostname)
    launcher=()
    passes_signals=yes
}

# A user cannot requeue a task.
system_goes_on() {
    echo resume
}
