// SPDX-License-Identifier: GPL-3.0-or-later
//
// What gnuplot draws as a part of a page, and figures in a list. The sample is the form of SVG that
// gnuplot 5.4 writes.
#include "analysis/report/figure_internal.h"

#include <string.h>

#include "tests/support/bf_test.h"

static const char drawn[] =
    "<?xml version=\"1.0\" encoding=\"utf-8\"  standalone=\"no\"?>\n"
    "<svg \n width=\"440\" height=\"300\"\n viewBox=\"0 0 440 300\"\n"
    " xmlns=\"http://www.w3.org/2000/svg\"\n>\n\n"
    "<title>Gnuplot</title>\n<desc>Produced by GNUPLOT</desc>\n\n"
    "<g id=\"gnuplot_canvas\">\n\n<defs>\n"
    "\t<circle id='gpPt5' stroke-width='0.2' stroke='currentColor' cx='0' cy='0' r='1'/>\n"
    "\t<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' stroke='none'/>\n"
    "\t<filter id='textbox' x='0'>\n\t  <feFlood flood-color='white'/>\n\t</filter>\n</defs>\n"
    "<g fill=\"none\" color=\"white\" stroke=\"currentColor\" stroke-width=\"1.00\">\n</g>\n"
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.00\">\n"
    "\t<path stroke='rgb(227, 230, 234)' class=\"gridline\"  d='M1,2 L3,4  '/>"
    "\t<g transform=\"translate(5,6)\" stroke=\"none\" fill=\"rgb(95,103,114)\" "
    "font-family=\"Arial\" font-size=\"13.00\"  text-anchor=\"end\">\n"
    "\t\t<text>easy &amp; &lt;x> id='y' \"black\"</text>\n\t</g>\n</g>\n"
    "\t<g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title>\n"
    "\t<use xlink:href='#gpPt6' transform='translate(1,2)' color='rgb(  0, 114, 178)'/>\n"
    "\t</g>\n"
    "\t<g id=\"gnuplot_plot_2\" ><title>gnuplot_plot_2</title>\n"
    "\t<path stroke='rgb(  1,   2,   3)'  d='M1,2'/>\n\t</g>\n</g>\n</svg>\n";

static struct bf_figure *adopt(struct bf_figures *figures)
{
    struct bf_figure *f = bf_figures_add(figures, "Waits of <KTH>", 440, 300);
    assert_non_null(f);
    strcpy(f->title, "Waits of <KTH>");
    strcpy(f->text, "Curves & more");
    bf_buffer_add(&f->marks, "easy <1>\n\n");
    bf_figure_adopt(f, drawn, strlen(drawn));
    assert_false(f->svg.failed);
    return f;
}

static void count(const struct bf_figure *f, const char *what, size_t times)
{
    size_t n = 0;
    for (const char *at = f->svg.at; (at = strstr(at, what)); at++)
        n++;
    if (n != times)
        fail_msg("'%s' is there %zu times, not %zu, in:\n%s", what, n, times, f->svg.at);
}

static void drawings_become_parts_of_a_page(void **state)
{
    struct bf_figures figures = {0};
    const struct bf_figure *f = adopt(&figures);
    (void)state;
    count(f, "<svg viewBox=\"0 0 440 300\" role=\"img\"", 1);
    count(f, "<title id=\"waits-of-kth-t\">Waits of &lt;KTH&gt;</title>", 1);
    count(f, "<desc id=\"waits-of-kth-d\">Curves &amp; more</desc>", 1);
    count(f, "</svg>", 1);
    count(f, "<?xml", 0);
    count(f, "width=\"440\"", 0); // it scales
    count(f, "Arial", 0);         // the page's font
    count(f, "filter", 0);
    count(f, "GNUPLOT", 0);
    bf_figures_fini(&figures);
}

static void colours_are_variables(void **state)
{
    struct bf_figures figures = {0};
    const struct bf_figure *f = adopt(&figures);
    (void)state;
    count(f, "stroke='var(--grid)'", 1);
    count(f, "fill=\"var(--muted)\"", 1);
    count(f, "color='var(--s0)'", 1);
    count(f, "color=\"var(--ink)\"", 1);
    count(f, "stroke='rgb(  1,   2,   3)'", 1); // none of the palette
    bf_figures_fini(&figures);
}

static void ids_are_the_figures_own(void **state)
{
    struct bf_figures figures = {0};
    const struct bf_figure *f = adopt(&figures);
    (void)state;
    count(f, "id='waits-of-kth-gpPt5'", 1);
    count(f, "href='#waits-of-kth-gpPt5'", 1);
    count(f, "href='#waits-of-kth-gpPt6'", 1);
    count(f, "xlink", 0);
    count(f, "gnuplot_", 0);
    bf_figures_fini(&figures);
}

static void texts_stay_as_they_are(void **state)
{
    struct bf_figures figures = {0};
    const struct bf_figure *f = adopt(&figures);
    (void)state;
    count(f, "<text>easy &amp; &lt;x> id='y' \"black\"</text>", 1);
    count(f, "<g class=\"marks\"><title>easy &lt;1&gt;</title>", 1);
    count(f, "<g class=\"marks\">", 2); // the second has no name
    bf_figures_fini(&figures);
}

static void names_are_unique(void **state)
{
    struct bf_figures figures = {0};
    (void)state;
    assert_string_equal(bf_figures_add(&figures, "a/../b", 1, 1)->name, "a-b");
    assert_string_equal(bf_figures_add(&figures, "A b ", 1, 1)->name, "a-b-2");
    assert_string_equal(bf_figures_add(&figures, "a.b", 1, 1)->name, "a-b-3");
    for (int i = 0; i < 50; i++) {
        const struct bf_figure *f = bf_figures_add(
            &figures, "a name that is a good deal longer than any name of a file should ever be", 1,
            1);
        assert_true(strlen(f->name) < BF_FIGURE_NAME_SIZE);
        for (size_t j = 0; j + 1 < figures.count; j++)
            assert_string_not_equal(f->name, figures.all[j]->name);
    }
    bf_figures_fini(&figures);
}

// Every colour of the palette is told apart from the others, on light and on dark.
static void colours_are_distinct(void **state)
{
    struct bf_buffer css[2] = {{0}, {0}};
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        bf_palette_css(&css[dark], dark);
        for (const char *at = css[dark].at; (at = strchr(at, '#')); at++) {
            char colour[8];
            memcpy(colour, at, 7);
            colour[7] = '\0';
            assert_null(strstr(at + 1, colour));
        }
    }
    assert_string_not_equal(css[0].at, css[1].at);
    bf_buffer_fini(&css[0]);
    bf_buffer_fini(&css[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings_become_parts_of_a_page),
        cmocka_unit_test(colours_are_variables),
        cmocka_unit_test(ids_are_the_figures_own),
        cmocka_unit_test(texts_stay_as_they_are),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(colours_are_distinct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
