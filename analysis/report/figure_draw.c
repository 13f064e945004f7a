// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/figure_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/part.h"
#include "engine/base/text.h"

// What all figures have in common.
static const char settings[] = "set encoding utf8\n"
                               "set datafile separator \"\\t\"\n"
                               "set datafile columnheaders\n"
                               "set border 3 lw 0.8 lc rgb '%s'\n"
                               "set tics nomirror out scale 0.5 textcolor rgb '%s'\n"
                               "set grid ytics lt 1 lw 0.7 lc rgb '%s'\n"
                               "set xlabel textcolor rgb '%s'\n"
                               "set ylabel textcolor rgb '%s'\n"
                               "set pointintervalbox 0\n"
                               "set bars 0\n"
                               "set style fill solid 1 noborder\n";

// A page has keys and titles of its own.
static void put_settings(struct bf_buffer *to, const struct bf_figure *f, bool key)
{
    const char *lines = settings, *colours[] = {bf_colour_muted, bf_colour_muted, bf_colour_grid,
                                                bf_colour_muted, bf_colour_muted};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
        const char *mark = strstr(lines, "%s");
        bf_buffer_bytes(to, lines, (size_t)(mark - lines));
        bf_buffer_add(to, "%s", colours[i]);
        lines = mark + 2;
    }
    bf_buffer_add(to, "%s", lines);
    if (key) {
        bf_buffer_add(to, "set title ");
        bf_buffer_quoted(to, f->title);
        bf_buffer_add(to, " textcolor rgb '%s'\n", bf_colour_ink);
        bf_buffer_add(to, "below = 3\n"); // lines that the key takes, for scripts that set a margin
        bf_buffer_add(to, "set key outside center bottom horizontal noopaque textcolor rgb '%s'\n",
                      bf_colour_ink);
    } else {
        bf_buffer_add(to, "below = 0\nunset key\n");
    }
}

enum format { SVG_FOR_PAGE, SVG, PDF };

// In files the figure is as much higher as its key needs.
static int height_in(const struct bf_figure *f, enum format format)
{
    return f->height + (format == SVG_FOR_PAGE ? 0 : 70);
}

static void put_terminal(struct bf_buffer *to, const struct bf_figure *f, enum format format)
{
    const int height = height_in(f, format);
    if (format == PDF)
        bf_buffer_add(to, "set terminal pdfcairo noenhanced size %.2fin,%.2fin font 'Sans,9'\n",
                      f->width / 100.0, height / 100.0);
    else
        bf_buffer_add(to, "set terminal svg noenhanced size %d,%d font ',13'%s\n", f->width, height,
                      format == SVG ? " background '#ffffff'" : "");
}

// All figures as one script that takes its data from itself and draws to standard output.
static void put_all(struct bf_buffer *to, const struct bf_figures *figures, enum format format)
{
    for (size_t i = 0; i < figures->count; i++) {
        const struct bf_figure *f = figures->all[i];
        if (f->plotted == 0)
            continue;
        bf_buffer_add(to, "reset\n$data << END_OF_DATA\n");
        bf_buffer_bytes(to, f->data.at ? f->data.at : "", f->data.used);
        bf_buffer_add(to, "END_OF_DATA\ndata = '$data'\n");
        put_settings(to, f, format != SVG_FOR_PAGE);
        put_terminal(to, f, format);
        bf_buffer_add(to, "set output\n%s\n", f->script.at ? f->script.at : "");
    }
    bf_buffer_add(to, "set output\n");
}

// Finds figure n in what gnuplot has drawn of all: it begins and ends with these texts.
static const char *find(const char *drawn, size_t left, enum format format, size_t *length)
{
    const char *begin = format == PDF ? "%PDF-" : "<?xml",
               *end = format == PDF ? "%%EOF\n" : "</svg>\n";
    const char *from = memmem(drawn, left, begin, strlen(begin));
    if (!from)
        return NULL;
    left -= (size_t)(from - drawn);
    const char *to = memmem(from, left, end, strlen(end));
    while (to && format == PDF && to + strlen(end) < from + left &&
           memcmp(to + strlen(end), begin, strlen(begin)) != 0)
        to = memmem(to + 1, left - (size_t)(to + 1 - from), end, strlen(end));
    *length = to ? (size_t)(to - from) + strlen(end) : 0;
    return to ? from : NULL;
}

typedef enum bf_err (*take_drawing)(struct bf_figure *f, const char *drawn, size_t length,
                                    enum format format, const char *folder, struct bf_error *e);

static enum bf_err hand_out(const struct bf_figures *figures, const struct bf_buffer *drawn,
                            enum format format, take_drawing take, const char *folder,
                            struct bf_error *e)
{
    enum bf_err err = BF_OK;
    const char *at = drawn->at;
    for (size_t i = 0; !err && i < figures->count; i++) {
        size_t length = 0;
        if (figures->all[i]->plotted == 0)
            continue;
        at = at ? find(at, drawn->used - (size_t)(at - drawn->at), format, &length) : NULL;
        if (!at)
            return bf_error_set(e, BF_ERR_ENV,
                                "gnuplot drew %zu of %zu figures; --no-figures does without it", i,
                                figures->count);
        err = take(figures->all[i], at, length, format, folder, e);
        at += length;
    }
    return err;
}

static enum bf_err draw(const struct bf_figures *figures, enum format format, take_drawing take,
                        const char *folder, struct bf_error *e)
{
    struct bf_buffer script = {0}, drawn = {0};
    put_all(&script, figures, format);
    enum bf_err err = bf_gnuplot_run(&script, &drawn, e);
    if (!err)
        err = hand_out(figures, &drawn, format, take, folder, e);
    bf_buffer_fini(&drawn);
    bf_buffer_fini(&script);
    return err;
}

static enum bf_err keep(struct bf_figure *f, const char *drawn, size_t length, enum format format,
                        const char *folder, struct bf_error *e)
{
    (void)format, (void)folder;
    bf_figure_adopt(f, drawn, length);
    return bf_buffer_check(&f->svg, e);
}

enum bf_err bf_figures_draw(struct bf_figures *figures, struct bf_error *e)
{
    return figures->count ? draw(figures, SVG_FOR_PAGE, keep, NULL, e) : BF_OK;
}

// ---- As files ----------------------------------------------------------------

static enum bf_err write_file(const struct bf_figure *f, const char *folder, const char *ending,
                              const char *bytes, size_t n, struct bf_error *e)
{
    char path[4096];
    struct bf_part *part;
    struct bf_text to = bf_text_init(path, sizeof path);
    bf_text_add(&to, "%s/%s%s", folder, f->name, ending);
    if (to.cut)
        return bf_error_set(e, BF_ERR_USAGE, "%s: a path too long for figures", folder);
    enum bf_err err = bf_part_create(path, &part, e);
    if (err)
        return err;
    bf_part_append(part, bytes, n);
    return bf_part_commit(part, e);
}

static enum bf_err write_drawing(struct bf_figure *f, const char *drawn, size_t length,
                                 enum format format, const char *folder, struct bf_error *e)
{
    return write_file(f, folder, format == PDF ? ".pdf" : ".svg", drawn, length, e);
}

static enum bf_err write_script(const struct bf_figure *f, const char *folder, struct bf_error *e)
{
    struct bf_buffer to = {0};
    bf_buffer_add(&to, "# ");
    bf_buffer_cell(&to, f->title);
    bf_buffer_add(&to, "\n# gnuplot %s.gnuplot, in this folder, draws %s.svg and %s.pdf.\n",
                  f->name, f->name, f->name);
    bf_buffer_add(&to, "data = '%s.tsv'\n", f->name);
    put_settings(&to, f, true);
    put_terminal(&to, f, SVG);
    bf_buffer_add(&to, "set output '%s.svg'\n%s\n", f->name, f->script.at ? f->script.at : "");
    put_terminal(&to, f, PDF);
    bf_buffer_add(&to, "set output '%s.pdf'\nreplot\nunset output\n", f->name);
    enum bf_err err = bf_buffer_check(&to, e);
    if (!err)
        err = write_file(f, folder, ".gnuplot", to.at, to.used, e);
    bf_buffer_fini(&to);
    return err;
}

enum bf_err bf_figures_write(struct bf_figures *figures, const char *folder, struct bf_error *e)
{
    enum bf_err err = BF_OK;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return bf_error_write(e, errno, folder, "make the folder");
    for (size_t i = 0; !err && i < figures->count; i++) {
        const struct bf_figure *f = figures->all[i];
        if (f->plotted == 0)
            continue;
        err = bf_buffer_check(&f->data, e);
        if (!err)
            err = write_file(f, folder, ".tsv", f->data.at ? f->data.at : "", f->data.used, e);
        if (!err)
            err = write_script(f, folder, e);
    }
    if (!err && figures->count)
        err = draw(figures, SVG, write_drawing, folder, e);
    return err || !figures->count ? err : draw(figures, PDF, write_drawing, folder, e);
}
