// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report: one HTML page on a result file, whole in itself, with figures.
//
// Runs are put in four drawers: the *workload* (trace, machine, and all that decides which jobs
// come when, but for the load), the *load*, the *scheduler* (policy, orders, parameters) with its
// *estimates* (model and correction), and the *seed*. Runs that differ in nothing but the seed are
// one cell: they are averaged, with an interval. Workloads and loads are never averaged; where one
// number stands for several, each run was divided before by that of the baseline on the same
// workload, load and seed, and the page says so.
#ifndef BF_ANALYSIS_REPORT_REPORT_H
#define BF_ANALYSIS_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/report/html_buffer.h"
#include "engine/store/store.h"

struct bf_report_ask {
    const char *path;     // the file's name, for the page
    const char *baseline; // "policy=easy,estimate=request": what others are compared with; NULL: a
                          // scheduler of that kind, or the nearest one
    const char *where;    // take these runs alone (frame.h); NULL: all
    const uint64_t *runs; // rows of /runs whose schedules are drawn
    size_t run_count;     // 0: one of each of a few schedulers
    bool no_figures;      // do without gnuplot
    const char *figures;  // also write figures as files into this folder; NULL: don't
    const char *program;  // name and version of who makes the page
};

// Makes the page. BF_ERR_USAGE: a baseline, condition or run that does not exist. BF_ERR_INPUT: the
// file is damaged, or no run of it was completed. BF_ERR_ENV: gnuplot is missing (the text names
// its package) or failed; no memory. On failure what is in `page` is nothing.
enum bf_err bf_report_make(struct bf_store_reader *reader, const struct bf_report_ask *ask,
                           struct bf_buffer *page, struct bf_error *e);

#endif
