# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: GPL-3.0-or-later
#
# From a plan to a first submission. A script submit-SYSTEM sets `system` and sources this.
# shellcheck source=cluster-scripts/jobs.sh
. "$(dirname "${BASH_SOURCE[0]}")/jobs.sh"
# shellcheck source=cluster-scripts/systems/slurm.sh
. "$scripts/systems/$system.sh"

usage="Usage: $script PLAN.ini [options]

Submits a sweep as an array of shards of equal predicted cost, and a job that merges them when all have ended.

  -o, --dir DIR          folder of the submission: its state, logs and result (default: PLAN.sweep)
      --shards N         divide the plan into N shards (default: as many as --shard-time wants)
      --shard-time T     how long a shard is to take (default 1h, or half of --time)
      --factor F         core seconds here for a predicted one (default 1; 'status' tells what was seen)
      --time T           time limit of a task: 45m, 3h50m, 1:30:00 (default 2h)
      --lead T           be told to stop that long before the limit (default 2m, or a quarter of --time)
      --time-budget T    what a task allows itself (default: the limit less the lead; none: no budget)
      --cpus C           threads of a task (default 1)
      --mem SIZE         memory of a task, in the batch system's own words
      --partition P      partition or queue
      --account A        account or project
      --throttle N       at most N tasks at a time (default 50)
      --requeues N       a shard that was stopped goes on by itself, at most N times (default 10)
      --merge-time T     time limit of the merge (default 30m)
      --scratch DIR      write there first, on the node: a folder, auto, or none (default auto)
      --program COMMAND  the program: its path, or words that start it, in a container perhaps (default: bfsweep)
      --option WORD      hand WORD to the batch system as well; may be repeated
      --dry-run          print the exact calls, and submit nothing

Exit status: 0 submitted, 1 the plan is bad, 2 wrong use, 3 interrupted, 4 the batch system would not take it."

# ---- Options ---------------------------------------------------------------------------

set_defaults() {
    plan='' dir='' shards='' shard_time='' factor=1 limit=7200 lead='' budget='' cpus=1 mem='' partition='' account=''
    throttle=50 requeues=10 merge_limit=1800 scratch=auto program=() more=() dry_run=no beat=${BFSWEEP_BEAT:-15}
}

# The whole of it may be the name of a file, blanks and all. Otherwise it is words.
take_program() {
    if type -P "$1" >/dev/null; then
        program=("$1")
    else
        read -ra program <<<"$1"
        [ "${#program[@]}" -gt 0 ] || refuse "--program: its value is empty"
    fi
}

take_option() { # NAME VALUE
    case $1 in
    --shards) whole "$1" "$2" 1; shards=$2 ;;
    --shard-time) to_seconds "$1" "$2"; shard_time=$seconds ;;
    --factor) [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ && $2 =~ [1-9] ]] || refuse "$1 takes a number above 0, found '$2'"; factor=$2 ;;
    --time) to_seconds "$1" "$2"; limit=$seconds ;;
    --lead) to_seconds "$1" "$2"; lead=$seconds ;;
    --time-budget) [ "$2" = none ] || { to_seconds "$1" "$2"; set -- "$1" "$seconds"; }; budget=$2 ;;
    --cpus) whole "$1" "$2" 1; cpus=$2 ;;
    --mem) mem=$2 ;;
    --partition) partition=$2 ;;
    --account) account=$2 ;;
    --throttle) whole "$1" "$2" 1; throttle=$2 ;;
    --requeues) whole "$1" "$2" 0; requeues=$2 ;;
    --merge-time) to_seconds "$1" "$2"; merge_limit=$seconds ;;
    --scratch) scratch=$2 ;;
    --program) take_program "$2" ;;
    --option) more+=("$2") ;;
    -o | --dir) dir=$2 ;;
    *) refuse "there is no option '$1'" ;;
    esac
}

read_options() {
    local name value
    while [ "$#" -gt 0 ]; do
        name=$1
        shift
        case $name in
        --help | -h) help_wanted "$name" ;;
        --dry-run) dry_run=yes; continue ;;
        --*=*) value=${name#*=} name=${name%%=*} ;;
        -?*)
            [ "$#" -gt 0 ] || refuse "$name: there is no such option, or its value is missing"
            value=$1
            shift
            ;;
        *)
            [ -z "$plan" ] || refuse "one plan at a time: found '$plan' and '$name'"
            plan=$name
            continue
            ;;
        esac
        [ -n "$value" ] || refuse "$name: its value is empty"
        take_option "$name" "$value"
    done
}

check_options() {
    [ -n "$plan" ] || refuse "the plan is missing"
    [[ $plan == *.ini ]] || refuse "the name of a plan ends in .ini, found '$plan'"
    [ -r "$plan" ] || fail "$plan: cannot be read"
    [ -n "$dir" ] || dir=${plan%.ini}.sweep
    dir=$(realpath -ms -- "$dir") # links stay: nodes may know the folder by no other name
    [[ $dir =~ ^[A-Za-z0-9_./+-]+$ ]] ||
        refuse "batch systems want names of plain letters, digits and _./+- : name another folder by -o, found '$dir'"
    if is_half_made "$dir"; then
        fail "$dir: is there already, without settings; when no submission is at work there, one was killed: remove the folder"
    fi
    [ ! -e "$dir" ] || fail "$dir: is there already; 'resume' goes on with it, -o names another"
    [ "$limit" -ge 60 ] || refuse "--time is at least 1m"
    [ -n "$lead" ] || lead=$((limit / 4 < 120 ? limit / 4 : 120))
    [ "$lead" -lt "$limit" ] || refuse "--lead is shorter than --time"
    [ -n "$budget" ] || [ -z "${system_has_no_limit:-}" ] || budget=none
    [ -n "$budget" ] || budget=$((limit - lead))
    [ -n "$shard_time" ] || shard_time=$((limit / 2 < 3600 ? limit / 2 : 3600))
    cwd=$PWD
}

# What is to be called must be there: looked for here, rather than in a hundred tasks.
find_programs() {
    local each path
    # shellcheck disable=SC2154 # of systems/
    for each in $system_programs; do
        command -v "$each" >/dev/null || { status=4 fail "there is no $each here; is this a login node?"; }
    done
    if [ "${#program[@]}" -eq 0 ]; then
        program=("$(type -P bfsweep || type -P "$scripts/../build/release/engine/cli/bfsweep")") ||
            refuse "there is no bfsweep on PATH; build it, or give --program"
    fi
    path=$(type -P "${program[0]}") || refuse "--program: there is no '${program[0]}'"
    case $path in /*) ;; *) path=$PWD/$path ;; esac
    program[0]=$path
    call_program --version >/dev/null || fail "'${program[*]} --version' failed"
}

# ---- Shards ----------------------------------------------------------------------------

# The table of `bfsweep sweep --shares N`; its errors are the user's.
list_shares() {
    call_program sweep "$plan" --shares "$1" --quiet || exit "$?"
}

# Sets runs, predicted and dearest (s of one core) of all of the plan, and `shards` where it was not given.
choose_shards() {
    local table
    table=$(list_shares 1)
    IFS=, read -r _ runs predicted dearest expect <<<"${table##*$'\n'}"
    if [ -z "$shards" ]; then
        shards=$(awk -v all="$predicted" -v factor="$factor" -v want="$((shard_time * cpus))" -v runs="$runs" 'BEGIN {
            n = int(all * factor / want) + 1
            if (n > runs) n = runs
            print (n > 10000 ? 10000 : n) }')
    fi
    [ "$shards" -le "$runs" ] || refuse "--shards $shards: the plan has only $runs runs"
    [ "$shards" -le 10000 ] || refuse "--shards: 10000 at most"
}

describe_shards() {
    say "$runs runs, predicted $(in_words "$predicted") of one core; $shards shards of $(in_words "$(awk \
        -v all="$predicted" -v f="$factor" -v n="$((shards * cpus))" 'BEGIN { print all * f / n }')" )"
    if [ "$budget" != none ] && awk -v d="$dearest" -v f="$factor" -v b="$budget" 'BEGIN { exit !(d * f > b) }'; then
        say "warning: the longest run is predicted to take $(in_words "$dearest"), more than a task may"
    fi
}

# shards.tsv from the table of shares.
shard_table() {
    list_shares "$shards" | awk -F, -v OFS='\t' 'NR > 1 && $2 > 0 { sub("/.*", "", $1); print $1, $1 "/" n, $2, $3 }' n="$shards"
}

# ---- The folder ------------------------------------------------------------------------

write_list() { # NAME WORD...
    printf '%s=(' "$1"
    shift
    [ "$#" -eq 0 ] || printf '%q ' "$@"
    printf ')\n'
}

write_settings() {
    local name
    for name in system plan cwd expect factor limit lead budget cpus mem partition account throttle requeues \
        merge_limit scratch beat; do
        printf '%s=%q\n' "$name" "${!name}"
    done
    write_list program "${program[@]}"
    write_list more ${more[@]+"${more[@]}"}
}

# The folder is whose who makes it. It is removed again when nothing comes of it, unless the batch system has jobs of it.
claim_folder() {
    mkdir -p "$(dirname "$dir")"
    mkdir "$dir" 2>/dev/null || fail "$dir: cannot be made: somebody else submits, or nothing can be written there"
    folder_is_ours=yes
    lock_submission
}

fill_folder() {
    mkdir "$dir/shards" "$dir/logs" "$dir/submissions"
    cp "$plan" "$dir/plan.ini"
    cp -r "$scripts" "$dir/scripts"
    shard_table >"$dir/shards.tsv"
    write_settings | whole_file "$dir/settings"
}

# ---- All of it -------------------------------------------------------------------------

show_jobs() {
    plan_job() {
        show_command "$job_script"
        job_ids+=("JOB$((${#job_ids[@]} + 1))")
    }
    job_ids=()
    name_submission 1 dry-run
    for_each_job "$shards" || exit 4 # it has said why
}

tell_how() {
    say "submitted as ${job_ids[*]}; the last is the merge"
    printf 'watch:   %s/scripts/status %s\n         %s\n' "$dir" "$dir" "$(system_watch "${job_ids[@]}")"
    printf 'resume:  %s/scripts/resume %s\ncancel:  %s/scripts/cancel %s\n' "$dir" "$dir" "$dir" "$dir"
    printf 'result:  %s/result.h5\n' "$dir"
}

submit() {
    say_interrupted
    set_defaults
    read_options "$@"
    check_options
    find_programs
    choose_shards
    describe_shards
    if [ "$dry_run" = yes ]; then
        show_jobs
        return
    fi
    claim_folder
    fill_folder
    mapfile -t ids < <(cut -f 1 "$dir/shards.tsv")
    [ "${#ids[@]}" -gt 0 ] || fail "the shards cannot be listed"
    submit_tasks hand "${ids[@]}" || exit "$?"
    tell_how
}
