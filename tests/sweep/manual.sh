#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# manual.sh PAGE: the examples of docs/sweeps.md are what the program prints. An ini block is a plan, named in the
# last line before it; in console blocks, what follows `$ command` must be its output; the python block must print the
# block behind it (skipped where no python3 has h5py). BFSWEEP_REWRITE=1 rewrites the page.
set -eu
page=$(realpath "$1")
binary=${BFSWEEP_BINARY:?the test is told which program to run}
work=$(mktemp -d "${TMPDIR:-/tmp}/bfsweep-manual.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir bin
ln -s "$binary" bin/bfsweep
export PATH="$work/bin:$PATH"

python=
for candidate in "${BFSWEEP_PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import h5py, numpy' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || echo "SKIPPED: the comparison in Python: no python3 here has h5py"

# run_page: copies the page; output is replaced by that of the commands.
# shellcheck disable=SC2016 # backquotes are those of the page
run_page() {
    local line before='' block='' file='' after_python=no
    while IFS= read -r line; do
        case $block$line in
        '```ini')
            block=ini
            file=$(sed -n 's/.*`\([a-z]*\.ini\)`.*/\1/p' <<<"$before")
            : >"${file:=ignored.ini}"
            ;;
        '```console') block=console ;;
        '```python')
            block=python file=compare.py
            : >"$file"
            ;;
        '```')
            block=output
            printf '%s\n' "$line"
            if [ "$after_python" = yes ] && [ -n "$python" ]; then
                "$python" compare.py 2>&1 || true
                block=replaced
            fi
            after_python=no
            continue
            ;;
        '```'*) block=other ;;
        ?*'```')
            [ "$block" != python ] || after_python=yes
            block=
            ;;
        ini* | python*) printf '%s\n' "$line" >>"$file" ;;
        'console$ '*)
            printf '%s\n' "$line"
            bash -c "${line#\$ }" </dev/null 2>&1 || true
            continue
            ;;
        console* | replaced*) continue ;; # old output
        esac
        [ -z "$line" ] || before=$line
        printf '%s\n' "$line"
    done
}

run_page <"$page" >new.md
grep -q '^\$ bfsweep sweep' new.md || {
    echo "$page has no examples"
    exit 1
}
if [ -n "${BFSWEEP_REWRITE:-}" ]; then
    cp new.md "$page"
else
    diff -u "$page" new.md || {
        echo "an example prints something else (BFSWEEP_REWRITE=1 accepts it)"
        exit 1
    }
fi
