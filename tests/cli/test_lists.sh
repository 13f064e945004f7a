#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The registries as they are listed: every name with parameters, ranges, defaults and paper, in 80 columns.
. "$(dirname "$0")/lib.sh"

show policies
show policies easy
show estimates
show estimates avg2
for command in policies estimates; do
    call "$command"
    longest=$(awk '{ if (length > n) n = length } END { print n }' "$work/out")
    must "$command prints a line of $longest characters" [ "$longest" -le 80 ]
done
finish
