# Seconds that the longest tests take on two cores: short ones with the sanitizers, long ones without. A fresh
# clone has run none yet, and ctest cannot know: it begins with these, so that none is left to run alone at
# the end. Only the order matters: of tests that take about as long, one that computes stands before those
# that mostly wait, which leave it the processors.
set(bf_cost_cluster.hazards 111)
set(bf_cost_cluster.systems 74)
set(bf_cost_fault.writes 58)
set(bf_cost_prop.calendar 37)
set(bf_cost_sweep.same_digest 31)
set(bf_cost_fault.segments 28)
set(bf_cost_cli.report 21)
set(bf_cost_cli.sweep 19)
set(bf_cost_meta.shellcheck 19)

set(bf_cost_fault.sweep_at_scale_long 100)
set(bf_cost_cluster.slurm_long 98)
set(bf_cost_cluster.local_long 97)
set(bf_cost_fault.sweep_kill_long 37)
set(bf_cost_published.baseline_long 35)
set(bf_cost_analysis.report_pages_long 21)
set(bf_cost_meta.install_long 15)
