# shellcheck shell=bash disable=SC2034 # variables for those who source this
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests of the command line share. A test is a script test_*.sh that runs the program by the
# functions below in a temporary directory of its own; what they print is a transcript:
#
#     $ bfsweep run missing.swf
#     2| bfsweep: missing.swf: cannot be opened: No such file or directory
#     = 1
#
# (`2|` marks standard error, `=` the exit status). At its end the script compares the transcript with
# test_*.expected beside it; BFSWEEP_REWRITE=1 rewrites that file instead. Other conditions are checked
# by `must`, which fails at once.
set -u

unset ARGP_HELP_FMT LC_ALL LANG
binary=${BFSWEEP_BINARY:?the test is told which program to run}
here=$(cd "$(dirname "$0")" && pwd)
data=$here/data
name=$(basename "$0" .sh)
shared=${BFSWEEP_SHARED:-${BFSWEEP_SOURCE:-$here/../..}/../shared}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-cli.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/cwd"
cd "$work/cwd" || exit 1
exec 3>&1 >"$work/transcript"

# Ends the test as failed.
fail() {
    printf '%s: %s\n' "$name" "$*" >&3
    exit 1
}

# must WHAT command...: the command succeeds, or the test fails with that text.
must() {
    local what=$1
    shift
    "$@" || fail "$what"
}

skip() {
    printf 'SKIPPED: %s\n' "$*" >&3
    exit 77
}

bfsweep() {
    "$binary" "$@"
}

# Runs the program, in the locale $locale if that is set; leaves its output in $work/out and $work/err and its status in $status.
call() {
    env ${locale:+LC_ALL=$locale} "$binary" "$@" </dev/null >"$work/out" 2>"$work/err"
    status=$?
}

transcript() {
    printf '$ bfsweep'
    printf ' %q' "$@" | sed 's/\\,/,/g'
    printf '\n'
    cat "$work/out"
    sed 's/^/2| /' "$work/err"
    printf '= %d\n' "$status"
}

# Runs and writes the transcript.
show() {
    call "$@"
    transcript "$@"
}

# Runs what is expected to be refused with the given status: one line on standard error that begins with
# the program's name, nothing on standard output.
refuse() {
    local expected=$1
    shift
    call "$@"
    transcript "$@"
    must "'$*' ended with $status, not $expected" [ "$status" -eq "$expected" ]
    must "'$*' printed on standard output" [ ! -s "$work/out" ]
    must "'$*' printed $(wc -l <"$work/err") lines on standard error" [ "$(wc -l <"$work/err")" -eq 1 ]
    must "'$*' does not say who speaks" grep -q '^bfsweep: ' "$work/err"
}

# The names of all files of the temporary directory, in one line.
files() {
    find . -mindepth 1 -printf '%P\n' | sort | tr '\n' ' '
}

# Ends the test: compares the transcript.
finish() {
    local expected=$here/$name.expected
    exec >&3
    if [ -n "${BFSWEEP_REWRITE:-}" ]; then
        cp "$work/transcript" "$expected"
        exit 0
    fi
    diff -u "$expected" "$work/transcript" || fail "the transcript differs (BFSWEEP_REWRITE=1 accepts it)"
    exit 0
}
