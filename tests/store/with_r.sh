#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# with_r.sh PACKAGE SCRIPT ARGUMENTS...: runs an R script that needs the package.
set -eu
# shellcheck source=tests/store/find_r.sh
. "$(dirname "$0")/find_r.sh"
find_r "$1"
shift
exec Rscript --vanilla "$@"
