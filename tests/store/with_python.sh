#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# with_python.sh MODULES SCRIPT ARGUMENTS...: runs a script with a Python that has the modules.
set -eu
# shellcheck source=tests/store/find_python.sh
. "$(dirname "$0")/find_python.sh"
find_python "$1"
shift
exec "$python" -B "$@"
