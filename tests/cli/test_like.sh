#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# --like NAME: says what it stands for, sets just that, and gives way to what comes behind it.
. "$(dirname "$0")/lib.sh"

cp "$data/ten.swf" .
ten=ten.swf

# The starts of ten jobs under the given options.
starts() {
    "$binary" run "$ten" --jobs - "$@" 2>/dev/null | cut -d, -f1,3
}

# same 'OPTIONS' 'OPTIONS': both give the same starts.
same() {
    # shellcheck disable=SC2086 # lists of words
    must "'$1' is not '$2'" [ "$(starts $1)" = "$(starts $2)" ]
}
differ() {
    # shellcheck disable=SC2086
    must "'$1' is the same as '$2'" [ "$(starts $1)" != "$(starts $2)" ]
}

for simulator in pyss predictsim dr_evt dr_evt-conservative ocst; do
    call run "$ten" --like "$simulator" --format csv
    must "--like $simulator ended with $status" [ "$status" -eq 0 ]
    must "--like $simulator does not say what it stands for in one line" [ "$(wc -l <"$work/err")" -eq 1 ]
    cat "$work/err"
    # What it says can be typed, and is the same run.
    same "--like $simulator" "$(sed 's/.* stands for //' "$work/err")"
done

# What comes behind counts, what comes before does not.
same '--like dr_evt --extra full' '--strict'
same '--extra full --like dr_evt' '--strict --no-extra'
same '--like ocst --like dr_evt' '--strict --no-extra'
same '--like dr_evt --like pyss' '--events single'
same '--like dr_evt --policy conservative' '--policy conservative'
same '--policy conservative --like dr_evt' '--strict --no-extra'
differ '--like dr_evt' '--like pyss'

call run "$ten" --like dr_evt --quiet --format csv
must "--quiet is not quiet" [ ! -s "$work/err" ]
refuse 2 run "$ten" --like slurm
refuse 2 run "$ten" --like pys
refuse 2 run "$ten" --like
refuse 2 run "$ten" --like dr_evt --policy fcfs --strict
finish
