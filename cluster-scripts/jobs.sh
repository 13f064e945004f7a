# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# From shards to jobs: what submit, resume and a merge that goes on by itself share.
#
# A batch system is a file of functions in systems/, of which these submit:
#     system_most_tasks             prints how many tasks an array may have; nothing: any number
#     system_array NAME SCRIPT N T  sets `command`: an array of N tasks, T at a time
#     system_merge NAME SCRIPT J... sets `command`: a job for when the jobs J have ended, in whatever way
#     system_job_id OUTPUT          prints the id in what the command has printed (ids, where each task is a job)
#     system_is_transient TEXT      whether the same call may succeed after this error
#     system_find NAME              prints the id of the job of that name, if there is one
#     system_active J...            prints the tasks of these jobs that are queued or running: job, index from 0
#     system_cancel J..., system_watch J...
# and where `reads_script` is set, the command reads the script from its standard input.
# shellcheck source=cluster-scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

show_command() {
    printf '%q ' "${command[@]}" | sed 's/\\,/,/g; s/ $//'
    [ -z "${reads_script:-}" ] || printf ' <%q' "$1"
    printf '\n'
}

# submit_job NAME SCRIPT: runs `command`; sets `job`. An error that may pass is tried again, unless the job is
# there in spite of it.
submit_job() {
    local wait=${BFSWEEP_RETRY_WAIT:-2} try input=/dev/null output errors
    [ -z "${reads_script:-}" ] || input=$2
    errors=$dir/submissions/.errors
    for try in 1 2 3 4 5; do
        if output=$("${command[@]}" <"$input" 2>"$errors"); then
            job=$(system_job_id "$output")
            [ -n "$job" ] || { say "no job id in what ${command[0]} said: $output"; return 1; }
            rm -f "$errors"
            return 0
        fi
        if [ "$try" = 5 ] || ! system_is_transient "$(cat "$errors")"; then
            break
        fi
        say "${command[0]}: $(head -n 1 "$errors"); trying again"
        sleep "$wait"
        wait=$((2 * wait))
        job=$(system_find "$1" || true)
        [ -z "$job" ] || return 0
    done
    say "${command[0]} failed: $(grep . "$errors" | head -n 3 | tr '\n' ' ')"
    rm -f "$errors"
    return 1
}

# The arrays of a submission and its merge, one `plan_job` after another: plan_job NAME SCRIPT, with `command` set.
for_each_job() {
    local tasks=$1 most per at count arrays k=0
    most=$(system_most_tasks)
    [ -n "$most" ] || most=$tasks
    if ! [[ $most =~ ^[1-9][0-9]*$ ]]; then
        say "the largest array cannot be found out: '$most'"
        return 1
    fi
    arrays=$(((tasks + most - 1) / most))
    per=$(((throttle + arrays - 1) / arrays))
    job_ids=()
    for ((at = 0; at < tasks; at += most)); do
        count=$((tasks - at < most ? tasks - at : most))
        k=$((k + 1))
        job_script=$folder/array.$k.sh
        job_text="exec bash $(printf '%q' "$dir/scripts/task") $(printf '%q' "$dir") $number $at"
        system_array "$job_title.$k" "$job_script" "$count" "$per"
        plan_job "$job_title.$k" || return 1
    done
    job_script=$folder/merge.sh
    job_text="exec bash $(printf '%q' "$dir/scripts/merge") $(printf '%q' "$dir") --submission $number"
    system_merge "$job_title.merge" "$job_script" "${job_ids[@]}"
    plan_job "$job_title.merge" || return 1
}

# Names tell submissions apart, so that a job can be found by its own.
name_submission() {
    number=$1
    folder=$dir/submissions/$number
    job_title=$(basename "${plan%.ini}" | tr -c 'A-Za-z0-9_.\n-' _)
    job_title=bf-${job_title:0:20}-$number-$2
}

# Where the tasks of an array are jobs of their own, `job` has an id for each.
note_jobs() { # ARRAY-OR-merge OFFSET
    local each offset=$2
    for each in $job; do
        job_ids+=("$each")
        printf '%s %s %s\n' "$1" "$each" "$offset" >>"$folder/jobs"
        offset=$((offset + 1))
    done
}

# submit_tasks ID...: the next submission of the folder, of these shards. When the batch system does not take all
# of it, what it took is taken back.
submit_tasks() {
    plan_job() {
        printf '#!/usr/bin/env bash\n%s\n' "$job_text" | whole_file "$job_script"
        submit_job "$1" "$job_script" || return 1
        note_jobs "${1##*.}" "$at"
        show_command "$job_script" >>"$folder/commands"
    }
    last_submission
    name_submission "$((last + 1))" "$(printf '%04x%04x' "$RANDOM" "$RANDOM")"
    mkdir -p "$folder"
    printf '%s\n' "$@" | whole_file "$folder/tasks"
    for_each_job "$#" && return
    [ "${#job_ids[@]}" -eq 0 ] || system_cancel "${job_ids[@]}" || say "cancel these by hand: ${job_ids[*]}"
    rm -rf "$folder"
    return 1
}
