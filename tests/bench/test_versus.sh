#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/versus.sh refuses wrong arguments before it builds anything.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

printf 'int main(void) { return 0; }\n' >other.c
run "$root/bench/versus.sh" --help
refuse 2 "$root/bench/versus.sh"
refuse 2 "$root/bench/versus.sh" missing.c 3 easy log.swf:8
refuse 2 "$root/bench/versus.sh" other.c many easy log.swf:8
refuse 2 "$root/bench/versus.sh" other.c 3 easy missing.swf:8
touch log.swf
refuse 2 "$root/bench/versus.sh" other.c 3 easy log.swf
