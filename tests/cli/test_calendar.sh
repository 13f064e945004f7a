#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Outages and reservations: --calendar.
. "$(dirname "$0")/lib.sh"
cp "$data"/*.swf .

cat >maintenance.cal <<'END'
; start end procs
7200   9000  all   # maintenance
20000 30000  2     ; two nodes reserved
20000 25000  1
END
show run ten.swf --calendar maintenance.cal --jobs -
show run ten.swf --calendar maintenance.cal --policy fcfs,conservative
call policies
every=$(grep -c '^  from' "$work/out")
must "a policy takes no --calendar" [ "$(grep -c '^  takes --calendar' "$work/out")" -eq "$every" ]
show run ten.swf --calendar maintenance.cal --format csv -o result.h5
call export result.h5 runs --format csv
must "the result names no calendar" grep -q ',maintenance.cal,[0-9a-f]*,' "$work/out"
must "the canonical text has no calendar" grep -q ' calendar=[0-9a-f]' "$work/out"

# A calendar that takes nothing is none; one that is written otherwise is the same run.
printf '; nothing yet\n\n' >empty.cal
call run ten.swf -o empty.h5 --calendar empty.cal
call run ten.swf -o none.h5
for table in runs jobs; do
    call export empty.h5 "$table" --format csv
    cut -d, -f1-40 "$work/out" >empty.csv
    call export none.h5 "$table" --format csv
    cut -d, -f1-40 "$work/out" >none.csv
    must "an empty calendar makes another table of $table" cmp -s empty.csv none.csv
done
printf '20000 30000 2\r\n7200 9000 8\r\n20000 25000 1' >other.cal
call run ten.swf --calendar other.cal --jobs other.csv
call run ten.swf --calendar maintenance.cal --jobs maintenance.csv
must "line ends and the order of lines matter" cmp -s other.csv maintenance.csv

# One line that says what is wrong.
bad() {
    printf '%s\n' "$@" >bad.cal
    show run ten.swf --calendar bad.cal
}
bad '# fine so far' '5 6'
bad '5 6 7 8'
bad '5 5 1'
bad '1e3 6 1'
bad '-1 6 1'
bad '5 1125899906842625 1'
bad '5 6 0'
bad '5 6 some'
bad '0 10 5' '5 20 4'
show run ten.swf --calendar missing.cal
show run ten.swf --calendar -
show run ten.swf --calendar maintenance.cal --overrun allow
cp maintenance.cal plan.csv
show run ten.swf --calendar plan.csv --jobs plan.csv
finish
