#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The console examples of README.md and the pages named below are what the program prints: every block ```console
# is run, line `$ command` by line, in one directory, and the page made from the output must be the page.
# BFSWEEP_REWRITE=1 rewrites it.
. "$(dirname "$0")/lib.sh"
source=${BFSWEEP_SOURCE:-$here/../..}
mkdir "$work/bin"
ln -s "$binary" "$work/bin/bfsweep"
export PATH="$work/bin:$PATH"

# Copies a page; in console blocks, output is replaced by that of the commands.
run_examples() {
    local line console=no
    while IFS= read -r line; do
        case $console$line in
        no'```console') console=yes ;;
        yes'```') console=no ;;
        yes'$ '*)
            printf '%s\n' "$line"
            bash -c "${line#\$ }" </dev/null 2>&1 || true
            continue
            ;;
        yes*) continue ;; # old output
        esac
        printf '%s\n' "$line"
    done
}

exec >&3
for page in README.md docs/explain.md docs/statistics.md docs/audit.md docs/report.md; do
    if [ "$page" = docs/report.md ] && ! command -v gnuplot >/dev/null; then
        echo "SKIPPED: the examples of $page need gnuplot"
        continue
    fi
    run_examples <"$source/$page" >"$work/page.md"
    must "$page has no examples" grep -q '^\$ bfsweep' "$work/page.md"
    if [ -n "${BFSWEEP_REWRITE:-}" ]; then
        cp "$work/page.md" "$source/$page"
        continue
    fi
    diff -u "$source/$page" "$work/page.md" ||
        fail "an example prints something else (BFSWEEP_REWRITE=1 accepts it)"
done
