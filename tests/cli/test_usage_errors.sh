#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Wrong commands, options and values: one line that names the option, what was expected and what was
# found; status 2.
. "$(dirname "$0")/lib.sh"
cp "$data/ten.swf" .

refuse 2 rum
refuse 2 --polcy
refuse 2 help rum
refuse 2 trace inof
refuse 2 run
refuse 2 run ten.swf ten.swf

# Options that are not there, not whole, or wrongly spelt.
refuse 2 run ten.swf --polcy easy
refuse 2 run ten.swf --zzz
refuse 2 run ten.swf -z
refuse 2 run ten.swf -qz
refuse 2 run ten.swf --policy
refuse 2 run ten.swf -o
refuse 2 run ten.swf --re
refuse 2 run ten.swf --strict=yes
refuse 2 policies --format csv
refuse 2 policies easy fcfs

# Values that are out of range or no values.
refuse 2 run ten.swf --policy eazy
refuse 2 run ten.swf --policy quantum
refuse 2 run ten.swf --policy fcfs,,easy
refuse 2 run ten.swf --policy fcfs,fcfs
refuse 2 run ten.swf --order sfj
refuse 2 run ten.swf --order af
refuse 2 run ten.swf --correction dubble
refuse 2 run ten.swf --procs 0
refuse 2 run ten.swf --procs many
refuse 2 run ten.swf --first -1
refuse 2 run ten.swf --from 100 --to 100
refuse 2 run ten.swf --load 0
refuse 2 run ten.swf --load nan
refuse 2 run ten.swf --shake 1.5
refuse 2 run ten.swf --seed -1
refuse 2 run ten.swf --seed 18446744073709551616
refuse 2 run ten.swf --status 1,x
refuse 2 run ten.swf --too-wide cut
refuse 2 run ten.swf --max-bad 101
refuse 2 run ten.swf --tau 0
refuse 2 run ten.swf --warmup x
refuse 2 run ten.swf --warmup 100
refuse 2 run ten.swf --events batches
refuse 2 run ten.swf --overrun kil
refuse 2 run ten.swf --correction tripple
refuse 2 run ten.swf --estimate exakt
refuse 2 run ten.swf --estimate cad:60
refuse 2 run ten.swf --estimate exact:2
refuse 2 run ten.swf --estimate cap:0
refuse 2 run ten.swf --estimate truncate:-1
refuse 2 run ten.swf --estimate user-truncate:nan
refuse 2 run ten.swf --estimate uniform:0.5
refuse 2 run ten.swf --format xml
refuse 2 run ten.swf --policy easy --depth few
refuse 2 run ten.swf --policy easy --extra some
refuse 2 run ten.swf --policy reservations --reservations -2

# Options that do not go together.
refuse 2 run ten.swf --policy fcfs --strict
refuse 2 run ten.swf --policy fcfs --backfill-order sjf
refuse 2 run ten.swf --policy fcfs,easy --compress none
refuse 2 run ten.swf --policy fcfs,easy --jobs x.csv
refuse 2 run ten.swf --jobs - --format csv
refuse 2 run ten.swf --no-jobs
refuse 2 run ten.swf --no-clock
refuse 2 run ten.swf -o results.csv
refuse 2 run ten.swf --jobs jobs.txt
refuse 2 run lublin:jobz=10,procs=8
refuse 2 policies eazy
refuse 2 estimates exakt
refuse 2 estimates cad

must "a refused call left a file behind" [ "$(files)" = "ten.swf " ]
finish
