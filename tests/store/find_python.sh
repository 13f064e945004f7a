# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Sourced: find_python MODULES sets $python to an interpreter that has all of MODULES (a,b,c), or ends the
# program as skipped. $BFSWEEP_PYTHON is tried first, then what PATH and the system have.
find_python() {
    for python in "${BFSWEEP_PYTHON:-}" python3 /usr/bin/python3 /usr/local/bin/python3; do
        if [ -n "$python" ] && "$python" -c "import $1" >/dev/null 2>&1; then
            return 0
        fi
    done
    echo "SKIPPED: no python3 here has $1 (set BFSWEEP_PYTHON to one that has)"
    exit 77
}
