#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs bench_runs and another simulator in turn, on each log and policy, and prints the ratio of median
# times (how many times faster bench_runs is). Both are built for this machine.
#
#     bench/versus.sh OTHER.c ROUNDS 'POLICY ...' LOG.swf[.gz]:PROCS ...
set -eu

usage="usage: bench/versus.sh OTHER.c ROUNDS 'POLICY ...' LOG.swf[.gz]:PROCS ..."
refuse() {
    echo "versus.sh: $1; $usage" >&2
    exit 2
}
case ${1-} in
--help | -h) echo "$usage" && exit ;;
esac
[ "$#" -ge 4 ] || refuse "expected 4 arguments or more, found $#"
other=$1 rounds=$2 policies=$3
shift 3
[ -f "$other" ] || refuse "there is no file '$other'"
case $rounds in
*[!0-9]* | '' | 0) refuse "ROUNDS is a whole number from 1 on, found '$rounds'" ;;
esac
for pair in "$@"; do
    case ${pair##*:} in
    *[!0-9]* | '') refuse "expected LOG:PROCS, found '$pair'" ;;
    esac
    [ -f "${pair%:*}" ] || refuse "there is no log '${pair%:*}'"
done

top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

build() {
    cmake -S "$top" -B "$top/build/native" --preset native -DBFSWEEP_TESTS=OFF &&
        cmake --build "$top/build/native" --target bench_runs
}
if ! build >"$work/log" 2>&1; then
    cat "$work/log" >&2
    exit 1
fi
cc -O3 -march=native -w -o "$work/other" "$other" -lm
ours=$top/build/native/bench/bench_runs

median() {
    sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'
}

printf 'log\tpolicy\tother_s\tours_s\tratio\n'
for pair in "$@"; do
    log=${pair%:*} procs=${pair##*:}
    name=$(basename "$log" .gz)
    case $log in
    *.gz) gzip -dc "$log" >"$work/$name" ;;
    *) cp "$log" "$work/$name" ;;
    esac
    for policy in $policies; do
        : >"$work/a"
        : >"$work/b"
        i=0
        while [ "$i" -lt "$rounds" ]; do
            "$work/other" "$work/$name" "$policy" "$procs" 2>"$work/said" >"$work/out"
            sed -n 's/.*sim \([0-9.]*\)s.*/\1/p' "$work/said" >>"$work/a"
            "$ours" "$work/$name" "$procs" "$policy" 1 | awk 'NR == 2 { print $6 }' >>"$work/b"
            i=$((i + 1))
        done
        a=$(median <"$work/a") b=$(median <"$work/b")
        if [ -z "$a" ] || [ -z "$b" ]; then
            echo "versus.sh: no time for $policy on $name: expected 'sim SECONDSs' from $other, found:" >&2
            cat "$work/said" >&2
            exit 1
        fi
        printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$policy" "$a" "$b" \
            "$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.2f", a / b }')"
    done
    rm -f "$work/$name"
done
