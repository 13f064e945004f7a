#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench/policies.sh: a line a size, load and policy.
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"

run "$root/bench/policies.sh" -j 100,200 -l 0.7,1.4 -m 32 -n 1
table "load trace procs jobs policy fastest_s median_s passes jobs_examined profile_queries profile_updates steps_visited moves queue_max profile_max" 16
must "loads are not in order" [ "$(sed 1d "$work/table" | cut -f 1,4,5 | head -n 5 | tail -n 1)" = "$(printf '1.4\t100\tfcfs')" ]
run "$root/bench/policies.sh" --help
refuse 2 "$root/bench/policies.sh" -l 0.7,x
refuse 2 "$root/bench/policies.sh" -l 0
refuse 2 "$root/bench/policies.sh" -j 1e4
refuse 2 "$root/bench/policies.sh" -n
refuse 2 "$root/bench/policies.sh" -z
refuse 2 "$root/bench/policies.sh" easy
refuse 1 "$root/bench/policies.sh" -p eazy -j 100 -l 1
BFSWEEP_BENCH=$work refuse 1 "$root/bench/policies.sh" -j 100 -l 1
