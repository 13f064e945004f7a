// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef BF_ANALYSIS_REPORT_FIGURE_INTERNAL_H
#define BF_ANALYSIS_REPORT_FIGURE_INTERNAL_H

#include "analysis/report/figure.h"

// Runs gnuplot on `script`, from memory to memory; what it printed goes to `output`. BF_ERR_ENV: it
// is not there, or failed, with its first line of complaint.
enum bf_err bf_gnuplot_run(const struct bf_buffer *script, struct bf_buffer *output,
                           struct bf_error *e);

// Makes what gnuplot drew part of a page; appends to f->svg.
void bf_figure_adopt(struct bf_figure *f, const char *drawn, size_t length);

#endif
