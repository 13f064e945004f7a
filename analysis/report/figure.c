// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/figure_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

static void destroy(struct bf_figure *f)
{
    bf_buffer_fini(&f->data);
    bf_buffer_fini(&f->script);
    bf_buffer_fini(&f->marks);
    bf_buffer_fini(&f->svg);
    free(f);
}

void bf_figures_fini(struct bf_figures *figures)
{
    for (size_t i = 0; i < figures->count; i++)
        destroy(figures->all[i]);
    free(figures->all);
    *figures = (struct bf_figures){0};
}

static bool is_taken(const struct bf_figures *figures, const char *name)
{
    for (size_t i = 0; i < figures->count; i++)
        if (!strcmp(figures->all[i]->name, name))
            return true;
    return false;
}

static void set_name(const struct bf_figures *figures, struct bf_figure *f, const char *name)
{
    enum { ROOM_FOR_A_NUMBER = 8 };
    char stem[BF_FIGURE_NAME_SIZE - ROOM_FOR_A_NUMBER] = "";
    size_t n = 0;
    for (; *name && n < sizeof stem - 1; name++) {
        const unsigned char c = (unsigned char)*name;
        if (isalnum(c) && c < 0x80)
            stem[n++] = (char)tolower(c);
        else if (n && stem[n - 1] != '-')
            stem[n++] = '-';
    }
    while (n && stem[n - 1] == '-')
        n--;
    stem[n] = '\0';
    bf_text_copy(f->name, sizeof f->name, stem);
    for (unsigned i = 2; is_taken(figures, f->name); i++)
        snprintf(f->name, sizeof f->name, "%s-%u", stem, i % 100000);
}

static bool make_room(struct bf_figures *figures)
{
    if (figures->count < figures->room)
        return true;
    const size_t room = figures->room ? 2 * figures->room : 16;
    struct bf_figure **all = realloc(figures->all, room * sizeof *all);
    if (!all)
        return false;
    figures->all = all;
    figures->room = room;
    return true;
}

struct bf_figure *bf_figures_add(struct bf_figures *figures, const char *name, int width,
                                 int height)
{
    struct bf_figure *f = make_room(figures) ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    set_name(figures, f, name);
    f->width = width;
    f->height = height;
    figures->all[figures->count++] = f;
    return f;
}

void bf_figure_plot(struct bf_figure *f, const char *name)
{
    bf_buffer_add(&f->script, "%s", f->plotted++ ? ", \\\n    " : "plot ");
    bf_buffer_cell(&f->marks, name);
    bf_buffer_add(&f->marks, "\n");
}

void bf_figure_plotted(struct bf_figure *f, const char *name, bool in_key)
{
    if (in_key) {
        bf_buffer_add(&f->script, " title ");
        bf_buffer_quoted(&f->script, name);
    } else {
        bf_buffer_add(&f->script, " notitle");
    }
}

int bf_figure_point(int colour)
{
    static const int points[BF_SERIES_COLOURS] = {7, 5, 9, 13, 11, 6, 4, 8};
    return points[colour % BF_SERIES_COLOURS];
}
