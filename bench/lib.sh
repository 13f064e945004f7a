# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What the benchmark scripts share. A script sets `usage` and sources this.
set -euo pipefail
export LC_ALL=C

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=$(basename "$0")

# Ends the script: refuse for wrong use, fail for anything else.
refuse() {
    printf '%s: %s; %s --help says more\n' "$script" "$*" "$script" >&2
    exit 2
}
fail() {
    printf '%s: %s\n' "$script" "$*" >&2
    exit 1
}

help_wanted() {
    case ${1-} in
    --help | -h)
        # shellcheck disable=SC2154 # the script's
        printf '%s\n' "$usage"
        exit 0
        ;;
    esac
}

# whole WHAT TEXT LEAST: refuses what is no whole number of at least LEAST.
whole() {
    if ! [[ $2 =~ ^[0-9]{1,9}$ ]] || [ "$((10#$2))" -lt "$3" ]; then
        refuse "$1 is a whole number from $3 on, found '$2'"
    fi
}

# positive WHAT LIST: refuses a comma-separated list that has anything but numbers above 0.
positive() {
    local one list
    [[ $2 ]] || refuse "$1 is empty"
    IFS=, read -ra list <<<"$2"
    for one in "${list[@]}"; do
        [[ $one =~ ^[0-9]+(\.[0-9]+)?$ && $one =~ [1-9] ]] ||
            refuse "$1 is a list of numbers above 0, found '$one'"
    done
}

# A folder of our own, gone when the script ends: $work.
make_work() {
    work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-bench.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM
}

# The folder with the benchmark programs: BFSWEEP_BENCH, or the native build, brought up to date.
find_programs() {
    programs=${BFSWEEP_BENCH:-}
    if [ -z "$programs" ]; then
        programs=$top/build/native/bench
        local log=$top/build/bench.log
        mkdir -p "$top/build"
        if ! (cd "$top" && cmake --preset native -DBFSWEEP_TESTS=OFF &&
            cmake --build --preset native -j "$(nproc)") >"$log" 2>&1 </dev/null; then
            tail -n 20 "$log" >&2
            fail "the benchmarks could not be built; all of the output is in $log"
        fi
    fi
    [ -x "$programs/bench_runs" ] || fail "$programs: has no bench_runs (BFSWEEP_BENCH names the folder of the programs)"
}

# Lines that say what was measured where.
describe_machine() {
    printf '# machine: %s, %s cores\n' \
        "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1 | grep . || uname -m)" "$(nproc)"
    printf '# system: %s\n' "$(uname -sr)"
    printf '# compiler: %s\n' "$(cc --version 2>/dev/null | head -n 1 | grep . || echo unknown)"
    printf '# commit: %s\n' "$(git -C "$top" describe --always --dirty 2>/dev/null || echo unknown)"
    printf '# date: %s\n' "$(date -u +%Y-%m-%d)"
}
