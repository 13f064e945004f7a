// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the C library keeps freed memory, where it can be told: a long call must not hold more of it
// than a short one.
#ifndef BF_CLI_MEMORY_H
#define BF_CLI_MEMORY_H

// Large blocks go back to the system when they are freed, however large others have been before.
void cli_memory_begin(void);

// Gives back what is free now.
void cli_memory_trim(void);

#endif
