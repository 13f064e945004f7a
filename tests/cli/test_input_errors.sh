#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Logs that are missing, none, empty, or for no machine: one line with the name of the file; status 1.
. "$(dirname "$0")/lib.sh"
cp "$data"/*.swf "$data"/*.txt .
: >empty.swf
mkdir folder.swf
gzip -c ten.swf | head -c 100 >cut.swf.gz
printf '\0\1\2\3\377\376binary\n' >binary.swf

refuse 1 run missing.swf
refuse 1 run folder.swf
refuse 1 run empty.swf
refuse 1 run only_header.swf
refuse 1 run no_log.txt
refuse 1 run binary.swf
refuse 1 run cut.swf.gz
refuse 1 run no_size.swf
refuse 1 run wide.swf
refuse 1 run wide.swf --too-wide error
finish
