# Figures of bench/cost.sh, which sets `cost`, `queues` (tables without comments), `policies`, `folder`, and whether
# there is something to draw `by_load` and `by_machine`.
if (!exists("by_load")) by_load = 1
if (!exists("by_machine")) by_machine = 1
set terminal svg size 900,420 font "sans-serif,13" background "white"
set datafile separator tab
set style data linespoints
set key left top reverse Left samplen 2
set grid back lc rgb "#d8d8d8" lw 0.6
set border 3 lc rgb "#606060"
set tics nomirror
array colour[6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]

# ---- By the length of the queue: all traces and loads together, weighted by passes ----
set output folder . "/cost-by-queue.svg"
set multiplot layout 1,2
set logscale xy
set xlabel "jobs waiting at the pass"
set format x "10^{%L}"
set xrange [1:*]
set title "time of a pass"
set ylabel "us"
merge(policy) = sprintf("< awk -F '\\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at[\"policy\"] == \"%s\" && $at[\"queue\"] > 0 { q = $at[\"queue\"]; p = $at[\"passes\"]; n[q] += p; med[q] += p * $at[\"median_ns\"]; p99[q] += p * $at[\"p99_ns\"]; work[q] += p * ($at[\"examined\"] + $at[\"visited\"]) } END { for (q in n) if (n[q] >= 100) printf \"%%d\\t%%g\\t%%g\\t%%g\\n\", q * 1.41, med[q] / n[q] / 1000, p99[q] / n[q] / 1000, work[q] / n[q] }' %s | sort -n", policy, queues)
plot for [i = 1:words(policies)] merge(word(policies, i)) using 1:2 lc rgb colour[i] pt 7 ps 0.5 lw 1.8 title word(policies, i) . ", median", \
     for [i = 1:words(policies)] merge(word(policies, i)) using 1:3 lc rgb colour[i] pt 6 ps 0.5 lw 1.4 dt 2 title word(policies, i) . ", 99th percentile"
set title "work of a pass, counted"
set ylabel "jobs examined + profile steps visited"
plot for [i = 1:words(policies)] merge(word(policies, i)) using 1:4 lc rgb colour[i] pt 7 ps 0.5 lw 1.8 title word(policies, i) . ", mean"
unset multiplot

# ---- By load: a line a trace and policy ----
unset output
unset logscale x
set format x "%g"
set xrange [*:*]
if (by_load) set output folder . "/cost-by-load.svg"
set terminal svg size 900,480 font "sans-serif,13" background "white"
set xlabel "offered load"
set ylabel "us a job"
set title "time in passes, a job"
set key outside right top
traces = system("awk -F '\\t' 'NR > 1 && !seen[$1]++ { gsub(/ /, \"~\", $1); printf \"%s \", $1 }' '" . cost . "'")
spaced(name) = system("printf %s '" . name . "' | tr '~' ' '")
pick(trace, policy) = sprintf("< awk -F '\\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == \"%s\" && $at[\"policy\"] == \"%s\" { printf \"%%g\\t%%g\\n\", $at[\"load\"], $at[\"mean_ns\"] * $at[\"passes\"] / $at[\"jobs\"] / 1000 }' %s | sort -n", spaced(trace), policy, cost)
if (by_load) plot for [i = 1:words(policies)] for [k = 1:words(traces)] pick(word(traces, k), word(policies, i)) using 1:2 \
     lc rgb colour[i] pt k ps 0.7 lw 1.5 dt k title word(policies, i) . ", " . spaced(word(traces, k))

# ---- By the size of the machine, models alone: a line a load (rounded) and policy ----
unset output
if (by_machine) set output folder . "/cost-by-machine.svg"
set logscale x
set format x "10^{%L}"
set xlabel "processors of the machine"
loads = system("awk -F '\\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 ~ /^[a-z]* [0-9]/ { print sprintf(\"%.1f\", $at[\"load\"]) }' '" . cost . "' | sort -nu | tr '\\n' ' '")
size(load, policy) = sprintf("< awk -F '\\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 ~ /^[a-z]* [0-9]/ && $at[\"policy\"] == \"%s\" && sprintf(\"%%.1f\", $at[\"load\"]) == \"%s\" { printf \"%%g\\t%%g\\n\", $at[\"procs\"], $at[\"mean_ns\"] * $at[\"passes\"] / $at[\"jobs\"] / 1000 }' %s | sort -n", policy, load, cost)
if (by_machine) plot for [i = 1:words(policies)] for [k = 1:words(loads)] size(word(loads, k), word(policies, i)) using 1:2 \
     lc rgb colour[i] pt k ps 0.7 lw 1.5 dt k title word(policies, i) . ", load " . word(loads, k)
