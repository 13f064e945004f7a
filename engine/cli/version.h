// SPDX-License-Identifier: GPL-3.0-or-later
//
// What this program is.
#ifndef BF_CLI_VERSION_H
#define BF_CLI_VERSION_H

#include <stdio.h>

extern const char *const cli_version;  // "0.1.0"
extern const char *const cli_compiler; // "gcc 12.2.0"

// The text of --version.
void cli_print_version(FILE *to);

#endif
