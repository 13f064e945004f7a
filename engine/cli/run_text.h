// SPDX-License-Identifier: GPL-3.0-or-later
//
// The metrics of runs as a table for people: policies side by side, at most 80 columns wide.
#ifndef BF_CLI_RUN_TEXT_H
#define BF_CLI_RUN_TEXT_H

#include <stdio.h>

#include "engine/core/rows.h"

// Prints what the trace is, then a column a run, in blocks of as many as fit.
void cli_print_text(FILE *to, const struct bf_trace_row *trace, const struct bf_run_row *rows,
                    int count);

// The columns alone, below the calendar if there is one.
void cli_print_metrics(FILE *to, const struct bf_run_row *rows, int count);

#endif
