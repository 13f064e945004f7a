#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/cost.sh: tables, figures, and tables alone where there is no gnuplot.
# shellcheck disable=SC2016 # $1 and the like are fields of awk
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
other=${model/procs=32/procs=64}

run "$root/bench/cost.sh" -o out -n 1 -l 0.6,1.2 "$model" "$other:100"
must "the tables are not there: $(ls out)" [ -s out/cost.tsv ] && [ -s out/queues.tsv ]
must "no line says what machine this is" grep -q '^# machine: ' out/cost.tsv
must "lines of cost.md are missing" [ "$(grep -c '^| lublin' out/cost.md)" -eq 8 ]
must "the processors given are not used" grep -q '^| lublin 100 | 100 |' out/cost.md
must "the table has a cell that is no number: $(cat out/cost.md)" \
    awk -F '|' 'NR > 2 { for (i = 8; i < NF; i++) if ($i !~ /^ [0-9.]+ $/) exit 1 }' out/cost.md
if command -v gnuplot >/dev/null; then
    for figure in queue load machine; do
        must "cost-by-$figure.svg is no whole figure" grep -q '</svg>' "out/cost-by-$figure.svg"
        must "cost-by-$figure.svg has no curve" grep -q 'conservative' "out/cost-by-$figure.svg"
    done
    run "$root/bench/cost.sh" -o one -n 1 -l - "$model"
    must "a figure has nothing to show: $(ls one)" \
        [ "$(cd one && echo *)" = "cost-by-queue.svg cost.md cost.tsv queues.tsv" ]
fi

# Once more, from the tables.
cp out/cost.md before.md
run "$root/bench/cost.sh" -o out -r
must "cost.md is another when made once more" cmp before.md out/cost.md
refuse 2 "$root/bench/cost.sh" -o nowhere -r
refuse 2 "$root/bench/cost.sh" -o out -r "$model"

# Without gnuplot: a hint, the tables, no figure.
mkdir bin
for tool in bash sh cat sed awk grep head tail sort tr mktemp mkdir rm dirname basename uname nproc cc git date; do
    ln -s "$(command -v "$tool")" bin/
done
PATH=$PWD/bin run "$root/bench/cost.sh" -o plain -n 1 -l - "$model"
must "there is no hint at gnuplot" grep -q 'apt-get install gnuplot-nox' "$work/err"
must "files are: $(ls plain)" [ "$(cd plain && echo *)" = "cost.md cost.tsv queues.tsv" ]

run "$root/bench/cost.sh" --help
refuse 2 "$root/bench/cost.sh" -l fast "$model"
refuse 2 "$root/bench/cost.sh" -n none "$model"
refuse 2 "$root/bench/cost.sh" -k "$model"
refuse 2 "$root/bench/cost.sh" -o
