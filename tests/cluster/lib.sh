# shellcheck shell=bash disable=SC2034 # variables for those who source this
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests of cluster-scripts share. A test is a script that says what it looks at, and fails at the first
# thing that is not so. Each works in a folder of its own; what tasks leave in $TMPDIR is a fault.
set -u
export LC_ALL=C
unset ARGP_HELP_FMT
binary=${BFSWEEP_BINARY:?the test is told which program to run}
name=$(basename "$0" .sh)
root=${BFSWEEP_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
scripts=$root/cluster-scripts
shared=${BFSWEEP_SHARED:-$root/../shared}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-cluster.XXXXXX")
mkdir "$work/bin" "$work/tmp" "$work/cwd"
export TMPDIR=$work/tmp
ln -s "$binary" "$work/bin/bfsweep"
export PATH=$work/bin:$PATH
cd "$work/cwd" || exit 1
clean_up() {
    rm -rf "$work"
}
trap clean_up EXIT

fail() {
    printf '%s: %s\n' "$name" "$*"
    exit 1
}

# must WHAT command...: the command succeeds, or the test fails with that text.
must() {
    local what=$1
    shift
    "$@" || fail "$what"
}

# Runs what is to end with the status given; its output is in $work/out and $work/err.
run() {
    local expected=$1 status=0
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    [ "$status" -eq "$expected" ] || fail "'$*' ended with $status, not $expected: $(cat "$work/out" "$work/err")"
}

# Runs what is to be refused: one line on standard error.
refuse() {
    run "$@"
    must "'$*' said: $(cat "$work/err")" [ "$(wc -l <"$work/err")" -eq 1 ]
    must "'$*' printed: $(cat "$work/out")" [ ! -s "$work/out" ]
}

says() {
    grep -q -- "$1" "$work/out" "$work/err" || fail "'$1' is not in: $(cat "$work/out" "$work/err")"
}

# A short sleep by the real clock, also where a test has a fast one.
nap() {
    env -u LD_PRELOAD sleep "$1"
}

# until_true SECONDS WHAT command...: waits for it.
until_true() {
    local tries=$(($1 * 5)) what=$2
    shift 2
    while ! "$@" 2>/dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail "in vain: $what"
        nap 0.2
    done
}

digest() {
    bfsweep digest "$1"
}

nothing_left() {
    must "something is left in the temporary folder: $(ls "$TMPDIR")" [ -z "$(ls -A "$TMPDIR")" ]
}

# The state of each shard as status sees it, in a line.
states() { # DIR
    bash -c '. "$1/lib.sh"; load_submission "$2"; list_states' status "$scripts" "$1" | cut -f 3 | sort | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }'
}
