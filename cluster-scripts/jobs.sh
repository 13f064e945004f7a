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
#     system_find NAME              prints the id of the job of that name, if there is one; fails when that cannot be found out
#     system_active J...            prints the tasks of these jobs that are queued or running: job, index from 0
#     system_cancel J..., system_watch J...
# and where `reads_script` is set, the command reads the script from its standard input.
# shellcheck source=cluster-scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

show_command() {
    local text input=
    printf -v text '%q ' "${command[@]}"
    text=${text//\\,/,}
    [ -z "${reads_script:-}" ] || printf -v input ' <%q' "$1"
    printf '%s\n' "${text% }$input"
}

# Sets `job` to what the batch system calls the job of that name, by what the command `said`, or by asking. A signal that meets
# all processes ends the one that looks for it, too: then again.
find_job() { # NAME
    job=$(print_job "$1" || true)
    if [ -z "$job" ] && [ -n "$interrupted" ]; then
        job=$(print_job "$1" || true)
    fi
}
print_job() {
    local found
    found=$(system_job_id "$said" || true)
    [ -n "$found" ] || found=$(system_find "$1" || true)
    printf '%s\n' "$found"
}

# ask_for_job NAME: sets `job` when the job is there. Fails when the batch system does not answer, asked again and again.
ask_for_job() {
    local wait=${BFSWEEP_RETRY_WAIT:-2} try
    for try in 1 2 3 4 5; do
        job=$(system_find "$1") && return
        [ -z "$interrupted" ] || break
        sleep "$wait" || true
        wait=$((2 * wait))
    done
    [ -n "$interrupted" ] || say "the batch system does not say whether it has the job $1: look for it, and cancel it"
    return 1
}

# submit_job NAME SCRIPT: runs `command`; sets `job`, when it fails as well, if the batch system has got one. An error
# that may pass is tried again, unless the job is there in spite of it, or nobody can say so.
submit_job() {
    local wait=${BFSWEEP_RETRY_WAIT:-2} try input=/dev/null errors=$dir/submissions/.errors
    job='' said='' asked=$1
    [ -z "${reads_script:-}" ] || input=$2
    for try in 1 2 3 4 5; do
        if said=$("${command[@]}" <"$input" 2>"$errors" 9>&-); then
            rm -f "$errors"
            find_job "$1"
            [ -n "$job" ] || say "no job id in what ${command[0]} said: $said"
            [ -n "$job" ]
            return
        fi
        if [ "$try" = 5 ] || [ -n "$interrupted" ] || ! system_is_transient "$(cat "$errors")"; then
            break
        fi
        say "${command[0]}: $(head -n 1 "$errors"); trying again"
        sleep "$wait" || true
        wait=$((2 * wait))
        ask_for_job "$1" || break
        [ -z "$job" ] || return 0
    done
    find_job "$1"
    [ -n "$interrupted" ] || say "${command[0]} failed: $(grep . "$errors" | head -n 3 | tr '\n' ' ')"
    rm -f "$errors"
    return 1
}

# The arrays of a submission and its merge, one `plan_job` after another: plan_job NAME SCRIPT, with `command` set.
for_each_job() {
    local tasks=$1 most per count arrays k=0
    if ! most=$(system_most_tasks) || ! [[ ${most:=$tasks} =~ ^[1-9][0-9]*$ ]]; then
        say "the largest array that the batch system takes cannot be found out: '$most'"
        return 1
    fi
    arrays=$(((tasks + most - 1) / most))
    per=$(((throttle + arrays - 1) / arrays))
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
        printf '%s %s %s\n' "$1" "$each" "$offset" >>"$folder/jobs" || return 1
        offset=$((offset + 1))
    done
}

# Until there is something to take back, who interrupts a script is told so.
say_interrupted() {
    trap 'say "interrupted; nothing was submitted"; exit 3' INT TERM HUP
}

# At the end of a script, however it came: a signal that meets bash while it reads a $(...) or starts a process may end the
# script in spite of the trap. Bash 5.2 understands no other $(...) after that, hence another process. A folder of a first submission is removed when nothing comes of it, unless the batch system has jobs of it.
leave() {
    local code=$?
    if [ -n "$submitting" ]; then
        code=3
        bash "$scripts/take-back" "$dir" "$number" "$script" "$asked" "$at" "$said"
    fi
    [ -z "$folder_is_ours" ] || [ -e "$dir/submissions/1/jobs" ] || rm -rf "$dir"
    exit "$code"
}
submitting='' folder_is_ours=''
trap leave EXIT

# Claims the next number: whoever comes first makes the folder.
claim_submission() {
    last_submission
    name_submission "$((last + 1))" "$(printf '%04x%04x' "$RANDOM" "$RANDOM")"
    mkdir "$folder" 2>/dev/null && return
    say "$folder cannot be made: somebody else submits, or nothing can be written there"
    return 1
}

# What the batch system took of a submission that is not to be is taken back.
take_back() {
    local why=${interrupted:+interrupted; }
    if [ "${#job_ids[@]}" -gt 0 ] && ! system_cancel "${job_ids[@]}"; then
        say "${why}the batch system has ${job_ids[*]}, and did not take them back; $dir/scripts/cancel $dir tries again"
        return
    fi
    rm -rf "$folder"
    say "${why}nothing was submitted"
}

# submit_tasks BY ID...: the next submission of the folder, of these shards, by hand or by itself. All of it is
# submitted, or nothing: who is interrupted meanwhile first comes to know what the batch system took. Fails with 3 when
# interrupted, 4 otherwise, and has said why.
submit_tasks() {
    local by=$1
    shift
    plan_job() {
        [ -z "$interrupted" ] || return 1
        whole_file "$job_script" <<<"#!/usr/bin/env bash"$'\n'"$job_text" || return 1
        submit_job "$1" "$job_script" || refused=yes
        [ -z "$job" ] || note_jobs "${1##*.}" "$at" || return 1
        asked='' job=''
        [ -z "$refused$interrupted" ] || return 1
        show_command "$job_script" >>"$folder/commands"
    }
    job_ids=() refused='' interrupted='' asked='' job='' said='' at=0
    trap 'interrupted=yes' INT TERM HUP
    claim_submission || return 4
    submitting=yes
    # Tasks may begin at once, and ask for these.
    if { [ "$by" = hand ] || : >"$folder/auto"; } && whole_file "$folder/tasks" <<<"$(printf '%s\n' "$@")" && for_each_job "$#"; then
        submitting=
        trap - INT TERM HUP
        return 0
    fi
    take_back
    submitting=
    trap - INT TERM HUP
    return "$([ -n "$interrupted" ] && echo 3 || echo 4)"
}
