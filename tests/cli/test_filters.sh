#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Which jobs are simulated, by user and by job number.
. "$(dirname "$0")/lib.sh"
cp "$data"/*.swf .

show run ten.swf --users 1 --jobs -
show run ten.swf --users not:0,2 --jobs -
show run ten.swf --numbers 2-4,9 --jobs -
show trace info ten.swf --users 1,2 --numbers not:7-9
show trace check ten.swf --users 1

printf '; a flurry\n7, 8\n9 # and its end\n' >flurry.txt
show run ten.swf --numbers not:@flurry.txt --jobs -
show trace convert ten.swf - --users 2 --numbers @flurry.txt
show run lublin:jobs=6,procs=16,seed=1 --numbers 2-3 --quiet --jobs -

# The choice is part of the canonical text, however it is spelt.
call run ten.swf --users 2,1 -o users.h5
call export users.h5 runs --format csv
must "the canonical text has no users" grep -q ' users=1-2 ' "$work/out"

show run ten.swf --users 7
show run lublin:jobs=6,procs=16,seed=1 --users 7 --quiet
show run ten.swf --users 1,x
show run ten.swf --users 5-1
show run ten.swf --numbers ''
show run ten.swf --numbers @missing.txt
printf '1 2\n3 four\n' >bad.txt
show run ten.swf --numbers @bad.txt
printf '; none\n' >none.txt
show run ten.swf --numbers not:@none.txt
finish
