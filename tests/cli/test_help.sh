#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Help, usage and version: on standard output, status 0; no command at all: the list, status 2.
. "$(dirname "$0")/lib.sh"

show --help
show help
show
must "the bare program ended with $status, not 2" [ "$status" -eq 2 ]
must "the bare program printed on standard output" [ ! -s "$work/out" ]
show trace
must "the bare command trace ended with $status, not 2" [ "$status" -eq 2 ]
show help policies
call help trace generate
must "help trace generate ended with $status" [ "$status" -eq 0 ]
cp "$work/out" by-word
call trace generate --help
must "help trace generate and trace generate --help differ" cmp -s by-word "$work/out"
refuse 2 help trace genrate
show policies --usage
show estimates -?

# Options of run that scripts rely on are all offered.
call run --help
must "run --help ended with $status" [ "$status" -eq 0 ]
for option in policy order backfill-order reservations depth strict extra no-extra compress estimate \
    correction overrun events load shake seed first from to procs too-wide status tau warmup cooldown \
    max-bad output jobs fair-start format quiet help usage version; do
    must "run --help does not offer --$option" grep -q -e "--$option\b" "$work/out"
done
longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
must "run --help has a line of $longest characters" [ "$longest" -le 80 ]

# A version says program, semantics, schema and libraries, whatever they are.
for command in "--version" "-V" "run --version" "trace --version" "policies -V"; do
    # shellcheck disable=SC2086 # two words
    call $command
    must "$command ended with $status" [ "$status" -eq 0 ]
    for word in '^bfsweep [0-9]' '^semantics [0-9]*, results schema [0-9]' 'HDF5 [0-9]' 'GSL [0-9]' \
        'zlib [0-9]' 'xxHash [0-9]' 'Copyright' 'GPL-3.0-or-later'; do
        must "$command does not say $word" grep -q "$word" "$work/out"
    done
done
finish
