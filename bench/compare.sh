#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # usage is for lib.sh
usage="usage: bench/compare.sh [-n ROUNDS] [-c COLUMN] A B [ARGUMENT ...]

Runs the programs A and B with the same arguments, in turn (A B, B A, A B, ...), ROUNDS times (15),
and prints the medians of their times and of the ratio A / B of each round, with an interval that
holds the true median ratio with 95 % confidence (from order statistics: no distribution is
assumed, and at least 6 rounds are needed). Over 1: B is faster. If the interval has 1 in it, the
difference is within noise.

A time is that of the whole process, or COLUMN of the tab-separated table that both print, row by row:

  bench/compare.sh old/bench/bench_runs new/bench/bench_runs LOG PROCS easy,conservative   (median_s)
  bench/compare.sh old/engine/cli/bfsweep new/engine/cli/bfsweep run LOG --policy easy

With programs named bench_runs COLUMN is median_s unless given; -c - times the process."
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

help_wanted "$@"
rounds=15 column=
while getopts :n:c: option; do
    case $option in
    n) rounds=$OPTARG ;;
    c) column=$OPTARG ;;
    :) refuse "-$OPTARG wants a value" ;;
    *) refuse "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || refuse "two programs are wanted, found $#"
a=$1 b=$2
shift 2
whole -n "$rounds" 1
for program in "$a" "$b"; do
    command -v "$program" >/dev/null || refuse "'$program' is no program"
done
if [ -z "$column" ] && [ "${a##*/}" = bench_runs ]; then
    column=median_s
fi
[ "${column:--}" != - ] || column=
make_work

# times SIDE PROGRAM ARGUMENT...: adds `round row label seconds` lines to $work/SIDE.
times() {
    local side=$1 from to
    shift
    from=$(date +%s%N)
    "$@" >"$work/out" 2>"$work/err" </dev/null || fail "'$*' ended with $?: $(tail -n 1 "$work/err")"
    to=$(date +%s%N)
    if [ -z "$column" ]; then
        printf '%d\t1\twhole process\t%d\n' "$round" "$((to - from))" >>"$work/$side"
        return
    fi
    awk -F '\t' -v round="$round" -v column="$column" '
        /^#/ { next }
        !at { for (i = 1; i <= NF; i++) { if ($i == column) at = i; if ($i ~ /^(trace|policy|bench|case|size|load)$/) key[i] } if (!at) exit 3; next }
        { label = ""; for (i = 1; i <= NF; i++) if (i in key) label = label (label == "" ? "" : " ") $i
          printf "%d\t%d\t%s\t%s\n", round, ++row, label, $at }
        END { if (at && !row) exit 3 }' "$work/out" >>"$work/$side" ||
        fail "'$*' prints no table with a column '$column'"
}

for ((round = 1; round <= rounds; round++)); do
    if ((round % 2)); then
        times a "$a" "$@"
        times b "$b" "$@"
    else
        times b "$b" "$@"
        times a "$a" "$@"
    fi
done

unit=s
[ "$column" ] || unit=ns
[[ ! $column =~ _(ns|s)$ ]] || unit=${BASH_REMATCH[1]}
printf 'what\trounds\ta_%s\tb_%s\tratio\tlow\thigh\tverdict\n' "$unit" "$unit"
awk -F '\t' '
    function sort(v, n,  i, j, t) {
        for (i = 2; i <= n; i++) { t = v[i]; for (j = i - 1; j > 0 && v[j] > t; j--) v[j + 1] = v[j]; v[j + 1] = t }
    }
    function median(v, n) { return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }
    # The largest k such that the k-th smallest and k-th largest of n enclose the median with 95 %.
    function rank(n,  k, p, sum) {
        p = 0.5 ^ n
        for (k = 0; ; k++) { sum += p; if (2 * sum > 0.05) return k; p = p * (n - k) / (k + 1) }
    }
    NR == FNR { first[$2, $1] = $4; next }
    { second[$2, $1] = $4; label[$2] = $3; if ($1 > rounds) rounds = $1; if ($2 > rows) rows = $2 }
    END {
        for (row = 1; row <= rows; row++) {
            for (i = 1; i <= rounds; i++) {
                if (!((row, i) in first)) { print "no row " row " of A in round " i > "/dev/stderr"; exit 1 }
                if (first[row, i] <= 0 || second[row, i] <= 0) { print "a time of 0 in row " row > "/dev/stderr"; exit 1 }
                x[i] = first[row, i]; y[i] = second[row, i]; r[i] = x[i] / y[i]
            }
            sort(x, rounds); sort(y, rounds); sort(r, rounds)
            k = rank(rounds)
            if (k < 1) { low = r[1]; high = r[rounds]; verdict = "too few rounds to say" }
            else {
                low = r[k]; high = r[rounds + 1 - k]
                verdict = low > 1 ? "B is faster" : high < 1 ? "A is faster" : "within noise"
            }
            printf "%s\t%d\t%.6g\t%.6g\t%.4f\t%.4f\t%.4f\t%s\n", label[row], rounds, median(x, rounds), median(y, rounds), median(r, rounds), low, high, verdict
        }
    }' "$work/a" "$work/b" || fail "the tables of the two programs cannot be compared"
