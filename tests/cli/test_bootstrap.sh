#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The script bootstrap, with stand-ins for the programs that install and build: what it would install, when
# it gives up, what it calls.
. "$(dirname "$0")/lib.sh"
root=$(cd "${BFSWEEP_SOURCE:-$here/../..}" && pwd)
bootstrap=$root/bootstrap
mkdir "$work/bin"
export PATH="$work/bin:$PATH"

# stand_in NAME text: a program of that name that runs the text.
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# copy_bootstrap: a fresh clone, as far as the script sees it.
copy_bootstrap() {
    rm -rf clone
    mkdir clone
    cp "$bootstrap" clone/bootstrap
}

# try STATUS words...: runs it in a fresh clone and writes a transcript.
try() {
    local expected=$1
    shift
    copy_bootstrap
    printf '$ ./bootstrap %s\n' "$*"
    (cd clone && ./bootstrap "$@") <&- >"$work/out" 2>"$work/err"
    status=$?
    sed "s|$PWD|DIR|g" "$work/out"
    sed "s|$PWD|DIR|g; s/^/2| /" "$work/err"
    printf '= %d\n' "$status"
    must "'bootstrap $*' ended with $status, not $expected" [ "$status" -eq "$expected" ]
}

try 0 --help
try 2
try 2 bulid
try 2 build now

stand_in id 'echo 1000'
stand_in sudo 'exit 1'
stand_in dpkg-query 'exit 1'
stand_in apt-get "echo apt-get called >>$work/calls; echo \"apt-get \$*\""
for tool in gcc make pkg-config cmake ctest ctags python3 shellcheck clang-format gnuplot node chromium parallel; do
    stand_in "$tool" "echo \"$tool \$*\""
done
stand_in nproc 'echo 2'

# Without the right to install: the packages by name, status 4.
try 4 build
must "apt-get was called without the right to" [ ! -e "$work/calls" ]

# As root, everything missing: one update and one installation, then the build.
stand_in id 'echo 0'
try 0 build
cat clone/build/packages.log clone/build/release.log

# An installation that fails shows the end of its output.
stand_in apt-get 'echo "apt-get $*"; echo "no such package"; exit 100'
try 4 build

# Nothing missing: no apt-get at all, whoever runs it.
stand_in dpkg-query 'echo install ok installed'
stand_in id 'echo 1000'
rm -f "$work/calls"
try 0 build
must "apt-get was called though nothing is missing" [ ! -e "$work/calls" ]

# Tests: both builds; what was skipped is named; the first failure decides.
try 0 test
stand_in ctest 'mkdir -p build/dev/Testing/Temporary
cat >build/dev/Testing/Temporary/LastTest.log <<END
1/2 Testing: one
SKIPPED: no such tool
no such tool, so this was SKIPPED: not at the start of a line
SKIPPED: no such tool
2/2 Testing: two
SKIPPED: no such log
END'
try 0 test
stand_in ctest 'echo "ctest $*"; exit 8'
try 1 test

# Runs: logs of one name get files of their own.
stand_in cmake "mkdir -p build/release/engine/cli && cp $work/bin/program build/release/engine/cli/bfsweep"
stand_in program 'echo "bfsweep $*"'
try 0 run one/log.swf.gz two/log.swf lublin:jobs=5

# Where gnuplot is missing and cannot be installed, the report has no figures. (There may be one here: only
# what the script needs is in the path.)
mkdir "$work/few"
for tool in bash sh dirname env tr sort sed awk cat mkdir tail grep cp rm nproc; do
    ln -s "$(command -v "$tool")" "$work/few/$tool"
done
rm "$work/bin/gnuplot"
whole_path=$PATH
PATH=$work/bin:$work/few
try 0 run
PATH=$whole_path

# A build that fails shows the end of its output.
stand_in cmake 'echo "the compiler says no"; exit 1'
try 1 build

rm "$work/bin/shellcheck"
if command -v shellcheck >/dev/null; then
    must "shellcheck has something to say" shellcheck "$bootstrap" "$root/.ci/run" "$here"/*.sh >&3
fi
finish
