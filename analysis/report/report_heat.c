// SPDX-License-Identifier: GPL-3.0-or-later
//
// Heat maps: fields of a grid in one of nine colours, with a number each.
#include "analysis/report/report_internal.h"

#include <string.h>

#include "engine/base/text.h"

enum { FIRST_DARK = 5 }; // colour on which numbers are not in ink, in either scheme

int bf_heat_class(double value, double least, double most)
{
    if (isnan(value))
        return 0;
    const double share = most > least ? (value - least) / (most - least) : 0;
    const int n = (int)(share * BF_HEAT_COLOURS);
    return n < 0 ? 0 : n >= BF_HEAT_COLOURS ? BF_HEAT_COLOURS - 1 : n;
}

void bf_heat_begin(struct bf_figure *f, const char *value)
{
    bf_buffer_add(&f->data, "colour\tcolumn\trow\t%s\tshown\n", value);
    bf_buffer_add(&f->script, "set tics scale 0\nset border 0\nunset grid\n");
}

void bf_heat_field(struct bf_figure *f, int column, int row, double value, int colour,
                   const char *shown)
{
    f->used |= 1u << colour;
    bf_buffer_add(&f->data, "%d\t%d\t%d\t", colour, column, row);
    bf_buffer_double(&f->data, value);
    bf_buffer_add(&f->data, "\t");
    bf_buffer_cell(&f->data, shown);
    bf_buffer_add(&f->data, "\n");
}

static void put_labels(struct bf_figure *f, const char *which, const struct bf_heat_axis *axis)
{
    bf_buffer_add(&f->script, "set %slabel ", which);
    bf_buffer_quoted(&f->script, axis->name);
    bf_buffer_add(&f->script, "\nset %srange [-0.5:%zu.5]\nset %stics (", which, axis->count - 1,
                  which);
    for (size_t i = 0; i < axis->count; i++) {
        bf_buffer_add(&f->script, "%s", i ? ", " : "");
        bf_buffer_quoted(&f->script, axis->labels[i]);
        bf_buffer_add(&f->script, " %g", (double)i - (axis->ends ? 0.5 : 0));
    }
    bf_buffer_add(&f->script, ")\n");
}

void bf_heat_end(struct bf_figure *f, const struct bf_heat_axis *x, const struct bf_heat_axis *y)
{
    put_labels(f, "x", x);
    put_labels(f, "y", y);
    for (int c = 0; c < BF_HEAT_COLOURS; c++) {
        if (!(f->used >> c & 1))
            continue;
        bf_figure_plot(f, "");
        bf_buffer_add(
            &f->script,
            "data using ($1==%d?$2:NaN):3:(0.485):(0.48) with boxxyerror fs solid 1 noborder "
            "lc rgb '%s'",
            c, bf_colour_heat(c));
        bf_figure_plotted(f, "", false);
    }
    // Numbers in ink on colours near the paper, in the paper's colour on others.
    // (gnuplot 5.4 ends in a fault where there are none.)
    for (int dark = 0; dark < 2; dark++) {
        const unsigned light = (1u << FIRST_DARK) - 1;
        if (!(f->used & (dark ? ~light : light)))
            continue;
        bf_figure_plot(f, "");
        bf_buffer_add(&f->script,
                      "data using ($1%s%d?$2:NaN):3:(strcol(5)) with labels font ',11' "
                      "textcolor rgb '%s'",
                      dark ? ">=" : "<", FIRST_DARK, dark ? bf_colour_paper : bf_colour_ink);
        bf_figure_plotted(f, "", false);
    }
}
