// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two kinds of pictures that most figures are: rows with a number each, and curves.
#include "analysis/report/report_internal.h"

#include <string.h>

#include "engine/base/text.h"

struct bf_draw_axis bf_draw_metric(size_t metric)
{
    const struct bf_metric *m = &bf_report_metrics[metric];
    return (struct bf_draw_axis){
        .label = m->axis, .unit = m->unit, .reference = NAN, .may_log = m->kind == BF_NUMBER_PLAIN};
}

static bool is_log(const struct bf_draw_axis *axis, double least, double most)
{
    return axis->may_log && least > 0 && (axis->times || most > 20 * least);
}

// Tics at some multiples of powers of ten, the fewer the longer the range is.
static void put_log_tics(struct bf_figure *f, const char *which, double least, double most)
{
    static const struct {
        double span;
        int count;
        double mantissas[6];
    } kinds[] = {{6, 6, {1, 1.5, 2, 3, 5, 7}}, {30, 3, {1, 2, 5}}, {500, 2, {1, 3}}, {0, 1, {1}}};
    enum { LAST = sizeof kinds / sizeof *kinds - 1 };
    size_t kind = 0;
    int n = 0;
    while (kind < LAST && most / least > kinds[kind].span)
        kind++;
    const int first = (int)floor(log10(least)), last = (int)ceil(log10(most));
    const int every = kind == LAST ? (last - first) / 6 + 1 : 1;
    bf_buffer_add(&f->script, "set %stics (", which);
    for (int power = first; power <= last; power += every)
        for (int m = 0; m < kinds[kind].count; m++) {
            const double at = kinds[kind].mantissas[m] * pow(10, power);
            if (at >= least && at <= most)
                bf_buffer_add(&f->script, "%s%.6g", n++ ? ", " : "", at);
        }
    bf_buffer_add(&f->script, ")\nunset m%stics\n", which);
}

// A step of 1, 2 or 5 times a power of ten that divides a range into four to seven or so.
static double nice_step(double range)
{
    const double raw = range / 5, power = pow(10, floor(log10(raw)));
    const double digit = raw / power;
    return power * (digit < 1.5 ? 1 : digit < 3 ? 2 : digit < 7 ? 5 : 10);
}

// The range and the tics of the axis `which` ("x", "y").
static void put_axis(struct bf_figure *f, const struct bf_draw_axis *axis, const char *which,
                     double least, double most)
{
    double low = least / axis->unit, high = most / axis->unit;
    if (axis->times)
        bf_buffer_add(&f->script, "set format %s '%%g\xc3\x97'\n", which);
    if (is_log(axis, least, most)) {
        low /= 1.25;
        high *= 1.25;
        bf_buffer_add(&f->script, "set logscale %s\n", which);
        put_log_tics(f, which, low, high);
    } else {
        if (low > 0)
            low = 0;
        if (!(high > low))
            high = low + 1;
        const double step = nice_step(high - low);
        low = floor(low / step) * step;
        high = ceil(high / step - 1e-9) * step;
        bf_buffer_add(&f->script, "set %stics %.9g\n", which, step);
    }
    bf_buffer_add(&f->script, "set %srange [%.9g:%.9g]\n", which, low, high);
}

// ---- Rows ---------------------------------------------------------------------------------

static void extend(double *least, double *most, double value)
{
    if (isnan(value) || isinf(value))
        return;
    *least = fmin(*least, value);
    *most = fmax(*most, value);
}

static void put_row(struct bf_figure *f, size_t i, const struct bf_draw_row *row)
{
    bf_buffer_add(&f->data, "%d\t%zu\t", row->colour, i);
    bf_buffer_cell(&f->data, row->label);
    const double numbers[] = {row->value, row->low, row->high};
    for (size_t n = 0; n < 3; n++) {
        bf_buffer_add(&f->data, "\t");
        bf_buffer_double(&f->data, numbers[n]);
    }
    bf_buffer_add(&f->data, "\n");
}

static void plot_rows(struct bf_figure *f, int colour, double unit)
{
    bf_figure_plot(f, "");
    bf_buffer_add(&f->script,
                  "data using ($1==%d?$4/%.9g:NaN):(-$2):"
                  "(($5==$5?$5:$4)/%.9g):(($6==$6?$6:$4)/%.9g) "
                  "with xerrorbars lw 1.5 pt %d ps 0.8 lc rgb '%s'",
                  colour, unit, unit, unit, bf_figure_point(colour), bf_colour_series(colour));
    bf_figure_plotted(f, "", false);
}

// How many characters a label has.
static size_t length_of(const char *label)
{
    size_t n = 0;
    for (; *label; label++)
        n += ((unsigned char)*label & 0xc0) != 0x80;
    return n;
}

void bf_draw_rows(struct bf_figure *f, const struct bf_draw_row *rows, size_t n,
                  const struct bf_draw_axis *axis)
{
    double least = INFINITY, most = -INFINITY;
    unsigned used = 0;
    size_t longest = 0;
    f->height = 44 + 23 * (int)n;
    bf_buffer_add(&f->data, "series\trow\tlabel\tvalue\tlow\thigh\n");
    bf_buffer_add(&f->script, "set ytics (");
    for (size_t i = 0; i < n; i++) {
        const struct bf_draw_row *row = &rows[i];
        put_row(f, i, row);
        bf_buffer_add(&f->script, "%s", i ? ", " : "");
        bf_buffer_quoted(&f->script, row->label);
        bf_buffer_add(&f->script, " -%zu", i);
        extend(&least, &most, row->value);
        extend(&least, &most, row->low);
        extend(&least, &most, row->high);
        used |= 1u << row->colour;
        longest = length_of(row->label) > longest ? length_of(row->label) : longest;
    }
    bf_buffer_add(&f->script,
                  ") scale 0 textcolor rgb '%s'\nset yrange [%.1f:0.6]\n"
                  "unset grid\nset grid xtics lt 1 lw 0.7 lc rgb '%s'\nset border 1\n"
                  "set lmargin at screen %.3f\n",
                  bf_colour_ink, 0.4 - (double)n, bf_colour_grid,
                  fmin(0.65, (16 + 6.7 * (double)longest) / f->width));
    extend(&least, &most, axis->reference);
    put_axis(f, axis, "x", least, most);
    if (!isnan(axis->reference))
        bf_buffer_add(
            &f->script,
            "set arrow from %.9g, graph 0 to %.9g, graph 1 nohead lw 1 lc rgb '%s' back\n",
            axis->reference, axis->reference, bf_colour_muted);
    for (int c = 0; c < BF_SERIES_COLOURS; c++)
        if (used >> c & 1)
            plot_rows(f, c, axis->unit);
}

// ---- Curves -------------------------------------------------------------------------------

void bf_draw_curves_begin(struct bf_draw_curves *c, struct bf_figure *f,
                          const struct bf_draw_axis *axis)
{
    *c = (struct bf_draw_curves){.f = f,
                                 .axis = axis,
                                 .every = 1,
                                 .least = INFINITY,
                                 .most = -INFINITY,
                                 .least_x = INFINITY,
                                 .most_x = -INFINITY};
    bf_buffer_add(&f->data, "series\tname\tx\ty\tlow\thigh\n");
}

void bf_draw_curve(struct bf_draw_curves *c, const char *name, int colour)
{
    if (c->count == BF_DRAW_MOST_CURVES) {
        c->left_out++;
        return;
    }
    bf_text_copy(c->names[c->count], sizeof c->names[0], name);
    c->colours[c->count++] = colour;
}

void bf_draw_point(struct bf_draw_curves *c, double x, double y, double low, double high)
{
    const double numbers[] = {x, y, low, high};
    if (isnan(y) || isinf(y) || c->left_out)
        return;
    bf_buffer_add(&c->f->data, "%d\t", c->count - 1);
    bf_buffer_cell(&c->f->data, c->names[c->count - 1]);
    for (size_t i = 0; i < 4; i++) {
        bf_buffer_add(&c->f->data, "\t");
        bf_buffer_double(&c->f->data, numbers[i]);
    }
    bf_buffer_add(&c->f->data, "\n");
    c->points++;
    extend(&c->least, &c->most, y);
    extend(&c->least, &c->most, c->axis->may_log && !(low > 0) ? y : low);
    extend(&c->least, &c->most, high);
    extend(&c->least_x, &c->most_x, x);
}

// Intervals that hang over each other are moved apart by a little.
static void plot_curve(struct bf_draw_curves *c, int i, double shift)
{
    struct bf_figure *f = c->f;
    const double unit = c->axis->unit;
    const char *colour = bf_colour_series(c->colours[i]);
    bf_figure_plot(f, c->names[i]);
    bf_buffer_add(&f->script,
                  "data using ($1==%d?$3+%.6g:NaN):($4/%.9g) with lines lw 1.4 lc rgb '%s'", i,
                  shift, unit, colour);
    bf_figure_plotted(f, c->names[i], false);
    bf_figure_plot(f, c->names[i]);
    bf_buffer_add(&f->script,
                  "data using ($1==%d?$3+%.6g:NaN):($4/%.9g):(($5==$5?$5:$4)/%.9g):"
                  "(($6==$6?$6:$4)/%.9g) with yerrorbars lw 1.2 pt %d ps 0.75 lc rgb '%s'",
                  i, shift, unit, unit, unit, bf_figure_point(c->colours[i]), colour);
    bf_figure_plotted(f, c->names[i], true);
}

// Of so many labels one is written.
static size_t thinned(size_t labels)
{
    return labels ? (labels - 1) / 10 + 1 : 1;
}

// Labels of x = 0, 1, 2 ...; long ones take turns on two lines, many are thinned out, but for the
// first and the last. Returns whether they left room for the axis to be named.
static bool put_labels(struct bf_figure *f, const char *const *labels, size_t n)
{
    size_t characters = 0;
    const size_t every = thinned(n), named = (n + every - 1) / every;
    for (size_t i = 0; i < named; i++)
        characters += length_of(labels[i * every]) + 2;
    const bool two_lines = characters > 48;
    bf_buffer_add(&f->script, "set xtics (");
    for (size_t i = 0; i < named; i++) {
        const size_t at = i + 1 < named ? i * every : n - 1;
        bf_buffer_add(&f->script, i ? ", " : "");
        if (two_lines && i % 2)
            bf_buffer_add(&f->script, "\"\\n\".");
        bf_buffer_quoted(&f->script, labels[at]);
        bf_buffer_add(&f->script, " %zu", at);
    }
    bf_buffer_add(&f->script, ")\n");
    return !two_lines;
}

void bf_draw_curves_end(struct bf_draw_curves *c, const char *x_label, const char *const *labels,
                        size_t label_count)
{
    struct bf_figure *f = c->f;
    const double span = c->most_x - c->least_x;
    if (labels)
        c->every = thinned(label_count);
    if (c->points == 0)
        return;
    put_axis(f, c->axis, "y", c->least, c->most);
    bf_buffer_add(&f->script, "set xrange [%.9g:%.9g]\n", c->least_x - fmax(0.07 * span, 0.01),
                  c->most_x + fmax(0.07 * span, 0.01));
    if (!labels || put_labels(f, labels, label_count)) {
        bf_buffer_add(&f->script, "set xlabel ");
        bf_buffer_quoted(&f->script, x_label);
        bf_buffer_add(&f->script, "\n");
    } else {
        bf_buffer_add(&f->script, "set bmargin 3+below\n");
    }
    for (int i = 0; i < c->count; i++)
        plot_curve(c, i, span * 0.006 * (i - (c->count - 1) / 2.0));
}
