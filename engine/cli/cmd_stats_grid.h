// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table for people: cells of text, as wide as they need to be.
//
//     policy        estimate |   n      mean       low            keys to the left, numbers to the
//     right conservative  avg2     |  20    170.12    160.10
//
// A table that would be wider than a page gives each row's keys a line of their own.
#ifndef BF_CLI_CMD_STATS_GRID_H
#define BF_CLI_CMD_STATS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "engine/base/error.h"

struct cli_grid {
    size_t keys, columns; // the first `keys` of the columns are keys
    size_t count, room;   // cells
    char **cells;         // row by row; the first row has the headings
    bool failed;          // no memory
};

// Adds the next cell.
void cli_grid_add(struct cli_grid *grid, const char *text);
void cli_grid_addf(struct cli_grid *grid, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The number with so many decimals; `-` for one that does not exist.
void cli_grid_number(struct cli_grid *grid, double value, int decimals);

// A probability: 0.0312, or 4e-06 where four decimals would show nothing.
void cli_grid_p(struct cli_grid *grid, double p);

// Prints and empties the table. BF_ERR_ENV: there was no memory for it.
enum bf_err cli_grid_print(struct cli_grid *grid, FILE *to, struct bf_error *e);

// Frees what is left of a table.
void cli_grid_fini(struct cli_grid *grid);

#endif
