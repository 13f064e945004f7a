// SPDX-License-Identifier: GPL-3.0-or-later
//
// HTML: text is escaped unless it stands in the program. The parts of a page that the report is
// made of: numbers with all their digits behind them, tables that can be sorted.
#ifndef BF_ANALYSIS_REPORT_HTML_H
#define BF_ANALYSIS_REPORT_HTML_H

#include "analysis/report/html_buffer.h"

// Appends `format`, which is markup, with its values. Every %s is escaped for text and for
// attributes in double quotes; what is no UTF-8, and control characters, become U+FFFD. Knows %s,
// %c, %d, %u, %ld, %lu, %zu, %lld, %llu, %g and %f with widths and precisions in digits, and %%.
void bf_html_put(struct bf_buffer *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Escaped text alone.
void bf_html_text(struct bf_buffer *page, const char *text);

// Escaped text that may be broken behind its commas.
void bf_html_list(struct bf_buffer *page, const char *text);

// What a number is, for the digits it is shown with.
enum bf_number_kind {
    BF_NUMBER_PLAIN,   // about four digits: 0.0123, 12.34, 1235, 123 457
    BF_NUMBER_COUNT,   // a whole number
    BF_NUMBER_PERCENT, // a share, shown in percent
    BF_NUMBER_CHANGE   // a ratio - 1, shown in percent with its sign
};

// The number as shown; `text` has BF_NUMBER_TEXT_SIZE bytes. NaN is a dash. UTF-8 with narrow
// spaces between thousands.
#define BF_NUMBER_TEXT_SIZE 64
const char *bf_number_text(char *text, double value, enum bf_number_kind kind);

// `<data value="...">shown</data>`: the value in full is in the attribute and in the tooltip.
void bf_html_number(struct bf_buffer *page, double value, enum bf_number_kind kind);

// A cell of a table with the number, sorted by its value; `low` and `high` are the ends of its
// interval, shown smaller behind it, unless they are NaN.
void bf_html_cell(struct bf_buffer *page, double value, double low, double high,
                  enum bf_number_kind kind);

// The style sheet and the script of a page: constant texts. Colours are variables (palette in
// figure.h) that have other values where the reader prefers dark, and on paper.
extern const char bf_html_style[];
extern const char bf_html_script[];

#endif
