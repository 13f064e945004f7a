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

# Jobs are taken without errors; what an interrupted call printed is their id.
system_find() {
    :
}

# A job is the first process of a session, and when it began: process ids are used again.
leader_lives() {
    [ "$(sed 's/.*) //' "/proc/${1%:*}/stat" 2>/dev/null | awk '$1 != "Z" { print $20 }')" = "${1#*:}" ]
}

# What it has started carries its name in the environment, and may outlive it.
followers() {
    grep -lzxFs "BFSWEEP_JOB=$1" /proc/[0-9]*/environ | sed 's|/proc/||; s|/.*||' || true
}

system_lives() {
    leader_lives "$1" || [ -n "$(followers "$1")" ]
}

system_active() {
    local each
    for each in "$@"; do
        ! system_lives "$each" || echo "$each"
    done
}

# signal_jobs NAME J...: the first process hands signals on; without one all get them. KILL cannot be handed on.
signal_jobs() {
    local name=$1 each processes
    shift
    for each in "$@"; do
        processes=
        ! leader_lives "$each" || processes=${each%:*}
        [ -n "$processes" ] && [ "$name" != KILL ] || processes+=" $(followers "$each")"
        # shellcheck disable=SC2086 # words
        [ -z "${processes// /}" ] || kill -s "$name" $processes 2>/dev/null || true
    done
}

# await_end TENTHS J...: whether all of them are gone in time.
await_end() {
    local tries=$1
    shift
    while [ -n "$(system_active "$@")" ]; do
        [ "$tries" -gt 0 ] || return 1
        tries=$((tries - 1))
        sleep 0.1
    done
}

# A program has five seconds to stop, and writes what it has.
system_cancel() {
    signal_jobs TERM "$@"
    await_end 150 "$@" && return
    signal_jobs KILL "$@"
    await_end 20 "$@"
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
