// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures: data and a script of gnuplot each, drawn all at once by gnuplot as a program.
//
// A figure is collected first: rows into `data`, commands into `script`, one `plot` at their end.
// Then all are drawn by one gnuplot that reads from and writes to memory: no file is left behind by
// whatever ends the program. What gnuplot draws is SVG, which is made part of a page: its colours
// become variables of the page (figure_palette.c), its texts take the page's font, its ids are
// its own, and it has a title and a description for those who cannot see it.
//
// As files, a figure is four: NAME.tsv (the data), NAME.gnuplot (draws the other two from it),
// NAME.svg and NAME.pdf.
#ifndef BF_ANALYSIS_REPORT_FIGURE_H
#define BF_ANALYSIS_REPORT_FIGURE_H

#include <stddef.h>

#include "analysis/report/html_buffer.h"

enum { BF_FIGURE_NAME_SIZE = 64, BF_FIGURE_TITLE_SIZE = 200, BF_FIGURE_TEXT_SIZE = 600 };

struct bf_figure {
    char name[BF_FIGURE_NAME_SIZE];   // unique; letters, digits, hyphens
    char title[BF_FIGURE_TITLE_SIZE]; // what is to be seen, in a line
    char text[BF_FIGURE_TEXT_SIZE];   // the same for those who cannot see it
    int width, height;                // of its view box; about pixels
    struct bf_buffer data;            // tab-separated, with a line of column names
    struct bf_buffer script;          // reads `data`, ends with plot
    struct bf_buffer marks;           // names of what is plotted, in that order, a line each
    struct bf_buffer svg;             // once it is drawn
    size_t plotted;                   // 0: there is nothing to draw, and it is left out everywhere
    unsigned used;                    // colours that rows of the data have, a bit each (heat maps)
};

// A zeroed list is an empty one.
struct bf_figures {
    struct bf_figure **all;
    size_t count, room;
};

void bf_figures_fini(struct bf_figures *figures);

// Adds a figure, owned by the list, good until it ends. The name is `name` in lower case with all
// else as hyphens, numbered when it is taken. NULL: there is no memory.
struct bf_figure *bf_figures_add(struct bf_figures *figures, const char *name, int width,
                                 int height);

// Draws all figures into their `svg`. BF_ERR_ENV: gnuplot is not installed, or what it said.
enum bf_err bf_figures_draw(struct bf_figures *figures, struct bf_error *e);

// Writes all figures as files into the folder `folder`, which is made when it is missing; with keys
// of their own, which a page has beside them.
enum bf_err bf_figures_write(struct bf_figures *figures, const char *folder, struct bf_error *e);

// ---- Scripts ----------------------------------------------------------------

// Begins the next thing that is plotted, `plot ` or `, `; its name is the key's and the reader's.
// The caller goes on with what and how.
void bf_figure_plot(struct bf_figure *f, const char *name);

// Ends it: the title for the key. `in_key`: whether it has one.
void bf_figure_plotted(struct bf_figure *f, const char *name, bool in_key);

// The point type of gnuplot that goes with a colour, so that colours are not all there is.
int bf_figure_point(int colour);

// ---- Colours ----------------------------------------------------------------

enum { BF_SERIES_COLOURS = 8, BF_HEAT_COLOURS = 9, BF_HEAT_SERIES = 8 };

// `#rrggbb` of the palette for light paper: series and heat by number (those below
// BF_SERIES_COLOURS are for what has no order, and belong to schedulers; BF_HEAT_SERIES and what
// follows are for what has one), and what is drawn around them.
const char *bf_colour_series(int n);
const char *bf_colour_heat(int n);
extern const char bf_colour_ink[], bf_colour_muted[], bf_colour_grid[], bf_colour_paper[];

// The palette as declarations of CSS variables, for light and for dark.
void bf_palette_css(struct bf_buffer *page, bool dark);

// The variable (`--s1`) whose light value is the colour 0xrrggbb; NULL when none is.
const char *bf_palette_variable(unsigned colour);

#endif
