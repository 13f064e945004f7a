// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `bfsweep trace info` and `bfsweep trace check` print.
#ifndef BF_CLI_TRACE_REPORT_H
#define BF_CLI_TRACE_REPORT_H

#include <stdio.h>

#include "engine/cli/run_output.h"
#include "workloads/check.h"

// What is in a log (check->trace is there): as text for people, or as its row of /traces
// (docs/results-schema.md) in CSV or JSON. BF_ERR_ENV: `to` cannot be written.
enum bf_err cli_print_info(FILE *to, enum cli_format format, const struct bf_check *check,
                           struct bf_error *e);

// What is odd about it: one finding a line. `name` is the file as it was named.
void cli_print_check(FILE *to, enum cli_format format, const char *name,
                     const struct bf_check *check);

#endif
