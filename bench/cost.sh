#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2034 # usage is for lib.sh
usage="usage: bench/cost.sh [-o FOLDER] [-p POLICY,...] [-l LOAD,...] [-n REPEATS] [TRACE[:PROCS] ...]
       bench/cost.sh -r [-o FOLDER] [-p POLICY,...]     once more cost.md and the figures, from FOLDER's tables

What scheduling costs under each policy (easy,conservative), pass by pass, on logs (PROCS: processors of
the machine, if not as in the log's header) and models at offered loads LOAD (0.7,0.9,1.1; - as it is):

  FOLDER/cost.tsv           a line a trace, load and policy: time a job and a pass (median, 99th
                            percentile, longest), jobs examined, profile steps visited
  FOLDER/queues.tsv         the same by the length of the queue at the pass
  FOLDER/cost.md            a table of the main columns
  FOLDER/cost-by-queue.svg, cost-by-load.svg, cost-by-machine.svg   figures, if gnuplot is there; the
                            second if there are several loads, the third if there are models of several sizes

Each pass is timed REPEATS (5) times and its fastest time counts. Without a trace: generated workloads of
20000 jobs on 128, 1024, 8192 and 65536 processors."
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"

help_wanted "$@"
folder=bench-cost policies=easy,conservative loads=0.7,0.9,1.1 repeats=5 again=
while getopts :ro:p:l:n: option; do
    case $option in
    r) again=yes ;;
    o) folder=$OPTARG ;;
    p) policies=$OPTARG ;;
    l) loads=$OPTARG ;;
    n) repeats=$OPTARG ;;
    :) refuse "-$OPTARG wants a value" ;;
    *) refuse "unknown option -$OPTARG" ;;
    esac
done
shift $((OPTIND - 1))
[ "$loads" = - ] || positive -l "$loads"
whole -n "$repeats" 1
if [ "$again" ]; then
    [ $# -eq 0 ] || refuse "with -r nothing is measured, '$1' is too much"
    for table in cost queues; do
        [ -s "$folder/$table.tsv" ] || refuse "-r: there is no '$folder/$table.tsv'"
    done
elif [ $# -eq 0 ]; then
    for procs in 128 1024 8192 65536; do
        set -- "$@" "lublin:jobs=20000,procs=$procs,seed=1,types=1,estimates=tsafrir"
    done
fi
make_work
[ "$again" ] || find_programs
mkdir -p "$folder" || fail "$folder: cannot be made"
here=$(dirname "$0")

# ---- Measuring ---------------------------------------------------------------

# append TABLE TO: joins tables, with the header of the first only.
append() {
    local from=1
    [ ! -s "$2" ] || from=2
    tail -n "+$from" "$1" >>"$2"
}

for trace in "$@"; do # none with -r
    procs=-
    if [[ $trace =~ ^(.+):([0-9]+)$ ]]; then
        trace=${BASH_REMATCH[1]} procs=${BASH_REMATCH[2]}
    fi
    "$programs/bench_cost" "$trace" "$procs" "$policies" "$loads" "$repeats" "$work/queues" >"$work/out" ||
        fail "bench_cost failed on $trace"
    grep '^#' "$work/out" >"$work/clock"
    grep -v '^#' "$work/out" >"$work/rows"
    append "$work/rows" "$work/cost.tsv"
    append "$work/queues" "$work/queues.tsv"
done
if [ -z "$again" ]; then
    { describe_machine && cat "$work/clock"; } >"$work/about"
    for table in cost queues; do
        cat "$work/about" "$work/$table.tsv" >"$folder/$table.tsv"
    done
fi

# Without comments, a trace by a short name: of a model its name and machine.
for table in cost queues; do
    awk -F '\t' -v OFS='\t' '
        /^#/ { next }
        { sub(/\.swf(\.gz)?$/, "", $1); if ($1 ~ /:/) { sub(/:.*/, "", $1); $1 = $1 " " $2 } print }' \
        "$folder/$table.tsv" >"$work/$table"
done

# ---- The table ---------------------------------------------------------------

awk -F '\t' '
    function us(ns) { return sprintf(ns < 9950 ? "%.2f" : "%.0f", ns / 1000) }
    NR == 1 {
        for (i = 1; i <= NF; i++) at[$i] = i
        print "| workload | processors | load | policy | mean, longest queue | us a job: run | passes alone | us a pass: mean | median | p99 | longest | jobs examined a pass | profile steps visited a pass |"
        print "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
        next
    }
    { printf "| %s | %d | %.2f | %s | %.0f, %d | %s | %s | %s | %s | %s | %s | %.1f | %.1f |\n", $at["trace"], $at["procs"], $at["load"],
          $at["policy"], $at["mean_queue"], $at["queue_max"], us($at["ns_per_job"]),
          us($at["mean_ns"] * $at["passes"] / $at["jobs"]), us($at["mean_ns"]), us($at["median_ns"]),
          us($at["p99_ns"]), us($at["max_ns"]), $at["examined"], $at["visited"] }' "$work/cost" >"$folder/cost.md"
cat "$folder/cost.md"

# ---- The figures -------------------------------------------------------------

if ! command -v gnuplot >/dev/null; then
    printf '%s: no figures, for want of gnuplot (apt-get install gnuplot-nox)\n' "$script" >&2
    exit 0
fi
rm -f "$folder"/cost-by-{queue,load,machine}.svg
read -r by_load by_machine <<<"$(awk -F '\t' '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { load = $at["load"]; procs = $at["procs"] }
    $1 in loads && loads[$1] != load { by_load = 1 }
    { loads[$1] = load }
    $1 ~ /^[a-z]* [0-9]/ { if (model && model != procs) by_machine = 1; model = procs }
    END { print by_load + 0, by_machine + 0 }' "$work/cost")"
gnuplot -e "by_load=$by_load; by_machine=$by_machine; cost='$work/cost'; queues='$work/queues'; policies='${policies//,/ }'; folder='$folder'" \
    "$here/cost.gnuplot" || fail "gnuplot failed"
printf '%s: figures are in %s\n' "$script" "$folder" >&2
