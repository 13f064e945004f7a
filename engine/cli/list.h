// SPDX-License-Identifier: GPL-3.0-or-later
//
// Printing of registries, shared by `bfsweep policies` and `bfsweep estimates`.
#ifndef BF_CLI_LIST_H
#define BF_CLI_LIST_H

#include <stdio.h>

#include "engine/core/param.h"

// Prints `text`, which began at column `at`, wrapped at blanks to 79 columns with `indent` blanks
// in front of each further line, and a newline.
void cli_print_wrapped(FILE *to, int at, int indent, const char *text);

// Prints one parameter: how it is spelt, what it does, its range and its default.
//     --depth N|all     candidates examined a pass (0 or more, or all; default all)
void cli_print_param(FILE *to, const char *spelling, const struct bf_param *param);

#endif
