#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The Python and R examples of README.md run on the file that its console example writes.
. "$(dirname "$0")/lib.sh"
readme=${BFSWEEP_SOURCE:-$here/../..}/README.md
python=/usr/bin/python3 # the one that has Debian's packages

# block LANGUAGE: the text of the first block in that language.
block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$readme" | sed '/^```/d'
}

"$python" -c 'import h5py, pandas, tables' 2>/dev/null || skip "python3-h5py, python3-pandas or python3-tables is missing"
Rscript -e 'library(hdf5r)' >/dev/null 2>&1 || skip "r-base-core or r-cran-hdf5r is missing"
call run lublin:jobs=200,procs=64,seed=1,load=0.8,estimates=tsafrir --policy fcfs,easy,conservative -o mine.h5
block python >example.py
block r >example.R
must "README.md has no example in Python" [ -s example.py ]
must "README.md has no example in R" [ -s example.R ]
"$python" example.py >python.txt 2>&1 || fail "the Python example fails: $(tail -n 3 python.txt)"
Rscript example.R >r.txt 2>&1 || fail "the R example fails: $(tail -n 3 r.txt)"
for policy in fcfs easy conservative; do
    must "Python does not show $policy" grep -q "$policy" python.txt
    must "R does not show $policy" grep -q "$policy" r.txt
done
