#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Standard input as a trace; standard output that is full, closed, or left by its reader.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .
call run ten.swf --jobs -
cp "$work/out" schedule.csv

must "- is not standard input" cmp -s schedule.csv <(bfsweep run - --jobs - <ten.swf)
must "- does not read gzip" cmp -s schedule.csv <(gzip -c ten.swf | bfsweep run - --jobs -)

# failing STATUS command...: the command ends with that status and one line on standard error.
failing() {
    local expected=$1
    shift
    "$@" 2>"$work/err"
    status=$?
    must "'$*' ended with $status, not $expected" [ "$status" -eq "$expected" ]
    must "'$*' said $(wc -l <"$work/err") lines" [ "$(wc -l <"$work/err")" -eq 1 ]
    must "'$*' does not say who speaks" grep -q '^bfsweep: ' "$work/err"
}

# shellcheck disable=SC2317 # called by way of failing
full() {
    bfsweep "$@" >/dev/full
}
# shellcheck disable=SC2317
closed() {
    bfsweep "$@" >&-
}
# shellcheck disable=SC2317
no_input() {
    bfsweep run - <&-
}
# shellcheck disable=SC2317
limited() (
    ulimit -f 4 # blocks of 1024 bytes
    bfsweep "$@" >/dev/null
)
for words in "run ten.swf" "run ten.swf --format csv" "run ten.swf --format json" "run ten.swf --jobs -" \
    "policies" "estimates" "run --help" "--version" "help"; do
    # shellcheck disable=SC2086 # several words
    failing 4 full $words
    # shellcheck disable=SC2086
    failing 4 closed $words
done
failing 1 no_input

# A file on a full disk (here: over a limit) is an error and does not appear.
for _ in $(seq 40); do grep -v '^;' ten.swf; done | sed '1i ; MaxProcs: 8' >long.swf
failing 4 limited run long.swf --jobs long.csv
failing 4 limited run long.swf --jobs long-out.swf
failing 4 limited run long.swf -o long.h5
must "a file that could not be written is there: $(files)" \
    [ "$(files)" = "long.swf schedule.csv ten.swf " ]

# Devices and pipes are written as they are, whatever their name; only a result file cannot be one.
failing 4 full trace convert ten.swf -
failing 4 closed trace convert ten.swf -
ln -s /dev/full full.csv
ln -s /dev/full full.swf.gz
failing 4 bfsweep run ten.swf --jobs full.csv
failing 4 bfsweep run ten.swf --jobs full.swf.gz
failing 4 bfsweep trace convert ten.swf full.csv
must "the reason is not told: $(cat "$work/err")" \
    grep -q 'full.csv: cannot write: No space left on device; free some space' "$work/err"
for kind in csv swf swf.gz; do
    mkfifo "pipe.$kind"
    cat "pipe.$kind" >"by-pipe.$kind" &
    bfsweep run ten.swf --jobs "pipe.$kind" >/dev/null
    wait $!
    bfsweep run ten.swf --jobs "by-name.$kind" >/dev/null
    must "a pipe gets another $kind" cmp -s "by-name.$kind" "by-pipe.$kind"
    must "pipe.$kind was replaced" [ -p "pipe.$kind" ]
done
mkfifo pipe.h5
failing 2 bfsweep run ten.swf -o pipe.h5
must "links and pipes did not stay what they were" [ -L full.csv -a -L full.swf.gz -a -p pipe.h5 ]

# A closed descriptor is not taken for standard output by the next file.
bfsweep run ten.swf --jobs s.csv >&- 2>/dev/null
must "files are not written whole before anything is printed" cmp -s s.csv schedule.csv
bfsweep run ten.swf --jobs s.csv <&- >/dev/null
must "a closed standard input harms" cmp -s s.csv schedule.csv
bfsweep run ten.swf --jobs s.csv 2>&- >/dev/null
must "a closed standard error harms" cmp -s s.csv schedule.csv

# A reader that leaves early is no error to speak of.
{ bfsweep run long.swf --jobs -; } 2>"$work/err" | head -n 1 >/dev/null
must "a reader that left made the program speak" [ ! -s "$work/err" ]
finish
