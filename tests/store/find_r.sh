# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# Sourced: find_r PACKAGE ends the program as skipped when there is no R with that package.
find_r() {
    if ! Rscript -e "library($1)" >/dev/null 2>&1; then
        echo "SKIPPED: there is no Rscript here with the package $1"
        exit 77
    fi
}
