// SPDX-License-Identifier: GPL-3.0-or-later
//
// The colours of figures and pages, each with its value on light and on dark. Series are those of
// Okabe and Ito (2008), which people with any common colour blindness tell apart, without their
// yellow, which is too pale on paper, and with lighter ones on dark. Heat goes from the paper's
// colour to the farthest from it, in steps of about equal lightness.
#include "analysis/report/figure.h"

#include <stdlib.h>
#include <string.h>

struct colour {
    const char *variable;
    const char *light, *dark;
};

const char bf_colour_ink[] = "#1c2024";
const char bf_colour_muted[] = "#5f6772";
const char bf_colour_grid[] = "#e3e6ea";
const char bf_colour_paper[] = "#fefefe";

static const struct colour series[BF_SERIES_COLOURS] = {
    {"--s0", "#0072b2", "#5cb2ee"}, {"--s1", "#d55e00", "#f28a47"}, {"--s2", "#009e73", "#3fcf9f"},
    {"--s3", "#b4568c", "#e79cc6"}, {"--s4", "#e69f00", "#f2bd4a"}, {"--s5", "#2b3440", "#cdd5de"},
    {"--s6", "#56b4e9", "#a5dafa"}, {"--s7", "#7d6a3a", "#c9b78a"},
};

static const struct colour heat[BF_HEAT_COLOURS] = {
    {"--h0", "#f7f2e7", "#211d2b"}, {"--h1", "#f3e2bd", "#3a2144"}, {"--h2", "#efca8a", "#5c2952"},
    {"--h3", "#e8aa5f", "#82344f"}, {"--h4", "#d98549", "#a84648"}, {"--h5", "#c06042", "#cc6344"},
    {"--h6", "#9c4044", "#e68c54"}, {"--h7", "#702845", "#f4ba78"}, {"--h8", "#431a3d", "#fbe8bd"},
};

static const struct colour others[] = {
    {"--ink", bf_colour_ink, "#e4e7eb"},
    {"--muted", bf_colour_muted, "#9aa4b0"},
    {"--grid", bf_colour_grid, "#30363e"},
    {"--paper", bf_colour_paper, "#15181c"},
};

static const struct {
    const struct colour *colours;
    size_t count;
} palettes[] = {
    {series, BF_SERIES_COLOURS}, {heat, BF_HEAT_COLOURS}, {others, sizeof others / sizeof *others}};

enum { PALETTES = sizeof palettes / sizeof *palettes };

const char *bf_colour_series(int n)
{
    return n < BF_HEAT_SERIES ? series[n].light : bf_colour_heat(n - BF_HEAT_SERIES);
}

const char *bf_colour_heat(int n)
{
    return heat[n < 0 ? 0 : n >= BF_HEAT_COLOURS ? BF_HEAT_COLOURS - 1 : n].light;
}

void bf_palette_css(struct bf_buffer *page, bool dark)
{
    for (size_t p = 0; p < PALETTES; p++)
        for (size_t i = 0; i < palettes[p].count; i++) {
            const struct colour *c = &palettes[p].colours[i];
            bf_buffer_add(page, "%s:%s;", c->variable, dark ? c->dark : c->light);
        }
}

const char *bf_palette_variable(unsigned colour)
{
    for (size_t p = 0; p < PALETTES; p++)
        for (size_t i = 0; i < palettes[p].count; i++)
            if (strtoul(palettes[p].colours[i].light + 1, NULL, 16) == colour)
                return palettes[p].colours[i].variable;
    return colour == 0 ? "--ink" : colour == 0xffffff ? "--paper" : NULL;
}
