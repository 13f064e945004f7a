# shellcheck shell=bash disable=SC2034 # variables for those who source this
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the tests of benchmarks share. Argument 1 is the folder of the programs.
set -u
export LC_ALL=C
BFSWEEP_BENCH=$(cd "${1:?the folder of the benchmark programs}" && pwd)
export BFSWEEP_BENCH
name=$(basename "$0" .sh)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-test.XXXXXX")
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp # what is left in there is a fault
mkdir "$TMPDIR" "$work/cwd"
cd "$work/cwd" || exit 1
model=lublin:jobs=300,procs=32,seed=1,load=0.9,types=1,estimates=tsafrir

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

clean() {
    must "something is left in the temporary folder: $(ls "$TMPDIR")" [ -z "$(ls -A "$TMPDIR")" ]
}

# Runs what is to succeed; its output is in $work/out.
run() {
    "$@" >"$work/out" 2>"$work/err" </dev/null || fail "'$*' ended with $?: $(cat "$work/err")"
    clean
}

# Runs what is to be refused with the status given: one line on standard error.
refuse() {
    local expected=$1 status=0
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    must "'$*' ended with $status, not $expected" [ "$status" -eq "$expected" ]
    must "'$*' said: $(cat "$work/err")" [ "$(wc -l <"$work/err")" -eq 1 ]
    clean
}

# table COLUMNS ROWS: the output is a table with these columns (separated by blanks) and so many rows, all
# of them whole. Comments do not count.
table() {
    grep -v '^#' "$work/out" >"$work/table"
    must "the columns are: $(head -n 1 "$work/table")" [ "$(head -n 1 "$work/table" | tr '\t' ' ')" = "$1" ]
    must "there are $(($(wc -l <"$work/table") - 1)) rows, not $2" [ "$(wc -l <"$work/table")" -eq "$(($2 + 1))" ]
    must "a row is not whole" awk -F '\t' 'NR == 1 { n = NF } NF != n || /\t\t|\t$/ { exit 1 }' "$work/table"
}
