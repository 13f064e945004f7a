#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# manual_examples.sh python|r STORE_SAMPLE: runs each example of that language in docs/results-schema.md, as it
# stands there, beside a file results.h5. An example passes when it ends well, prints something, and says
# nothing on stderr (a warning in an example is a mistake in the manual).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
language=$1
sample=$2
manual=$here/../../docs/results-schema.md

# shellcheck source=tests/store/find_python.sh
. "$here/find_python.sh"
# shellcheck source=tests/store/find_r.sh
. "$here/find_r.sh"
case $language in
python) find_python h5py,tables,pandas; run="$python -B" ;;
r) find_r hdf5r; run="Rscript --vanilla" ;;
*) echo "usage: manual_examples.sh python|r STORE_SAMPLE" >&2; exit 2 ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$sample" "$work" ordinary
cd "$work"

awk -v language="$language" '
    $0 == "```" && inside { inside = 0; close(file); next }
    $0 == "```" language && !inside { inside = 1; file = "example-" ++count; next }
    inside { print > file }
    END { exit count == 0 }' "$manual"

failed=0
for example in example-*; do
    status=0
    $run "$example" >stdout 2>stderr || status=$?
    if [ "$status" -ne 0 ] || [ ! -s stdout ] || [ -s stderr ]; then
        echo "An example of docs/results-schema.md does not work (exit status $status):"
        cat "$example" stdout stderr
        failed=1
    fi
done
exit $failed
