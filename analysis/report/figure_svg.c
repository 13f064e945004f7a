// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the SVG of gnuplot's own terminal to a part of a page. gnuplot 5 writes one element a line
// or several, never breaks within a tag, and escapes what texts hold: so that a walk over its tags,
// with a few rules for attributes, is enough.
#include "analysis/report/figure_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/html.h"
#include "engine/base/text.h"

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

// The colour at `text`, `rgb(  0, 114, 178)`, as the page's variable; where it is no colour of the
// palette the text is kept. Returns what stands behind it.
static const char *put_colour(struct bf_buffer *to, const char *text)
{
    char *at = NULL;
    unsigned colour = 0;
    const char *next = text + strlen("rgb(");
    for (int i = 0; i < 3; i++) {
        colour = colour << 8 | (unsigned)(strtoul(next, &at, 10) & 255);
        next = at + (i < 2 && *at == ',');
    }
    const char *variable = *next == ')' ? bf_palette_variable(colour) : NULL;
    if (!variable) {
        bf_buffer_bytes(to, text, strlen("rgb("));
        return text + strlen("rgb(");
    }
    bf_buffer_add(to, "var(%s)", variable);
    return next + 1;
}

// What in a tag is written otherwise. `%s` in `by` is the figure's name.
struct rule {
    const char *what, *by;
};

static const struct rule rules[] = {
    {" font-family=\"Arial\"", ""},  {" id='", " id='%s-"},       {"xlink:href='#", "href='#%s-"},
    {"\"black\"", "\"var(--ink)\""}, {"'black'", "'var(--ink)'"}, {"\"white\"", "\"var(--paper)\""},
    {"'white'", "'var(--paper)'"},   {"class=\"gridline\" ", ""},
};

// Copies one tag, up to `end`, which stands behind its '>'.
static void put_tag(struct bf_figure *f, const char *tag, const char *end)
{
    while (tag < end) {
        size_t r = 0;
        if (begins(tag, "rgb(")) {
            tag = put_colour(&f->svg, tag);
            continue;
        }
        while (r < sizeof rules / sizeof *rules && !begins(tag, rules[r].what))
            r++;
        if (r == sizeof rules / sizeof *rules) {
            bf_buffer_bytes(&f->svg, tag++, 1);
            continue;
        }
        const char *name = strstr(rules[r].by, "%s");
        if (name)
            bf_buffer_add(&f->svg, "%.*s%s%s", (int)(name - rules[r].by), rules[r].by, f->name,
                          name + 2);
        else
            bf_buffer_add(&f->svg, "%s", rules[r].by);
        tag += strlen(rules[r].what);
    }
}

// The n-th thing plotted is called by its name, which a reader sees when pointing at it.
static void put_plot(struct bf_figure *f, size_t n)
{
    const char *name = f->marks.at;
    for (size_t i = 0; name && i < n; i++) {
        name = strchr(name, '\n');
        name = name ? name + 1 : NULL;
    }
    bf_buffer_add(&f->svg, "<g class=\"marks\">");
    if (!name || name[0] == '\n' || !name[0])
        return;
    char text[BF_FIGURE_TITLE_SIZE];
    const size_t length = strcspn(name, "\n");
    bf_text_copy(text, length < sizeof text ? length + 1 : sizeof text, name);
    bf_html_put(&f->svg, "<title>%s</title>", text);
}

// Groups without content, which gnuplot writes at every change of a pen.
static const char *behind_empty_group(const char *at)
{
    if (!begins(at, "<g "))
        return NULL;
    const char *end = strchr(at, '>');
    if (!end)
        return NULL;
    end += 1 + strspn(end + 1, " \t\n");
    return begins(end, "</g>") ? end + strlen("</g>") : NULL;
}

static const char *behind(const char *at, const char *what)
{
    const char *found = strstr(at, what);
    return found ? found + strlen(what) : at + strlen(at);
}

static void put_head(struct bf_figure *f)
{
    bf_html_put(&f->svg,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-t %s-d\" "
                "xmlns=\"http://www.w3.org/2000/svg\"><title id=\"%s-t\">%s</title>"
                "<desc id=\"%s-d\">%s</desc>\n",
                f->width, f->height, f->name, f->name, f->name, f->title, f->name, f->text);
}

// Copies what stands at `at`, one tag or one piece of text, and returns what is behind it.
static const char *put_piece(struct bf_figure *f, const char *at, size_t *plots)
{
    const char *next = behind_empty_group(at);
    if (next)
        return next;
    if (begins(at, "<filter"))
        return behind(at, "</filter>");
    if (begins(at, "<g id=\"gnuplot_plot_")) {
        put_plot(f, (*plots)++);
        return behind(at, "</title>");
    }
    if (begins(at, "<g id=\"gnuplot_canvas\">")) {
        bf_buffer_add(&f->svg, "<g>");
        return behind(at, ">");
    }
    if (*at == '<') {
        next = behind(at, ">");
        put_tag(f, at, next);
        return next;
    }
    const size_t blanks = strspn(at, "\t\n"), text = strcspn(at + blanks, "<");
    if (blanks)
        bf_buffer_bytes(&f->svg, "\n", 1);
    bf_buffer_bytes(&f->svg, at + blanks, text);
    return at + blanks + text;
}

void bf_figure_adopt(struct bf_figure *f, const char *drawn, size_t length)
{
    struct bf_buffer copy = {0}; // ends where the figure ends
    size_t plots = 0;
    bf_buffer_bytes(&copy, drawn, length);
    if (copy.failed) {
        f->svg.failed = true;
        return;
    }
    const char *at = strstr(copy.at, "<g id=\"gnuplot_canvas\">");
    put_head(f);
    while (at && *at)
        at = put_piece(f, at, &plots);
    bf_buffer_fini(&copy);
}
