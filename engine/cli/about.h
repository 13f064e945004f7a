// SPDX-License-Identifier: GPL-3.0-or-later
//
// What result files say about the call that wrote them.
#ifndef BF_CLI_ABOUT_H
#define BF_CLI_ABOUT_H

#include <stddef.h>
#include <stdint.h>

// The command as it could be typed again; cut to `size` bytes.
void cli_quote_command(int argc, char **argv, char *buffer, size_t size);

// The time, ISO 8601 in UTC; 32 bytes are enough.
void cli_now_text(char *buffer, size_t size);

// Nanoseconds, for the cost table (engine/core/config.h).
uint64_t cli_clock_ns(void);

#endif
