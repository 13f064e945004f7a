# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# IBM Spectrum LSF (10.1). What each function has to do is said in jobs.sh and task.

system_programs="bsub bjobs bkill bparams"
reads_script=yes

# The highest index; indices begin at 1.
system_most_tasks() {
    bparams -a | awk '$1 == "MAX_JOB_ARRAY_SIZE" { n = $3 } END { print n ? n : 1000 }'
}

system_common() { # NAME SECONDS
    local minutes=$((($2 + 59) / 60))
    command=(bsub -J "$1" -W "$((minutes / 60)):$(printf %02d "$((minutes % 60))")" -cwd "$cwd")
    [ -z "$partition" ] || command+=(-q "$partition")
    [ -z "$account" ] || command+=(-P "$account")
    command+=(${more[@]+"${more[@]}"})
}

# -wa and -wt: a signal so many minutes ahead of the limit.
system_array() { # NAME JOB-SCRIPT COUNT AT-A-TIME
    system_common "$1[1-$3]%$4" "$limit"
    command+=(-n "$cpus" -R 'span[hosts=1]' -r -wa USR1 -wt "$(((lead + 59) / 60))" -o "$dir/logs/%J_%I.out")
    [ -z "$mem" ] || command+=(-M "$mem")
}

system_merge() { # NAME JOB-SCRIPT JOBS...
    local name=$1 condition="ended($3)"
    shift 3
    while [ "$#" -gt 0 ]; do
        condition+=" && ended($1)"
        shift
    done
    system_common "$name" "$merge_limit"
    command+=(-n 1 -w "$condition" -o "$dir/logs/merge.%J.out")
}

system_job_id() {
    sed -n 's/^Job <\([0-9]*\)> is submitted.*/\1/p' <<<"$1"
}

system_is_transient() {
    [[ $1 =~ (LIM is down|Batch daemon not responding|Failed in an LSF library call|timed out|Connection refused|temporarily|still trying) ]]
}
system_find() {
    local output
    if ! output=$(bjobs -a -noheader -o jobid -J "$1" 2>&1); then
        grep -q 'not found' <<<"$output"
        return
    fi
    head -n 1 <<<"$output"
}

system_active() {
    local output
    if ! output=$(bjobs -noheader -o 'jobid jobindex stat' "$@" 2>&1) && ! grep -q 'not found' <<<"$output"; then
        return 1
    fi
    awk '$1 ~ /^[0-9]+$/ && $3 ~ /^(PEND|PSUSP|RUN|USUSP|SSUSP|WAIT|PROV|UNKWN)$/ { print $1, ($2 > 0 ? $2 - 1 : 0) }' <<<"$output"
}

system_cancel() {
    local output
    output=$(bkill "$@" 2>&1) || ! grep -v 'already finished\|is being terminated\|No matching job' <<<"$output" >&2
}

system_watch() {
    echo "bjobs $*"
}

# ---- Within a task ---------------------------------------------------------------------

system_task() {
    task_number=$((LSB_JOBINDEX - 1))
    job_name=${LSB_JOBID}_$LSB_JOBINDEX
    node_name=$(hostname)
    launcher=()
    passes_signals=yes
}

system_goes_on() {
    echo resume
}
