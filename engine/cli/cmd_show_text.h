// SPDX-License-Identifier: GPL-3.0-or-later
//
// All that a result file holds of one run, for people: at most 96 columns.
#ifndef BF_CLI_CMD_SHOW_TEXT_H
#define BF_CLI_CMD_SHOW_TEXT_H

#include <stdio.h>

#include "analysis/statistics/one_run.h"

// Prints the run of the file `path`. BF_ERR_ENV: no memory.
enum bf_err cli_show_text(FILE *to, const char *path, const struct bf_one_run *one,
                          struct bf_error *e);

#endif
