#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# An installed copy is complete: the program runs from its prefix, every header compiles from there,
# and an outside project builds and runs against it, by find_package and by pkg-config.
#
# Usage: test_install_long.sh CMAKE BUILD-FOLDER COMPILER FLAGS
set -euo pipefail

cmake=$1 build=$2 compiler=$3
read -ra flags <<<"${4-}"
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix
expected='starts 0 100 2, mean wait 33'

fail()
{
    echo "$*" >&2
    exit 1
}

expect_run()
{
    local found
    found=$("$1") || fail "$1 failed"
    [[ $found == "$expected" ]] || fail "$1 printed '$found', expected '$expected'"
}

"$cmake" --install "$build" --prefix "$prefix" >"$scratch/install.log" ||
    fail "cmake --install failed: $(tail -5 "$scratch/install.log")"

"$prefix/bin/bfsweep" --version >/dev/null || fail "the installed program does not run"

internal=$(find "$prefix" -name '*_internal.h')
[[ -z $internal ]] || fail "internal headers were installed: $internal"
headers=0
while IFS= read -r header; do
    "$compiler" -std=c17 -fsyntax-only -Wall -Werror -x c -I "$prefix/include/bfsweep" "$header" ||
        fail "$header does not compile from the prefix"
    headers=$((headers + 1))
done < <(find "$prefix/include" -name '*.h')
((headers > 20)) || fail "only $headers headers were installed"

configs=("$prefix"/lib*/cmake/bfsweep "$prefix"/lib/*/cmake/bfsweep)
for config in "${configs[@]}"; do
    [[ -f $config/bfsweepConfig.cmake ]] && found_config=$config
done
[[ -n ${found_config-} ]] || fail "there is no bfsweepConfig.cmake below $prefix"
"$cmake" -S "$here/outside" -B "$scratch/by-cmake" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS="${flags[*]-}" -DCMAKE_BUILD_TYPE=Release \
    >"$scratch/configure.log" 2>&1 || fail "find_package failed: $(cat "$scratch/configure.log")"
"$cmake" --build "$scratch/by-cmake" >"$scratch/build.log" 2>&1 ||
    fail "the outside project does not build: $(cat "$scratch/build.log")"
expect_run "$scratch/by-cmake/outside"

if ! command -v pkg-config >/dev/null; then
    echo "pkg-config is not installed: its half was left out"
    exit 0
fi
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name bfsweep.pc)")
export PKG_CONFIG_PATH
read -ra cflags < <(pkg-config --cflags bfsweep)
read -ra libs < <(pkg-config --libs bfsweep)
"$compiler" -std=c17 "${flags[@]}" "${cflags[@]}" "$here/outside/outside.c" "${libs[@]}" \
    -o "$scratch/by-pkg-config" || fail "pkg-config does not name all that is needed"
expect_run "$scratch/by-pkg-config"
echo "installed copy: $headers headers, find_package and pkg-config work"
