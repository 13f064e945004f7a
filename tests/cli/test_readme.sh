#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The console examples of README.md are what the program prints: every block ```console is run, line
# `$ command` by line, in one directory, and the README made from the output must be the README.
# BFSWEEP_REWRITE=1 rewrites it.
. "$(dirname "$0")/lib.sh"
readme=${BFSWEEP_SOURCE:-$here/../..}/README.md
mkdir "$work/bin"
ln -s "$binary" "$work/bin/bfsweep"
export PATH="$work/bin:$PATH"

# Copies the README; in console blocks, output is replaced by that of the commands.
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

run_examples <"$readme" >"$work/README.md"
must "README.md has no examples" grep -q '^\$ bfsweep run' "$work/README.md"
exec >&3
if [ -n "${BFSWEEP_REWRITE:-}" ]; then
    cp "$work/README.md" "$readme"
    exit 0
fi
diff -u "$readme" "$work/README.md" || fail "an example prints something else (BFSWEEP_REWRITE=1 accepts it)"
