#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# --like NAME against the starts that those simulators gave on whole logs, by the program as users call it.
. "$(dirname "$0")/lib.sh"

kth=$shared/traces/KTH-SP2-sc15.swf.gz
sdsc=$shared/traces/SDSC-SP2-sc15.swf.gz
of_kth=$shared/published/peers/KTH-SP2.csv.gz
of_sdsc=$shared/published/peers/SDSC-SP2-first-10000.csv.gz
for file in "$kth" "$sdsc" "$of_kth" "$of_sdsc"; do
    [ -r "$file" ] || skip "$file is not there"
done

# The jobs whose start in $work/out is not that of a column of a published table: how many.
differences() {
    zcat "$1" | awk -F, -v column="$2" '
        NR == FNR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        NR == FNR { published[$1] = $at[column]; jobs++; next }
        FNR > 1 { seen++; if (!($1 in published) || published[$1] != $3) differ++ }
        END { print (jobs > 0 && jobs == seen ? differ + 0 : "jobs missing:") }' - "$work/out"
}

# expect COLUMN MOST OPTION...: of both logs, where the column is there.
expect() {
    local column=$1 most=$2 log table first
    shift 2
    for log in "$kth" "$sdsc"; do
        table=$of_kth first=()
        [ "$log" = "$kth" ] || { table=$of_sdsc && first=(--first 10000); }
        zcat "$table" | head -n 1 | tr , '\n' | grep -qx "$column" || continue
        call run "$log" "${first[@]}" --quiet --jobs - "$@"
        must "$* ended with $status" [ "$status" -eq 0 ]
        must "$(differences "$table" "$column") starts of $column are not those of $*" \
            [ "$(differences "$table" "$column")" -le "$most" ]
        printf '%s of %s: %s, at most %d starts differ\n' "$column" "$(basename "$log")" "$*" "$most"
    done
}

expect pyss_fcfs 0 --like pyss --policy fcfs
expect pyss_easy 0 --like pyss
expect pyss_easy_sjbf 0 --like pyss --backfill-order sjf
expect pyss_conservative 0 --like pyss --policy conservative
expect predictsim_easy 0 --like predictsim
expect predictsim_easy_sjbf 0 --like predictsim --backfill-order sjf
expect drevt_easy 0 --like dr_evt
expect drevt_conservative 0 --like dr_evt-conservative
# ocst takes equal submits in an order of its own.
expect ocst_easy 452 --like ocst
expect ocst_easy_spf 43 --like ocst --backfill-order sjf
finish
