#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/sweep.sh: a line a measure, each with a number.
# shellcheck disable=SC2016 # $1 and the like are fields of awk
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

run "$root/bench/sweep.sh" -q
table "measure runs jobs threads value unit" 9
must "a value is no number" awk -F '\t' 'NR > 1 && $5 !~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ { exit 1 }' "$work/table"
must "memory is not that of a program" awk -F '\t' '$1 == "memory" && ($5 < 1 || $5 > 4000) { exit 1 }' "$work/table"
run "$root/bench/sweep.sh" --help
refuse 2 "$root/bench/sweep.sh" -m 20
refuse 2 "$root/bench/sweep.sh" -m 20,40,60
refuse 2 "$root/bench/sweep.sh" -t 1
refuse 2 "$root/bench/sweep.sh" -n
refuse 2 "$root/bench/sweep.sh" plan.ini
BFSWEEP_BENCH=$work refuse 1 "$root/bench/sweep.sh" -q
