# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No batch system: processes of this machine, by GNU parallel where it is installed. systems/local-run stands in for
# one. What each function has to do is said in jobs.sh and task.

system_programs="setsid"
system_has_no_limit=yes

system_most_tasks() {
    echo
}

system_array() { # NAME JOB-SCRIPT COUNT AT-A-TIME
    local at_a_time=$4 most
    most=$(($(nproc) / cpus))
    [ "$most" -ge 1 ] || most=1
    [ "$at_a_time" -le "$most" ] || at_a_time=$most
    command=(bash "$dir/scripts/systems/local-run" array "$2" "$3" "$at_a_time" "$dir/logs")
}

system_merge() { # NAME JOB-SCRIPT JOBS...
    local job=$2
    shift 2
    command=(bash "$dir/scripts/systems/local-run" merge "$job" "$dir/logs" "$@")
}

system_job_id() {
    printf '%s\n' "$1"
}

system_is_transient() {
    return 1
}

# A job is the first process of a session, and when it began: process ids are used again.
system_lives() {
    [ "$(sed 's/.*) //' "/proc/${1%:*}/stat" 2>/dev/null | awk '$1 != "Z" { print $20 }')" = "${1#*:}" ]
}

system_active() {
    local each
    for each in "$@"; do
        ! system_lives "$each" || echo "$each"
    done
}

# A program has five seconds to stop, and writes what it has.
system_cancel() {
    local each try
    for each in "$@"; do
        ! system_lives "$each" || kill -TERM "${each%:*}" 2>/dev/null || true
    done
    for try in {1..150}; do
        [ -n "$(system_active "$@")" ] || return 0
        sleep 0.1
    done
    for each in "$@"; do
        ! system_lives "$each" || kill -KILL -- "-${each%:*}" 2>/dev/null || true
    done
}

system_watch() {
    echo "tail -f $dir/logs/*"
}

# ---- Within a task ---------------------------------------------------------------------

system_task() {
    task_number=$BFSWEEP_TASK
    job_name=${BFSWEEP_JOB}_$BFSWEEP_TASK
    node_name=$(hostname)
    launcher=()
    passes_signals=yes
}

system_goes_on() {
    echo resume
}
