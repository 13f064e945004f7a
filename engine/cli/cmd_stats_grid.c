// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cli/cmd_stats_grid.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cli/cmd_stats_result.h"

enum {
    PAGE_WIDTH = 96,
    CELL_SIZE = 400,
    KEY_GAP = 2,
    NUMBER_GAP = 2,
    INDENT = 4,
    MOST_COLUMNS = STATS_MOST_KEYS + 32
};

void cli_grid_add(struct cli_grid *grid, const char *text)
{
    if (grid->count == grid->room) {
        const size_t room = grid->room ? 2 * grid->room : 64;
        char **cells = realloc(grid->cells, room * sizeof *cells);
        if (!cells) {
            grid->failed = true;
            return;
        }
        grid->cells = cells;
        grid->room = room;
    }
    grid->cells[grid->count] = strdup(text);
    if (grid->cells[grid->count])
        grid->count++;
    else
        grid->failed = true;
}

void cli_grid_addf(struct cli_grid *grid, const char *format, ...)
{
    char text[CELL_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cli_grid_add(grid, text);
}

void cli_grid_number(struct cli_grid *grid, double value, int decimals)
{
    if (isnan(value))
        cli_grid_add(grid, "-");
    else if (fabs(value) < 0.5 * pow(10, -decimals)) // no -0.0
        cli_grid_addf(grid, "%.*f", decimals, 0.0);
    else
        cli_grid_addf(grid, "%.*f", decimals, value);
}

void cli_grid_p(struct cli_grid *grid, double p)
{
    if (isnan(p))
        cli_grid_add(grid, "-");
    else if (p < 1e-99) // as good as 0, or 0 where it left the range of doubles
        cli_grid_add(grid, "<1e-99");
    else
        cli_grid_addf(grid, p >= 0.0001 ? "%.4f" : "%.0e", p);
}

// Characters, not bytes: names of logs may be in UTF-8.
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void measure(const struct cli_grid *grid, int *width)
{
    for (size_t c = 0; c < grid->columns; c++)
        width[c] = 0;
    for (size_t i = 0; i < grid->count; i++) {
        const int w = width_of(grid->cells[i]);
        if (w > width[i % grid->columns])
            width[i % grid->columns] = w;
    }
}

static int sum_of(const int *width, size_t from, size_t to, int gap)
{
    int sum = 0;
    for (size_t c = from; c < to; c++)
        sum += width[c] + gap;
    return sum;
}

static void print_numbers(const struct cli_grid *grid, char **row, const int *width, FILE *to)
{
    for (size_t c = grid->keys; c < grid->columns; c++)
        fprintf(to, "%*s%s", width[c] - width_of(row[c]) + (c || grid->keys ? NUMBER_GAP : 0), "",
                row[c]);
    fputc('\n', to);
}

// Keys in front of the numbers.
static void print_side_by_side(const struct cli_grid *grid, const int *width, FILE *to)
{
    for (size_t i = 0; i < grid->count; i += grid->columns) {
        char **row = grid->cells + i;
        for (size_t c = 0; c < grid->keys; c++)
            fprintf(to, "%s%s%*s", c ? "  " : "", row[c],
                    c + 1 < grid->columns ? width[c] - width_of(row[c]) : 0, "");
        print_numbers(grid, row, width, to);
    }
}

// Keys on a line of their own, with their names.
static void print_in_turn(const struct cli_grid *grid, const int *width, FILE *to)
{
    for (size_t i = 0; i < grid->count; i += grid->columns) {
        char **row = grid->cells + i;
        for (size_t c = 0; i && c < grid->keys; c++)
            fprintf(to, "%s%s=%s", c ? " " : "", grid->cells[c], row[c]);
        fprintf(to, "%s%*s", i ? "\n" : "", INDENT - NUMBER_GAP, "");
        print_numbers(grid, row, width, to);
    }
}

enum bf_err cli_grid_print(struct cli_grid *grid, FILE *to, struct bf_error *e)
{
    int width[MOST_COLUMNS];
    const bool failed = grid->failed;
    if (!failed && grid->count) {
        measure(grid, width);
        const int keys = sum_of(width, 0, grid->keys, KEY_GAP) - KEY_GAP;
        if (keys + sum_of(width, grid->keys, grid->columns, NUMBER_GAP) <= PAGE_WIDTH)
            print_side_by_side(grid, width, to);
        else
            print_in_turn(grid, width, to);
    }
    cli_grid_fini(grid);
    return failed ? bf_error_no_memory(e, CELL_SIZE, "a table") : BF_OK;
}

void cli_grid_fini(struct cli_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++)
        free(grid->cells[i]);
    free(grid->cells);
    *grid = (struct cli_grid){.keys = grid->keys, .columns = grid->columns};
}
