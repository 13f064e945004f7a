# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What all scripts of this folder share: messages, numbers, and the folder of a submission. Needs bash 4.4
# and awk. A script sets `usage` and sources this.
#
#     DIR/plan.ini, settings     what is to be done, and how
#     DIR/shards.tsv             a shard a line: id, share of the plan, runs, predicted seconds of one core
#     DIR/scripts/               these scripts as they were when the plan was submitted
#     DIR/submissions/N/         tasks (ids, a line each), jobs (of the batch system), auto (submitted by a merge, not
#                                by hand), cancelled (by `cancel`), ended (its tasks are over)
#     DIR/shards/ID/             events (a line when an attempt begins, one when it ends), alive (when, and
#                                runs done), part.h5 (whole), part.h5.segments (what has finished until then)
#     DIR/logs/, result.h5
#     DIR/.lock                  locked by whoever submits or cancels
#
# An event is: time, start or end, submission, job, node; an end also has status=, took=, left= and next=
# (requeue: the batch system runs it again, resume: the merge shall, no). An attempt has one of each. An event `refused`
# takes the next= of the end before it back: the batch system would not run it again.
# Files take their names when they are whole; events are appended by the shard's own task alone.
set -euo pipefail
export LC_ALL=C
unset CDPATH # cd would print where it has gone
status=1     # of `fail`, unless a script says otherwise

script=$(basename "$0")
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# ---- Messages --------------------------------------------------------------------------

# Ends the script: refuse for wrong use, fail for anything else.
refuse() {
    printf '%s: %s; %s --help says more\n' "$script" "$*" "$script" >&2
    exit 2
}
fail() {
    printf '%s: %s\n' "$script" "$*" >&2
    exit "$status"
}
say() {
    printf '%s: %s\n' "$script" "$*" >&2
}

help_wanted() {
    local each
    for each in "$@"; do
        case $each in
        --help | -h)
            printf '%s\n' "$usage"
            exit 0
            ;;
        esac
    done
}

# ---- Numbers and times -----------------------------------------------------------------

# whole WHAT TEXT LEAST: refuses what is no whole number of at least LEAST.
whole() {
    if ! [[ $2 =~ ^(0|[1-9][0-9]{0,8})$ ]] || [ "$2" -lt "$3" ]; then
        refuse "$1 takes a whole number from $3 on, found '$2'"
    fi
}

# to_seconds WHAT TEXT: sets `seconds`. A number alone is refused: some batch systems take it for minutes,
# others for seconds.
to_seconds() {
    local rest=$2 unit
    seconds=0
    if [[ $rest =~ ^(([0-9]{1,4})-)?([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])$ ]]; then
        seconds=$((10#${BASH_REMATCH[2]:-0} * 86400 + 10#${BASH_REMATCH[3]} * 3600 +
            10#${BASH_REMATCH[4]} * 60 + 10#${BASH_REMATCH[5]}))
        rest=
    fi
    while [[ $rest =~ ^([0-9]{1,6})([dhms])(.*)$ ]]; do
        case ${BASH_REMATCH[2]} in d) unit=86400 ;; h) unit=3600 ;; m) unit=60 ;; *) unit=1 ;; esac
        seconds=$((seconds + 10#${BASH_REMATCH[1]} * unit))
        rest=${BASH_REMATCH[3]}
    done
    if [ -n "$rest" ] || [ "$seconds" -eq 0 ]; then
        refuse "$1 takes a time such as 45m, 3h50m or 1:30:00, found '$2'"
    fi
}

# The time: sets `now`.
clock() {
    printf -v now '%(%s)T' -1
}

# Seconds in words.
in_words() {
    awk -v s="$1" 'BEGIN {
        if (s < 120) printf "%.3g s", s
        else if (s < 7200) printf "%.0f min", s / 60
        else if (s < 172800) printf "%.1f h", s / 3600
        else printf "%.1f days", s / 86400 }'
}

# ---- Files -----------------------------------------------------------------------------

# whole_file PATH: standard input becomes that file. Fails, also where `set -e` does not hold, when it could not be written.
whole_file() {
    local part
    part=$(dirname "$1")/.$(basename "$1").$$.part
    if cat >"$part" && mv -f "$part" "$1"; then
        return 0
    fi
    rm -f "$part"
    return 1
}

# ---- A submission ----------------------------------------------------------------------

# Whether a submission began there, and was killed before it had written its settings (or is about to write them).
is_half_made() {
    [ -e "$1/.lock" ] && [ ! -e "$1/settings" ]
}

# The program has no business with our input, which may be a list that is being read.
call_program() {
    "${program[@]}" "$@" </dev/null
}

# Reads the settings of DIR into variables, and the functions of its batch system.
load_submission() {
    [ -d "$1" ] || refuse "$1: there is no such folder"
    ! is_half_made "$1" || refuse "$1: has no settings; the submission that made it was killed: remove the folder, and submit again"
    [ -e "$1/settings" ] || refuse "$1: is no folder of a submission (it has no settings)"
    dir=$(cd "$1" && pwd)
    # shellcheck disable=SC1091
    . "$dir/settings"
    case $system in
    slurm | pbs | lsf | flux | local) ;;
    *) fail "$dir/settings: unknown batch system '$system'" ;;
    esac
    # shellcheck source=cluster-scripts/systems/slurm.sh
    . "$scripts/systems/$system.sh"
}

# One at a time: who submits or cancels keeps the others out until its end, by descriptor 9, which what it starts must
# not inherit. Where the file system has no locks, that submissions claim their numbers has to do.
lock_submission() {
    take_lock 10 || { status=4 fail "$dir: another resume, cancel or merge is at work there; try again when it is done"; }
}

# take_lock SECONDS: fails when somebody else has it that long.
take_lock() {
    local answer=0
    { exec 9>>"$dir/.lock"; } 2>/dev/null || { status=4 fail "$dir: cannot be written"; }
    flock -w "${BFSWEEP_LOCK_WAIT:-$1}" -E 75 9 2>/dev/null || answer=$?
    [ "$answer" -ne 75 ]
}

# Number of the last submission of the folder; 0: none.
last_submission() {
    local path
    last=0
    for path in "$dir"/submissions/*/; do
        path=${path%/}
        path=${path##*/}
        if [[ $path =~ ^[0-9]+$ ]] && [ "$path" -gt "$last" ]; then
            last=$path
        fi
    done
}

# All jobs of the batch system that the folder knows of, newest last.
all_jobs() {
    local n
    last_submission
    for ((n = 1; n <= last; n++)); do
        [ ! -e "$dir/submissions/$n/jobs" ] || awk '{ print $2 }' "$dir/submissions/$n/jobs"
    done
}

# The state of each shard from files alone, tab-separated:
#     id share state runs predicted done attempts killed took job node next
# done is in runs, took in seconds of all its attempts that ended. States:
#     done      its part is there, all runs are ok          failed   the program could not do it
#     bad       its part is there, some runs have failed    killed   its last attempt was, or its node died
#     running   it said so within the last minutes          missing  no attempt, and its submission is over
#     waiting   submitted, and not begun (again) yet        stopped  incomplete, and its submission is over
list_states() {
    clock
    local n
    last_submission
    {
        for ((n = 1; n <= last; n++)); do
            [ ! -e "$dir/submissions/$n/tasks" ] || sed "s/^/T $n /" "$dir/submissions/$n/tasks"
            [ ! -e "$dir/submissions/$n/ended" ] || echo "M $n"
        done
        cd "$dir/shards" 2>/dev/null || exit 0
        find . -mindepth 2 -maxdepth 2 -name part.h5 | sed 's|^\./|P |; s|/part.h5$||'
        find . -mindepth 2 -maxdepth 2 -name events -exec awk '{ print "E", FILENAME, $0 }' {} + | sed 's|^E \./|E |; s|/events||'
        find . -mindepth 2 -maxdepth 2 -name alive -exec awk '{ print "A", FILENAME, $0 }' {} + | sed 's|^A \./|A |; s|/alive||'
    } | awk -v now="$now" -v fresh="$((4 * beat + 30))" -v OFS='\t' '
        NR == FNR { order[++count] = $1; share[$1] = $2; runs[$1] = $3; cost[$1] = $4; next }
        $1 == "T" { listed[$3] = $2 }
        $1 == "M" { ended[$2] }
        $1 == "P" { part[$2] }
        $1 == "A" { alive[$2] = $3; progress[$2] = $4 }
        $1 == "E" { event($2, $3, $4, $5, $6, $7) }
        function event(id, time, word, submission, job, node, i, pair) {
            if (word == "start") {
                killed[id] += begun[id]
                attempts[id]++
                begun[id] = 1
                started[id] = time
            } else {
                for (i = 8; i <= NF; i++) {
                    split($i, pair, "=")
                    if (pair[2] != "-") value[id, pair[1]] = pair[2]
                }
                if (word != "end") return
                if (value[id, "status"] >= 128) killed[id]++
                begun[id] = 0
                took[id] += value[id, "took"]
            }
            word_of[id] = word; within[id] = submission; job_of[id] = job; node_of[id] = node
        }
        function state(id, again, status) {
            again = listed[id] > within[id] || (word_of[id] == "end" && value[id, "next"] == "requeue")
            if (word_of[id] == "start" && !(within[id] in ended) && (now - alive[id] <= fresh || now - started[id] <= fresh)) return "running"
            if (again && !(listed[id] in ended)) return "waiting"
            if (!attempts[id]) return "missing"
            if (word_of[id] == "start") return "killed"
            status = value[id, "status"]
            if (status == 0 && id in part) return "done"
            if (status == 1 && id in part) return "bad"
            if (status == 3 || value[id, "next"] == "resume") return listed[id] in ended ? "stopped" : "waiting"
            return status >= 128 ? "killed" : "failed"
        }
        function finished(id, what, left) {
            if (what == "done" || what == "bad") return runs[id]
            if (what == "running" && progress[id] != "") return progress[id]
            left = value[id, "left"] == "" ? 0 : runs[id] - value[id, "left"]
            return what == "killed" && progress[id] > left ? progress[id] + 0 : left # that much was saved
        }
        END {
            for (i = 1; i <= count; i++) {
                id = order[i]
                what = state(id)
                print id, share[id], what, runs[id], cost[id], finished(id, what), attempts[id] + 0,
                    killed[id] + (what == "killed" && word_of[id] == "start"), took[id] + 0,
                    job_of[id] == "" ? "-" : job_of[id], node_of[id] == "" ? "-" : node_of[id],
                    value[id, "next"] == "" ? "no" : value[id, "next"]
            }
        }' "$dir/shards.tsv" -
}

# Whether result.h5 holds the parts as `states` has them: an older one stays where it is until the next merge.
result_is_current() {
    [ -e "$dir/result.h5" ] || return 1
    awk -F '\t' '$3 != "done" && $3 != "bad" { n++ } END { exit n > 0 }' <<<"$states" || return 1
    [ -z "$(find "$dir/shards" -mindepth 2 -maxdepth 2 -name part.h5 -newer "$dir/result.h5")" ]
}
