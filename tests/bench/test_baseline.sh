#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/baseline.sh, at tiny sizes: all tables below their commands; and the committed file has them, too.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

run "$root/bench/baseline.sh" -q small.tsv
for file in small.tsv "$root/bench/baseline.tsv"; do
    for line in machine system compiler commit date; do
        must "$file does not name the $line" grep -q "^# $line: ." "$file"
    done
    for benchmark in bench_profile bench_reader bench_runs policies.sh; do
        must "$file has no command $benchmark" grep -q "^# $benchmark " <(sed 's/$/ /' "$file")
    done
    must "$file: rows and headers do not fit" awk -F '\t' '
        /^$/ { n = 0; next } /^#/ { next } !n { n = NF; next } NF != n { exit 1 }' "$file"
done
run "$root/bench/baseline.sh" --help
refuse 2 "$root/bench/baseline.sh" no/such/folder/file.tsv
refuse 2 "$root/bench/baseline.sh" -x
refuse 2 "$root/bench/baseline.sh" a b
